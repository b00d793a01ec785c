import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let foreman: Person;
let other: Person;
let curator: Person;
let schedule: number;
let version: number;
let own: number;
let inherited: number;
let foreign: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, foreman, other, curator] = await Promise.all(['anna', 'foreman', 'other', 'curator'].map((login) => world.person(login)));
  await anna.space();
  for (const person of [foreman, other, curator]) await world.join(person, anna, 'executor');
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  const phase = await anna.item(version, { name: 'Phase', executor_id: foreman.id });
  own = await anna.item(version, { name: 'Own', executor_id: foreman.id, curator_id: curator.id });
  inherited = await anna.item(version, { name: 'Inherited' }, phase);
  foreign = await anna.item(version, { name: 'Foreign', executor_id: other.id }, phase);
});
afterAll(() => world.close());

const put = (wbsId: number, mode: 'plan' | 'fact' | 'approved_plan') => ({
  params: { id: version, wbsId },
  body: { measure: 'volume' as const, mode, values: [{ day: '2026-03-02', value: 5 }] },
});
const at = () => ({ params: { id: version } });
const report = (wbsId: number, body: Record<string, unknown>) => ({ params: { id: version, wbsId }, body });

describe('an executor', () => {
  test('reports days of own rows and of those that a summary gives them, not of others; the report is theirs to take back', async () => {
    await foreman.ok(api.dayValues.write, put(own, 'fact'));
    await foreman.ok(api.dayValues.write, put(inherited, 'fact'));
    expect(await foreman.refused(api.dayValues.write, put(foreign, 'fact'))).toMatchObject({ status: 403, code: 'report.not_yours' });
    expect((await foreman.ok(api.edits.undo, at())).name).toBe('values.report');
    expect((await foreman.ok(api.edits.redo, at())).name).toBe('values.report');
  });

  test('reports the status and progress of own rows and changes nothing of the plan', async () => {
    await foreman.ok(api.wbs.update, report(own, { progress: 0.5 }));
    expect(await foreman.refused(api.wbs.update, report(foreign, { progress: 0.5 }))).toMatchObject({ code: 'report.not_yours' });
    for (const body of [{ name: 'Mine' }, { progress: 0.6, duration_minutes: 60 }, { attributes: { 1: 2 } }])
      expect(await foreman.refused(api.wbs.update, report(own, body))).toMatchObject({
        code: 'auth.forbidden',
        parameters: { right: 'plan.edit' },
      });
    expect(await foreman.refused(api.dayValues.write, put(own, 'plan'))).toMatchObject({ code: 'auth.forbidden' });
    const items = [own, foreign].map((id) => ({ id, progress: 0.7 }));
    const done = await foreman.ok(api.wbs.updateMany, { ...at(), body: { items, skip_refused: true } });
    expect(done.refused).toMatchObject([{ id: foreign, code: 'report.not_yours' }]);
    await foreman.ok(api.edits.undo, at());
  });

  test('does not take back what they did as a planner', async () => {
    await world.sql(`update space_user set role = 'planner' where user_id = $1`, [other.id]);
    await other.ok(api.wbs.update, report(foreign, { name: 'Renamed' }));
    await world.sql(`update space_user set role = 'executor' where user_id = $1`, [other.id]);
    expect(await other.refused(api.edits.undo, at())).toMatchObject({ code: 'auth.forbidden', parameters: { right: 'plan.edit' } });
  });

  test('estimates own rows; the curator accepts, nobody their own, unless the schedule allows it', async () => {
    const estimate = (id: number) => ({ ...at(), body: { items: [{ id, finish: null, remaining_minutes: 60 }] } });
    const accept = { ...at(), body: { ids: [own] } };
    expect(await foreman.refused(api.versions.updateEstimatedData, estimate(foreign))).toMatchObject({ code: 'report.not_yours' });
    await foreman.ok(api.versions.updateEstimatedData, estimate(own));
    expect(await other.refused(api.versions.acceptCuratorDates, accept)).toMatchObject({ code: 'version.not_the_curator' });
    await curator.ok(api.versions.acceptCuratorDates, accept);
    await anna.ok(api.versions.updateEstimatedData, estimate(own));
    expect(await anna.refused(api.versions.acceptCuratorDates, accept)).toMatchObject({ status: 403, code: 'version.own_estimate' });
    const settings = { params: { id: schedule } };
    await anna.ok(api.dayValues.saveScheduleSettings, { ...settings, body: { approve_own: true } });
    await anna.ok(api.versions.acceptCuratorDates, accept);
    await anna.ok(api.dayValues.saveScheduleSettings, { ...settings, body: { approve_own: false } });
  });

  test('approves the plan of days of rows whose curator they are', async () => {
    await curator.ok(api.dayValues.write, put(own, 'approved_plan'));
    expect(await foreman.refused(api.dayValues.write, put(own, 'approved_plan'))).toMatchObject({ code: 'report.not_the_curator' });
  });
});

test('settings of a schedule keep what others have written beside them', async () => {
  const settings = { params: { id: schedule } };
  await world.sql(
    `insert into schedule_setting (space_id, schedule_id, settings) values ($1, $2, '{"of_another": 1}')
    on conflict (space_id, schedule_id) do update set settings = schedule_setting.settings || excluded.settings`,
    [anna.spaceId, schedule],
  );
  await anna.ok(api.dayValues.saveScheduleSettings, { ...settings, body: { editing_period_days: { fact: 3 } } });
  const saved = await anna.ok(api.dayValues.saveScheduleSettings, { ...settings, body: { approve_own: true } });
  expect(saved).toEqual({
    approve_own: true,
    complete_by_fact: true,
    timesheet_approval: 'one',
    fact_approval: 'none',
    late_facts: 'refuse',
    editing_period_days: { plan: null, fact: 3 },
  });
  const [{ settings: kept }] = await world.sql('select settings from schedule_setting where schedule_id = $1', [schedule]);
  expect(kept).toMatchObject({ of_another: 1 });
});

test('a role and a token that may change plans may report and approve', async () => {
  const planner = await world.person('planner');
  await world.join(planner, anna, 'planner');
  const { id } = await anna.ok(api.roles.create, { body: { name: 'Old planner', rights: ['space.read', 'plan.read', 'plan.edit'] } });
  await world.sql('update space_user set role_id = $1 where user_id = $2', [id, planner.id]);
  await planner.ok(api.wbs.update, report(foreign, { name: 'By role' }));
  const { token } = await anna.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['plan.read', 'plan.edit'], days: 1 } });
  const script = { headers: { authorization: `Bearer ${token}` }, by: 'nobody' as const };
  expect((await anna.call(api.wbs.update, report(foreign, { name: 'By token' }), script)).status).toBe(200);
});

test('today is the day of the page, not that of Greenwich (fault F10)', async () => {
  const [yesterday, tomorrow] = [-14, 14].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10));
  for (const day of [yesterday, tomorrow]) {
    const headers = { 'x-local-day': day };
    expect((await foreman.call(api.users.timesheetNotification, {}, { headers })).body.day).toBe(day);
    await world.sql('update version set data_date = null where id = $1', [version]);
    const limit = await anna.call(api.dayValues.limit, { params: { id: schedule }, query: { version_id: version } }, { headers });
    expect(limit.body.key_date).toBe(day);
  }
});
