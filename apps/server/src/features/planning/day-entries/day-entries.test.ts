import { api, type FieldReport } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { forgetEntries } from './day-entries.timers.service.ts';
import { readOwnWork } from './day-entries.work.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let clara: Person;
let vera: Person;
let stranger: Person;
let schedule: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, vera, stranger, schedule } = await createTeam(world));
  clara = await world.person('clara');
  await world.join(clara, anna, 'executor');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from day_entry');
  version = await anna.version(schedule);
  const phase = await anna.item(version, { name: 'Walls' });
  work = await anna.item(version, { name: 'Pour', code: `W${version}`, duration_minutes: 4800 }, phase);
  await world.sql('update wbs_item set executor_id = $3, curator_id = $4 where version_id = $1 and id = $2', [
    version,
    work,
    boris.id,
    clara.id,
  ]);
  // 200 m³ are planned on the day.
  await type(200, 'plan');
  await settings('none');
});

const DAY = '2025-03-04';
const settings = (fact_approval: 'none' | 'curator', approve_own = false) =>
  anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { fact_approval, approve_own } });
const type = (value: number, mode: 'plan' | 'fact' = 'fact') =>
  anna.ok(api.dayValues.write, { params: { id: version, wbsId: work }, body: { measure: 'volume', mode, values: [{ day: DAY, value }] } });
const report = (amount: number, more: Partial<FieldReport> = {}): FieldReport => ({
  id: randomUUID(),
  schedule_id: schedule,
  row_id: work,
  day: DAY,
  measure: 'volume',
  amount,
  ...more,
});
const send = async (person: Person, ...entries: FieldReport[]) =>
  (await person.ok(api.dayEntries.report, { body: { entries } })).verdicts.map(({ state, code, fact }) =>
    code === null ? [state, fact] : [state, code],
  );
const fact = async (): Promise<number | null> => {
  const { series } = await anna.ok(api.dayValues.read, { params: { id: version, wbsId: work } });
  return series.find(({ mode, measure }) => mode === 'fact' && measure === 'volume')?.values[0]?.value ?? null;
};
const entries = async (person: Person, query: object = {}) =>
  (await person.ok(api.dayEntries.list, { params: { id: version }, query })).entries;
const decide = (person: Person, ids: string[], result: 'APPROVED' | 'DECLINED', reason?: string) =>
  person.call(api.dayEntries.decide, { params: { id: version }, body: { ids, result, reason } });

