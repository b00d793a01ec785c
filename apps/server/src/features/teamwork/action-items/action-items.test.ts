import { api } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { noticeDueActionItems } from './action-items.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let guest: Person;
let stranger: Person;
let schedule: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, vera, guest, stranger, schedule } = await createTeam(world));
  version = await anna.version(schedule);
  work = await anna.item(version, { name: 'Pour walls', code: 'A1' });
});
afterAll(() => world.close());

const at = (id: number) => ({ id: schedule, assignmentId: id });
const give = async (person: Person, more: object = {}): Promise<number> => {
  const body = { item_ids: [work], title: 'Order the rebar', people: [boris.id], ...more };
  return (await person.ok(api.actionItems.save, { params: { id: version }, body })).ids[0];
};
const act = (person: Person, id: number, body: object) => person.call(api.actionItems.update, { params: at(id), body } as never);
const ofRow = async (person: Person, id = version, wbsId = work) =>
  (await person.ok(api.actionItems.listOfRow, { params: { id, wbsId } })).items;
const kindsOf = async (person: Person) =>
  (await person.ok(api.notices.list)).notices.map(({ kind, row_name, actor, count }) => [kind, row_name, actor, count]);

describe('an action item', () => {
  test('goes from asked to done: its people act, who asked closes it, and each hears of what the other did', async () => {
    const id = await give(anna, { text: 'Twelve tonnes', due: '2026-05-01' });
    const [item] = await ofRow(vera);
    expect(item).toMatchObject({
      id,
      row_code: 'A1',
      row_name: 'Pour walls',
      title: 'Order the rebar',
      due: '2026-05-01',
      status: 'new',
      people: [{ user_id: boris.id, name: 'boris Tester' }],
      author: 'anna Tester',
      comments: 0,
      acts: [],
    });
    expect((await ofRow(boris))[0].acts).toEqual(['accept', 'decline', 'do', 'comment']);
    expect((await ofRow(anna))[0].acts).toEqual(['close', 'change', 'remove', 'comment']);
    expect(await kindsOf(boris)).toEqual([['assignment_created', 'Order the rebar', 'anna Tester', 1]]);

    expect((await act(boris, id, { act: 'accept' })).body).toMatchObject({ item: { status: 'accepted' } });
    expect((await act(boris, id, { act: 'accept' })).body).toMatchObject({ errors: [{ code: 'action_item.not_allowed' }] });
    expect((await act(boris, id, { act: 'do' })).body).toMatchObject({ item: { status: 'done', acts: ['comment'] } });
    expect((await act(boris, id, { act: 'close' })).status).toBe(409);
    expect((await act(anna, id, { act: 'close' })).body).toMatchObject({ item: { status: 'closed' } });
    expect((await kindsOf(anna)).map(([kind]) => kind)).toEqual(['assignment_changed', 'assignment_accepted']);
    expect((await kindsOf(boris)).map(([kind]) => kind)).toEqual(['assignment_changed', 'assignment_created']);
  });

  test('is declined with a reason alone, changed and given to others', async () => {
    const id = await give(anna);
    expect((await act(boris, id, { act: 'decline' })).body).toMatchObject({ errors: [{ code: 'action_item.no_reason' }] });
    expect((await act(boris, id, { act: 'decline', reason: 'On leave' })).body).toMatchObject({
      item: { status: 'declined', reason: 'On leave' },
    });
    expect((await act(boris, id, { change: { title: 'Mine' } })).status).toBe(409);
    expect((await act(anna, id, { change: { people: [vera.id], title: 'Order bars' } })).body).toMatchObject({
      item: { title: 'Order bars', people: [{ user_id: vera.id }] },
    });
    expect(await kindsOf(vera)).toEqual([['assignment_created', 'Order bars', 'anna Tester', 1]]);
    expect((await act(anna, id, { act: 'reopen' })).body).toMatchObject({ item: { status: 'new', reason: null } });
    expect((await anna.ok(api.actionItems.listOwn, { query: { role: 'gave' } })).items.map((one) => one.id)).toContain(id);
    expect((await boris.ok(api.actionItems.listOwn)).items.map((one) => one.id)).not.toContain(id);
    expect((await vera.ok(api.actionItems.listOwn)).items.map((one) => one.id)).toEqual([id]);
  });

  test('is commented on; its people hear so, and the comments are its own, not those of the work', async () => {
    const id = await give(anna);
    const key = crypto.randomUUID();
    const answer = await act(boris, id, { comment: 'Which diameter?', client_key: key });
    expect(answer.body).toMatchObject({ comment: { text: 'Which diameter?', assignment_id: id }, item: { comments: 1 } });
    expect((await kindsOf(anna))[0]).toEqual(['assignment_comment', 'Order the rebar', 'boris Tester', 1]);
    const comments = async (query: object) =>
      (await vera.ok(api.comments.list, { params: { id: schedule }, query })).comments.map(({ text }) => text);
    expect(await comments({ assignment_id: id })).toEqual(['Which diameter?']);
    expect(await comments({ wbs_id: work, version_id: version })).toEqual([]);
    expect((await act(vera, id, { comment: 'No', client_key: crypto.randomUUID() })).status).toBe(403);
    await anna.ok(api.actionItems.remove, { params: at(id) });
    expect((await anna.refused(api.comments.list, { params: { id: schedule }, query: { assignment_id: id } })).code).toBe(
      'comment.assignment_not_found',
    );
  });

  test('of many works is one notice; it stands at the work in every version', async () => {
    const second = await anna.item(version, { name: 'Strip walls', code: 'A2' });
    const body = { item_ids: [work, second], title: 'Photograph', people: [boris.id] };
    await anna.ok(api.actionItems.save, { params: { id: version }, body });
    expect((await kindsOf(boris))[0]).toEqual(['assignment_created', 'Photograph', 'anna Tester', 2]);
    const copy = await anna.version(schedule);
    const same = await anna.item(copy, { name: 'Strip', code: 'A2' });
    const first = await anna.item(copy, { name: 'Pour', code: 'A1' });
    expect((await ofRow(anna, copy, same)).map(({ title }) => title)).toEqual(['Photograph']);
    expect((await ofRow(anna, copy, first)).map(({ row_name }) => row_name)).toContain('Pour walls');
  });

  test('is for people of the plan: nobody outside is asked, sees or acts', async () => {
    const id = await give(anna);
    const body = { item_ids: [work], title: 'T', people: [boris.id] };
    for (const people of [[stranger.id], [guest.id], [999_999]])
      expect(await anna.refused(api.actionItems.save, { params: { id: version }, body: { ...body, people } })).toMatchObject({
        code: 'action_item.nobody',
      });
    expect(await anna.refused(api.actionItems.save, { params: { id: version }, body: { ...body, item_ids: [999_999] } })).toMatchObject({
      code: 'action_item.row_not_found',
    });
    expect((await vera.refused(api.actionItems.save, { params: { id: version }, body })).status).toBe(403);
    for (const person of [stranger, guest]) {
      expect((await act(person, id, { act: 'accept' })).status).toBeGreaterThanOrEqual(403);
      expect((await person.call(api.actionItems.listOfRow, { params: { id: version, wbsId: work } })).status).toBeGreaterThanOrEqual(403);
      const asked = { params: { wbsId: work }, query: { version_id: version } };
      expect((await person.call(api.actionItems.listByRow, asked)).status).toBeGreaterThanOrEqual(403);
      expect((await person.ok(api.actionItems.listOwn)).items).toEqual([]);
    }
    expect((await act(vera, id, { act: 'accept' })).status).toBe(409);
    expect((await vera.refused(api.actionItems.remove, { params: at(id) })).status).toBe(403);
    const other = await anna.schedule('Other');
    expect((await anna.refused(api.actionItems.remove, { params: { ...at(id), id: other } })).code).toBe('action_item.not_found');
  });
});

