import { type PushMessage, type PushRequest, pushRequest } from '@gantry/contract';
import { oncePer } from '@gantry/domain';
import type { WebsocketHandler } from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Services, TokenBounds } from '../../../platform/context.ts';
import { atMost } from '../../../platform/http/turns.ts';
import type { Listener } from '../../../platform/push-listeners.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { SESSION_ENDED } from '../auth/auth.service.ts';
import { mayReadVersion } from '../roles/roles.access.service.ts';
import { checkAccess } from '../spaces/spaces.service.ts';
import type { OpenPage, Rounds, Watch } from './push.rounds.service.ts';
import { countPages } from './push.pages.rules.ts';
import { fullCredit, MESSAGES_BEHIND, nextCheck, spend, TOLD } from './push.rules.ts';

export type Socket = Parameters<WebsocketHandler>[0];

/** A page that takes more than this behind is cut off; it reconnects and loads again. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Messages kept for a page while its rights are checked. Beyond them they are dropped, and the page loads again. */
const MOST_HELD = 200;
export const NOT_SIGNED_IN = 4401;
/** The close code for what is too much of a page. */
const TOO_MUCH = 1008;
/** The close code of a server that is full: the page tries another, or again. */
const LATER = 1013;
/** Close code that asks a page to reconnect: its rights could not be checked. */
export const RESTART = 1012;
/** Tells a page that its person's rights have changed, so that it reloads what it shows. */
const ACCESS_CHANGED: PushMessage = { event: 'access_changed', data: {} };
/** Tells a page that it may have missed messages. */
const RESYNC: PushMessage = { event: 'resync', data: {} };

/** A changed role concerns every page of its holders at once. Four at a time check their rights, so that calls still get a connection. */
const lookingAgain = atMost(4);

const pagesOf = perDatabase(() => countPages());

/** Limits how fast a server notifies its pages of changed rights. */
const turnsOf = perDatabase(() => ({ credit: fullCredit(performance.now(), TOLD) }));

/** Milliseconds until the server may notify the next page. */
function nextTurn(services: Services): number {
  const turns = turnsOf(services);
  const { credit, waitMs } = spend(turns.credit, performance.now(), TOLD);
  turns.credit = credit;
  return waitMs;
}

/** What the server knows a page again by. The whole request would hold its headers in memory while the page is open. */
export type Asker = Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'cookies'> & { authorization: string | undefined };

/** What all pages of a server share. `signIn`: the context of who asks; null where nobody is signed in any more. */
export type Means = { services: Services; watch: Watch; rounds: Rounds; signIn(asker: Asker): Promise<Context | null> };

/** Counts a page of a person. Where the person or this server has too many pages, closes the socket with the reason and returns false. */
export function countPage(services: Services, userId: number, socket: Socket): boolean {
  const refused = pagesOf(services).enter(userId, socket);
  if (refused === 'ofPerson') socket.close(TOO_MUCH, 'too many pages');
  else if (refused === 'ofServer') socket.close(LATER, 'too many pages on this server');
  return refused === null;
}

type Held = { message: PushMessage; isPersonal: boolean };

/** One message goes to every page that hears it: it is written down once. */
const textOf = oncePer((message: PushMessage): string => JSON.stringify(message));

/**
 * A page that is open: it subscribes to a place, and is sent the events that its person may see there. A server holds thousands that do
 * nothing, hence a class, whose methods all of them share, and no more in it than an open page needs.
 */
export class Page implements Listener, OpenPage {
  readonly userId: number;
  readonly sessionId: number | null;
  /** Where it stands; changed by `Push.move` alone. */
  readonly spaceId: number | null = null;
  readonly versionId: number | null = null;
  checkAt = nextCheck(performance.now());
  private readonly token: TokenBounds | null;
  private readonly asker: Asker;
  private readonly socket: Socket;
  private readonly means: Means;
  private readonly unsubscribe: () => void;
  private isAlive = true;
  /** Messages that wait while the server checks whether the page may still receive them. */
  private held: Held[] | null = null;
  /** The moves that are reported to presence, in order, so that it never shows a place that the page has left. */
  private reported: Promise<unknown> = Promise.resolve();
  private credit = fullCredit(performance.now());
  /** Set while the page waits for the notification of changed rights. */
  private telling: NodeJS.Timeout | null = null;
  /** Of the messages of the page that wait only the last one counts. */
  private last: PushRequest | null = null;
  private behind = 0;
  private isBusy = false;