describe('reports of a day', () => {
  test('add up by reporter, count once, and give way to what a planner typed later (G15)', async () => {
    expect(await send(boris, report(40))).toEqual([['accepted', 40]]);
    await world.sql('update wbs_item set executor_id = $2 where version_id = $1 and executor_id is not null', [version, clara.id]);
    expect(await send(clara, report(30, { base: 40 }))).toEqual([['accepted', 70]]);
    await world.sql('update wbs_item set executor_id = $2 where version_id = $1 and executor_id is not null', [version, boris.id]);
    const again = report(45, { base: 40 });
    expect(await send(boris, again)).toEqual([['accepted', 75]]);
    expect(await send(boris, again)).toEqual([['accepted', 75]]);
    expect(await fact()).toBe(75);
    await type(70);
    const offline = report(50, { base: 75 });
    expect(await send(boris, offline)).toEqual([['conflict', 70]]);
    expect(await fact()).toBe(70);
    expect((await entries(anna)).map(({ amount, state, superseded }) => [amount, state, superseded])).toEqual([
      [50, 'conflict', false],
      [45, 'accepted', false],
      [30, 'accepted', false],
      [40, 'accepted', true],
    ]);
    // A reporter who saw the planner's number replaces it; a report made without seeing it becomes a conflict.
    expect(await send(boris, report(52, { base: 70 }))).toEqual([['accepted', 82]]);
    expect((await decide(clara, [offline.id], 'APPROVED')).body).toMatchObject({ done: [offline.id] });
    expect(await fact()).toBe(80);
  });

  test('ask for a row by its code where its id is another one by now', async () => {
    const other = await anna.item(version, { name: 'Other', code: `O${version}`, duration_minutes: 480 });
    expect(await send(boris, report(40, { row_id: other, row_code: `W${version}` }))).toEqual([['accepted', 40]]);
    expect(await send(boris, report(41, { row_id: work, row_code: 'gone' }))).toEqual([['accepted', 41]]);
    expect(await fact()).toBe(41);
  });

  test('read what their edit counts on once: 10 statements hold the lock of the version', async () => {
    await send(anna, report(10));
    const sent = await statementsOf(() => send(anna, report(20), report(30, { day: '2025-03-05' })));
    const from = sent.findIndex((text) => text.includes('for no key update'));
    const held = sent.slice(from, sent.indexOf('commit', from)).map((text) => text.trim().replace(/\s+/g, ' ').slice(0, 60));
    expect(held).toHaveLength(10);
    expect(sent.length).toBeLessThanOrEqual(23);
  });

  test('are listed and decided on with their rows found by equal codes and ids, no comparison of each report with each row', async () => {
    await settings('curator');
    const pending = report(10);
    await send(boris, pending);
    const sent = await statementsOf(async () => {
      expect((await entries(anna)).map(({ row_id }) => row_id)).toEqual([work]);
      expect((await decide(clara, [pending.id], 'APPROVED')).status).toBe(200);
    });
    const named = sent.filter((text) => text.includes('named as ('));
    expect(named).toHaveLength(2);
    expect(named.filter((text) => /join wbs_item w on [^)]*\(\(/.test(text))).toEqual([]);
  });

  test('of hours that resources have are shared out over them, as the day grid does', async () => {
    for (const id of [902, 903])
      await world.sql(
        `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, $3, 'R', 'R', 'labour', 'h')`,
        [anna.spaceId, version, id],
      );
    const cell = (resource_id: number, hours: number) => ({
      item_id: work,
      resource_id,
      measure: 'labour' as const,
      mode: 'fact' as const,
      first_day: DAY,
      values: [hours],
    });
    await anna.ok(api.dayValues.setDays, { params: { id: version }, body: { cells: [cell(902, 6), cell(903, 2)] } });
    const hours = async () => {
      const { series } = await anna.ok(api.dayValues.read, { params: { id: version, wbsId: work } });
      return Object.fromEntries(series.flatMap((one) => (one.measure === 'labour' ? [[one.resource_id, one.total]] : [])));
    };
    // The phone shows eight hours; who has not seen them changes nothing.
    expect(await send(boris, report(12, { measure: 'labour' }))).toEqual([['conflict', 8]]);
    expect(await send(boris, report(12, { measure: 'labour', base: 8 }))).toEqual([['accepted', 12]]);
    expect(await hours()).toEqual({ 902: 9, 903: 3 });
    await boris.ok(api.edits.undo, { params: { id: version } });
    expect(await hours()).toEqual({ 902: 6, 903: 2 });
  });

  test('wait for the curator where the schedule says so, and nobody goes past', async () => {
    await settings('curator');
    const [first, second] = [report(40), report(10, { day: '2025-03-05' })];
    expect(await send(boris, first, second)).toEqual([
      ['pending', null],
      ['pending', null],
    ]);
    expect(await fact()).toBeNull();
    const cells = { measure: 'volume' as const, mode: 'fact' as const };
    const past = { params: { id: version, wbsId: work }, body: { ...cells, values: [{ day: DAY, value: 1 }] } };
    expect((await boris.refused(api.dayValues.write, past)).code).toBe('report.needs_approval');
    const grid = { params: { id: version }, body: { cells: [{ ...cells, item_id: work, first_day: DAY, values: [1] }] } };
    expect((await boris.refused(api.dayValues.setDays, grid)).code).toBe('report.needs_approval');
    expect((await entries(clara, { open: true })).map((one) => one.may_decide)).toEqual([true, true]);
    expect((await entries(boris, { item: work })).map((one) => one.may_decide)).toEqual([false, false]);
    expect((await decide(boris, [first.id], 'APPROVED')).body).toMatchObject({ errors: [{ code: 'entry.not_the_curator' }] });
    expect((await decide(clara, [second.id], 'DECLINED')).body).toMatchObject({ errors: [{ code: 'entry.no_reason' }] });
    await decide(clara, [second.id], 'DECLINED', 'Not poured');
    expect((await decide(clara, [first.id, second.id], 'APPROVED')).body).toMatchObject({
      done: [first.id],
      refused: [{ id: second.id, code: 'entry.not_open' }],
    });
    expect(await fact()).toBe(40);
    // Sent again they say what was decided.
    const { verdicts } = await boris.ok(api.dayEntries.report, { body: { entries: [first, second] } });
    expect(verdicts).toMatchObject([{ state: 'accepted' }, { state: 'declined', reason: 'Not poured' }]);
    // An undo takes them back, and they do not count in what comes after.
    await clara.ok(api.edits.undo, { params: { id: version } });
    expect([await fact(), (await entries(anna)).find(({ id }) => id === first.id)?.state]).toEqual([null, 'taken_back']);
    await settings('none');
    expect(await send(boris, report(5))).toEqual([['accepted', 5]]);
    await world.sql('update wbs_item set curator_id = $2 where version_id = $1', [version, boris.id]);
    await settings('curator');
    const own = report(6, { base: 5 });
    await send(boris, own);
    expect((await decide(boris, [own.id], 'APPROVED')).body).toMatchObject({ errors: [{ code: 'entry.own' }] });
    expect((await decide(anna, [randomUUID()], 'APPROVED')).body).toMatchObject({ errors: [{ code: 'entry.not_found' }] });
  });

  test('that cannot be are refused one by one, and the rest is taken', async () => {
    const other = await anna.item(version, { name: 'Other' });
    const elsewhere = await stranger.version();
    const theirs = await stranger.item(elsewhere, { name: 'Theirs' });
    const [[{ schedule_id: foreign }]] = [await world.sql('select schedule_id from version where id = $1', [elsewhere])];
    expect(
      await send(
        boris,
        report(1, { row_id: other }),
        report(1, { row_id: 999_999 }),
        report(1, { schedule_id: Number(foreign), row_id: theirs }),
        report(1, { day: '2099-01-01' }),
        report(120, { measure: 'percent' }),
        report(1, { day: '1999-12-31' }),
        report(0.1234567),
        report(2e12),
        report(7, { overtime: 1 }),
        report(7, { measure: 'labour', overtime: 7.5 }),
        report(7),
      ),
    ).toEqual([
      ['refused', 'entry.row_not_found'],
      ['refused', 'entry.row_not_found'],
      ['refused', 'entry.row_not_found'],
      ['refused', 'entry.future'],
      ['refused', 'entry.wrong_share'],
      ['refused', 'values.day_out_of_range'],
      ['refused', 'values.too_fine'],
      ['refused', 'values.too_large'],
      ['refused', 'entry.wrong_overtime'],
      ['refused', 'entry.wrong_overtime'],
      ['accepted', 7],
    ]);
    expect((await vera.refused(api.dayEntries.report, { body: { entries: [report(1)] } })).status).toBe(403);
    const taken = report(9, { base: 7 });
    await send(boris, taken);
    expect(await send(clara, taken)).toEqual([['refused', 'entry.of_another']]);
    await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
    expect(await send(boris, report(1))).toEqual([['refused', 'version.locked']]);
  });

  test('that are refused name what the text of the reason needs', async () => {
    const gate = await anna.item(version, { name: 'Gate', type: 'milestone_finish', duration_minutes: 0 });
    await world.sql('update wbs_item set executor_id = $2 where version_id = $1', [version, boris.id]);
    await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: { fact: 0 } } });
    const { verdicts } = await boris.ok(api.dayEntries.report, { body: { entries: [report(1), report(1, { row_id: gate })] } });
    await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { editing_period_days: { fact: null } } });
    expect(verdicts).toMatchObject([
      { code: 'values.period_closed', parameters: { day: DAY, from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) } },
      { code: 'values.of_a_milestone', parameters: { name: 'Gate' } },
    ]);
  });

  test('of hours say which of them are overtime; both are work done', async () => {
    expect(await send(boris, report(10, { measure: 'labour', overtime: 2 }))).toEqual([['accepted', 10]]);
    expect(await entries(clara)).toMatchObject([{ measure: 'labour', amount: 10, overtime: 2 }]);
  });

  test('of a work without a quantity say which share of it is done', async () => {
    const row = await anna.item(version, { name: 'Clean', duration_minutes: 480 });
    await world.sql('update wbs_item set executor_id = $3 where version_id = $1 and id = $2', [version, row, boris.id]);
    expect(await send(boris, report(25, { row_id: row, measure: 'percent', base: 0 }))).toEqual([['accepted', 25]]);
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId: row } })).item).toMatchObject({
      progress: 0.25,
      status: 'in_progress',
    });
  });
});