test('people hear once that a date comes near and once that it has passed', async () => {
  const { services } = world.app;
  const day = (offset: number) => new Date(services.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  const late = await give(anna, { title: 'Late', due: day(-2) });
  await give(anna, { title: 'Soon', due: day(2), remind_days: 3 });
  await give(anna, { title: 'Far', due: day(20), remind_days: 3 });
  const done = await give(anna, { title: 'Done', due: day(-2) });
  await act(boris, done, { act: 'do' });
  // Noon of every day is past the hour of reminders.
  const noon = new Date(`${services.now().toISOString().slice(0, 10)}T12:00:00Z`);
  const atNoon = { ...services, now: () => noon };
  const heard = async () =>
    (await kindsOf(boris)).filter(([kind]) => String(kind).startsWith('assignment_date')).map(([kind, name]) => [kind, name]);
  await noticeDueActionItems(atNoon);
  expect((await heard()).sort()).toEqual([
    ['assignment_date_approaching', 'Soon'],
    ['assignment_date_delay', 'Late'],
  ]);
  expect(await noticeDueActionItems(atNoon)).toBe(0);
  // A new date is a new reason.
  await act(anna, late, { change: { due: day(1) } });
  expect(await noticeDueActionItems(atNoon)).toBe(1);
  expect(await heard()).toHaveLength(3);
});

test('own ones are listed by state, by what is overdue, and page by page', async () => {
  const person = await world.person('dmitri');
  await world.join(person, anna, 'executor');
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const [late, soon, done] = [
    await give(anna, { people: [person.id], due: day(-3) }),
    await give(anna, { people: [person.id], due: day(3) }),
    await give(anna, { people: [person.id], due: day(-4) }),
  ];
  await act(person, done, { act: 'do' });
  const listed = async (query: object) => (await person.ok(api.actionItems.listOwn, { query })).items.map(({ id }) => id);
  expect(await listed({})).toEqual([late, soon]);
  expect(await listed({ overdue: true })).toEqual([late]);
  expect(await listed({ status: 'done' })).toEqual([done]);
  expect(await listed({ open: false, limit: 2, offset: 1 })).toEqual([late, soon]);
});

test('a token without the plan lists no action items, and one without comments may write none', async () => {
  await give(anna);
  const listed = async (rights: SpaceRight[]) => {
    const { token } = await boris.ok(api.accessTokens.create, { body: { name: 'Script', rights, space_id: null, days: 1 } });
    const options = { headers: { authorization: `Bearer ${token}` }, by: 'nobody' as const };
    return (await boris.call(api.actionItems.listOwn, { query: {} }, options)).body as { items: { acts: string[] }[] };
  };
  expect((await listed(['space.read'])).items).toEqual([]);
  expect((await listed(['space.read', 'plan.read'])).items[0].acts).not.toContain('comment');
  expect((await listed(['space.read', 'plan.read', 'chat.write'])).items[0].acts).toContain('comment');
});

test('rights are asked for once a schedule, however many action items are listed', async () => {
  await give(anna);
  await give(anna);
  const of = async (limit: number) => {
    const list = () => boris.ok(api.actionItems.listOwn, { query: { role: 'given', limit } });
    expect((await list()).items).toHaveLength(limit);
    return (await statementsOf(list)).length;
  };
  await of(2);
  expect(await of(2)).toBe(await of(1));
});
