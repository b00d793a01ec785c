/** Whole versions as columns: built once for all who open the same revision and see the same of it. */

import { COLUMNS_TYPE } from '@gantry/contract';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Readable } from 'node:stream';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { openThread, READING_MEMORY, type Thread } from '../../../../platform/jobs/workers.ts';
import { describeError } from '../../../../platform/log.ts';
import { type Connection, type Database, perDatabase } from '../../../../platform/postgres/database.ts';
import { type Mask, readVersion } from '../../edits/edits.service.ts';
import { buildSnapshot, type Encoding, ENCODINGS } from './wbs.snapshot.build.service.ts';
import type { SnapshotInput } from './wbs.snapshot.thread.ts';

/** Whether a client asks for the columnar stream instead of JSON. */
export const wantsColumns = (accept: string | undefined): boolean => accept?.includes(COLUMNS_TYPE) ?? false;

/** A snapshot that is being built, or is whole: its readers take its parts one after another, each at their own pace. */
export type Snapshot = {
  parts: Uint8Array[];
  bytes: number;
  /** Whether all parts are there. */
  isWhole: boolean;
  error: Error | null;
  /** Resolves with the next part, with the end or with the failure. */
  next: PromiseWithResolvers<void>;
};

type Snapshots = {
  threads: Thread<SnapshotInput, boolean>[];
  mostHere: number;
  building: Map<string, Snapshot>;
  /** Whole ones; their readers still have those that it forgets. */
  kept: LRUCache<string, Snapshot>;
};

/** Larger versions are built by threads: their rows would hold up the calls of others. */
const MOST_HERE = 2_000;
const THREADS = 2;
/** Bytes of snapshots that are kept whole; 100,000 rows take some 2 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

const snapshotsOf = perDatabase((): Snapshots => ({
  threads: [],
  mostHere: MOST_HERE,
  building: new Map(),
  kept: new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: ({ bytes }) => Math.max(1, bytes) }),
}));

/** Opens the threads that build snapshots of large versions. */
export function openSnapshots(services: { database: Database }, connection: Connection, mostHere = MOST_HERE): { close(): Promise<void> } {
  const module = new URL('./wbs.snapshot.thread.ts', import.meta.url);
  const threads = Array.from({ length: THREADS }, () => openThread<SnapshotInput, boolean>(module, READING_MEMORY, connection));
  Object.assign(snapshotsOf(services), { threads, mostHere });
  return { close: async () => void (await Promise.all(threads.map((thread) => thread.close()))) };
}

/** Sends a whole version as a stream of columns. */
export async function sendSnapshot(
  context: Context,
  versionId: number,
  accepted: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = ENCODINGS.find((one) => accepted?.includes(one)) ?? 'identity';
  const snapshot = await openSnapshot(context, versionId, encoding);
  reply.header('vary', 'accept, accept-encoding').type(COLUMNS_TYPE);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(Readable.from(partsOf(snapshot), { objectMode: false, highWaterMark: READ_AHEAD }));
}

/** What is read of a snapshot before its client takes it. */
const READ_AHEAD = 256 * 1024;

/** The parts of a snapshot, those to come included. */
export async function* partsOf(snapshot: Snapshot): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    if (at < snapshot.parts.length) yield snapshot.parts[at++];
    else if (snapshot.error) throw snapshot.error;
    else if (snapshot.isWhole) return;
    else await snapshot.next.promise;
  }
}

/** The snapshot of a version as its caller sees it: one that is known, else a new one, begun as soon as its first part is there. */
async function openSnapshot(context: Context, versionId: number, encoding: Encoding): Promise<Snapshot> {
  const { threads, mostHere, building, kept } = snapshotsOf(context);
  const { name, isHere } = await readVersion(context, versionId, async ({ head, mask }) => ({
    name: `${context.spaceId} ${versionId} ${head.revision} ${head.chain.toString('hex')} ${sightOf(mask)} ${encoding}`,
    isHere: !threads.length || head.item_count <= mostHere,
  }));
  const known = building.get(name) ?? kept.get(name);
  const snapshot: Snapshot = known ?? { parts: [], bytes: 0, isWhole: false, error: null, next: Promise.withResolvers() };
  if (!known) {
    building.set(name, snapshot);
    const key = { spaceId: context.spaceId, versionId };
    const put = (bytes: Uint8Array): void => add(snapshot, bytes);
    const who = { userId: context.userId, token: context.token && { rights: context.token.rights } };
    const built = isHere
      ? readVersion(context, versionId, (reader) => buildSnapshot(reader, encoding, put))
      : threads[versionId % threads.length].run({ key, who, encoding }, { progress: (part) => put(part as Uint8Array) });
    void built
      .then((found) => {
        if (found === false) fail('version.not_found', { id: versionId });
        snapshot.isWhole = true;
        kept.set(name, snapshot);
      })
      .catch((error: Error) => {
        context.log.error('snapshot.failed', describeError(error));
        snapshot.error = error;
      })
      .finally(() => {
        building.delete(name);
        snapshot.next.resolve();
      });
  }
  if (!snapshot.parts.length && !snapshot.isWhole && !snapshot.error) await snapshot.next.promise;
  if (snapshot.error && !snapshot.parts.length) throw snapshot.error;
  return snapshot;
}

/** What a mask leaves of content: people who see the same share a snapshot. */
const sightOf = (mask: Mask | null): string => (mask ? `${[...mask.hidden].sort((a, b) => a - b).join(',')} ${mask.money}` : 'all');

function add(snapshot: Snapshot, bytes: Uint8Array): void {
  snapshot.parts.push(bytes);
  snapshot.bytes += bytes.length;
  const { resolve } = snapshot.next;
  snapshot.next = Promise.withResolvers();
  resolve();
}
