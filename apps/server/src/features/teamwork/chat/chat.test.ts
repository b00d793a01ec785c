import { api, CHAT_REACTED, type ChatMessage } from '@gantry/contract';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let guest: Person;
let stranger: Person;
let node: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, vera, guest, stranger, schedule: node } = await createTeam(world));
});
afterAll(() => world.close());

type Sent = {
  chat_id?: number;
  eps_id?: number;
  user_ids?: string;
  text?: string;
  reply_to?: number;
  client_key?: string;
  files?: { name: string; content: string | Uint8Array<ArrayBuffer> }[];
};
function formOf({ files = [], client_key = crypto.randomUUID(), ...fields }: Sent & Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, client_key })) form.set(name, String(value));
  for (const { name, content } of files) form.append('file', new Blob([content]), name);
  return form;
}
const send = async (person: Person, sent: Sent): Promise<ChatMessage> =>
  (await person.ok(api.chat.create, {}, { raw: formOf({ ...(sent.chat_id || sent.user_ids ? {} : { eps_id: node }), ...sent }) })).message;
const refusal = (person: Person, sent: Sent) => person.refused(api.chat.create, {}, { raw: formOf(sent) });
const chatsOf = async (person: Person) => (await person.ok(api.chat.list, { query: {} })).chats;
const headOf = async (person: Person, id: number) => (await chatsOf(person)).find((one) => one.id === id);
const textsIn = async (person: Person, id: number, query = {}) =>
  (await person.ok(api.chat.messages, { params: { id }, query })).messages.map(({ text }) => text);

