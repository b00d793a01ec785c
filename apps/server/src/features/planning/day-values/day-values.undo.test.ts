import { api } from '@gantry/contract';
import { packDays } from '@gantry/domain';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packDiff } from '../../../platform/postgres/revision-log.ts';
import { fetchColumns } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  boris = await world.person('boris');
  await world.join(boris, anna, 'administrator');
  schedule = await anna.schedule();
});
afterAll(() => world.close());
beforeEach(async () => {
  version = (await anna.ok(api.versions.create, { params: { id: schedule }, body: { name: `V${Math.random()}` } })).id;
  work = await anna.item(version, { name: 'Wall', start: '2025-03-03T09:00', duration_minutes: 12 * 480 });
});

const at = () => ({ params: { id: version } });
type Mode = 'plan' | 'fact';
const put = (who: Person, values: Record<number, number | null>, mode: Mode = 'fact') =>
  who.ok(api.dayValues.write, {
    params: { id: version, wbsId: work },
    body: {
      measure: 'volume',
      mode,
      values: Object.entries(values).map(([day, value]) => ({ day: `2025-03-${day.padStart(2, '0')}`, value })),
    },
  });
const undo = (who: Person) => who.ok(api.edits.undo, at());
const redo = (who: Person) => who.ok(api.edits.redo, at());
/** All but planned dates, which the next calculation sets. */
const content = async () =>
  JSON.stringify([
    (await world.sql('select * from wbs_item where version_id = $1 order by id', [version])).map(
      ({ start: _start, finish: _finish, ...row }) => row,
    ),
    await world.sql('select item_id, measure, mode, first_day, last_day, total, days from day_series where version_id = $1 order by mode', [
      version,
    ]),
  ]);
const days = async (mode: Mode = 'fact') => {
  const { series } = await anna.ok(api.dayValues.read, { params: { id: version, wbsId: work }, query: {} });
  return Object.fromEntries(
    series.filter((one) => one.mode === mode).flatMap(({ values }) => values.map(({ from, value }) => [Number(from.slice(8)), value])),
  );
};
const progress = async () => (await anna.ok(api.wbs.get, { params: { id: version, wbsId: work } })).item['progress'];

describe('two people on different days of one work (fault F4)', () => {
  beforeEach(() => put(anna, { 3: 50, 4: 50 }, 'plan'));

  test('do not stand in each other’s way, and progress follows what is left', async () => {
    await put(anna, { 3: 10 });
    await put(boris, { 4: 20 });
    expect(await progress()).toBe(0.3);
    await undo(anna);
    expect([await days(), await progress()]).toEqual([{ 4: 20 }, 0.2]);
    await redo(anna);
    expect([await days(), await progress()]).toEqual([{ 3: 10, 4: 20 }, 0.3]);
    await undo(boris);
    expect([await days(), await progress()]).toEqual([{ 3: 10 }, 0.1]);
  });

  test('whose last day goes take the series along, and it comes back with either', async () => {
    const before = await content();
    await put(anna, { 3: 10 });
    await put(boris, { 4: 20 });
    await undo(anna);
    await undo(boris);
    expect(await content()).toBe(before);
    await redo(anna);
    expect(await days()).toEqual({ 3: 10 });
    await redo(boris);
    expect([await days(), await progress()]).toEqual([{ 3: 10, 4: 20 }, 0.3]);
  });

  test('are told the day and by whom where it is the same', async () => {
    await put(anna, { 3: 10 });
    await put(boris, { 3: 15, 4: 20 });
    const refused = await anna.refused(api.edits.undo, at());
    expect(refused).toMatchObject({ status: 409, code: 'edit.changed_since' });
    expect(refused.parameters).toMatchObject({ by: expect.stringContaining('boris'), conflicts: [{ table: 'daySeries', field: 'days' }] });
    expect(await days()).toEqual({ 3: 15, 4: 20 });
  });

  test('keep what was reached by one of them where the other’s is taken back', async () => {
    await put(anna, { 3: 100 });
    await put(boris, { 4: 100 });
    await undo(anna);
    expect(await progress()).toBe(1);
  });

  test('take all back in any order to the same bytes', async () => {
    const before = await content();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 3, max: 6 }), fc.option(fc.integer({ min: 0, max: 60 }))), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.array(fc.boolean(), { maxLength: 10 }),
        async (facts, order) => {
          const open: Person[] = [];
          for (const [isAnna, day, value] of facts) {
            const who = isAnna ? anna : boris;
            // Each has days of their own.
            const own = isAnna ? day : day + 10;
            const { revision } = await who.ok(api.edits.list, at()).then(({ actions }) => actions[0]);
            if ((await put(who, { [own]: value })).revision !== revision) open.push(who);
          }
          for (let step = 0; open.length; step += 1) {
            const who = order[step] ? open[0] : open.at(-1);
            open.splice(open.lastIndexOf(who as Person), 1);
            await undo(who as Person);
          }
          expect(await content()).toBe(before);
        },
      ),
      { numRuns: 12 },
    );
  });
});

