/**
 * 200 people look at one chat over two servers while ten messages a second are written to it, and somebody edits a plan beside it; then a
 * server is killed, the database dies and people come back from a tunnel. The floor is a bare notification to as many sockets at the same
 * rate, with the same edits beside it.
 */

import { api } from '@gantry/contract';
import { seededRandom } from '@gantry/engine';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { share, type GatedFigure } from '../gates.ts';
import { openScreen, sendUntilKept, type Screen, type Sent } from './screens.ts';
import { makeMembers, makeProject, type Node, openStage, pause, type Stage, stop } from './stage.ts';

const PEOPLE = 200;
const A_SECOND = 10;
const EDIT_EVERY_MS = 400;

/** How long each part goes on, in seconds. */
const TIMES = {
  whole: { chat: 300, floor: 30, alone: 20, offline: 60 },
  quick: { chat: 30, floor: 10, alone: 10, offline: 10 },
};

export async function measureLive(quick: boolean): Promise<GatedFigure[]> {
  const times = quick ? TIMES.quick : TIMES.whole;
  const random = seededRandom(14);
  const stage = await openStage();
  const screens: Screen[] = [];
  try {
    const { owner, spaceId, projectId } = await makeProject(stage);
    const { id: node } = await owner.call(api.projects.createSchedule, { params: { id: projectId }, body: { name: 'Walls' } });
    const { id: versionId } = await owner.call(api.versions.create, { params: { id: node }, body: { name: 'Version' } });
    const parent = { parent_id: null, item: { name: 'Row' } };
    const { id: row } = await owner.call(api.wbs.create, { params: { id: versionId }, body: parent });
    const nodes = [stage.node, await stage.startNode()];
    const alive = (at: number) => () => nodes[at % 2];
    const { rows } = await stage.client.query<{ id: string }>(
      `insert into chat (space_id, kind, node_id) values ($1, 'node', $2) returning id`,
      [spaceId, node],
    );
    const chatId = Number(rows[0].id);
    const members = await makeMembers(stage, spaceId, PEOPLE);

    const edit = (at: number) => owner.call(api.wbs.update, { params: { id: versionId, wbsId: row }, body: { name: `Row ${at}` } });
    await editsFor(2, edit);
    const alone = await editsFor(times.alone, edit);
    const floor = await floorOf(stage, times.floor, edit);

    const sent: Sent = new Map();
    for (const [at, member] of members.entries()) screens.push(openScreen(member, { chatId, spaceId, sent, nodeOf: alive(at), random }));
    await Promise.all(screens.map(({ subscribed }) => subscribed));
    await pause(2000);
    const talk = (seconds: number) =>
      atPace(seconds, A_SECOND, (at) => {
        const one = Math.floor(random() * PEOPLE);
        return sendUntilKept(screens[one], sent, chatId, `Line ${at} of ${one}`, alive(one));
      });
    const [, beside] = await Promise.all([talk(times.chat), editsFor(times.chat, edit)]);
    await pause(2000);
    const delays = screens.flatMap((screen) => screen.delays.splice(0));
    const quiet = await faultsOf(stage, { chatId, screens, sent });
    const doubled = screens.reduce((sum, { pushed }) => sum + [...pushed.values()].filter((times) => times > 1).length, 0);
    const asked = screens.reduce((sum, screen) => sum + screen.asked, 0);
    console.log(`${sent.size} messages, ${delays.length} deliveries of ${sent.size * (PEOPLE - 1)} by push, ${asked} questions for gaps`);

    await Promise.all([talk(times.offline + 25), trouble(stage, { nodes, screens, offline: times.offline })]);
    const healed = await untilEqual(stage, { chatId, screens, sent });
    const pending = [...sent.values()].filter(({ acknowledged }) => acknowledged === null).length;
    const again = [...sent.values()].filter(({ tries }) => tries > 1).length;
    console.log(`${sent.size} messages in all, ${again} sent more than once; all screens agreed after ${healed.seconds.toFixed(1)} s`);

    const [typical, usual] = [share(beside, 0.5), share(alone, 0.5)];
    console.log(`an edit: ${usual.toFixed(1)} ms alone, ${typical.toFixed(1)} beside the chat, ${floor.edit.toFixed(1)} beside the floor`);
    return [
      { name: 'T1 a message on other screens, p95', figure: share(delays, 0.95), gate: 300, floor: floor.p95, unit: 'ms' },
      { name: 'T1 a message on other screens, p99', figure: share(delays, 0.99), gate: 800, floor: floor.p99, unit: 'ms' },
      { name: 'T1 messages not pushed to a screen', figure: sent.size ? quiet.unpushed : Number.NaN, gate: 0, unit: 'pushes' },
      { name: 'T1 lost, doubled or in another order', figure: quiet.faults + doubled, gate: 0, unit: 'messages' },
      { name: 'T1 an edit beside the chat', figure: typical / usual, gate: 1.2, floor: floor.edit / usual, unit: '× alone' },
      { name: 'T2 screens that disagree after kill, restart, tunnel', figure: healed.faults, gate: 0, unit: 'messages' },
      { name: 'T2 messages lost while they waited', figure: pending, gate: 0, unit: 'messages' },
    ];
  } finally {
    for (const screen of screens) screen.close();
    await stage.close();
  }
}

