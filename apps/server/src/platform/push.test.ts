import type { PushMessage } from '@gantry/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../testing/world.ts';
import { createServer, connect as dial, type Socket } from 'node:net';
import { type Audience, inOrder } from './push-audience.ts';
import type { Listener } from './push-listeners.ts';
import { MAX_NAMED_PEOPLE, openPush, type Push } from './push.ts';

let world: World;
let anna: Person;
let push: Push;
const subscribed: (() => void)[] = [];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  push = openPush(world.database.connection, world.app.services.log);
});
afterAll(async () => {
  for (const leave of subscribed) leave();
  await push.close();
  await world.close();
});

/** Somebody who stands in the space; `heard` lists the numbers of the messages in the order of their arrival. */
function listen(userId: number, tokenRights?: ReadonlySet<string>): { heard: number[]; until(count: number): Promise<void> } {
  const heard: number[] = [];
  const waiting: (() => void)[] = [];
  const send = ({ data }: PushMessage) => {
    heard.push('percent' in data ? data.percent : (data as { version_id: number }).version_id);
    for (const wake of waiting.splice(0)) wake();
  };
  const listener: Listener = { userId, tokenRights, spaceId: anna.spaceId, versionId: null, send, missed: () => undefined };
  subscribed.push(push.subscribe(listener));
  const until = async (count: number): Promise<void> => {
    while (heard.length < count) await new Promise<void>((wake) => waiting.push(wake));
  };
  return { heard, until };
}

const report = (audience: Omit<Audience, 'spaceId'>, percent: number) =>
  world.app.services.database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) =>
    push.send(tx, { spaceId: anna.spaceId, ...audience }, 'space_demo_progress', { space_id: anna.spaceId, percent }),
  );

test('a topic that is slow to deliver holds back no other; within one, messages keep their order', async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  push.expand('space_demo_progress', async (data) => {
    if (data.percent === 1) await slow;
    return data;
  });
  const { heard, until } = listen(anna.id);
  // The listening connection is there as soon as a message arrives.
  while (!heard.includes(99))
    await Promise.all([report({ topic: 'ready' }, 99), Promise.race([until(1), new Promise((next) => setTimeout(next, 50))])]);
  const from = heard.length;
  await report({ topic: 'slow' }, 1);
  await report({ topic: 'slow' }, 2);
  await report({ topic: 'quick' }, 3);
  await report({}, 4);
  await until(from + 2);
  expect(
    heard
      .slice(from)
      .filter((id) => id !== 99)
      .sort(),
  ).toEqual([3, 4]);
  release();
  await until(from + 4);
  expect(heard.slice(from).filter((id) => id <= 2)).toEqual([1, 2]);
});

test('what is for some people is heard by them alone, wherever in the space they stand', async () => {
  const [here, there, elsewhere] = [listen(101), listen(102), listen(103)];
  await report({ userIds: [101, 103], topic: 'people' }, 7);
  await report({ topic: 'people' }, 8);
  await Promise.all([here.until(2), there.until(1), elsewhere.until(2)]);
  expect([here.heard, there.heard, elsewhere.heard]).toEqual([[7, 8], [8], [7, 8]]);
  await expect(report({ userIds: Array.from({ length: MAX_NAMED_PEOPLE + 1 }, (_, id) => id) }, 9)).rejects.toThrow('too many people');
});

test('what is about a version is heard by its readers, and by nobody where no one can say who they are', async () => {
  const [reads, reads_not, token] = [listen(201), listen(202), listen(203, new Set(['structure.read']))];
  const lock = (version_id: number) =>
    world.app.services.database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) =>
      push.send(tx, { spaceId: anna.spaceId, topic: 'people' }, 'version_locked', { version_id, locked: true }),
    );
  await lock(1);
  await report({ topic: 'people' }, 6);
  await token.until(1);
  push.admit('version', async (_space, id) => new Set(id === 2 ? [201] : [201, 202, 203]));
  await lock(2);
  await lock(3);
  await report({ topic: 'people' }, 7);
  await Promise.all([reads.until(4), reads_not.until(3), token.until(2)]);
  expect([reads.heard, reads_not.heard, token.heard]).toEqual([
    [6, 2, 3, 7],
    [6, 3, 7],
    [6, 7],
  ]);
});