test('what is pushed and answered holds the changed days alone; the stream of a version holds none (fault F1)', async () => {
  const { diff: added } = await put(anna, Object.fromEntries(Array.from({ length: 28 }, (_, day) => [day + 1, 1000 + day])), 'plan');
  expect(added.daySeries?.added[0].days.values).toHaveLength(28);
  const { diff } = await put(anna, { 9: 7 }, 'plan');
  expect(diff.daySeries?.updated[0]).toMatchObject({ before: { days: { 12851: 1008 } }, after: { days: { 12851: 7 } } });
  expect(JSON.stringify(diff).length).toBeLessThan(200);
  const streamed = async () => Buffer.from(await (await fetchColumns(anna, version, 'identity')).arrayBuffer());
  const stream = await streamed();
  await put(anna, Object.fromEntries(Array.from({ length: 20 }, (_, day) => [day + 9, 0.123 * day])), 'plan');
  // Other days, digits and sums of a series take no byte more.
  expect(stream.includes('lastDay') && (await streamed()).length - stream.length).toBeLessThan(4);
});

test('10,000 cells in one edit are pushed whole: no open page loads the version again (fault F3)', async () => {
  // The version has 400 works with 200 days each; the edit changes 25 days of every work.
  const ids: number[] = [];
  for (let row = 0; row < 400; row += 1) ids.push(await anna.item(version, { name: `W${row}`, duration_minutes: 480 }));
  const cells = (seed: number, days: number) =>
    ids.map((item_id, row) => ({
      item_id,
      resource_id: null,
      measure: 'volume' as const,
      mode: 'plan' as const,
      first_day: '2025-03-03',
      // Amounts with one decimal, none like the one before.
      values: Array.from({ length: days }, (_, day) => Math.round(10 * (100 + 30 * Math.sin(seed + row * 7919 + day * day))) / 10),
    }));
  const all = cells(1, 200);
  for (const half of [all.slice(0, 200), all.slice(200)]) await anna.ok(api.dayValues.setDays, { ...at(), body: { cells: half } });
  const page = await boris.push(version);
  const { written, revision } = await anna.ok(api.dayValues.setDays, { ...at(), body: { cells: cells(2, 25) } });
  expect(written).toBeGreaterThan(9_900);
  const { diff } = await page.heard('version_edit', (data) => data['revision'] === revision);
  expect(diff?.daySeries.updated).toHaveLength(400);
  await page.close();
});

test('revisions of former releases, which hold whole lists, are taken back', async () => {
  await put(anna, { 3: 1, 4: 2 }, 'plan');
  const { revision } = await put(anna, { 5: 3 }, 'plan');
  const [{ id }] = await world.sql('select id from day_series where version_id = $1', [version]);
  const old = { daySeries: { added: [], removed: [], updated: [{ id, before: { values: [1, 2] }, after: { values: [1, 2, 3] } }] } };
  await world.sql('update version_edit set diff = $3 where version_id = $1 and revision = $2', [version, revision, await packDiff(old)]);
  await undo(anna);
  expect(await days('plan')).toEqual({ 3: 1, 4: 2 });
  const first = (await anna.ok(api.edits.list, at())).actions.find(
    ({ undone, name, stands }) => !undone && stands && name === 'values.set',
  );
  const row = { id, itemId: work, resourceId: null, measure: 'volume', mode: 'plan', firstDay: 12845, values: [1, 2] };
  const whole = { daySeries: { added: [row], removed: [], updated: [] } };
  await world.sql('update version_edit set diff = $3 where version_id = $1 and revision = $2', [
    version,
    first?.revision,
    await packDiff(whole),
  ]);
  await undo(anna);
  expect(await days('plan')).toEqual({});
  await redo(anna);
  expect(await days('plan')).toEqual({ 3: 1, 4: 2 });
});

test('the migration packs lists as the program does', async () => {
  const file = readFileSync(new URL('../../../database/migrations/0342-packed-days.sql', import.meta.url), 'utf8');
  const functions = file.slice(file.indexOf('create function'), file.indexOf('-- Series begin')).replaceAll('pg_temp.', 'public.days_');
  await world.sql(functions);
  const values = [
    [1],
    [40.5, null, null, 38, 0, -7.25],
    [1 / 3, null, 2],
    [1e12, 1e-6],
    [999_999.999_999, null, 0.000_001],
    Array.from({ length: 200 }, (_, at) => (at % 7 > 4 && at < 199 ? null : Math.round(Math.sin(at) * 1e4) / 1e3)),
  ];
  for (const list of values) {
    const [{ bytes }] = await world.sql<{ bytes: Buffer }>('select public.days_packed(12850, $1::jsonb) as bytes', [JSON.stringify(list)]);
    expect(bytes.toString('hex')).toBe(Buffer.from(packDays({ firstDay: 12_850, values: list })).toString('hex'));
  }
});
