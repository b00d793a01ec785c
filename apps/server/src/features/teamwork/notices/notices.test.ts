import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { oldNotices } from './notices.repository.ts';
import { forgetNotices, noticeDueWorks } from './notices.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let stranger: Person;
let schedule: number;
let version: number;
let works: number[];

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, stranger, schedule } = await createTeam(world));
  version = await anna.version(schedule);
  works = [];
  for (const name of ['Dig', 'Pour', 'Roof']) works.push(await anna.item(version, { name, code: `C-${name}` }));
});
afterAll(() => world.close());

const assign = (field: 'executor_id' | 'curator_id', ids: number[], user: Person | null, at = version) =>
  anna.ok(api.wbs.updateMany, { params: { id: at }, body: { items: ids.map((id) => ({ id, [field]: user?.id ?? null })) } });
const listOf = async (person: Person) => (await person.ok(api.notices.list, { query: {} })).notices;
const clear = async (person: Person) => {
  await person.ok(api.notices.removeAll, { query: {} });
  await person.ok(api.notices.removeAllFromArea, { query: {} });
};

describe('an edit that names somebody', () => {
  test('asks the curator of an estimated work for a decision, on their pages alone', async () => {
    await assign('curator_id', works.slice(0, 2), boris);
    await clear(boris);
    const [page, other] = [await boris.push(), await anna.push()];
    const items = works.slice(0, 2).map((id) => ({ id, remaining_minutes: 60 }));
    await anna.ok(api.versions.updateEstimatedData, { params: { id: version }, body: { items } });
    expect(await page.heard('task_need_action')).toEqual({ version_id: version, wbs_id: works[0], kind: 'task_need_accept_expert_data' });
    expect(await listOf(boris)).toMatchObject([{ kind: 'task_need_accept_expert_data', count: 2 }]);
    expect(other.messages.map(({ event }) => event)).not.toContain('task_need_action');
    await Promise.all([page.close(), other.close()]);
    await assign('curator_id', works.slice(0, 2), null);
    await clear(boris);
  });

  test('is one notice, however many works it touches; the count comes at once, and nobody hears of their own act', async () => {
    const page = await boris.push();
    await assign('executor_id', works, boris);
    // The state after the list was emptied can still be on its way.
    const heard = await page.heard('notices_status', ({ unread }) => unread !== 0);
    expect(heard).toMatchObject({ unread: 1, area: 1, by_kind: { executor_assigned_to_task: 1 } });
    await page.close();
    expect(await listOf(boris)).toMatchObject([
      { kind: 'executor_assigned_to_task', count: 3, row_code: 'C-Dig', row_name: 'Dig', node_id: schedule, checked: false },
    ]);
    await assign('curator_id', works.slice(0, 1), anna);
    expect(await listOf(anna)).toEqual([]);
    // Undo and redo tell nothing anew.
    await anna.ok(api.edits.undo, { params: { id: version } });
    await anna.ok(api.edits.redo, { params: { id: version } });
    expect(await listOf(boris)).toHaveLength(1);
    await clear(boris);
  });

  test('in a version that does not count is no news', async () => {
    const draft = await anna.version(schedule);
    await anna.ok(api.versions.setActual, { params: { id: version }, body: {} });
    const item = await anna.item(draft, { name: 'What if' });
    await assign('executor_id', [item], boris, draft);
    expect(await listOf(boris)).toEqual([]);
  });

  test('leads to the row in the actual version by its code, and counts as looked at', async () => {
    await assign('executor_id', works.slice(1, 2), null);
    await assign('executor_id', works.slice(1, 2), boris);
    const [{ id }] = await listOf(boris);
    const copy = await anna.version(schedule);
    await anna.item(copy, { name: 'First' });
    const same = await anna.item(copy, { name: 'Pour', code: 'C-Pour' });
    await anna.ok(api.versions.setActual, { params: { id: copy }, body: {} });
    expect(await boris.ok(api.notices.open, { params: { id } })).toMatchObject({ schedule_id: schedule, version_id: copy, row_id: same });
    expect(await boris.ok(api.notices.status)).toMatchObject({ unread: 0, area: 0 });
    expect(await anna.refused(api.notices.open, { params: { id } })).toMatchObject({ code: 'notice.not_found' });
    await anna.ok(api.versions.setActual, { params: { id: version }, body: {} });
  });
});

test('the list and the personal area are emptied apart, and what came meanwhile stays', async () => {
  await clear(boris);
  await assign('executor_id', works, null);
  await assign('executor_id', works.slice(0, 1), boris);
  const [first] = await listOf(boris);
  await assign('curator_id', works.slice(0, 1), boris);
  await boris.ok(api.notices.removeAll, { query: { until: first.id } });
  expect((await listOf(boris)).map(({ kind }) => kind)).toEqual(['curator_assigned_to_task']);
  const area = (await boris.ok(api.notices.area, { query: {} })).notices;
  expect(area).toHaveLength(2);
  await boris.ok(api.notices.removeFromArea, { params: { id: area[0].id } });
  expect((await boris.ok(api.notices.area, { query: {} })).notices).toHaveLength(1);
  expect(await boris.refused(api.notices.remove, { params: { id: 999_999 } })).toMatchObject({ status: 404 });
  expect(await stranger.refused(api.notices.remove, { params: { id: area[0].id } })).toMatchObject({ status: 404 });
});