/** Does something at a steady pace, whether or not the former is done; resolves when all are. */
async function atPace(seconds: number, aSecond: number, work: (at: number) => Promise<void>): Promise<void> {
  const begun = performance.now();
  const all: Promise<void>[] = [];
  for (let at = 0; at < seconds * aSecond; at += 1) {
    await pause(Math.max(1, begun + (at * 1000) / aSecond - performance.now()));
    all.push(work(at));
  }
  await Promise.all(all);
}

async function editsFor(seconds: number, edit: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    await edit(Math.floor(begun));
    times.push(performance.now() - begun);
    await pause(Math.max(0, EDIT_EVERY_MS - times[times.length - 1]));
  }
  return times;
}

/** Two bare servers, as many sockets, the same rate and the same edits. */
async function floorOf(stage: Stage, seconds: number, edit: (at: number) => Promise<unknown>) {
  const { host, user, database } = stage.cluster.administration;
  await stage.client.query('create table bench_echo (id bigint generated always as identity, body text)');
  const address = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const echoes = await Promise.all([startEcho(address), startEcho(address)]);
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const sockets = Array.from({ length: PEOPLE }, (_none, at) => new WebSocket(`ws://127.0.0.1:${echoes[at % 2].port}`));
  for (const socket of sockets)
    socket.on('message', (raw: Buffer) => {
      const { key } = JSON.parse(raw.toString('utf8')) as { key: string };
      delays.push(performance.now() - (sentAt.get(key) ?? 0));
    });
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const speak = async (at: number): Promise<void> => {
    const key = crypto.randomUUID();
    sentAt.set(key, performance.now());
    // As long as a message is.
    const body = JSON.stringify({ key, body: 'x'.repeat(500) });
    await (await fetch(`http://127.0.0.1:${echoes[at % 2].port}`, { method: 'POST', body })).text();
  };
  const [, edits] = await Promise.all([atPace(seconds, A_SECOND, speak), editsFor(seconds, edit)]);
  for (const socket of sockets) socket.terminate();
  for (const { child } of echoes) child.kill('SIGTERM');
  return { p95: share(delays, 0.95), p99: share(delays, 0.99), edit: share(edits, 0.5) };
}

async function startEcho(address: string): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'echo.ts'), address], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(/port (\d+)/.exec(line.toString())?.[1]), child };
}

/** A tenth of the people go offline, a server is killed and comes back, the database dies and comes back. */
async function trouble(
  { cluster, startNode, reconnect }: Stage,
  { nodes, screens, offline }: { nodes: Node[]; screens: readonly Screen[]; offline: number },
): Promise<void> {
  await pause(2000);
  for (const screen of screens.filter((_screen, at) => at % 10 === 0)) screen.goOffline(offline * 1000);
  const [first, second] = nodes;
  await stop(second, 'SIGKILL');
  console.log('a server is killed');
  // Whoever stood there goes to the other one, as behind a balancer.
  nodes[1] = first;
  await pause(4000);
  nodes[1] = await startNode();
  await pause(2000);
  process.kill(cluster.pid, 'SIGKILL');
  console.log('the server is back, the database is killed');
  await pause(3000);
  await reconnect();
  console.log('the database is back');
}

type Talk = { chatId: number; screens: readonly Screen[]; sent: Sent };

/** What screens show otherwise than the database, and what was sent and stands there not once. */
async function faultsOf({ client }: Stage, { chatId, screens, sent }: Talk): Promise<{ faults: number; unpushed: number }> {
  const { rows } = await client.query<{ id: number; seq: number; text: string; client_key: string }>(
    'select id::int, seq::int, text, client_key from chat_message where chat_id = $1 order by seq',
    [chatId],
  );
  let faults = rows.filter(({ seq }, at) => seq !== at + 1).length;
  const stored = Map.groupBy(rows, ({ client_key }) => client_key);
  for (const [key, { acknowledged, text }] of sent) {
    const kept = stored.get(key) ?? [];
    if (acknowledged !== null && (kept.length !== 1 || kept[0].id !== acknowledged || kept[0].text !== text)) faults += 1;
  }
  let unpushed = 0;
  for (const { copy, pushed } of screens) {
    faults += Math.abs(copy.size - rows.length);
    for (const { seq, id, text } of rows) {
      const shown = copy.get(seq);
      if (shown && (shown.id !== id || shown.text !== text)) faults += 1;
      if (!pushed.has(seq)) unpushed += 1;
    }
  }
  return { faults, unpushed };
}

/** Waits until all screens agree, for three minutes at most: pages come back by themselves. */
async function untilEqual(stage: Stage, talk: Talk): Promise<{ faults: number; seconds: number }> {
  const begun = performance.now();
  for (;;) {
    const { faults } = await faultsOf(stage, talk);
    const seconds = (performance.now() - begun) / 1000;
    if (!faults || seconds > 180) return { faults, seconds };
    await pause(1000);
  }
}
