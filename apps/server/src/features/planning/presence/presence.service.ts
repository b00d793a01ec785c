import type { EventSent, Present } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { describeError } from '../../../platform/log.ts';
import { liveOf } from '../timetable/live/timetable.live.service.ts';
import { getVersion, type VersionKey } from '../version-heads/version-heads.service.ts';
import { deletePlace, listPresent, movePlaces, renewPlaces, savePlace } from './presence.repository.ts';

const PRESENCE = 'version_presence';
/** Steps that one notification holds. */
const MOST_MOVED = 80;

/** The place that a page reports; version null = none. */
type Place = { connection: string; userId: number; spaceId: number; versionId: number | null; itemId: number | null };

const out = (row: Awaited<ReturnType<typeof listPresent>>[number]): Present => ({
  connection: row.connection,
  user_id: row.user_id,
  name: row.name,
  avatar: row.avatar_key?.slice(0, 8) ?? null,
  row_id: row.row_id,
  since: row.since.toISOString(),
});

/** Who has a version open. */
export async function listPeople(context: Context, versionId: number): Promise<Present[]> {
  await getVersion(context, versionId);
  return (await context.read((db) => listPresent(db, { spaceId: context.spaceId, versionId }))).map(out);
}

/** Milliseconds between two reports of the steps of a version: what the pages of a server do meanwhile is one write and one message. */
const BETWEEN_STEPS_MS = 250;

/**
 * Keeps who is where in step with the push channel, and notifies those who stand in the same version of what has changed. Who comes and
 * goes is written at once. Steps from row to row are gathered a version, so that a crowd costs what one person does.
 */
export function watchPresence({ database, push, log }: Pick<Services, 'database' | 'push' | 'log'>) {
  /** Where the pages of this server stand. */
  const standing = new Map<string, Place & { versionId: number }>();
  /** Pages that have stepped to another row, by version; a version is here while its steps are gathered. */
  const stepped = new Map<number, Set<string>>();

  const notify = async (tx: Tx, spaceId: number, versionId: number, change: Partial<Omit<EventSent['version_presence'], 'version_id'>>) => {
    const audience = { spaceId, versionId, topic: `presence ${versionId}` };
    await push.send(tx, audience, PRESENCE, { version_id: versionId, joined: [], moved: [], left: [], ...change });
  };
  // Presence is not stored: a failed update is repeated by the page's next step.
  const quietly = (spaceId: number, work: (tx: Tx) => Promise<void>) =>
    database.write({ spaceId, userId: null }, work).catch((error: unknown) => log.warn('presence', describeError(error)));

  async function enter(tx: Tx, { spaceId, ...place }: Place & { versionId: number }): Promise<void> {
    const before = await savePlace(tx, spaceId, place);
    if (before !== null && before !== place.versionId) await notify(tx, spaceId, before, { left: [place.connection] });
    await notify(tx, spaceId, place.versionId, {
      joined: (await listPresent(tx, { spaceId, versionId: place.versionId }, place.connection)).map(out),
    });
  }

  function leave(spaceId: number, connection: string): Promise<void> {
    standing.delete(connection);
    return quietly(spaceId, async (tx) => {
      const versionId = await deletePlace(tx, spaceId, connection);
      if (versionId !== null) await notify(tx, spaceId, versionId, { left: [connection] });
    });
  }

  function step(spaceId: number, versionId: number, connection: string): void {
    const gathered = stepped.get(versionId);
    if (gathered) return void gathered.add(connection);
    stepped.set(versionId, new Set([connection]));
    void reportSteps(spaceId, versionId);
  }

  async function reportSteps(spaceId: number, versionId: number): Promise<void> {
    for (let pages = stepped.get(versionId); pages?.size; pages = stepped.get(versionId)) {
      stepped.set(versionId, new Set());
      const places = [...pages].flatMap((connection) => standing.get(connection) ?? []).filter((place) => place.versionId === versionId);
      await quietly(spaceId, (tx) => saveSteps(tx, { spaceId, versionId }, places));
      await setTimeout(BETWEEN_STEPS_MS, undefined, { ref: false });
    }
    stepped.delete(versionId);
  }

  async function saveSteps(tx: Tx, { spaceId, versionId }: VersionKey, places: readonly (Place & { versionId: number })[]): Promise<void> {
    const known = await movePlaces(tx, { spaceId, versionId }, places);
    const moved = places.filter(({ connection }) => known.has(connection));
    for (let from = 0; from < moved.length; from += MOST_MOVED) {
      const some = moved.slice(from, from + MOST_MOVED).map(({ connection, itemId }) => ({ connection, row_id: itemId }));
      await notify(tx, spaceId, versionId, { moved: some });
    }
    // Forgotten while this server did not answer.
    for (const place of places) if (!known.has(place.connection) && standing.get(place.connection) === place) await enter(tx, place);
  }

  return {
    async stand(place: Place): Promise<void> {
      const { spaceId, connection, versionId, itemId } = place;
      if (versionId === null) return leave(spaceId, connection);
      const before = standing.get(connection);
      standing.set(connection, { ...place, versionId });
      if (before?.versionId !== versionId) {
        // A person who opens a version usually edits it next: the thread is ready by then.
        liveOf({ database })?.expect({ spaceId, versionId });
        return quietly(spaceId, (tx) => enter(tx, { ...place, versionId }));
      }
      if (before.itemId !== itemId) step(spaceId, versionId, connection);
    },
    leave,
    stillHere: (spaceId: number, connections: readonly string[]) => quietly(spaceId, (tx) => renewPlaces(tx, spaceId, connections)),
  };
}
