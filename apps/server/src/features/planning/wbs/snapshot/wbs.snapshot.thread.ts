import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../../platform/jobs/workers.thread.ts';
import { type Connection, openDatabase } from '../../../../platform/postgres/database.ts';
import { type Onlooker, openVersion } from '../../edits/edits.service.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import { buildSnapshot, type Encoding } from './wbs.snapshot.build.service.ts';

/** A version to build the snapshot of, as somebody sees it; its bytes are reported as progress. */
export type SnapshotInput = { key: VersionKey; who: Onlooker; encoding: Encoding };

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry snapshots' }, () => undefined);

serveThread<SnapshotInput, boolean>(({ key, who, encoding }, put) =>
  database.read({ spaceId: key.spaceId, userId: null }, async (db) => {
    const reader = await openVersion(db, key, who);
    if (reader) await buildSnapshot(reader, encoding, put);
    return reader !== null;
  }),
);
