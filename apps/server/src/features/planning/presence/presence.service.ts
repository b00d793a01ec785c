import type { Present } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Context, Services } from '../../../platform/context.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { describeError } from '../../../platform/log.ts';
import { liveOf } from '../timetable/live/timetable.live.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import { findPerson } from './presence.repository.ts';
import { digestOf, inParts, openPlaces, type PresenceChange, type PresenceNotice } from './presence.rules.ts';

const CHANNEL = 'gantry_presence';
/** Bytes of people or steps in one notification, which holds 8,000. */
const MOST_BYTES = 7_000;
/** The interval of the heartbeats of a server, and the silence after which the others remove its pages. */
const ALIVE_MS = 20_000;
const GONE_MS = 60_000;
/** Milliseconds between two reports of a version: who of the pages of a server comes, steps and goes meanwhile is told together. */
const GATHERED_MS = 250;

/** The place that a page reports; version null = none. */
type Place = { connection: string; userId: number; spaceId: number; versionId: number | null; itemId: number | null };
type Standing = { spaceId: number; versionId: number; present: Present };
/** Pages that have come to a version, stepped in it or left it since its last report. */
type Gathered = { spaceId: number; came: Set<string>; stepped: Set<string>; left: Set<string> };

const placesOf = perDatabase(openPlaces);

/** Who has a version open, on all servers. */
export async function listPeople(context: Context, versionId: number): Promise<Present[]> {
  await getVersion(context, versionId);
  return placesOf(context).list(context.spaceId, versionId);
}

/**
 * Keeps presence in step with the push channel, and notifies the pages of the same version of changes. Each server holds the presence of all
 * servers in memory and publishes its own changes as hints; when the digest of a server differs, the others ask it for all of its pages.
 * What pages do is gathered a version, so that a crowd costs what one person does.
 */
