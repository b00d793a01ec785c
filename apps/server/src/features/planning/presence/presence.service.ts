import type { EventSent, Present } from '@gantry/contract';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { describeError } from '../../../platform/log.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import { deletePlace, listPresent, renewPlaces, savePlace } from './presence.repository.ts';

const PRESENCE = 'version_presence';

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

/** Keeps who is where in step with the push channel, and tells those who stand in the same version what has changed. */
export function watchPresence({ database, push, log }: Pick<Services, 'database' | 'push' | 'log'>) {
  const notify = async (tx: Tx, spaceId: number, versionId: number, change: Partial<Omit<EventSent['version_presence'], 'version_id'>>) => {
    const audience = { spaceId, versionId, topic: `presence ${versionId}` };
    await push.send(tx, audience, PRESENCE, { version_id: versionId, joined: [], moved: [], left: [], ...change });
  };
  // Presence is not stored: a failed update is repeated by the page's next step.
  const quietly = (spaceId: number, work: (tx: Tx) => Promise<void>) =>
    database.write({ spaceId, userId: null }, work).catch((error: unknown) => log.warn('presence', describeError(error)));
  const leave = async (tx: Tx, spaceId: number, connection: string) => {
    const versionId = await deletePlace(tx, spaceId, connection);
    if (versionId !== null) await notify(tx, spaceId, versionId, { left: [connection] });
  };

  return {
    stand: ({ spaceId, connection, userId, versionId, itemId }: Place) =>
      quietly(spaceId, async (tx) => {
        if (versionId === null) return leave(tx, spaceId, connection);
        const before = await savePlace(tx, spaceId, { connection, userId, versionId, itemId });
        if (before?.version_id === versionId) {
          if (before.row_id !== itemId) await notify(tx, spaceId, versionId, { moved: [{ connection, row_id: itemId }] });
          return;
        }
        if (before) await notify(tx, spaceId, before.version_id, { left: [connection] });
        await notify(tx, spaceId, versionId, { joined: (await listPresent(tx, { spaceId, versionId }, connection)).map(out) });
      }),
    leave: (spaceId: number, connection: string) => quietly(spaceId, (tx) => leave(tx, spaceId, connection)),
    stillHere: (spaceId: number, connections: readonly string[]) => quietly(spaceId, (tx) => renewPlaces(tx, spaceId, connections)),
  };
}