describe('a chat of a node', () => {
  test('begins with its first message, is counted per person, changed, answered and emptied; numbers stay dense', async () => {
    expect(await vera.ok(api.chat.ofNode, { params: { id: node } })).toMatchObject({ id: null, name: 'Works', unread: 0, last_seq: 0 });
    const key = crypto.randomUUID();
    const first = await send(boris, { text: 'Walls are **wet**', client_key: key });
    expect(first).toMatchObject({ seq: 1, author: 'boris Tester', text: 'Walls are **wet**', reply: null, edited_at: null });
    // The same sending again, because its answer was lost.
    expect((await send(boris, { text: 'Walls are **wet**', client_key: key })).id).toBe(first.id);
    const { chat_id } = first;
    const answer = await send(anna, { chat_id, text: 'Wait', reply_to: first.id });
    expect(answer).toMatchObject({ seq: 2, reply: { id: first.id, seq: 1, author: 'boris Tester', text: 'Walls are **wet**' } });
    expect(await headOf(vera, chat_id)).toMatchObject({ unread: 2, mentions: 0, last: { author: 'anna Tester', text: 'Wait' } });
    expect(await headOf(boris, chat_id)).toMatchObject({ unread: 1, last_read_seq: 1 });
    expect(await headOf(anna, chat_id)).toMatchObject({ unread: 0 });

    const changed = await boris.ok(api.chat.update, {}, { raw: formOf({ chat_id, message_id: first.id, text: 'Walls are dry' }) });
    expect(changed.message).toMatchObject({ seq: 1, text: 'Walls are dry' });
    expect(changed.message.edited_at).not.toBeNull();
    expect(await anna.refused(api.chat.update, {}, { raw: formOf({ chat_id, message_id: first.id, text: 'Mine' }) })).toMatchObject({
      status: 403,
      code: 'chat.not_author',
    });
    const since = (await vera.ok(api.chat.messages, { params: { id: chat_id }, query: { changed_after: answer.change } })).messages;
    expect(since.map(({ text }) => text)).toEqual(['Walls are dry']);

    expect(await boris.refused(api.chat.remove, { params: { chatId: chat_id, messageId: answer.id } })).toMatchObject({
      status: 403,
      parameters: { right: 'chat.moderate' },
    });
    await anna.ok(api.chat.remove, { params: { chatId: chat_id, messageId: first.id } });
    expect(await headOf(vera, chat_id)).toMatchObject({ unread: 1 });
    const [gone, stays] = (await vera.ok(api.chat.messages, { params: { id: chat_id }, query: {} })).messages;
    expect(gone).toMatchObject({ seq: 1, deleted: true, text: '' });
    expect(stays.reply).toMatchObject({ text: null });
    expect((await send(boris, { chat_id, text: 'next' })).seq).toBe(3);
    expect(await world.sql('select count(*)::int as kept from chat_version where message_id = $1', [first.id])).toEqual([{ kept: 0 }]);
  });

  test('is paged both ways and around a message', async () => {
    const eps_id = await anna.schedule('Long');
    const { chat_id } = await send(anna, { eps_id, text: '1' });
    for (const text of ['2', '3', '4', '5', '6']) await send(anna, { chat_id, text });
    expect(await textsIn(vera, chat_id, { limit: 2 })).toEqual(['5', '6']);
    expect(await textsIn(vera, chat_id, { limit: 2, before: 5 })).toEqual(['3', '4']);
    expect(await textsIn(vera, chat_id, { limit: 2, after: 1 })).toEqual(['2', '3']);
    expect(await textsIn(vera, chat_id, { limit: 4, around: 3 })).toEqual(['1', '2', '3', '4']);
  });

  test('a mention is a notice for who reads there, and counts beside what is unread', async () => {
    const { chat_id, mentions } = await send(anna, { text: `@{${vera.id}} and @{${guest.id}}, @{${stranger.id}}` });
    expect(mentions).toEqual([{ user_id: vera.id, name: 'vera Tester' }]);
    expect(await headOf(vera, chat_id)).toMatchObject({ mentions: 1 });
    expect((await vera.ok(api.notices.list, { query: {} })).notices).toMatchObject([{ kind: 'mention', node_id: node }]);
    const crowd = Array.from({ length: 51 }, (_, index) => `@{${index + 1}}`).join('');
    expect(await refusal(anna, { chat_id, text: crowd })).toMatchObject({ status: 422, code: 'comment.too_many_mentions' });
  });

  test('reactions are told to all, each person once a kind', async () => {
    const { chat_id, id } = await send(anna, { text: 'Done' });
    const at = { chatId: chat_id, messageId: id };
    const react = (person: Person, emoji: string, on = true) => person.ok(api.chat.react, { params: at, body: { emoji, on } });
    await react(boris, '👍');
    await react(boris, '👍');
    await react(anna, '👍');
    await react(anna, '👩‍🔧');
    await react(boris, '👩‍🔧', false);
    const { message } = await vera.ok(api.chat.message, { params: { id: chat_id }, query: { message_id: id } });
    expect(message.reactions).toEqual([
      { emoji: '👍', count: 2, user_ids: [boris.id, anna.id] },
      { emoji: '👩‍🔧', count: 1, user_ids: [anna.id] },
    ]);
    for (const emoji of ['x', '<b>', '👍👍', ''])
      expect(await boris.refused(api.chat.react, { params: at, body: { emoji, on: true } })).toMatchObject({ status: 400 });
    expect(await vera.refused(api.chat.react, { params: at, body: { emoji: '👍', on: true } })).toMatchObject({ status: 403 });
  });

  test('of a crowd that reacts the first ones are named and all are counted; who reacted late sees it and takes it back', async () => {
    const { chat_id, id } = await send(anna, { text: 'Handed over' });
    await world.sql(
      `with crowd as (
         insert into app_user (login, email, first_name, last_name, password_hash, secret_question, secret_answer_hash)
         select 'crowd' || n, 'crowd' || n || '@gantry.example', 'Crowd', n::text, '', '', '' from generate_series(1, $3::int) n returning id
       ) insert into chat_reaction (space_id, message_id, user_id, emoji, at) select $1, $2, id, '👍', now() - interval '1 hour' from crowd`,
      [anna.spaceId, id, CHAT_REACTED + 5],
    );
    const at = { chatId: chat_id, messageId: id };
    await boris.ok(api.chat.react, { params: at, body: { emoji: '👍', on: true } });
    const seenBy = async (person: Person) =>
      (await person.ok(api.chat.message, { params: { id: chat_id }, query: { message_id: id } })).message.reactions[0];
    expect([(await seenBy(anna)).count, (await seenBy(anna)).user_ids.length]).toEqual([CHAT_REACTED + 6, CHAT_REACTED]);
    expect((await seenBy(boris)).user_ids).toHaveLength(CHAT_REACTED + 1);
    expect((await seenBy(boris)).user_ids.at(-1)).toBe(boris.id);
    await boris.ok(api.chat.react, { params: at, body: { emoji: '👍', on: false } });
    expect(await seenBy(boris)).toMatchObject({ count: CHAT_REACTED + 5 });
    expect((await seenBy(boris)).user_ids).not.toContain(boris.id);
  });
});

