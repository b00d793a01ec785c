/** I8: a word that stands in one space alone is looked for in whatever people of another one are answered and told. */

import { api } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import { openChannel } from '../../../bench/live/page.ts';
import { type Caller, makeVersion, signIn } from '../../../e2e/caller.ts';
import type { Cluster } from './cluster.ts';
import { type Desk, plan } from './planner.ts';
import { openWitness, type Witness } from './witness.ts';

/** A space of somebody else, all of whose rows hold the word. */
export type Foreign = { word: string; owner: Caller; desk: Desk };

const STRANGER = { login: 'stranger', password: 'nobody knows this stranger' };
const ROWS = 3;
const PAUSE_MS = 500;
const AGAIN_MS = 500;
const CALL_MS = 5_000;

export async function openForeign({ nodes }: Pick<Cluster, 'nodes'>, person: Caller): Promise<Foreign> {
  const { url } = nodes[0].wire;
  const names = {
    email: 'stranger@gantry.example',
    first_name: 'A',
    last_name: 'Stranger',
    secret_question: 'Where?',
    answer: 'Elsewhere',
  };
  const { token } = await person.call(api.users.registerAndLogin, { body: { ...STRANGER, ...names } });
  const word = `kanarie${process.pid}`;
  const { member, spaceId, versionId, itemIds } = await makeVersion(await signIn(url, STRANGER), ROWS);
  for (const wbsId of itemIds) await member.call(api.wbs.update, { params: { id: versionId, wbsId }, body: { name: word } });
  return { word, owner: member, desk: { nodes, token, spaceId, versionId, itemIds } };
}

/** Edits the foreign space, and asks and listens for its word as a planner of another one, until it is over. */
export async function watchCanary(
  desk: Desk,
  foreign: Foreign,
  witness: Witness,
  random: () => number,
  isOver: () => boolean,
): Promise<void> {
  const pages = desk.nodes.flatMap((node) =>
    [desk, foreign.desk].map((place) => listen(node.wire.url, desk.token, place, witness, isOver)),
  );
  const edits = plan(foreign.desk, foreign.word, openWitness(), random, isOver);
  const asked = [
    [desk.spaceId, `versions/${desk.versionId}/wbs`],
    [desk.spaceId, `search?q=${foreign.word}`],
    [desk.spaceId, 'jobs'],
    [desk.spaceId, `versions/${foreign.desk.versionId}/wbs`],
    [foreign.desk.spaceId, `versions/${foreign.desk.versionId}/wbs`],
    [foreign.desk.spaceId, `search?q=${foreign.word}`],
  ] as const;
  for (let at = 0; !isOver(); at += 1) {
    const node = desk.nodes[Math.floor(random() * desk.nodes.length)];
    const [spaceId, path] = asked[at % asked.length];
    const text = await textOf(`${node.wire.url}/api/v1/${path}`, desk.token, spaceId);
    witness.heard(text, path);
    await setTimeout(PAUSE_MS);
  }
  await Promise.all([edits, ...pages]);
}

/** Whether its own people are answered the word: otherwise nobody would have seen it. */
export async function isKnownAtHome({ word, desk }: Foreign): Promise<boolean> {
  const [node] = desk.nodes;
  return (await textOf(`${node.wire.url}/api/v1/versions/${desk.versionId}/wbs`, desk.token, desk.spaceId)).includes(word);
}

async function textOf(url: string, token: string, spaceId: number): Promise<string> {
  try {
    const headers = { authorization: `Bearer ${token}`, 'x-space-id': String(spaceId) };
    return await (await fetch(url, { headers, signal: AbortSignal.timeout(CALL_MS) })).text();
  } catch {
    return '';
  }
}

/** A page that asks for a place, and again once its connection is gone. */
async function listen(url: string, token: string, place: Desk, witness: Witness, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const socket = openChannel(url, token, place);
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.on('error', () => undefined);
    socket.on('message', (raw: Buffer) => witness.heard(raw.toString(), 'a page'));
    const ended = setInterval(() => isOver() && socket.terminate(), AGAIN_MS);
    await closed;
    clearInterval(ended);
    await setTimeout(AGAIN_MS);
  }
}
