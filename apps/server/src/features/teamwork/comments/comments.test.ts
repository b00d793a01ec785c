import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { forgottenComments } from './comments.repository.ts';

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

type Place = { wbs_id?: number; version_id?: number };
const onWork = (): Place => ({ wbs_id: work, version_id: version });
const bodyOf = (text: string, more: Place & { reply_to?: number; client_key?: string } = {}) => ({
  params: { id: schedule },
  body: { text, client_key: crypto.randomUUID(), ...more },
});
const write = (person: Person, ...rest: Parameters<typeof bodyOf>) => person.ok(api.comments.create, bodyOf(...rest));
const refusal = (person: Person, ...rest: Parameters<typeof bodyOf>) => person.refused(api.comments.create, bodyOf(...rest));
const textsAt = async (person: Person, place: Place = {}) =>
  (await person.ok(api.comments.list, { params: { id: schedule }, query: place })).comments.map(({ text }) => text);

describe('a comment', () => {
  test('on a work is read in every version, answered, deleted by its author and taken back', async () => {
    const client_key = crypto.randomUUID();
    const { comment } = await write(boris, 'Walls are **wet**', { ...onWork(), client_key });
    expect(comment).toMatchObject({ node_id: schedule, row_id: work, author_id: boris.id, author: 'boris Tester', reply: null });
    // The same sending again, because its answer was lost.
    expect((await write(boris, 'Walls are **wet**', { ...onWork(), client_key })).comment.id).toBe(comment.id);
    const answer = (await write(anna, 'Wait', { ...onWork(), reply_to: comment.id })).comment;
    expect(answer.reply).toEqual({ id: comment.id, author: 'boris Tester', text: 'Walls are **wet**' });
    expect(await textsAt(vera, onWork())).toEqual(['Wait', 'Walls are **wet**']);
    expect(await textsAt(vera)).toEqual([]);

    const copy = await anna.version(schedule);
    await anna.item(copy, { name: 'Dig' });
    const same = await anna.item(copy, { name: 'Pour walls', code: 'A1' });
    const other = await anna.item(copy, { name: 'Roof', code: 'A2' });
    expect(await textsAt(vera, { wbs_id: same, version_id: copy })).toEqual(['Wait', 'Walls are **wet**']);
    expect(await textsAt(vera, { wbs_id: other, version_id: copy })).toEqual([]);

    const at = { params: { id: schedule, commentId: comment.id } };
    const planner = await world.person('planner');
    await world.join(planner, anna, 'planner');
    expect(await planner.refused(api.comments.remove, at)).toMatchObject({
      code: 'auth.forbidden',
      parameters: { right: 'chat.moderate' },
    });
    await boris.ok(api.comments.remove, at);
    expect(await textsAt(vera, onWork())).toEqual(['Wait']);
    const [left] = (await vera.ok(api.comments.list, { params: { id: schedule }, query: onWork() })).comments;
    expect(left.reply).toEqual({ id: comment.id, author: 'boris Tester', text: null });
    expect(await refusal(anna, 'late', { ...onWork(), reply_to: comment.id })).toMatchObject({ code: 'comment.reply_not_found' });
    await boris.ok(api.comments.restore, at);
    await anna.ok(api.comments.remove, at);
    expect(await anna.refused(api.comments.remove, at)).toMatchObject({ status: 404, code: 'comment.not_found' });
    await anna.ok(api.comments.restore, at);
    await world.sql("update comment set deleted_at = now() - interval '31 days' where id = $1", [comment.id]);
    await anna.ok(api.comments.remove, { params: { id: schedule, commentId: answer.id } });
    expect(await anna.refused(api.comments.restore, at)).toMatchObject({ status: 404 });
  });

  test('is paged from the newest back', async () => {
    const node = await anna.schedule('Paged');
    const post = (text: string) => anna.ok(api.comments.create, { params: { id: node }, body: { text, client_key: crypto.randomUUID() } });
    for (const text of ['1', '2', '3']) await post(text);
    const list = (query: { before?: number; limit: number }) => anna.ok(api.comments.list, { params: { id: node }, query });
    const first = await list({ limit: 2 });
    expect(first.comments.map(({ text }) => text)).toEqual(['3', '2']);
    const second = await list({ limit: 2, before: first.next ?? 0 });
    expect([second.comments.map(({ text }) => text), second.next]).toEqual([['1'], null]);
  });
});