test('a subcontractor who reports without reading the plan sees their own works, their days and no cost', async () => {
  const sub = await world.person('sub');
  const role = (await anna.ok(api.roles.create, { body: { name: 'Subcontractor', rights: ['space.read', 'plan.report'] } })).id;
  await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: sub.login, role_id: role } });
  sub.spaceId = anna.spaceId;
  await world.sql('update wbs_item set executor_id = $3 where version_id = $1 and id = $2', [version, work, sub.id]);
  await anna.item(version, { name: 'Of others' });
  for (const to of ['2025-03-02', '2025-04-03'])
    expect(await sub.refused(api.dayEntries.work, { query: { from: '2025-03-03', to } })).toMatchObject({ code: 'entry.wrong_period' });
  const { rows } = await sub.ok(api.dayEntries.work, { query: { from: '2025-03-03', to: DAY } });
  expect(rows).toMatchObject([
    {
      row_id: work,
      row_name: 'Pour',
      path: ['Walls'],
      measure: 'volume',
      total: 200,
      done: 0,
      plan: [null, 200],
      fact: [null, null],
      may_store: false,
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('cost');
  expect(await send(sub, report(20))).toEqual([['accepted', 20]]);
  expect((await sub.refused(api.dayEntries.list, { params: { id: version } })).status).toBe(403);
  expect((await sub.refused(api.wbs.get, { params: { id: version, wbsId: work } })).status).toBe(403);
  expect((await boris.ok(api.dayEntries.work, { query: { from: DAY, to: DAY } })).rows).toEqual([]);
});

test('of many works those nearest to the days are answered, and that there are more is said', async () => {
  const far = await anna.item(version, { name: 'Far' });
  const done = await anna.item(version, { name: 'Done' });
  await world.sql(
    `update wbs_item set executor_id = $2, start = '2026-03-02T09:00', finish = '2026-03-03T18:00', status = case id when $4 then 'completed' else status end
     where version_id = $1 and id in ($3, $4)`,
    [version, boris.id, far, done],
  );
  await world.sql(`update wbs_item set start = '2025-03-03T09:00', finish = '2025-03-05T18:00' where version_id = $1 and id = $2`, [
    version,
    work,
  ]);
  const context = await world.app.contextOf({
    userId: boris.id,
    actorId: boris.id,
    spaceId: anna.spaceId,
    needs: [{ right: 'plan.report' }],
  });
  const own = async (most?: number, from = DAY) => {
    const { rows, more } = await readOwnWork(context, { from, to: from }, most);
    const ids = rows.flatMap(({ version_id, row_id }) => (version_id === version ? [row_id] : []));
    return { ids, more };
  };
  expect(await own()).toEqual({ ids: [work, far, done], more: false });
  expect(await own(1)).toEqual({ ids: [work], more: true });
  expect((await own(undefined, '2026-03-04')).ids).toEqual([work, far]);
});

test('old reports that make no facts go; those that do stay', async () => {
  for (const state of ['accepted', 'declined', 'taken_back', 'pending'])
    for (const age of [729, 731])
      await world.sql(
        `insert into day_entry (space_id, id, node_id, row_id, row_code, row_name, day, measure, amount, state, created_at)
         values ($1, $2, $3, $4, '', $5, $6, 'volume', 1, $7, now() - make_interval(days => $8))`,
        [anna.spaceId, randomUUID(), schedule, work, String(age), DAY, state, age],
      );
  expect(await forgetEntries(world.app.services, 1)).toBe(2);
  expect(await world.sql(`select state from day_entry where row_name = '731' order by state`)).toEqual([
    { state: 'accepted' },
    { state: 'pending' },
  ]);
});
