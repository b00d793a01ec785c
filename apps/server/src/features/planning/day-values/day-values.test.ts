import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let a: number;
const at = () => ({ id: version, wbsId: a });
type Body = { measure?: 'volume' | 'cost'; mode?: 'plan' | 'fact' | 'approved_plan'; replace?: boolean; resource_id?: number };

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  a = await anna.item(version, { name: 'A', start: '2026-03-02T09:00', duration_minutes: 2400 });
});

const daysOf = (values: Record<string, number | null>) => Object.entries(values).map(([day, value]) => ({ day: `2026-03-${day}`, value }));
const bodyOf = (values: Record<string, number | null>, more: Body = {}) => ({
  measure: 'volume' as const,
  mode: 'plan' as const,
  values: daysOf(values),
  ...more,
});
const put = (values: Record<string, number | null>, more?: Body) =>
  anna.ok(api.dayValues.write, { params: at(), body: bodyOf(values, more) });
const refusedPut = (values: Record<string, number | null>, more?: Body, who = anna) =>
  who.refused(api.dayValues.write, { params: at(), body: bodyOf(values, more) });
const read = async (period: 'day' | 'week' | 'month' = 'day') =>
  (await anna.ok(api.dayValues.read, { params: at(), query: { period } })).series.map(({ measure, mode, total, values }) => [
    `${measure} ${mode} ${total}`,
    ...values.map(({ from, value }) => `${from.slice(5)} ${value}`),
  ]);

