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
/** Milliseconds between two reports of the steps of a version: what the pages of a server do meanwhile is one message. */
const BETWEEN_STEPS_MS = 250;

/** The place that a page reports; version null = none. */
type Place = { connection: string; userId: number; spaceId: number; versionId: number | null; itemId: number | null };
type Standing = { spaceId: number; versionId: number; present: Present };

const placesOf = perDatabase(openPlaces);

/** Who has a version open, on all servers. */
export async function listPeople(context: Context, versionId: number): Promise<Present[]> {
  await getVersion(context, versionId);
  return placesOf(context).list(context.spaceId, versionId);
}

/**
 * Keeps presence in step with the push channel, and notifies the pages of the same version of changes. Each server holds the presence of all
 * servers in memory and publishes its own changes as hints; when the digest of a server differs, the others ask it for all of its pages.
 * Steps from row to row are gathered a version, so that a crowd costs what one person does.
 */
export function watchPresence(
  services: Pick<Services, 'database' | 'push' | 'log'>,
  { aliveMs = ALIVE_MS, goneMs = GONE_MS }: { aliveMs?: number; goneMs?: number } = {},
) {
  const { database, push, log } = services;
  const server = randomUUID();
  const places = placesOf(services);
  /** Where the pages of this server stand, and who comes to the version that they go to. */
  const standing = new Map<string, Standing>();
  /** Pages that have stepped to another row, by version; a version is here while its steps are gathered. */
  const stepped = new Map<number, Set<string>>();

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
    publish({ spaceId, versionId, joined: [present] });
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
    if (place) publish({ spaceId: place.spaceId, versionId: place.versionId, left: [connection] });
  }

  async function gatherSteps(spaceId: number, versionId: number): Promise<void> {
    for (let pages = stepped.get(versionId); pages?.size; pages = stepped.get(versionId)) {
      stepped.set(versionId, new Set());
      const moved = [...pages].flatMap((connection) => {
        const place = standing.get(connection);
        return place?.versionId === versionId ? [{ connection, row_id: place.present.row_id }] : [];
      });
      for (const some of inParts(moved, MOST_BYTES)) publish({ spaceId, versionId, moved: some });
      await setTimeout(BETWEEN_STEPS_MS, undefined, { ref: false });
    }
    stepped.delete(versionId);
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
      const gathered = stepped.get(versionId);
      if (gathered) return void gathered.add(connection);
      stepped.set(versionId, new Set([connection]));
      void gatherSteps(spaceId, versionId);
    },
    leave,
    close: () => clearInterval(timer),
  };
}

type WithoutServer<T> = T extends unknown ? Omit<T, 'server'> : never;
