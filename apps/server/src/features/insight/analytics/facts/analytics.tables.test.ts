import type { EarningTechnique } from '@gantry/contract';
import type { AnyRow } from '@gantry/domain';
import { recordsOf } from '@gantry/plan-view';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillVersion } from '../../../../testing/crowd.ts';
import { DATA_DATE, someVersion } from '../../../../testing/samples/figures/drawn-version.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import { factsOf } from './analytics.facts.rules.ts';
import type { GroupTables } from './analytics.groups.rules.ts';
import { fieldsAsked, recordsOfTexts } from './analytics.tables.rules.ts';

let world: World;
let anna: Person;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const FIELDS = fieldsAsked({ do: 'count', dimensions: [] });

test('rows of a version that has gaps come as texts by id, whatever stands in them, in all and by some fields', async () => {
  const version = await anna.version();
  await fillVersion(world, anna.spaceId, version, 2600);
  const where = `space_id = ${anna.spaceId} and version_id = ${version}`;
  await world.sql(`delete from relation where ${where}`);
  await world.sql(`delete from wbs_item where ${where} and id between 700 and 2250 and type = 'task'`);
  await world.sql(`update wbs_item set name = E'Walls “A”, (B) "C" \\\\ D\\n', code = '', progress = 0.125, total_float_minutes = -id,
    critical = id % 3 = 0, status = (array['completed', 'in_progress', 'not_started'])[id % 3 + 1],
    start = '2026-02-03T08:15', finish = '1989-01-01T00:00', extra = '{"a": ["b", 1.5]}' where ${where} and id % 7 = 0`);
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const { texts, some, rows } = await readVersion(context, version, async (reader) => ({
    texts: await reader.whole().texts('wbs'),
    some: await reader.whole().texts('wbs', FIELDS),
    rows: recordsOf('wbs', await reader.values('wbs')),
  }));
  expect(texts.length).toBeGreaterThan(2);
  const read = recordsOfTexts('wbs', texts);
  expect(read).toEqual(rows);
  expect(recordsOfTexts('wbs', some, FIELDS)).toEqual(
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => FIELDS?.has(name)))),
  );
  expect(some.join('').length).toBeLessThan(texts.join('').length * 0.8);
});

test('a version without rows of a table has no texts of it', async () => {
  const version = await anna.version();
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  expect(await readVersion(context, version, (reader) => reader.whole().texts('assignment'))).toEqual([]);
});

/** A version whose works tell which of their fields are asked for; copies of a row ask for none. */
function watched({ wbs, ...others }: GroupTables, asked: Set<string>): GroupTables {
  const watch = (row: AnyRow) =>
    Object.defineProperties(
      {} as AnyRow,
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, { get: () => (asked.add(name), value) }])),
    );
  return { ...others, wbs: wbs.map(watch) };
}

test('sums ask works for no field but those that are read for them', () => {
  const asked = new Set<string>();
  const volumes = (tables: GroupTables): GroupTables => ({
    ...tables,
    wbs: tables.wbs.map((row) => ({
      ...row,
      volume: 12,
      labourHours: 3,
      cost: 4,
      position: 1,
      remainingMinutes: 60,
      deadline: null,
      extra: null,
    })),
    daySeries: tables.daySeries.flatMap((row) => [
      row,
      { ...row, id: row.id + 5000, measure: 'volume' },
      { ...row, id: row.id + 6000, measure: 'distributed_price', mode: 'plan' },
    ]),
  });
  fc.assert(
    fc.property(
      someVersion,
      fc.constantFrom<EarningTechnique>('progress', 'volume', 'cost', '0_100', '50_50'),
      fc.boolean(),
      (drawn, technique, hasBaseline) => {
        const tables = volumes(drawn);
        const baseline = hasBaseline ? { tables: watched(tables, asked), shared: 4, budget: 'baseline' as const } : null;
        factsOf(watched(tables, asked), DATA_DATE, { technique, promise: { by: 'week', tolerance: 0 }, baseline });
      },
    ),
    { numRuns: 200 },
  );
  expect(asked.size).toBeGreaterThan(15);
  expect([...asked].filter((name) => !FIELDS?.has(name))).toEqual([]);
});
