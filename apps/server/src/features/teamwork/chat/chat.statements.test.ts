import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let node: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, vera, schedule: node } = await createTeam(world));
});
afterAll(() => world.close());

const send = async (person: Person, place: { chat_id?: number; eps_id?: number }, text: string) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...place, text, client_key: crypto.randomUUID() })) form.set(name, String(value));
  return (await person.ok(api.chat.create, {}, { raw: form })).message;
};

/** A message that is heard by everybody who has a page open, all of them on this server. */
async function heardBy(pages: readonly Awaited<ReturnType<Person['push']>>[], chatId: number, text: string): Promise<string[]> {
  return statementsOf(async () => {
    await send(boris, { chat_id: chatId }, text);
    await Promise.all(pages.map((page) => page.heard('chat_message_created', ({ message }) => message.text === text)));
  });
}

test('a message costs as many statements in a crowd and beside many chats as it does between two', async () => {
  const { chat_id } = await send(anna, { eps_id: node }, 'first');
  const pages = [await anna.push(), await vera.push()];
  await heardBy(pages, chat_id, 'warm');
  const few = await heardBy(pages, chat_id, 'few');

  await world.sql(
    `with made as (insert into app_user (login, email, first_name, last_name, password_hash, secret_question, secret_answer_hash)
       select 'crowd' || n, 'crowd' || n || '@gantry.example', 'Person', n::text, '', '', '' from generate_series(1, 300) n returning id)
     insert into space_user (space_id, user_id, role) select $1, id, 'planner' from made`,
    [anna.spaceId],
  );
  await world.sql(
    `with made as (insert into eps_node (space_id, parent_id, kind, name, position)
       select $1, (select parent_id from eps_node where space_id = $1 and id = $2), 'schedule', 'S' || n, n from generate_series(1, 300) n returning id)
     insert into chat (space_id, kind, node_id) select $1, 'node', id from made`,
    [anna.spaceId, node],
  );
  for (let more = 0; more < 10; more += 1) pages.push(await vera.push());
  await heardBy(pages, chat_id, 'warm again');
  const many = await heardBy(pages, chat_id, 'many');
  expect(many.toSorted()).toEqual(few.toSorted());
  expect(few.length).toBeLessThanOrEqual(20);
  await Promise.all(pages.map((page) => page.close()));
});

test('messages of many at once are heard once each, in their order', async () => {
  const { chat_id } = await send(anna, { eps_id: node }, 'before');
  const page = await vera.push();
  // What was sent before the page came may still be on its way.
  const { seq: first } = await send(anna, { chat_id }, 'first');
  await page.heard('chat_message_created', ({ message }) => message.text === 'first');
  const texts = Array.from({ length: 30 }, (_none, at) => `Line ${at}`);
  await Promise.all(texts.map((text, at) => send([anna, boris][at % 2], { chat_id }, text)));
  await Promise.all(texts.map((text) => page.heard('chat_message_created', ({ message }) => message.text === text)));
  const heard = page.messages.flatMap(({ event, data }) =>
    event === 'chat_message_created' ? [(data as { message: { seq: number } }).message.seq].filter((seq) => seq > first) : [],
  );
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  expect(heard).toHaveLength(30);
  await page.close();
});

test('a message that is sent twice at the same moment stands there once, under one number', async () => {
  const { chat_id, seq } = await send(anna, { eps_id: node }, 'alone');
  const client_key = crypto.randomUUID();
  const again = async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ chat_id, text: 'twice', client_key })) form.set(name, String(value));
    return (await boris.ok(api.chat.create, {}, { raw: form })).message;
  };
  const sent = await Promise.all(Array.from({ length: 6 }, again));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent[0].seq).toBe(seq + 1);
  expect((await send(anna, { eps_id: node }, 'next')).seq).toBe(seq + 2);
});