describe('files', () => {
  test('travel with a message, are read by its readers alone, and go with it', async () => {
    const canvas = createCanvas(40, 20);
    const picture = new Uint8Array(await canvas.encode('png'));
    const sent = await send(boris, {
      files: [
        { name: 'site.png', content: picture },
        { name: 'act.txt', content: 'signed' },
      ],
    });
    expect(sent.files).toMatchObject([
      { name: 'site.png', media: 'image/png', width: 40, height: 20 },
      { name: 'act.txt', bytes: 6, width: null },
    ]);
    const [shown, act] = sent.files;
    const address = (fileId: number, query = {}) => addressOf(api.chat.file, { params: { id: sent.chat_id, fileId }, query });
    const fetched = async (person: Person, at: string) => {
      const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return fetch(`${world.base}${at}`, { headers: { cookie, 'x-space-id': String(person.spaceId) } });
    };
    const answer = await fetched(vera, address(act.id));
    expect([answer.status, await answer.text(), answer.headers.get('content-disposition')]).toMatchObject([
      200,
      'signed',
      expect.stringContaining('attachment'),
    ]);
    expect((await fetched(vera, address(shown.id, { size: '256' }))).headers.get('content-type')).toBe('image/webp');
    expect((await fetched(guest, address(act.id))).status).toBe(403);
    expect((await fetched(stranger, address(act.id))).status).toBe(404);
    const kept = await boris.ok(
      api.chat.update,
      {},
      { raw: formOf({ chat_id: sent.chat_id, message_id: sent.id, keep_files: String(act.id) }) },
    );
    expect(kept.message.files.map(({ name }) => name)).toEqual(['act.txt']);
    expect((await fetched(vera, address(shown.id))).status).toBe(404);
    await boris.ok(api.chat.remove, { params: { chatId: sent.chat_id, messageId: sent.id } });
    expect((await fetched(vera, address(act.id))).status).toBe(404);
  });

  test('are at most ten; a message without words and files is none', async () => {
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, content: `${index}` }));
    expect(await refusal(boris, { eps_id: node, files: many })).toMatchObject({ status: 422, code: 'chat.too_many_files' });
    expect(await refusal(boris, { eps_id: node, text: '' })).toMatchObject({ status: 422, code: 'chat.empty_message' });
    for (const text of ['nul\u0000', 'x'.repeat(8001)]) expect(await refusal(boris, { eps_id: node, text })).toMatchObject({ status: 400 });
    expect(await refusal(boris, { eps_id: node, text: 'x', client_key: 'mine' })).toMatchObject({ status: 400 });
  });
});

test('people write to each other; nobody else reads or hears of it', async () => {
  const [toVera, toAnna] = [await vera.push(), await anna.push()];
  const sent = await send(boris, { user_ids: String(vera.id), text: 'just us' });
  expect(await toVera.heard('chat_message_created', ({ chat_id }) => chat_id === sent.chat_id)).toMatchObject({
    message: { text: 'just us' },
  });
  expect((await send(boris, { user_ids: `${boris.id},${vera.id}`, text: 'again' })).chat_id).toBe(sent.chat_id);
  expect(await headOf(vera, sent.chat_id)).toMatchObject({ kind: 'direct', name: 'boris Tester', unread: 2 });
  expect(await headOf(anna, sent.chat_id)).toBeUndefined();
  const at = { params: { id: sent.chat_id }, query: {} };
  for (const refused of [
    await anna.refused(api.chat.messages, at),
    await anna.refused(api.chat.users, at),
    await anna.refused(api.chat.message, { ...at, query: { message_id: sent.id } }),
    await anna.refused(api.chat.remove, { params: { chatId: sent.chat_id, messageId: sent.id } }),
    await anna.refused(api.chat.react, { params: { chatId: sent.chat_id, messageId: sent.id }, body: { emoji: '👍', on: true } }),
    await anna.refused(api.chat.read, { body: { chat_id: sent.chat_id, seq: 1 } }),
    await anna.refused(api.chat.setSettings, { body: { chat_id: sent.chat_id, pinned: true } }),
    await refusal(anna, { chat_id: sent.chat_id, text: 'me too' }),
    await stranger.refused(api.chat.messages, at),
  ])
    expect(refused).toMatchObject({ status: 404, code: 'chat.not_found' });
  expect(await refusal(boris, { user_ids: String(stranger.id), text: 'hello' })).toMatchObject({ code: 'chat.person_not_found' });
  expect(await refusal(boris, { user_ids: String(boris.id), text: 'me' })).toMatchObject({ code: 'chat.not_found' });
  expect((await vera.ok(api.chat.users, at)).people.map(({ login }) => login)).toEqual(['boris', 'vera']);
  expect(toAnna.messages.map(({ event }) => event)).not.toContain('chat_message_created');
  // A viewer may write to people as little as at nodes.
  expect(await refusal(vera, { chat_id: sent.chat_id, text: 'x' })).toMatchObject({ status: 403 });
  await toVera.close();
  await toAnna.close();
});

