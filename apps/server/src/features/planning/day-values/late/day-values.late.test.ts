import { api, type DayCells, type FieldReport } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contentOf } from '../../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import type { LateRow } from './day-values.late.repository.ts';
import { openLateSums } from './day-values.late.rules.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** A work whose facts are closed before 7 March, with 40 on 6 March and 30 on the 7th. */
beforeEach(async () => {
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  work = await anna.item(version, { name: 'Walls', code: `W${version}`, start: '2025-03-03T09:00', duration_minutes: 12 * 480 });
  await world.sql(`update version set data_date = '2025-03-10T09:00' where id = $1`, [version]);
  await set([40, 30]);
  await settings('refuse');
});

const settings = (late_facts: 'refuse' | 'first_open_day', more: object = {}) =>
  anna.ok(api.dayValues.saveScheduleSettings, {
    params: { id: schedule },
    body: { late_facts, editing_period_days: { fact: 3 }, ...more },
  });
const cellsOf = (values: DayCells['values'], more: Partial<DayCells> = {}) => ({
  params: { id: version },
  body: {
    cells: [{ item_id: work, measure: 'volume' as const, mode: 'fact' as const, first_day: '2025-03-06', values, ...more }],
    skip_refused: false,
  },
});
const set = (values: DayCells['values'], more: Partial<DayCells> = {}) => anna.ok(api.dayValues.setDays, cellsOf(values, more));
const read = () => anna.ok(api.dayValues.read, { params: { id: version, wbsId: work } });
async function factsAndLate() {
  const { series, late } = await read();
  const days = series.find(({ mode }) => mode === 'fact')?.values.map(({ from, value }) => [from.slice(8), value]) ?? [];
  return [Object.fromEntries(days), late.map(({ of_day, day, amount }) => [of_day.slice(8), day.slice(8), amount])];
}

test('a fact of a closed day is refused, or counts on the first open day and keeps the day that it is of (G11)', async () => {
  expect(await anna.refused(api.dayValues.setDays, cellsOf([45]))).toMatchObject({
    status: 409,
    code: 'values.period_closed',
    parameters: { day: '2025-03-06', from: '2025-03-07' },
  });
  await settings('first_open_day');
  expect((await read()).limits.fact).toEqual({ days: 3, from: '2025-03-07', late: true });
  const { late } = await set([45]);
  expect(late).toMatchObject([{ item_id: work, resource_id: null, measure: 'volume', of_day: '2025-03-06', day: '2025-03-07', amount: 5 }]);
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 35 }, [['06', '07', 5]]]);
  // The same said again is the same.
  await set([45]);
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 35 }, [['06', '07', 5]]]);
  // A correction takes its difference, in one edit with the open day itself.
  await set([42, 36]);
  expect(await factsAndLate()).toEqual([
    { '06': 40, '07': 33 },
    [
      ['06', '07', 5],
      ['06', '07', -3],
    ],
  ]);
  // Plans of closed days stay closed.
  await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: { plan: 3 } } });
  expect(await anna.refused(api.dayValues.setDays, cellsOf([1], { mode: 'plan' }))).toMatchObject({ code: 'values.period_closed' });
});

test('a late fact says who has entered it and when, here and in a copy', async () => {
  await settings('first_open_day');
  const boris = await world.person('boris');
  await world.join(boris, anna, 'administrator');
  await boris.ok(api.dayValues.setDays, cellsOf([45]));
  const [{ name, at }] = (await read()).late;
  expect([name, Math.abs(Date.parse(at) - Date.now()) < 60_000]).toEqual([expect.stringContaining('boris'), true]);
  const { id } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: { name: 'Next' } });
  version = id ?? 0;
  expect((await read()).late).toMatchObject([{ name, at }]);
});

test('a report that a curator lets count late is of who has reported', async () => {
  await settings('first_open_day', { fact_approval: 'curator' });
  const clara = await world.person('clara');
  await world.join(clara, anna, 'executor');
  const body = { executor_id: clara.id, curator_id: anna.id };
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: work }, body });
  const report = {
    id: randomUUID(),
    schedule_id: schedule,
    row_id: work,
    day: '2025-03-06',
    measure: 'volume' as const,
    amount: 45,
    base: 40,
  };
  await clara.ok(api.dayEntries.report, { body: { entries: [report] } });
  expect((await read()).late).toEqual([]);
  await anna.ok(api.dayEntries.decide, { params: { id: version }, body: { ids: [report.id], result: 'APPROVED' } });
  expect((await read()).late).toMatchObject([{ amount: 5, name: expect.stringContaining('clara') }]);
});