describe('values of days', () => {
  test('are set, changed and taken away day by day; the last one takes its series along; each step is undone', async () => {
    await put({ '02': 10, '04': 5.5 });
    expect(await read()).toEqual([['volume plan 15.5', '03-02 10', '03-04 5.5']]);
    await put({ '03': 1, '04': null });
    expect(await read()).toEqual([['volume plan 11', '03-02 10', '03-03 1']]);
    await put({ '02': null, '03': null });
    expect(await read()).toEqual([]);
    for (const expected of [[['volume plan 11', '03-02 10', '03-03 1']], [['volume plan 15.5', '03-02 10', '03-04 5.5']], []]) {
      await anna.ok(api.edits.undo, { params: { id: version } });
      expect(await read()).toEqual(expected);
    }
  });

  test('stand by measure and mode, are replaced where asked, and added up by periods', async () => {
    await put({ '02': 10, '09': 4, '10': 2 });
    await put({ '02': 3 }, { mode: 'fact' });
    await put({ '02': 900 }, { measure: 'cost' });
    expect((await read('week'))[0]).toEqual(['volume plan 16', '03-02 10', '03-09 6']);
    await put({ '05': 7 }, { replace: true });
    expect(await read('month')).toEqual([
      ['volume plan 7', '03-01 7'],
      ['volume fact 3', '03-01 3'],
      ['cost plan 900', '03-01 900'],
    ]);
  });

  test('of volume make the version uncalculated, those of cost and approved ones do not; so does an undo', async () => {
    const status = async () => (await anna.ok(api.timetable.state, { params: { id: version } })).status;
    const calculated = async () => {
      await anna.ok(api.timetable.calculateNow, { params: { id: version } });
      return status();
    };
    await put({ '02': 1 });
    expect([await status(), await calculated()]).toEqual([0, 1]);
    await put({ '02': 900 }, { measure: 'cost' });
    await put({ '02': 901 }, { measure: 'cost' });
    await put({ '02': 5 }, { mode: 'approved_plan' });
    expect(await status()).toBe(1);
    await put({ '02': 2 });
    expect([await status(), await calculated()]).toEqual([0, 1]);
    await anna.ok(api.edits.undo, { params: { id: version } });
    await anna.ok(api.edits.undo, { params: { id: version } });
    expect(await status()).toBe(0);
  });

  test('go with their row and come with its copy', async () => {
    await put({ '02': 10 });
    const { ids } = await anna.ok(api.wbs.copy, { params: { id: version }, body: { ids: [a], parent_id: null, after_id: a } });
    const copied = await anna.ok(api.dayValues.read, { params: { id: version, wbsId: ids[0] } });
    expect(copied.series).toMatchObject([{ total: 10 }]);
    await anna.ok(api.wbs.remove, { params: at() });
    await anna.ok(api.edits.undo, { params: { id: version } });
    expect(await read()).toEqual([['volume plan 10', '03-02 10']]);
  });

  test('are refused of a summary, of an unknown row or resource, on no day, and beyond the longest span', async () => {
    const phase = await anna.item(version, { name: 'Phase' });
    await anna.item(version, { name: 'Inside' }, phase);
    const body = bodyOf({ '02': 1 });
    expect(await anna.refused(api.dayValues.write, { params: { id: version, wbsId: phase }, body })).toMatchObject({
      status: 422,
      code: 'values.of_a_summary',
    });
    expect(await anna.refused(api.dayValues.write, { params: { id: version, wbsId: 9999 }, body })).toMatchObject({ status: 404 });
    expect(await refusedPut({ '02': 1 }, { resource_id: 9999 })).toMatchObject({ status: 422, code: 'values.unknown_resource' });
    expect(await refusedPut({ '31T09:00': 1 })).toMatchObject({ status: 400 });
    const far = { ...body, values: ['2020-01-01', '2049-01-01'].map((day) => ({ day, value: 1 })) };
    expect(await anna.refused(api.dayValues.write, { params: at(), body: far })).toMatchObject({ code: 'values.too_long' });
  });

  test('are read by readers and written by planners; strangers see nothing', async () => {
    const reader = await world.person('reader');
    await world.join(reader, anna, 'viewer');
    expect((await reader.ok(api.dayValues.read, { params: at() })).series).toEqual([]);
    expect(await refusedPut({ '02': 1 }, {}, reader)).toMatchObject({ status: 403 });
    expect(
      await reader.refused(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: {} } }),
    ).toMatchObject({
      status: 403,
    });
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await stranger.refused(api.dayValues.read, { params: at() })).toMatchObject({ status: 404, code: 'version.not_found' });
    expect(await refusedPut({ '02': 1 }, {}, stranger)).toMatchObject({ status: 404, code: 'version.not_found' });
    for (const id of [schedule, 999_999])
      expect(await stranger.refused(api.dayValues.limit, { params: { id } })).toMatchObject({ status: 404 });
  });
});

describe('a refresh by values of days', () => {
  const refresh = (body: { ids?: number[]; preview?: boolean } = {}) => anna.ok(api.dayValues.refresh, { params: { id: version }, body });
  const progress = async () => (await anna.ok(api.wbs.get, { params: at() })).item['progress'];

  test('sets the progress to facts over plan and begins the work, in one step that is taken back; a preview counts', async () => {
    await put({ '02': 10, '03': 10 });
    await put({ '02': 5 }, { mode: 'fact' });
    expect([await progress(), (await refresh()).rows]).toEqual([0.25, 0]);
    // The total of a work without a volume of its own is what its days plan.
    await put({ '04': 20 });
    expect(await refresh({ preview: true })).toMatchObject({ rows: 1, diff: {} });
    expect(await progress()).toBe(0.25);
    expect(await refresh()).toMatchObject({ rows: 1, refused: [] });
    expect(await progress()).toBe(0.125);
    expect(await refresh()).toMatchObject({ rows: 0 });
    await anna.ok(api.edits.undo, { params: { id: version } });
    expect(await progress()).toBe(0.25);
    expect(await refresh({ ids: [999] })).toMatchObject({ rows: 0 });
  });

  test('is refused to readers and strangers', async () => {
    const reader = await world.person('watcher');
    await world.join(reader, anna, 'viewer');
    expect(await reader.refused(api.dayValues.refresh, { params: { id: version } })).toMatchObject({ status: 403 });
    const stranger = await world.person('outsider');
    await stranger.space();
    expect(await stranger.refused(api.dayValues.refresh, { params: { id: version } })).toMatchObject({ status: 404 });
  });
});