test('what waits behind each other is completed together, in its order', async () => {
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const together: number[][] = [];
  push.gather('space_demo_progress', async (sent) => {
    if (sent[0].percent === 11) await slow;
    together.push(sent.map(({ percent }) => percent));
    return sent;
  });
  const { heard, until } = listen(anna.id);
  for (const percent of [11, 12, 13, 14]) await report({ topic: 'slow' }, percent);
  // It comes last over the same connection: when it is heard, the others wait.
  await report({ topic: 'quick' }, 15);
  await until(1);
  release();
  await until(5);
  expect(together).toEqual([[15], [11], [12, 13, 14]]);
  expect(heard).toEqual([15, 11, 12, 13, 14]);
});

/** A wire to the database that can be cut in the middle: both ends stay open, and nothing passes any more. */
async function openWire({ host, port }: pg.Client) {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    near.pipe(far);
    far.pipe(near);
    for (const end of [near, far]) ends.add(end.on('error', () => undefined));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as { port: number }).port,
    cut: () => {
      for (const end of ends) end.unpipe().pause();
    },
    close() {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}

test('a connection that is open and hears nothing is given up within seconds, and pages are told that they may have missed something', async () => {
  const { connectionString, ...settings } = world.database.connection;
  const target = new pg.Client({ connectionString });
  const wire = await openWire(target);
  const { user, password, database } = target;
  const through = openPush({ ...settings, host: '127.0.0.1', port: wire.port, user, password, database }, world.app.services.log);
  let missed = 0;
  const heard: number[] = [];
  const leave = through.subscribe({
    userId: anna.id,
    spaceId: anna.spaceId,
    versionId: null,
    send: ({ data }) => void ('percent' in data && heard.push(data.percent)),
    missed: () => void missed++,
  });
  await expect.poll(() => through.state().connected).toBe(true);
  wire.cut();
  await report({ topic: 'cut' }, 41);
  await expect.poll(() => missed, { timeout: 12_000 }).toBe(1);
  await report({ topic: 'whole' }, 42);
  await expect.poll(() => heard).toEqual([42]);
  leave();
  await through.close();
  wire.close();
}, 30_000);

