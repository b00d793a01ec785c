import { type About, type EventData, type EventName, EVENTS, type EventSent, isEventName, type PushMessage } from '@gantry/contract';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterCommit, type Connection, type Tx } from './postgres/database.ts';
import { atMost } from './http/turns.ts';
import { describeError, type Log } from './log.ts';
import { type Audience, hears, inOrder, type Leaving, lineOf } from './push-audience.ts';
import { type Listener, openListeners } from './push-listeners.ts';

/** A notification holds 8,000 bytes: more people than this are named by what they may read, in an expander, or in several notifications. */
export const MAX_NAMED_PEOPLE = 400;

/** Sends to people by name, however many: those who read what is gone with the transaction. */
export async function sendToPeople<N extends EventName>(
  push: Push,
  tx: Tx,
  { spaceId, people }: { spaceId: number; people: Iterable<number> },
  event: N,
  data: EventSent[N],
): Promise<void> {
  const named = [...people];
  for (let from = 0; from < named.length; from += MAX_NAMED_PEOPLE)
    await push.send(tx, { spaceId, userIds: named.slice(from, from + MAX_NAMED_PEOPLE) }, event, data);
}

/** What travels between the servers. */
type Notice = { audience: Audience; event: string; data: unknown };
type Known = Notice & { event: EventName };

/** Who hears of something, within the token that opened the channel. */
export type Hearer = { userId: number; token: { rights: ReadonlySet<string> } | null };

/**
 * Completes messages too large for a notification, on the node with listeners; null drops the message. A result that depends on rights is a
 * function that answers for all hearers at once: one object for those who see the same.
 */
export type Expander<N extends EventName> = (
  data: EventSent[N],
  audience: Audience,
) => Promise<EventData[N] | null | ForEach<EventData[N]>>;

/** What each of some hearers is told, in their order; null: nothing. */
type ForEach<D> = (hearers: readonly Hearer[]) => Promise<readonly (D | null)[]>;

/** The same for messages of one kind about one thing that wait behind each other, in their order. It costs what one of them costs. */
export type Gatherer<N extends EventName> = (sent: EventSent[N][], audience: Audience) => Promise<(EventData[N] | null)[]>;

type Data = PushMessage['data'];
type Gather = (sent: unknown[], audience: Audience) => Promise<(Data | null)[]>;
type Filler = (sent: unknown, audience: Audience) => Promise<Data | null | ForEach<Data>>;

/** Who holds one of the rights at what has an id. */
type Readers = (spaceId: number, id: number, rights: About['rights']) => Promise<ReadonlySet<number>>;

/**
 * Events to the pages that are open, on every node. They are hints: they ride on LISTEN/NOTIFY, leave after the commit, many in one
 * statement, and are lost where the server dies at that moment. What may not be missed stands in the database.
 */
export type Push = {
  /**
   * Sends the message after the transaction commits; a rollback sends nothing. Transactions that lock the same row pass an `order`: the
   * server sorts by it the messages of one line that wait to leave at the same time.
   */
  send<N extends EventName>(tx: Tx, audience: Audience, event: N, data: EventSent[N], order?: number): Promise<void>;
  subscribe(listener: Listener): () => void;
  /** A listener stands elsewhere from now on. */
  move(listener: Listener, place: Partial<Pick<Listener, 'spaceId' | 'versionId'>>): void;
  /** Tells listeners of this node alone, as if the message had come from the database. */
  repeat<N extends EventName>(audience: Audience, event: N, data: EventSent[N]): void;
  /** Versions that pages of this node have open, by id, each with its space and the newest revision that was heard of it. */
  openVersions(): Map<number, { spaceId: number; heard: number | null }>;
  expand<N extends EventName>(event: N, expander: Expander<N>): void;
  /** Completes messages of a kind together where several wait: a line that is behind catches up. */
  gather<N extends EventName>(event: N, gatherer: Gatherer<N>): void;
  /**
   * Of messages of a kind about one thing that wait in their line only the newest is told, and one in `restMs`. All such kinds together
   * take a fifth of the time at most.
   */
  newest(event: EventName, restMs: number): void;
  /** Who reads what events of a kind are about. Nobody hears of a kind without an answer. */
  admit(kind: About['kind'], readers: Readers): void;
  /** Sends a payload to all servers, this one included, on another channel. It is a hint: it may be lost. */
  publish(channel: string, payload: string): void;
  /** Called for every notification on another channel of the same connection with what it says, and with nothing when some may have been lost. */
  on(channel: string, handler: (payload: string) => void): void;
  /** Whether notifications arrive, and how many channels listen here. */
  state(): { connected: boolean; listeners: number };
  close(): Promise<void>;
};