test('a mention counts for who reads there; the answer names who was not told, and no stranger', async () => {
  const text = `@{${vera.id}} and @{${guest.id}}, @{${stranger.id}}, @{${vera.id}}`;
  const { comment, not_told } = await write(anna, text);
  expect(comment.mentions).toEqual([{ user_id: vera.id, name: 'vera Tester' }]);
  expect(not_told).toEqual([
    { user_id: guest.id, name: 'guest Tester' },
    { user_id: stranger.id, name: null },
  ]);
  expect(await world.sql('select user_id::int from mention where comment_id = $1', [comment.id])).toEqual([{ user_id: vera.id }]);
  const { notices } = await vera.ok(api.notices.list, { query: {} });
  expect(notices).toMatchObject([{ kind: 'mention', actor: 'anna Tester', node_id: comment.node_id, checked: false }]);
  expect((await guest.ok(api.notices.list, { query: {} })).notices).toEqual([]);
  const people = async (search: string) =>
    (await boris.ok(api.comments.people, { params: { id: schedule }, query: { search } })).people.map(({ login }) => login);
  expect(await people('VER')).toEqual(['vera']);
  expect(await people('%')).toEqual([]);
  expect(await people('')).not.toContain('guest');
  const crowd = Array.from({ length: 1000 }, (_, index) => `@{${index + 1}}`).join('');
  expect(await refusal(anna, crowd)).toMatchObject({ status: 422, code: 'comment.too_many_mentions', parameters: { most: 50 } });
});

test('text is kept as it was written; what cannot be text is refused', async () => {
  for (const hostile of ['<img src=x onerror=alert(1)>', '[a](javascript:alert(1))', '&#x6A;avascript:', "'; drop table comment; --"]) {
    expect((await write(anna, hostile)).comment.text).toBe(hostile);
  }
  expect((await write(anna, ' safe\u202egnp.exe\u2066\r\nnext ')).comment.text).toBe('safegnp.exe\nnext');
  expect((await write(anna, 'x'.repeat(8000))).comment.text).toHaveLength(8000);
  for (const text of ['x'.repeat(8001), ' \n ', '', 'half \ud83d', 'nul\u0000', '\u202e'])
    expect([text.slice(0, 9), await refusal(anna, text)]).toMatchObject([text.slice(0, 9), { status: 400, code: 'request.invalid' }]);
});

test('who may only look writes nothing, who is elsewhere sees and hears nothing', async () => {
  const [heard, deaf] = [await vera.push(), await guest.push()];
  const { comment } = await write(boris, 'quiet');
  expect(await heard.heard('eps_comment_created')).toEqual({ eps_id: schedule, comment_id: comment.id });
  const at = { params: { id: schedule, commentId: comment.id } };
  await boris.ok(api.comments.remove, at);
  expect(await heard.heard('eps_comment_deleted')).toEqual({ eps_id: schedule, comment_id: comment.id });
  expect(deaf.messages.map(({ event }) => event)).not.toContain('eps_comment_created');
  await boris.ok(api.comments.restore, at);
  await heard.close();
  await deaf.close();
  expect(await refusal(vera, 'x')).toMatchObject({ status: 403, code: 'auth.forbidden' });
  expect(await guest.refused(api.comments.list, { params: { id: schedule } })).toMatchObject({ status: 403 });
  expect((await stranger.ok(api.comments.list, { params: { id: schedule }, query: {} })).comments).toEqual([]);
  expect(await stranger.refused(api.comments.remove, at)).toMatchObject({ status: 404, code: 'comment.not_found' });
  expect(await refusal(stranger, 'x', onWork())).toMatchObject({ status: 404, code: 'comment.row_not_found' });
  expect(await refusal(stranger, 'x')).toMatchObject({ status: 404, code: 'node.not_found' });
  // A grant elsewhere opens nothing here, and a comment is deleted at its own node alone.
  const elsewhere = await anna.schedule('Elsewhere');
  await anna.ok(api.grants.grant, { body: { node_id: elsewhere, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.executor } });
  expect(await guest.refused(api.comments.list, { params: { id: schedule } })).toMatchObject({ status: 403 });
  const misplaced = { params: { id: elsewhere, commentId: comment.id } };
  expect(await guest.refused(api.comments.remove, misplaced)).toMatchObject({ status: 404, code: 'comment.not_found' });
  expect(await anna.refused(api.comments.create, { ...bodyOf('x', onWork()), params: { id: elsewhere } })).toMatchObject({
    code: 'comment.row_not_found',
  });
  expect(await refusal(anna, 'x', { wbs_id: work })).toMatchObject({ status: 400 });
});

