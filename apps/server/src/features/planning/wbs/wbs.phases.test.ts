import { api, createDecoder } from '@gantry/contract';
import { formatMinute, NO_DATE } from '@gantry/domain';
import { collectFindings, readZip } from '@gantry/interchange';
import { addBlock, layOutRows, newDocument, readersOf, type ScheduleDocument } from '@gantry/plan-view';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { fetchColumns } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());

type Drawn = { type: 'sum' | 'task' | 'draft'; under: number; day: number; days: number; progress: number; cost: number | null };

const plans = fc.array(
  fc.record({
    type: fc.constantFrom<Drawn['type'][]>('sum', 'sum', 'task', 'task', 'draft'),
    under: fc.nat(6),
    day: fc.integer({ min: 1, max: 20 }),
    days: fc.integer({ min: 0, max: 5 }),
    progress: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
    cost: fc.option(fc.integer({ min: 1, max: 999 })),
  }),
  { minLength: 4, maxLength: 9 },
);

/** Puts rows under earlier phases, the first of which is always there; answers the version. */
async function planOf(rows: readonly Drawn[]): Promise<number> {
  const version = await anna.version(schedule);
  const key = [anna.spaceId, version];
  const phases = [await anna.item(version, { name: 'Phase', type: 'sum' })];
  await world.sql(`insert into resource values ($1, $2, 901, 'R', 'Crew', 'labour', null, 1, 'h', null)`, key);
  for (const [at, { type, under, day, days, progress, cost }] of rows.entries()) {
    const id = await anna.item(version, { name: `Row ${at}`, type }, phases[under % phases.length]);
    if (type === 'sum') phases.push(id);
    const date = (of: number) => `2026-03-${String(of).padStart(2, '0')}T08:00`;
    const values = [...key, id, date(day), date(day + days), days * 480, progress];
    await world.sql(
      `update wbs_item set start = $4, finish = $5, duration_minutes = $6, progress = $7 where space_id = $1 and version_id = $2 and id = $3`,
      type === 'sum' ? [...key, id, null, null, 0, 0] : values,
    );
    if (cost !== null)
      await world.sql(`insert into assignment values ($1, $2, $3, $4, 901, 8, 0, 8, $5, 0, $5, null, 0, true, null, null)`, [
        ...key,
        1000 + at,
        id,
        cost,
      ]);
  }
  await world.sql('update version set last_id = 2000 where id = $1', [version]);
  return version;
}

type Shown = { start: string | null; finish: string | null; progress: number; plannedCost: number };

/** What the grid of the page shows of the phases of a version, by their ids. */
async function inTheGrid(version: number): Promise<Map<number, Shown>> {
  let document: ScheduleDocument | null = null;
  const decoder = createDecoder({
    head: (head) => (document = newDocument(head)),
    block: (block) => addBlock(document as ScheduleDocument, block),
  });
  decoder.push(new Uint8Array(await (await fetchColumns(anna, version, 'identity')).arrayBuffer()));
  decoder.end();
  const whole = document as unknown as ScheduleDocument;
  const laid = layOutRows(whole, () => false);
  const readerOf = readersOf({ ...laid, document: whole, ticked: new Set() });
  const at = (column: string, row: number) => readerOf(column)?.at(row) as number;
  const date = (minute: number) => (minute === NO_DATE ? null : formatMinute(minute));
  const phases = [...laid.rowOfId].filter(([, row]) => readerOf('type')?.at(row) === 'sum');
  return new Map(
    phases.map(([id, row]) => [
      id,
      {
        start: date(at('start', row)),
        finish: date(at('finish', row)),
        progress: at('progress', row),
        plannedCost: at('plannedCost', row),
      },
    ]),
  );
}

async function workbookOf(body: object): Promise<Uint8Array> {
  const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(anna.base() + addressOf(api.compare.exportComparison, { params: { id: schedule } }), {
    method: 'POST',
    headers: {
      cookie,
      'x-xsrf-token': anna.keys.cookies.get('XSRF-TOKEN') ?? '',
      'x-space-id': String(anna.spaceId),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return new Uint8Array(await response.arrayBuffer());
}

const passing = async (version: number, column: string, value: number) => {
  const conditions = [{ column, operator: 'eq' as const, value }];
  const { items } = await anna.ok(api.wbs.filter, { params: { id: version }, body: { conditions } });
  return items.map(({ id }) => id);
};

test('the grid, the list, a row, filters, formulas, comparison and its workbook show the same of a phase', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (rows) => {
      const version = await planOf(rows);
      const params = { id: version };
      const grid = await inTheGrid(version);
      const list = (await anna.ok(api.wbs.list, { params })).items;
      const asked = { version_id: version, type: null };
      for (const [id, { start, finish, progress, plannedCost }] of grid) {
        expect(list.find((row) => row.id === id)).toMatchObject({ start, finish, progress });
        expect((await anna.ok(api.wbs.get, { params: { ...params, wbsId: id } })).item).toMatchObject({ start, finish, progress });
        expect(await passing(version, 'progress', progress)).toContain(id);
        if (!Number.isNaN(plannedCost)) expect(await passing(version, 'plannedCost', plannedCost)).toContain(id);
        const valueOf = async (formula: string) =>
          (await anna.ok(api.attributeCalculate.validate, { body: { ...asked, formula, row_id: id } })).result?.value;
        expect(await valueOf('progress * 1')).toBe(progress);
        expect(await valueOf('planned_cost')).toBe(Number.isNaN(plannedCost) ? null : plannedCost);
      }
      const copy = (await anna.ok(api.versions.copyTo, { params: { ...params, scheduleId: schedule }, body: {} })).id as number;
      await world.sql(
        `update wbs_item set progress = 1 - progress, start = start - interval '1 day' where version_id = $1 and type <> 'sum'`,
        [copy],
      );
      const after = await inTheGrid(copy);
      const body = { version_ids: [version, copy] };
      const compared = await anna.ok(api.compare.rows, { params: { id: schedule }, body: { ...body, all: true } });
      const entries = await readZip(await workbookOf({ ...body, format: 'xlsx', kinds: ['progress'] }), collectFindings());
      const sheet = Buffer.from(entries?.find(({ name }) => name.endsWith('sheet1.xml'))?.bytes ?? []).toString('utf8');
      for (const [id, { start, finish, progress }] of grid) {
        const then = after.get(id) as Shown;
        expect(compared.rows.find(({ ids }) => ids[0] === id)).toMatchObject({ start: [start, then.start], finish: [finish, then.finish] });
        if (then.progress !== progress) expect(sheet).toContain(`<c><v>${progress}</v></c><c><v>${then.progress}</v></c>`);
      }
    }),
    { numRuns: 6, seed: 14 },
  );
});
