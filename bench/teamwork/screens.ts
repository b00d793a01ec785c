/** Pages of people who look at one chat, without their browser: they hear, ask for what they missed, and send until the server has it. */

import { api, type ChatMessage } from '@gantry/contract';
import { LIMITS } from '@gantry/domain';
import { WebSocket } from 'ws';
import { type Member, type Node, pause } from './stage.ts';

/** As the page spreads those who come back. */
const SPREAD_MS = 3000;
/** How long a page waits for a message that another one overtook before it asks. */
const GAP_MS = 1000;

export type Screen = {
  member: Member;
  node: Node;
  /** What the person sees, by number. */
  copy: Map<number, { id: number; change: number; text: string }>;
  /** How often each message was pushed as new. */
  pushed: Map<number, number>;
  /** Milliseconds from sending to each other screen. */
  delays: number[];
  asked: number;
  /** The server has said once that the page is heard. */
  subscribed: Promise<void>;
  /** Loses its connection for so long, as in a tunnel. */
  goOffline(ms: number): void;
  /** Asks for all that has changed since. */
  catchUp(): Promise<void>;
  close(): void;
};

/** What is being sent: by its key, since when and by whom. */
export type Sent = Map<string, { at: number; by: number; text: string; acknowledged: number | null; tries: number }>;

/** Opens a page; `nodeOf` says where it connects, also after its server has gone. */
export function openScreen(
  member: Member,
  { chatId, spaceId, sent, nodeOf, random }: { chatId: number; spaceId: number; sent: Sent; nodeOf: () => Node; random: () => number },
): Screen {
  let socket: WebSocket | null = null;
  let closed = false;
  let offlineUntil = 0;
  let lastChange = 0;
  let asking: Promise<void> | null = null;
  let gap: NodeJS.Timeout | undefined;
  let settled = (): void => undefined;
  /** What was missed is asked for once the server tells of what comes. */
  let owes = false;

  const put = (message: ChatMessage): void => {
    const known = screen.copy.get(message.seq);
    if (known && known.change >= message.change) return;
    screen.copy.set(message.seq, { id: message.id, change: message.change, text: message.text });
  };
  /** Changes up to which nothing is missing. */
  const settle = (): void => {
    const changes = new Set([...screen.copy.values()].map(({ change }) => change));
    while (changes.has(lastChange + 1)) lastChange += 1;
  };
  const ask = async (): Promise<void> => {
    for (let failed = 0; !closed && failed < 60;) {
      const query = new URLSearchParams({ changed_after: String(lastChange), limit: '100' });
      const path = api.chat.messages.path.replace('{id}', String(chatId));
      screen.asked += 1;
      const answer = await fetch(`${screen.node.url}${path}?${query}`, {
        headers: member.headers,
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null);
      if (!answer?.ok) {
        failed += 1;
        screen.node = nodeOf();
        await pause(500 + random() * 1000);
        continue;
      }
      const { messages } = (await answer.json()) as { messages: ChatMessage[] };
      for (const message of messages) put(message);
      lastChange = messages.reduce((most, { change }) => Math.max(most, change), lastChange);
      if (messages.length < 100) return;
    }
  };
  const hear = (raw: Buffer): void => {
    const now = performance.now();
    const { event, data } = JSON.parse(raw.toString('utf8')) as { event: string; data: { chat_id: number; message: ChatMessage } };
    if (event === 'resync') return void setTimeout(() => void screen.catchUp(), random() * SPREAD_MS);
    if (event === 'subscribed') {
      settled();
      if (owes) void screen.catchUp();
      owes = false;
    }
    if (event !== 'chat_message_created' || data.chat_id !== chatId) return;
    const { message } = data;
    screen.pushed.set(message.seq, (screen.pushed.get(message.seq) ?? 0) + 1);
    const from = sent.get(message.client_key);
    if (from && from.by !== member.id) screen.delays.push(now - from.at);
    put(message);
    if (message.change === lastChange + 1) lastChange += 1;
    else if (message.change > lastChange)
      gap ??= setTimeout(() => {
        gap = undefined;
        settle();
        if ([...screen.copy.values()].some(({ change }) => change > lastChange)) void screen.catchUp();
      }, GAP_MS);
  };
  const connect = (again: boolean): void => {
    if (closed) return;
    screen.node = nodeOf();
    const mine = new WebSocket(`${screen.node.url.replace('http', 'ws')}${api.push.stream.path}`, { headers: member.headers });
    socket = mine;
    mine.on('open', () => {
      owes = again;
      mine.send(JSON.stringify({ space_id: spaceId, version_id: null }));
    });
    mine.on('message', hear);
    mine.on('error', () => undefined);
    mine.on('close', () => {
      const wait = Math.max(LIMITS.reconnectSeconds * 1000, offlineUntil - performance.now()) + random() * SPREAD_MS;
      if (socket === mine) setTimeout(() => connect(true), wait);
    });
  };
  const screen: Screen = {
    member,
    node: nodeOf(),
    copy: new Map(),
    pushed: new Map(),
    delays: [],
    asked: 0,
    subscribed: new Promise((done) => (settled = done)),
    goOffline(ms) {
      offlineUntil = performance.now() + ms;
      socket?.terminate();
    },
    catchUp: () => (asking ??= ask().finally(() => (asking = null))),
    close() {
      closed = true;
      clearTimeout(gap);
      socket?.terminate();
    },
  };
  connect(false);
  return screen;
}

/** Sends a message until the server has it: as often as it takes, under one key. */
export async function sendUntilKept(screen: Screen, sent: Sent, chatId: number, text: string, nodeOf: () => Node): Promise<void> {
  const key = crypto.randomUUID();
  const entry = { at: performance.now(), by: screen.member.id, text, acknowledged: null as number | null, tries: 0 };
  sent.set(key, entry);
  for (; entry.acknowledged === null && entry.tries < 120; entry.tries += 1) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ chat_id: String(chatId), text, client_key: key })) form.set(name, value);
    const call = { method: api.chat.create.method, headers: screen.member.headers, body: form, signal: AbortSignal.timeout(120_000) };
    const answer = await fetch(`${screen.node.url}${api.chat.create.path}`, call).catch(() => null);
    if (answer?.ok) entry.acknowledged = ((await answer.json()) as { message: ChatMessage }).message.id;
    else {
      screen.node = nodeOf();
      await pause(1000);
    }
  }
}