const CHANNEL = 'gantry_push';
const RECONNECT_MS = 500;
/** A connection that does not hear itself for so long listens in vain. */
const BEAT_MS = 2500;
/** Most hints that wait for a connection; older ones are lost. */
const MOST_WAITING = 10_000;
/** Hints that leave in one statement. */
const AT_ONCE = 500;
/** Messages that are completed together. */
const MOST_GATHERED = 50;
/** What the database takes in one notification. */
const MOST_BYTES = 7999;

/** After what only the newest counts of is told, so many times as long nothing else of its kinds is: a fifth of the time at most. */
const REST_SHARE = 4;
/** Listeners that one message is sent to before calls are answered again. */
const SENT_AT_ONCE = 250;

/** Opens the listening connection and keeps it open. */
export function openPush(connection: Connection, log: Log): Push {
  const listeners = openListeners();
  const fillers = new Map<EventName, Filler>();
  const gatherers = new Map<EventName, Gather>();
  const rests = new Map<EventName, number>();
  const inTurn = atMost(1);
  const readersOf = new Map<About['kind'], Readers>();
  const handlers = new Map<string, (payload: string) => void>();
  /** What waits in each line that is under way, so that its messages arrive in the order of their commits. */
  const lines = new Map<string, Known[]>();
  /** The newest revision heard of each version that somebody here has open. */
  const revisions = new Map<number, number>();
  const waiting: Leaving[] = [];
  let leaving: Promise<void> | null = null;
  /** Whether this connection has been sent a beat that it has not heard. */
  let unheard = false;
  let client: pg.Client | null = null;
  let opened = false;
  let closed = false;

  /** Delivers messages of one kind about one thing; more than one only where they are gathered. */
  async function deliver([{ event, audience, data: sent }, ...more]: Known[]): Promise<void> {
    if (!listeners.isHeard(audience)) return;
    const admitted = await admission(EVENTS[event].about, audience, sent);
    const hearing = () => listeners.standing(audience).filter(admitted);
    const listening = hearing().length;
    if (!listening) return;
    log.debug('push.sent', { push: event, space: audience.spaceId, listeners: listening });
    const gather = gatherers.get(event);
    if (gather) {
      const all = await gather([sent, ...more.map(({ data }) => data)], audience);
      const messages = all.flatMap((data) => (data ? [{ event, data }] : []));
      return publishTo(hearing(), audience, () => messages);
    }
    const fill = fillers.get(event);
    const full = fill ? await fill(sent, audience) : EVENTS[event].data.parse(sent);
    if (!full) return;
    if (typeof full === 'function') return deliverEach(hearing, audience, event, full);
    const messages = [{ event, data: full }];
    await publishTo(hearing(), audience, () => messages);
  }

  /** Sends listeners their messages; thousands of them some at a time, and none to who has left or moved meanwhile. */
  async function publishTo(
    hearing: Listener[],
    audience: Audience,
    messagesFor: (listener: Listener) => readonly PushMessage[],
  ): Promise<void> {
    const isPersonal = audience.userId !== undefined;
    for (const [at, listener] of hearing.entries()) {
      if (at && at % SENT_AT_ONCE === 0) await new Promise((next) => setImmediate(next));
      if (!listeners.all().has(listener) || !hears(listener, audience)) continue;
      for (const message of messagesFor(listener)) listener.send(message, isPersonal);
    }
  }

  /** Whether a listener may hear of what an event is about. People whom the sender has named may. */
  async function admission(about: About | null, { spaceId, userId, userIds }: Audience, sent: unknown) {
    if (!about || userId !== undefined) return () => true;
    const { kind, field, rights } = about;
    const inToken = ({ tokenRights }: Listener) => !tokenRights || rights.some((right) => tokenRights.has(right));
    if (userIds) return inToken;
    const id = (sent as Record<string, unknown>)[field];
    const readers = typeof id === 'number' ? await readersOf.get(kind)?.(spaceId, id, rights) : undefined;
    return (listener: Listener) => inToken(listener) && readers?.has(listener.userId) === true;
  }

  /** Asks once for all who hear, and makes one message for those who are told the same. */
  async function deliverEach(hearing: () => Listener[], audience: Audience, event: EventName, dataFor: ForEach<Data>): Promise<void> {
    const nameOf = ({ userId, tokenId }: Listener) => `${userId} ${tokenId ?? ''}`;
    const hearers = new Map<string, Hearer>();
    for (const listener of hearing())
      hearers.set(nameOf(listener), { userId: listener.userId, token: listener.tokenRights ? { rights: listener.tokenRights } : null });
    const answers = await dataFor([...hearers.values()]);
    const answerOf = new Map([...hearers.keys()].map((name, index) => [name, answers[index]]));
    const messages = new Map<Data, PushMessage[]>();
    await publishTo(hearing(), audience, (listener) => {
      const data = answerOf.get(nameOf(listener));
      if (!data) return [];
      const own = messages.get(data) ?? [{ event, data }];
      messages.set(data, own);
      return own;
    });
  }

  function lineUp({ audience, event, data }: Notice): void {
    // A server of another release may know more.
    if (!isEventName(event)) return;
    if (event === 'version_edit') noteRevision(data as EventSent['version_edit']);
    const key = lineOf(audience);
    const line = lines.get(key);
    if (line) return void line.push({ audience, event, data });
    const begun = [{ audience, event, data }];
    lines.set(key, begun);
    void goAlong(key, begun);
  }

  async function goAlong(key: string, line: Known[]): Promise<void> {
    while (line.length) {
      const next = line.splice(0, alike(line));
      const restMs = rests.get(next[0].event);
      const done = () =>
        deliver(restMs === undefined ? next : next.slice(-1)).catch((error: unknown) => {
          log.error('push.failed', describeError(error));
          for (const listener of listeners.standing(next[0].audience)) listener.missed();
        });
      if (restMs === undefined) await done();
      else {
        await inTurn(() => atEase(done));
        await pause(restMs, undefined, { ref: false });
      }
    }
    lines.delete(key);
  }

  /** What thousands of pages hear of many things at once takes a part of the time alone. */
  async function atEase(work: () => Promise<void>): Promise<void> {
    const began = performance.now();
    await work();
    await pause((performance.now() - began) * REST_SHARE, undefined, { ref: false });
  }

  /** How many of the first of a line are delivered together: they are of one kind, for the same people and about the same thing. */
  function alike(line: readonly Known[]): number {
    const [{ event }] = line;
    const most = rests.has(event) ? line.length : gatherers.has(event) ? MOST_GATHERED : 1;
    if (most === 1) return 1;
    const field = EVENTS[event].about?.field ?? '';
    const nameOf = (one: Known) => JSON.stringify([one.event, one.audience, (one.data as Record<string, unknown>)[field]]);
    const first = nameOf(line[0]);
    const other = line.findIndex((one, at) => at === most || nameOf(one) !== first);
    return other < 0 ? line.length : other;
  }

  function noteRevision({ version_id, revision }: EventSent['version_edit']): void {
    if (listeners.isOpen(version_id)) revisions.set(version_id, Math.max(revision, revisions.get(version_id) ?? 0));
  }

  /** Sends what waits, while there is a connection. Two calls at once are one. */
  function flush(): Promise<void> {
    leaving ??= (async () => {
      for (;;) {
        // What commits in the same moment leaves together.
        await new Promise((next) => setImmediate(next));
        if (!waiting.length || !client) return;
        const batch = inOrder(waiting.splice(0, AT_ONCE));
        try {
          await client.query(
            'select pg_notify(channel, text) from unnest($1::text[], $2::text[]) with ordinality as sent (channel, text, at) order by at',
            [batch.map(({ channel }) => channel), batch.map(({ text }) => text)],
          );
        } catch {
          return void waiting.unshift(...batch);
        }
      }
    })().finally(() => (leaving = null));
    return leaving;
  }

  function leave(message: Leaving): void {
    waiting.push(message);
    if (waiting.length > MOST_WAITING) waiting.splice(0, waiting.length - MOST_WAITING);
    void flush();
  }

  /** Notifies itself; a connection that heard nothing of the last time is given up, and another one opened. */
  function beat(): void {
    const mine = client;
    if (!mine) return;
    if (unheard) {
      log.warn('push.silent', {});
      client = null;
      // With a statement under way the end does not wait for an answer.
      return void mine.end().catch(() => undefined);
    }
    unheard = true;
    mine.query(`select pg_notify($1, '')`, [CHANNEL]).catch(() => undefined);
  }

  async function connect(): Promise<void> {
    if (closed) return;
    // Past a pooler: a channel is of one connection.
    const next = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 10_000, ...connection });
    next.on('error', () => undefined);
    next.once('end', () => {
      if (client === next) client = null;
      unheard = false;
      if (!closed) setTimeout(() => void connect(), RECONNECT_MS).unref();
    });
    next.on('notification', (notice) => {
      if (notice.channel === CHANNEL && !notice.payload) unheard &&= notice.processId !== processOf(next);
      else if (notice.channel === CHANNEL) lineUp(JSON.parse(notice.payload ?? ''));
      else handlers.get(notice.channel)?.(notice.payload ?? '');
    });
    try {
      await next.connect();
      // A hint need not be on the disk.
      await next.query(`set synchronous_commit = off`);
      await next.query(`listen ${CHANNEL}`);
      for (const channel of handlers.keys()) await next.query(`listen ${channel}`);
      client = next;
      for (const handler of handlers.values()) handler('');
      // Messages between the two connections were lost.
      if (opened) for (const listener of listeners.all()) listener.missed();
      opened = true;
      void flush();
      if (closed) await next.end();
    } catch {
      next.end().catch(() => undefined);
    }
  }
  void connect();
  const beats = setInterval(beat, BEAT_MS);
  beats.unref();

  return {
    async send(_tx, audience, event, data, order) {
      if (audience.userIds && audience.userIds.length > MAX_NAMED_PEOPLE) throw new RangeError('too many people are named');
      const notice = JSON.stringify({ audience, event, data });
      if (Buffer.byteLength(notice) > MOST_BYTES) throw new RangeError(`${event} says more than a notification holds`);
      afterCommit(() => leave({ channel: CHANNEL, text: notice, line: lineOf(audience), order }));
    },
    publish(channel, payload) {
      if (Buffer.byteLength(payload) > MOST_BYTES) throw new RangeError(`${channel} says more than a notification holds`);
      leave({ channel, text: payload });
    },
    repeat: (audience, event, data) => lineUp({ audience, event, data }),
    openVersions() {
      const open = new Map<number, { spaceId: number; heard: number | null }>();
      for (const { spaceId, versionId } of listeners.all())
        if (spaceId !== null && versionId !== null) open.set(versionId, { spaceId, heard: revisions.get(versionId) ?? null });
      for (const versionId of revisions.keys()) if (!open.has(versionId)) revisions.delete(versionId);
      return open;
    },
    subscribe: (listener) => listeners.join(listener),
    move: (listener, place) => listeners.move(listener, place),
    expand: (event, expander) => void fillers.set(event, (sent, audience) => expander(EVENTS[event].sent.parse(sent), audience)),
    gather: (event, gatherer) =>
      void gatherers.set(event, (sent, audience) =>
        gatherer(
          sent.map((one) => EVENTS[event].sent.parse(one)),
          audience,
        ),
      ),
    newest: (event, restMs) => void rests.set(event, restMs),
    admit: (kind, readers) => void readersOf.set(kind, readers),
    on(channel, handler) {
      handlers.set(channel, handler);
      client?.query(`listen ${channel}`).catch(() => undefined);
    },
    state: () => ({ connected: client !== null, listeners: listeners.all().size }),
    async close() {
      clearInterval(beats);
      await flush();
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}

/** The server process behind a connection; 0 where it cannot be known. */
const processOf = (client: pg.Client): number => ('processID' in client ? Number(client.processID) : 0);