test('what a transaction says leaves after its commit, and with a rollback not at all', async () => {
  const { heard, until } = listen(anna.id);
  const { database } = world.app.services;
  const scope = { spaceId: anna.spaceId, userId: anna.id };
  const sending = (percent: number, end: () => Promise<void>) =>
    database.write(scope, async (tx) => {
      await push.send(tx, { spaceId: anna.spaceId, topic: 'late' }, 'space_demo_progress', { space_id: anna.spaceId, percent });
      await end();
    });
  await expect(sending(51, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await sending(52, async () => {
    await new Promise((next) => setTimeout(next, 100));
    expect(heard).not.toContain(52);
  });
  await until(1);
  await expect.poll(() => heard).toContain(52);
  expect(heard).not.toContain(51);
});

test('a message looks at those alone who stand in its space', async () => {
  let looks = 0;
  const elsewhere = { userId: 900, versionId: null, send: () => undefined, missed: () => undefined } as const;
  for (let index = 0; index < 500; index += 1) {
    const listener: Listener = {
      ...elsewhere,
      get spaceId() {
        looks += 1;
        return 77_777;
      },
    };
    subscribed.push(push.subscribe(listener));
  }
  const { heard, until } = listen(anna.id);
  looks = 0;
  await report({}, 41);
  await until(1);
  expect([heard, looks]).toEqual([[41], 0]);
});

test('a message about a version looks at those alone who have it open, and one to named people at those alone', async () => {
  let looks = 0;
  const elsewhere = { userId: 902, spaceId: anna.spaceId, send: () => undefined, missed: () => undefined } as const;
  for (let index = 0; index < 50; index += 1) {
    const listener: Listener = {
      ...elsewhere,
      get versionId() {
        looks += 1;
        return 88_888;
      },
    };
    subscribed.push(push.subscribe(listener));
  }
  const own = listen(903);
  const open = { heard: [] as number[] };
  const listener: Listener = {
    userId: 904,
    spaceId: anna.spaceId,
    versionId: 5,
    send: ({ data }) => void open.heard.push('percent' in data ? data.percent : 0),
    missed: () => undefined,
  };
  subscribed.push(push.subscribe(listener));
  looks = 0;
  await report({ versionId: 5 }, 61);
  await report({ userIds: [903, 903] }, 62);
  await own.until(1);
  await expect.poll(() => open.heard).toEqual([61]);
  expect([own.heard, looks]).toEqual([[62], 0]);
});

test('a message to hundreds of pages lets others work in between, and is not for who has gone meanwhile', async () => {
  const heard: number[] = [];
  let between = 0;
  let begun = false;
  const leave: (() => void)[] = [];
  for (let userId = 2001; userId <= 2600; userId += 1)
    leave.push(
      push.subscribe({
        userId,
        spaceId: 66_667,
        versionId: null,
        send: () => {
          heard.push(userId);
          if (begun) return;
          begun = true;
          setImmediate(() => {
            between = heard.length;
            leave.at(-1)?.();
          });
        },
        missed: () => undefined,
      }),
    );
  await world.app.services.database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) =>
    push.send(tx, { spaceId: 66_667 }, 'space_demo_progress', { space_id: 66_667, percent: 1 }),
  );
  await expect.poll(() => heard.length).toBe(599);
  expect([between < 599, heard.includes(2600)]).toEqual([true, false]);
  for (const one of leave) one();
});

test('of what only the newest counts, the first is told at once and the last of those that follow', async () => {
  const { heard } = listen(anna.id);
  push.admit('version', async () => new Set([anna.id]));
  push.newest('version_changed', 200);
  const change = (version_id: number, revision: number) =>
    world.app.services.database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) =>
      push.send(tx, { spaceId: anna.spaceId, topic: `changes ${version_id}` }, 'version_changed', { version_id, revision }),
    );
  for (const revision of [1, 2, 3, 4]) await change(31, revision);
  await change(32, 1);
  await expect.poll(() => heard).toEqual([31, 32, 31]);
  await change(31, 5);
  await expect.poll(() => heard).toEqual([31, 32, 31, 31]);
});

test('who has moved to another space hears of it there, and no longer of the former', async () => {
  const heard: number[] = [];
  const listener: Listener = {
    userId: 901,
    spaceId: 66_666,
    versionId: null,
    send: ({ data }) => void heard.push('percent' in data ? data.percent : 0),
    missed: () => undefined,
  };
  subscribed.push(push.subscribe(listener));
  const other = listen(anna.id);
  await report({}, 51);
  await other.until(1);
  push.move(listener, { spaceId: anna.spaceId });
  await report({}, 52);
  await other.until(2);
  push.move(listener, { spaceId: null });
  await report({}, 53);
  await other.until(3);
  expect(heard).toEqual([52]);
});

test('messages of one line whose transactions end together leave in their order, and others where they stood', () => {
  const message = (text: string, line?: string, order?: number) => ({ channel: 'c', text, line, order });
  const leaving = [
    message('b2', 'b', 2),
    message('x', 'x'),
    message('a9', 'a', 9),
    message('b1', 'b', 1),
    message('y'),
    message('a1', 'a', 1),
  ];
  expect(inOrder(leaving).map(({ text }) => text)).toEqual(['b1', 'x', 'a1', 'b2', 'y', 'a9']);
});