test('a card has comments of its own; they count on its face and leave the node and other cards alone', async () => {
  const { id: board } = await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Site', columns: [{ name: 'To do' }] } });
  const [column] = (await anna.ok(api.kanban.get, { params: { id: board } })).columns;
  const add = async (title: string) => (await anna.ok(api.kanban.createItems, { body: { column_id: column.id, title } })).items[0].id;
  const [card, other] = [await add('Order doors'), await add('Order windows')];
  const post = (person: Person, node: number, card_id: number, text = 'Where to?') =>
    person.call(api.comments.create, { params: { id: node }, body: { text, card_id, client_key: crypto.randomUUID() } });
  const counts = async () => {
    const { items, revision } = await vera.ok(api.kanban.items, { params: { id: board }, query: {} });
    return { revision, counts: items.map(({ comments }) => comments) };
  };
  const before = (await counts()).revision;
  const { body } = await post(boris, schedule, card, `@{${vera.id}} where to?`);
  expect(body).toMatchObject({ comment: { card_id: card, row_id: null, mentions: [{ user_id: vera.id }] } });
  expect((await vera.ok(api.notices.list, { query: {} })).notices[0]).toMatchObject({
    kind: 'mention',
    row_name: 'Order doors',
    row_id: null,
  });
  const read = async (card_id?: number) =>
    (await vera.ok(api.comments.list, { params: { id: schedule }, query: { card_id } })).comments.length;
  expect([await read(card), await read(other)]).toEqual([1, 0]);
  expect(await textsAt(vera)).not.toContain(`@{${vera.id}} where to?`);
  expect(await counts()).toEqual({ revision: before + 1, counts: [1, 0] });
  const delta = await vera.ok(api.kanban.items, { params: { id: board }, query: { since: before } });
  expect(delta.items.map(({ id }) => id)).toEqual([card]);
  const elsewhere = await anna.schedule('No boards');
  for (const [person, node, id] of [
    [boris, elsewhere, card],
    [boris, schedule, 999_999],
    [stranger, schedule, card],
  ] as const)
    expect((await post(person, node, id)).body.errors[0].code).toBe('comment.card_not_found');
  expect((await post(guest, schedule, card)).status).toBe(403);
  await anna.ok(api.kanban.removeItem, { params: { id: card } });
  expect((await post(boris, schedule, card)).body.errors[0].code).toBe('comment.card_not_found');
});

test('who reads at a node is asked only where somebody is mentioned', async () => {
  await write(anna, 'Warm up');
  const ofAccess = async (text: string) => (await statementsOf(() => write(anna, text))).filter((one) => one.includes('space_user')).length;
  expect(await ofAccess('Nobody')).toBeLessThan(await ofAccess(`@{${boris.id}}`));
});

test('comments of a work, of a node and deleted ones are found by indexes', async () => {
  const plan = (statement: ReturnType<typeof sql>) =>
    world.app.services.database.write({ spaceId: anna.spaceId, userId: null }, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return JSON.stringify((await sql`explain ${statement}`.execute(tx)).rows);
    });
  const live = sql`select id from comment where space_id = ${anna.spaceId} and node_id = ${schedule} and deleted_at is null`;
  expect(await plan(sql`${live} and row_code = any('{A1}')`)).toContain('comment_of_code');
  expect(await plan(sql`${live} and row_id is null and action_item_id is null and card_id is null order by id desc limit 100`)).toContain(
    'comment_of_node_itself',
  );
  expect(await plan(forgottenComments(anna.spaceId))).toContain('comment_deleted');
});