describe('the editing period', () => {
  beforeEach(() => anna.ok(api.timetable.saveSettings, { params: { id: version }, body: { data_date: '2026-03-10T00:00' } }));
  const set = (period: { plan?: number | null; fact?: number | null }) =>
    anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: period } });

  test('closes days that lie further before the key date, for plan and fact apart', async () => {
    await put({ '01': 1 });
    expect(await set({ fact: 3 })).toMatchObject({ editing_period_days: { plan: null, fact: 3 } });
    expect(await refusedPut({ '06': 1 }, { mode: 'fact' })).toMatchObject({
      status: 409,
      code: 'values.period_closed',
      parameters: { day: '2026-03-06', from: '2026-03-07' },
    });
    await put({ '07': 1 }, { mode: 'fact' });
    await put({ '02': 1 });
    await set({ plan: 0 });
    expect(await refusedPut({ '09': 1 })).toMatchObject({ code: 'values.period_closed' });
    // What stays as it is changes nothing.
    await put({ '01': 1, '10': 2 });
    expect(await refusedPut({ '10': 2 }, { replace: true })).toMatchObject({ parameters: { day: '2026-03-01' } });
    expect(await anna.ok(api.dayValues.limit, { params: { id: schedule } })).toEqual({
      version_id: version,
      key_date: '2026-03-10',
      approve_own: false,
      complete_by_fact: true,
      timesheet_approval: 'one',
      fact_approval: 'none',
      late_facts: 'refuse',
      plan: { days: 0, from: '2026-03-10' },
      fact: { days: 3, from: '2026-03-07', late: false },
    });
    await set({ plan: null });
    await put({ '01': null });
  });
});

describe('scenarios of started work', () => {
  const started = (more: Record<string, unknown> = {}) =>
    anna.ok(api.wbs.update, { params: at(), body: { actual_start: '2026-03-02T09:00', progress: 0.2, ...more } });
  const remaining = async (scenario: number, intensity?: number) => {
    const body = { ids: [a], scenario, base_intensity_per_day: intensity };
    await anna.ok(api.timetable.setScenario, { params: { id: version }, body });
    await anna.ok(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2026-03-09T00:00' } });
    return (await anna.ok(api.wbs.get, { params: at() })).item['early_finish'];
  };

  test('by the initial duration go by what the work was meant to take when it began', async () => {
    await started();
    await anna.ok(api.wbs.update, { params: at(), body: { duration_minutes: 9600 } });
    // A fifth of five days is done: four days from Monday 9 March on.
    expect(await remaining(3)).toBe('2026-03-12T18:00');
    await anna.ok(api.wbs.update, { params: at(), body: { status: 'not_started' } });
    expect((await anna.ok(api.wbs.get, { params: at() })).item['extra']).toEqual({ progressScenario: 3 });
  });

  test('by base intensity divide what is left of the volume', async () => {
    await started();
    await put({ '02': 100, '03': 100 });
    await put({ '02': 50 }, { mode: 'fact' });
    expect(await remaining(5, 75)).toBe('2026-03-10T18:00');
  });

  test('by the daily plan follow its days, by the daily fact close with the total', async () => {
    await started();
    await put({ '02': 50, '09': 50, '12': 100 });
    await put({ '02': 50 }, { mode: 'fact' });
    expect(await remaining(15)).toBe('2026-03-12T18:00');
    await put({ '03': 150 }, { mode: 'fact' });
    // Nothing is left of it: it was completed on the day whose fact reached the total.
    await remaining(16);
    const { item } = await anna.ok(api.wbs.get, { params: at() });
    expect([item['status'], item['actual_finish']]).toEqual(['completed', '2026-03-03T18:00']);
  });
});