test('the day grid answers what of its days counts elsewhere, of the measure and the days that were asked for', async () => {
  await settings('first_open_day');
  await set([45]);
  const lateIn = async (from: string, to: string, measure: 'volume' | 'labour' = 'volume') =>
    (await anna.ok(api.dayValues.grid, { params: { id: version }, query: { from: `2025-03-${from}`, to: `2025-03-${to}`, measure } })).late;
  const late = [{ item_id: work, resource_id: null, measure: 'volume', of_day: '2025-03-06', day: '2025-03-07', amount: 5 }];
  expect([await lateIn('06', '06'), await lateIn('07', '09')]).toMatchObject([late, late]);
  expect(await lateIn('08', '09')).toEqual([]);
  expect(await lateIn('06', '07', 'labour')).toEqual([]);
});

test('what the open day cannot give is refused whole, and an undo takes the late fact away with its edit, byte by byte', async () => {
  await settings('first_open_day');
  const before = await contentOf(world, version);
  expect(await anna.refused(api.dayValues.setDays, cellsOf([5]))).toMatchObject({ code: 'values.negative' });
  expect(await contentOf(world, version)).toEqual(before);
  await set([45]);
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 30 }, []]);
  await anna.ok(api.edits.redo, { params: { id: version } });
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 35 }, [['06', '07', 5]]]);
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect(await contentOf(world, version)).toEqual(before);
});

test('reports of a closed day count later too, each once, beside those of the open day', async () => {
  const report = (amount: number, day: string, base: number | null): FieldReport => ({
    id: randomUUID(),
    schedule_id: schedule,
    row_id: work,
    day: `2025-03-${day}`,
    measure: 'volume',
    amount,
    base,
  });
  const send = async (...entries: FieldReport[]) =>
    (await anna.ok(api.dayEntries.report, { body: { entries } })).verdicts.map(({ state, code, fact }) => [state, code ?? fact]);
  expect(await send(report(45, '06', 40))).toEqual([['refused', 'values.period_closed']]);
  await settings('first_open_day');
  const late = report(45, '06', 40);
  expect(await send(late)).toEqual([['accepted', 45]]);
  expect(await send(late)).toEqual([['accepted', 45]]);
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 35 }, [['06', '07', 5]]]);
  // The report of the open day says what was done on it: what counts there of another day stays.
  expect(await send(report(32, '07', 30))).toEqual([['accepted', 32]]);
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 37 }, [['06', '07', 5]]]);
  expect(await send(report(44, '06', 45))).toEqual([['accepted', 44]]);
  expect((await factsAndLate())[0]).toEqual({ '06': 40, '07': 36 });
});

test('a copy of the version knows the late facts of its days', async () => {
  await settings('first_open_day');
  await set([45]);
  const { id } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: { name: 'Next' } });
  version = id ?? 0;
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 35 }, [['06', '07', 5]]]);
  await set([45]);
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 35 }, [['06', '07', 5]]]);
  await set([40]);
  expect((await factsAndLate())[0]).toEqual({ '06': 40, '07': 35 });
});

test('late facts are summed as they come, with one look at each, to what a look at all of them finds', () => {
  let looks = 0;
  const sums = openLateSums();
  const facts: LateRow[] = [];
  const any = <T>(...all: readonly T[]): T => all[Math.floor(Math.random() * all.length)];
  const series = () => ({ itemId: any(1, 2), resourceId: any(null, 1), measure: any('volume' as const, 'labour' as const) });
  for (let index = 0; index < 500; index += 1) {
    const { itemId, resourceId, measure } = series();
    const of = {
      item_id: itemId,
      resource_id: resourceId,
      measure,
      of_day: any('2025-03-05', '2025-03-06'),
      day: any('2025-03-06', '2025-03-07'),
    };
    const fact: LateRow = { ...of, amount: Math.random() - 0.5, reporter: null, at: new Date(0) };
    facts.push(fact);
    sums.add({
      ...of,
      reporter: null,
      at: fact.at,
      get amount() {
        return ((looks += 1), fact.amount);
      },
    });
    const asked = series();
    const isOf = (row: LateRow) => row.item_id === asked.itemId && row.resource_id === asked.resourceId && row.measure === asked.measure;
    for (const which of ['of_day', 'day'] as const)
      for (const text of ['2025-03-05', '2025-03-06', '2025-03-07']) {
        const slow = facts.reduce((sum, row) => (isOf(row) && row[which] === text ? sum + row.amount : sum), 0);
        expect(sums.of(asked, which, text)).toBe(slow);
      }
  }
  expect(looks).toBe(facts.length);
});

test('a single value written to a row goes the same way', async () => {
  await settings('first_open_day');
  const body = { measure: 'volume' as const, mode: 'fact' as const, values: [{ day: '2025-03-05', value: 7 }] };
  await anna.ok(api.dayValues.write, { params: { id: version, wbsId: work }, body });
  expect(await factsAndLate()).toEqual([{ '06': 40, '07': 37 }, [['05', '07', 7]]]);
});