  constructor(socket: Socket, asker: Asker, { userId, sessionId, token }: Context, means: Means) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.token = token;
    this.asker = asker;
    this.socket = socket;
    this.means = means;
    this.unsubscribe = means.services.push.subscribe(this);
    means.rounds.join(this);
    socket.on('pong', () => (this.isAlive = true));
    socket.on('close', () => this.leave());
  }

  get tokenId(): number | null {
    return this.token?.id ?? null;
  }

  get tokenRights(): ReadonlySet<string> | undefined {
    return this.token?.rights;
  }

  private leave(): void {
    const { rounds, services } = this.means;
    pagesOf(services).leave(this.userId, this.socket);
    rounds.leave(this);
    this.unsubscribe();
    clearTimeout(this.telling ?? undefined);
    void this.report(null, null, null);
  }

  ping(): void {
    if (!this.isAlive) return this.socket.terminate();
    this.isAlive = false;
    this.socket.ping();
  }

  send(message: PushMessage, isPersonal = false): void {
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) return this.socket.terminate();
    if (message.event === SESSION_ENDED) return void this.lookAgain();
    if (this.held) this.hold(this.held, { message, isPersonal });
    else this.notify(message);
  }

  private hold(held: Held[], one: Held): void {
    if (held.length < MOST_HELD) return void held.push(one);
    // The page waits for the answers to its own messages.
    const answers = held.filter(({ message }) => message.event === 'subscribed');
    this.held = [...answers, { message: RESYNC, isPersonal: true }, one];
  }

  missed(): void {
    // What was lost may have been the end of this page's rights.
    this.checkAt = 0;
    this.send(RESYNC);
  }

  private notify(message: PushMessage): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(textOf(message));
    pagesOf(this.means.services).sent(this.socket);
  }

  /** What ends a session, a token or a membership ends what its pages hear, from the next message on. */
  private async lookAgain(): Promise<void> {
    if (this.held) return;
    this.held = [];
    const { spaceId, versionId } = this;
    await lookingAgain(() => this.check());
    const [missed, stays] = [this.held, this.spaceId === spaceId && this.versionId === versionId];
    this.held = null;
    this.announce(stays);
    // A page that has lost its place still hears what is addressed to its person.
    for (const { message, isPersonal } of missed) if (stays || isPersonal) this.notify(message);
  }

  /** Tells the page of changed rights in its turn; one that has lost its place shows little and hears of it at once. */
  private announce(stays: boolean): void {
    if ((this.telling && stays) || this.socket.readyState !== this.socket.OPEN) return;
    clearTimeout(this.telling ?? undefined);
    const waitMs = stays ? nextTurn(this.means.services) : 0;
    const announce = (): void => {
      this.telling = null;
      this.notify(ACCESS_CHANGED);
    };
    if (waitMs === 0) return announce();
    this.telling = setTimeout(announce, waitMs);
    this.telling.unref();
  }

  async check(): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return;
    try {
      if (!(await this.means.signIn(this.asker))) return this.socket.close(NOT_SIGNED_IN, 'not signed in');
      const { spaceId, versionId } = this;
      if (spaceId === null) return;
      if (!(await this.mayEnter(spaceId))) this.leaveSpace();
      else if (versionId !== null && this.versionId === versionId && !(await this.mayRead(spaceId, versionId))) this.leaveVersion();
    } catch {
      this.socket.close(RESTART, 'cannot be checked');
    }
  }

  private async mayEnter(spaceId: number): Promise<boolean> {
    const { database, licensing, now, log } = this.means.services;
    const { id: request, ip: clientAddress } = this.asker;
    const { userId, token } = this;
    const caller = { database, licensing, now, log: log.child({ request }), userId, clientAddress, token };
    return (await checkAccess(caller, spaceId)).allowed;
  }

  private mayRead(spaceId: number, versionId: number): Promise<boolean> {
    const { userId, token } = this;
    return mayReadVersion({ database: this.means.services.database, userId, token }, spaceId, versionId);
  }

  private leaveVersion(): void {
    this.means.services.push.move(this, { versionId: null });
    if (this.spaceId !== null) void this.report(this.spaceId, null, null);
  }

  private leaveSpace(): void {
    this.means.services.push.move(this, { spaceId: null, versionId: null });
    void this.report(null, null, null);
  }

  /** Reports to presence where the page stands. */
  private report(spaceId: number | null, versionId: number | null, itemId: number | null): Promise<unknown> {
    const { watch } = this.means;
    const { userId } = this;
    const { id: connection } = this.asker;
    this.reported = this.reported.then(() =>
      spaceId === null ? watch.leave(connection) : watch.stand({ connection, userId, spaceId, versionId, itemId }),
    );
    return this.reported;
  }

  /** Takes one message of the page after the other, no faster than its credit allows. */
  hear(raw: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.isBusy && ++this.behind > MESSAGES_BEHIND) return this.socket.close(TOO_MUCH, 'too many messages');
    const sent = pushRequest.safeParse(parseJson(raw));
    if (!sent.success) return;
    this.last = sent.data;
    if (!this.isBusy) this.go().catch(() => this.socket.close(RESTART, 'cannot be checked'));
  }

  private async go(): Promise<void> {
    this.isBusy = true;
    while (this.last && this.socket.readyState === this.socket.OPEN) {
      const turn = spend(this.credit, performance.now());
      this.credit = turn.credit;
      if (turn.waitMs) await pause(turn.waitMs);
      const request: PushRequest = this.last;
      [this.last, this.behind] = [null, 0];
      await this.enter(request);
    }
    this.isBusy = false;
  }

  private async enter(request: PushRequest): Promise<void> {
    const { space_id, version_id, row_id } = request;
    const { push } = this.means.services;
    const stands = space_id !== null && this.spaceId === space_id && this.versionId === version_id;
    // A move to another row of the same version keeps the subscription, so that no event is lost.
    if (row_id !== undefined && stands) return void (await this.report(space_id, version_id, row_id));
    push.move(this, { spaceId: null, versionId: null });
    const spaceId = space_id !== null && (await this.mayEnter(space_id)) ? space_id : null;
    const seen = spaceId !== null && version_id !== null && (await this.mayRead(spaceId, version_id));
    if (this.socket.readyState !== this.socket.OPEN) return;
    const versionId = seen ? version_id : null;
    if (spaceId !== null) push.move(this, { spaceId, versionId });
    const moved = this.report(spaceId, versionId, row_id ?? null);
    // The server answers the page even while it checks the person's rights again.
    this.send({ event: 'subscribed', data: { space_id: spaceId, version_id: versionId } }, true);
    await moved;
  }
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
