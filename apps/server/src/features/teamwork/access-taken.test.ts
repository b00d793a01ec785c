import { api, EVENTS } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { createCanvas } from '@napi-rs/canvas';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../testing/call.ts';
import type { PushClient } from '../../testing/push-client.ts';
import { letInOnly } from '../../testing/team.ts';
import { createWorld, type Person, type World } from '../../testing/world.ts';

/** After so long nothing more may come; what is taken away is refused at once. */
const SILENT_MS = 5000;
const WRITE_EVERY_MS = 400;

let world: World;
let anna: Person;
let node: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  node = await anna.schedule('Works');
  version = await anna.version(node);
  work = await anna.item(version, { name: 'Pour' });
});
afterAll(() => world.close());

const formOf = (fields: Record<string, string | Blob>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

type Watcher = { person: Person; push: PushClient; heardAt: { event: string; at: number }[] };

/** Opens the channel and notes when it hears of chats, boards, files, comments and checklists. */
async function watch(person: Person): Promise<Watcher> {
  const push = await person.push(version);
  const heardAt: Watcher['heardAt'] = [];
  let seen = 0;
  const timer = setInterval(() => {
    for (const { event } of push.messages.slice(seen)) if (TEAMWORK.includes(event)) heardAt.push({ event, at: performance.now() });
    seen = push.messages.length;
  }, 20);
  void push.closed.then(() => clearInterval(timer));
  return { person, push, heardAt };
}
const TEAMWORK: string[] = ['chat_message_created', 'kanban_updated', 'wbs_storage_uploaded', 'eps_comment_created', 'checklist_updated'];

test('whoever loses access with chat, board and file open hears nothing more within five seconds, and reads nothing from then on', async () => {
  const people: Person[] = [];
  for (const login of ['boris', 'carl', 'dora', 'emil', 'stays']) people.push(await world.person(login));
  const [boris, carl, dora, emil, stays] = people;
  for (const person of [boris, carl, emil, stays]) await world.join(person, anna, 'executor');
  await letInOnly(dora, anna);
  const grant = { node_id: node, user_id: dora.id };
  await anna.ok(api.grants.grant, { body: { ...grant, role_id: BUILT_IN_ROLE_ID.executor } });
  const blind = (await anna.ok(api.roles.create, { body: { name: 'Plan only', rights: ['space.read', 'plan.read', 'structure.read'] } }))
    .id;

  const { id: board } = await anna.ok(api.kanban.create, { body: { eps_id: node, name: 'Board', columns: [{ name: 'To do' }] } });
  const [column] = (await anna.ok(api.kanban.columns, { params: { id: board } })).columns;
  const canvas = createCanvas(40, 20);
  const picture = new Blob([new Uint8Array(await canvas.encode('png'))]);
  const { items: stored } = await anna.ok(api.storage.upload, { params: { id: node } }, { raw: formOf({ file: picture }) });
  const { message } = await anna.ok(
    api.chat.create,
    {},
    { raw: formOf({ eps_id: String(node), text: 'begin', client_key: crypto.randomUUID() }) },
  );
  const { id: list } = await anna.ok(api.checklists.create, { body: { version_id: version, wbs_id: work, name: 'Before' } });

  let line = 0;
  /** One of everything that pages hear of. */
  const write = async (): Promise<void> => {
    line += 1;
    const client_key = crypto.randomUUID();
    await anna.ok(api.chat.create, {}, { raw: formOf({ chat_id: String(message.chat_id), text: `line ${line}`, client_key }) });
    await anna.ok(api.kanban.createItems, { body: { column_id: column.id, title: `Card ${line}` } });
    await anna.ok(api.storage.upload, { params: { id: node } }, { raw: formOf({ file: new Blob([`file ${line}`]) }) });
    await anna.ok(api.comments.create, { params: { id: node }, body: { text: `remark ${line}`, client_key } });
    await anna.ok(api.checklists.createItem, { params: { versionId: version, checklistId: list }, body: { text: `check ${line}` } });
  };

  const watchers = await Promise.all([boris, carl, dora, emil, stays].map(watch));
  await write();
  for (const { push } of watchers) for (const event of TEAMWORK) await push.heard(event);

  // Out of the space, a role without teamwork, a grant on the node, the account itself.
  await anna.ok(api.spaces.kickOut, { params: { id: anna.spaceId }, body: { user_id: boris.id } });
  await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: carl.id }, body: { role_id: blind } });
  await anna.ok(api.grants.revoke, { body: grant });
  await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: emil.id }, body: { status: 'disabled' } });
  const taken = performance.now();

  const cookieOf = (person: Person) => [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const person of [boris, carl, dora, emil]) {
    for (const refused of [
      await person.refused(api.chat.messages, { params: { id: message.chat_id }, query: {} }),
      await person.refused(api.kanban.items, { params: { id: board }, query: {} }),
      await person.refused(api.storage.list, { params: { id: node }, query: {} }),
      await person.refused(api.comments.list, { params: { id: node }, query: {} }),
      await person.refused(api.checklists.list, { params: { versionId: version, wbsId: work } }),
    ])
      expect([person.login, [403, 404].includes(refused.status)]).toEqual([person.login, true]);
    // The next part of the file that is open, and its small picture.
    for (const address of [
      addressOf(api.storage.download, { params: { id: stored[0].id } }),
      addressOf(api.storage.thumbnail, { params: { id: stored[0].id }, query: { size: '256' } }),
    ]) {
      const headers = { cookie: cookieOf(person), 'x-space-id': String(anna.spaceId), range: 'bytes=0-9' };
      expect([person.login, (await fetch(`${world.base}${address}`, { headers })).status >= 400]).toEqual([person.login, true]);
    }
  }

  while (performance.now() - taken < SILENT_MS) {
    await write();
    await pause(WRITE_EVERY_MS);
  }
  // What was sent before the five seconds were over has arrived.
  await watchers[4].push.heard('chat_message_created', ({ message: { text } }) => text === `line ${line}`);
  await pause(200);
  const silentFrom = performance.now();
  await write();
  await write();
  await watchers[4].push.heard('chat_message_created', ({ message: { text } }) => text === `line ${line}`);
  await pause(500);
  for (const { person, push, heardAt } of watchers) {
    const late = heardAt.filter(({ at }) => at > silentFrom).map(({ event }) => event);
    // They still hear of the plan what their role lets them, so that silence is no dead channel.
    if (person !== stays) expect([person.login, late]).toEqual([person.login, []]);
    else expect(new Set(late)).toEqual(new Set(TEAMWORK));
    await push.close();
  }
  expect(Object.keys(EVENTS)).toEqual(expect.arrayContaining(TEAMWORK));
}, 180_000);
