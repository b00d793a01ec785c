import { api, type EventData, type Present } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let stranger: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris, stranger] = await Promise.all(['anna', 'boris', 'stefan'].map((login) => world.person(login)));
  await anna.space();
  await stranger.space();
  await world.join(boris, anna, 'viewer');
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version();
});

type Client = Awaited<ReturnType<Person['push']>>;
const sends = (client: Client, person: Person, itemId: number | null, versionId: number = version) =>
  client.send(JSON.stringify({ space_id: person.spaceId, version_id: versionId, row_id: itemId }));
/** Who is here by all that a page has been told of its version since it came. */
function heardBy(client: Client): Map<string, Present> {
  const here = new Map<string, Present>();
  for (const { event, data } of client.messages) {
    if (event !== 'version_presence') continue;
    const { version_id, joined, moved, left } = data as EventData['version_presence'];
    if (version_id !== version) continue;
    for (const one of joined) here.set(one.connection, one);
    for (const { connection, row_id } of moved) here.set(connection, { ...(here.get(connection) as Present), row_id });
    for (const connection of left) here.delete(connection);
  }
  return here;
}
/** Waits until a page has been told this of its version: who is here, and on which row. */
async function reported(client: Client, here: [string, number | null][]): Promise<void> {
  const expected = here.map(([name, row]) => `${name} Tester ${row}`).sort();
  const heard = () => [...heardBy(client).values()].map(({ name, row_id }) => `${name} ${row_id}`).sort();
  await expect.poll(heard, { timeout: 10_000 }).toEqual(expected);
}

test('who comes, moves to another row, goes to another version and leaves is told to those who are here', async () => {
  const other = await anna.version();
  const hers = await anna.push(version);
  await reported(hers, [['anna', null]]);
  const his = await boris.push(version);
  await reported(hers, [
    ['anna', null],
    ['boris', null],
  ]);
  sends(his, boris, 7);
  await reported(hers, [
    ['anna', null],
    ['boris', 7],
  ]);
  expect((await boris.ok(api.presence.list, { params: { id: version } })).people).toHaveLength(2);
  sends(his, boris, null, other);
  await reported(hers, [['anna', null]]);
  sends(his, boris, 3);
  await reported(hers, [
    ['anna', null],
    ['boris', 3],
  ]);
  await his.close();
  await expect
    .poll(async () => (await anna.ok(api.presence.list, { params: { id: version } })).people.map(({ name }) => name))
    .toEqual(['anna Tester']);
  await hers.close();
});

test('a step to another row misses no edit', async () => {
  const his = await boris.push(version);
  const from = (await anna.ok(api.versions.get, { params: { id: version } })).revision;
  for (let index = 1; index <= 10; index += 1) {
    sends(his, boris, index);
    await anna.item(version, { name: `Row ${index}` });
  }
  await his.heard('version_edit', (data) => data['revision'] === from + 10);
  expect(his.messages.filter(({ event }) => event === 'version_edit')).toHaveLength(10);
  expect(his.messages.filter(({ event }) => event === 'subscribed')).toHaveLength(1);
  await his.close();
});

test('two pages of one person are two', async () => {
  const [first, second] = [await anna.push(version), await anna.push(version)];
  await reported(first, [
    ['anna', null],
    ['anna', null],
  ]);
  await Promise.all([first.close(), second.close()]);
  await expect.poll(async () => (await anna.ok(api.presence.list, { params: { id: version } })).people).toEqual([]);
});

test('of a step the others hear the step, not who is here; of a flood of steps the last', async () => {
  const [hers, his] = [await anna.push(version), await boris.push(version)];
  await reported(hers, [
    ['anna', null],
    ['boris', null],
  ]);
  const from = hers.messages.length;
  for (let row = 1; row <= 60; row += 1) sends(his, boris, row);
  await reported(hers, [
    ['anna', null],
    ['boris', 60],
  ]);
  const steps = hers.messages.slice(from);
  expect(steps.length).toBeLessThan(20);
  for (const { data } of steps) expect(JSON.stringify(data).length).toBeLessThan(160);
  await Promise.all([hers.close(), his.close()]);
});

test('the steps of many pages are one message at a time, and nothing is written', async () => {
  const pages = await Promise.all(Array.from({ length: 12 }, () => anna.push(version)));
  await reported(
    pages[0],
    pages.map(() => ['anna', null]),
  );
  const from = pages[0].messages.length;
  const writes = await statementsOf(async () => {
    for (let row = 1; row <= 20; row += 1) {
      for (const page of pages) sends(page, anna, row);
      await setTimeout(40);
    }
    await reported(
      pages[0],
      pages.map(() => ['anna', 20]),
    );
  });
  expect(pages[0].messages.slice(from).filter(({ event }) => event === 'version_presence').length).toBeLessThan(12);
  expect(writes.filter((text) => /^\s*(?:insert|update|delete)/i.test(text))).toEqual([]);
  expect((await anna.ok(api.presence.list, { params: { id: version } })).people.map(({ row_id }) => row_id)).toEqual(pages.map(() => 20));
  await Promise.all(pages.map((page) => page.close()));
});

test('a stranger sees nobody and is seen by nobody', async () => {
  const hers = await anna.push(version);
  const intruder = await stranger.push();
  await intruder.stand(anna.spaceId, version);
  expect(await stranger.refused(api.presence.list, { params: { id: version } })).toMatchObject({ status: 404, code: 'version.not_found' });
  await expect
    .poll(async () => (await anna.ok(api.presence.list, { params: { id: version } })).people.map(({ user_id }) => user_id))
    .toEqual([anna.id]);
  await Promise.all([hers.close(), intruder.close()]);
});