test('the evening before, executors and curators hear once what starts and what finishes', async () => {
  await clear(boris);
  await assign('executor_id', works, boris);
  await clear(boris);
  await world.sql(
    `update wbs_item set start = '2026-03-03T08:00', finish = case when name = 'Dig' then '2026-03-03T17:00' else '2026-03-09T17:00' end::timestamp
     where version_id = $1`,
    [version],
  );
  const at = (time: string) => ({ ...world.app.services, now: () => new Date(time) });
  expect(await noticeDueWorks(at('2026-03-02T05:00:00'))).toBe(0);
  expect(await noticeDueWorks(at('2026-03-02T07:00:00'))).toBeGreaterThan(0);
  expect(await noticeDueWorks(at('2026-03-02T09:00:00'))).toBe(0);
  expect((await listOf(boris)).map(({ kind, count, date }) => [kind, count, date])).toEqual([
    ['task_will_finish', 1, '2026-03-03T17:00'],
    ['task_will_start', 3, '2026-03-03T08:00'],
  ]);
});

test('works of a version are looked through again only once it has changed, or on another day', async () => {
  const at = (time: string) => ({ ...world.app.services, now: () => new Date(time) });
  const seen = new Map<string, string>();
  const looked = async (time: string) =>
    (await statementsOf(() => noticeDueWorks(at(time), seen))).filter((text) => text.includes('as asked (space_id, id)')).length;
  expect(await looked('2026-03-02T07:00:00')).toBe(1);
  expect(await looked('2026-03-02T07:15:00')).toBe(0);
  await assign('executor_id', works.slice(0, 1), null);
  expect(await looked('2026-03-02T07:30:00')).toBe(1);
  expect(await looked('2026-03-02T07:45:00')).toBe(0);
  expect(await looked('2026-03-03T05:00:00')).toBe(0);
  expect(await looked('2026-03-03T06:00:00')).toBe(1);
  await assign('executor_id', works.slice(0, 1), boris);
});

test('notices are deleted after half a year, by an index of their times', async () => {
  await assign('curator_id', works.slice(0, 2), boris);
  const [first, ...others] = await listOf(boris);
  await world.sql(`update notice set at = now() - interval '181 days' where id = $1`, [first.id]);
  for (const { id } of others) await world.sql(`update notice set at = now() - interval '179 days' where id = $1`, [id]);
  expect(await forgetNotices(world.app.services, 1)).toBe(1);
  expect((await listOf(boris)).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  await world.sql('update notice set at = now()');
  await assign('curator_id', works.slice(0, 2), null);
  const plan = await world.app.services.database.write({ spaceId: anna.spaceId, userId: null }, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql`explain ${oldNotices(1)}`.execute(tx);
  });
  expect(JSON.stringify(plan.rows)).toContain('notice_by_age');
});

test('the morning comes by the clock of the space', async () => {
  await clear(boris);
  await world.sql(`update wbs_item set start = '2026-04-03T08:00', finish = '2026-04-09T17:00' where version_id = $1`, [version]);
  const settings = (time_zone: string) => anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { time_zone } });
  const at = (time: string) => ({ ...world.app.services, now: () => new Date(time) });
  // Six in the morning of the second of April, ten hours east of Greenwich.
  await settings('Asia/Vladivostok');
  expect(await noticeDueWorks(at('2026-04-01T19:30:00Z'))).toBe(0);
  expect(await noticeDueWorks(at('2026-04-01T20:30:00Z'))).toBe(1);
  expect((await listOf(boris)).map(({ kind, date }) => [kind, date])).toEqual([['task_will_start', '2026-04-03T08:00']]);
  await settings('America/Los_Angeles');
  expect(await noticeDueWorks(at('2026-04-02T13:30:00Z'))).toBe(0);
  expect(await anna.refused(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { time_zone: 'Mars/Olympus' } })).toMatchObject({
    status: 400,
  });
  await world.sql('update space set time_zone = null');
});

test('what became unreadable shows no name', async () => {
  const role = (await anna.ok(api.roles.create, { body: { name: 'Nothing but the door', rights: ['space.read'] } })).id;
  await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: boris.id }, body: { role_id: role } });
  const [notice] = await listOf(boris);
  expect(notice).toMatchObject({ node_id: null, node_name: null, row_name: null, row_code: null, actor: null });
  expect(await boris.refused(api.notices.open, { params: { id: notice.id } })).toMatchObject({ code: 'notice.gone' });
});

test('somebody tries whether notices arrive: they alone have it', async () => {
  const { id } = await anna.ok(api.notices.test, { params: { id: schedule } });
  expect((await listOf(anna)).map((notice) => notice.id)).toEqual([id]);
});

test('works that wait for a report of a day are named one by one, over all schedules and for that of a notice', async () => {
  const foreman = await world.person('foreman');
  await world.join(foreman, anna, 'executor');
  const site = await anna.schedule('Site');
  const own = await anna.version(site);
  const begun = await anna.item(own, { name: 'Begun', code: 'D-1' });
  await anna.item(own, { name: 'Not begun', code: 'D-2' });
  await assign('executor_id', [begun], foreman, own);
  await anna.ok(api.versions.setActual, { params: { id: own }, body: {} });
  await world.sql("update wbs_item set actual_start = '2026-03-02T08:00' where version_id = $1 and id = $2", [own, begun]);
  const due = { due: 1, rows: [{ schedule_id: site, version_id: own, row_id: begun, code: 'D-1', name: 'Begun' }] };
  const day = '2026-03-04';
  expect(await foreman.ok(api.notices.timesheet, { query: { day } })).toMatchObject({ ...due, period: { from: day, to: day } });
  const [{ id }] = await listOf(foreman);
  expect(await foreman.ok(api.notices.timesheetOf, { params: { id }, query: {} })).toMatchObject(due);
  expect(await anna.ok(api.notices.timesheet, { query: { day } })).toMatchObject({ due: 0, rows: [] });
  expect((await stranger.call(api.notices.timesheetOf, { params: { id }, query: {} })).status).toBe(404);
  expect((await foreman.ok(api.users.timesheetNotification)).due).toBe(1);
});