export function watchPresence(
  services: Pick<Services, 'database' | 'push' | 'log'>,
  { aliveMs = ALIVE_MS, goneMs = GONE_MS, gatheredMs = GATHERED_MS }: { aliveMs?: number; goneMs?: number; gatheredMs?: number } = {},
) {
  const { database, push, log } = services;
  const server = randomUUID();
  const places = placesOf(services);
  /** Where the pages of this server stand, and who comes to the version that they go to. */
  const standing = new Map<string, Standing>();
  /** A version is here until nothing has happened since its last report. */
  const gathered = new Map<number, Gathered>();

  const publish = (notice: WithoutServer<PresenceNotice>): void => push.publish(CHANNEL, JSON.stringify({ server, ...notice }));

  const report = (changes: readonly PresenceChange[]): void => {
    for (const { spaceId, versionId, ...change } of changes)
      push.repeat({ spaceId, versionId, topic: `presence ${versionId}` }, 'version_presence', { version_id: versionId, ...change });
  };

  push.on(CHANNEL, (payload) => {
    // Notices may have been lost: all servers, this one included, send their pages again.
    if (!payload) return publish({ asks: null });
    hear(JSON.parse(payload) as PresenceNotice);
  });

  function hear(notice: PresenceNotice): void {
    const now = performance.now();
    if ('asks' in notice) {
      if (notice.asks === null || notice.asks === server) publishAll(notice.server);
    } else if ('alive' in notice) {
      if (!places.isKnown(notice.server, notice.alive, now)) publish({ asks: notice.server });
    } else if ((notice.to ?? server) === server) report('anew' in notice ? places.forget(notice.server, now) : places.hear(notice, now));
  }

  /** Sends all pages of this server to one server. */
  function publishAll(to: string): void {
    publish({ to, anew: true });
    const versions = Map.groupBy(standing.values(), ({ versionId }) => versionId);
    for (const [versionId, there] of versions)
      for (const joined of inParts(
        there.map(({ present }) => present),
        MOST_BYTES,
      ))
        publish({ to, spaceId: there[0].spaceId, versionId, joined });
  }

  const timer = setInterval(() => {
    // The others compare the digest with what they have been told.
    for (const [versionId, waiting] of gathered) publishGathered(versionId, waiting);
    publish({ alive: digestOf(standing.values()) });
    report(places.forgetSilent(performance.now() - goneMs));
  }, aliveMs);
  timer.unref();

  async function enter(place: Place & { versionId: number }): Promise<void> {
    const { connection, userId, spaceId, versionId, itemId } = place;
    const known = standing.get(connection);
    const person = known?.present ?? (await findShown(userId));
    if (!person) return;
    const present = { ...person, connection, user_id: userId, row_id: itemId, since: new Date().toISOString() };
    standing.set(connection, { spaceId, versionId, present });
    gather({ spaceId, versionId }, 'came', connection);
  }

  /** Presence is not stored: what fails is repeated by the page's next step. */
  async function findShown(userId: number): Promise<Pick<Present, 'name' | 'avatar'> | null> {
    try {
      const found = await database.read({ spaceId: null, userId: null }, (db) => findPerson(db, userId));
      return found ? { name: found.name, avatar: found.avatar_key?.slice(0, 8) ?? null } : null;
    } catch (error) {
      log.warn('presence', describeError(error));
      return null;
    }
  }

  async function leave(connection: string): Promise<void> {
    const place = standing.get(connection);
    standing.delete(connection);
    if (place) gather(place, 'left', connection);
  }

  /** Notes what a page has done; the first of it is told at once. */
  function gather(
    { spaceId, versionId }: Pick<Standing, 'spaceId' | 'versionId'>,
    what: keyof Omit<Gathered, 'spaceId'>,
    page: string,
  ): void {
    const known = gathered.get(versionId);
    if (known) return void known[what].add(page);
    const waiting: Gathered = { spaceId, came: new Set(), stepped: new Set(), left: new Set() };
    waiting[what].add(page);
    gathered.set(versionId, waiting);
    void reportGathered(versionId, waiting);
  }

  async function reportGathered(versionId: number, waiting: Gathered): Promise<void> {
    while (waiting.came.size || waiting.stepped.size || waiting.left.size) {
      publishGathered(versionId, waiting);
      await setTimeout(gatheredMs, undefined, { ref: false });
    }
    gathered.delete(versionId);
  }

  /** Publishes where the pages that have done something stand now. */
  function publishGathered(versionId: number, { spaceId, came, stepped, left }: Gathered): void {
    const presentOf = (page: string): Present[] => {
      const place = standing.get(page);
      return place?.versionId === versionId ? [place.present] : [];
    };
    const joined = [...came].flatMap(presentOf);
    const moved = [...stepped]
      .filter((page) => !came.has(page))
      .flatMap(presentOf)
      .map(({ connection, row_id }) => ({ connection, row_id }));
    // Of a page that has gone to another version its coming there is told.
    const gone = [...left].filter((page) => !standing.has(page));
    for (const pages of [came, stepped, left]) pages.clear();
    for (const some of inParts(joined, MOST_BYTES)) publish({ spaceId, versionId, joined: some });
    for (const some of inParts(moved, MOST_BYTES)) publish({ spaceId, versionId, moved: some });
    for (const some of inParts(gone, MOST_BYTES)) publish({ spaceId, versionId, left: some });
  }

  return {
    async stand(place: Place): Promise<void> {
      const { spaceId, connection, versionId, itemId } = place;
      if (versionId === null) return leave(connection);
      const before = standing.get(connection);
      if (before?.versionId !== versionId) {
        // A person who opens a version usually edits it next: the thread is ready by then.
        liveOf({ database })?.expect({ spaceId, versionId });
        return enter({ ...place, versionId });
      }
      if (before.present.row_id === itemId) return;
      before.present = { ...before.present, row_id: itemId };
      gather({ spaceId, versionId }, 'stepped', connection);
    },
    leave,
    close() {
      clearInterval(timer);
      for (const [versionId, waiting] of gathered) publishGathered(versionId, waiting);
    },
  };
}

type WithoutServer<T> = T extends unknown ? Omit<T, 'server'> : never;