test('who may not read chats finds none; a message of another chat or space is not there', async () => {
  const { chat_id, id } = await send(anna, { text: 'here' });
  const other = await send(anna, { eps_id: await anna.schedule('Elsewhere'), text: 'there' });
  expect(await guest.refused(api.chat.list, { query: {} })).toMatchObject({ status: 403 });
  expect(await stranger.refused(api.chat.message, { params: { id: chat_id }, query: { message_id: id } })).toMatchObject({
    code: 'chat.not_found',
  });
  expect(await stranger.refused(api.chat.ofNode, { params: { id: node } })).toMatchObject({ status: 404 });
  expect(await refusal(stranger, { eps_id: node, text: 'x' })).toMatchObject({ code: 'node.not_found' });
  expect(await refusal(anna, { chat_id, text: 'x', reply_to: other.id })).toMatchObject({ code: 'chat.message_not_found' });
  expect(await anna.refused(api.chat.remove, { params: { chatId: chat_id, messageId: other.id } })).toMatchObject({
    code: 'chat.message_not_found',
  });
});

test('settings say what is counted and heard', async () => {
  await boris.ok(api.chat.setSettings, { body: { preview: false, enter_sends: false } });
  expect((await boris.ok(api.chat.settings)).defaults).toEqual({
    notify: 'all',
    sound: false,
    desktop: false,
    preview: false,
    enter_sends: false,
  });
  const eps_id = await anna.schedule('Loud');
  const { chat_id } = await send(anna, { eps_id, text: 'hey' });
  const total = async () => (await boris.ok(api.chat.list, { query: {} })).unread;
  const before = await total();
  await boris.ok(api.chat.setSettings, { body: { chat_id, notify: 'none', pinned: true } });
  expect(await total()).toBe(before - 1);
  expect((await chatsOf(boris))[0]).toMatchObject({ id: chat_id, pinned: true, notify: 'none', unread: 1 });
});

test('a script that writes faster than anybody reads is told to wait; whoever else writes is not', async () => {
  const { chat_id } = await send(boris, { user_ids: `${vera.id},${anna.id}`, text: '0' });
  const answers = await Promise.all(
    Array.from({ length: 99 }, (_, index) =>
      boris.call(api.chat.create, {}, { raw: formOf({ chat_id, text: String(index + 1) }) }).then(({ status }) => status),
    ),
  );
  // Those at work at the same moment do not count each other: at most one more for each connection to the database.
  const refused = answers.filter((status) => status === 429).length;
  expect([refused > 20, refused <= 40]).toEqual([true, true]);
  expect(await refusal(boris, { chat_id, text: 'more' })).toMatchObject({
    status: 429,
    code: 'chat.too_fast',
    parameters: { seconds: 10 },
  });
  expect((await send(anna, { chat_id, text: 'Enough' })).text).toBe('Enough');
  await world.sql(`update chat_message set created_at = created_at - interval '11 seconds' where chat_id = $1`, [chat_id]);
  expect((await send(boris, { chat_id, text: 'Slowly' })).text).toBe('Slowly');
});
