import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type pg from 'pg';
import { GONE_SECONDS, listLiving, type OtherNode } from '../database/living-nodes.ts';
import { errorCode } from './errors.ts';
import type { Files } from './files/files.ts';
import { startEvery } from './jobs/every.ts';
import type { Log } from './log.ts';
import type { Database } from './postgres/database.ts';
import { PROGRAM_VERSION } from './program.ts';

const SEEN_EVERY_MS = 10_000;

const EVERYWHERE = { spaceId: null, userId: null, system: true };

type Node = { id: string; pid: number; host: string; program: string; files: string };

/** Enters this server among those of the installation, under the lock that starts take turns by. Throws where files are kept apart. */
export async function joinNodes(client: pg.Client, files: Files): Promise<{ node: Node; others: OtherNode[] }> {
  const node = { id: randomUUID(), pid: process.pid, host: hostname(), program: PROGRAM_VERSION, files: await files.place() };
  await forgetFallen(client, node.host);
  const others = await listLiving(client);
  const apart = others.find((other) => other.files !== node.files);
  if (apart)
    throw new Error(
      `Another server of this installation (${apart.host}, seen ${apart.seconds} s ago) keeps files in ${named(apart.files)}, and this one in ` +
        `${named(node.files)}: neither could open the files of the other. Give all servers one bucket (GANTRY_S3_ENDPOINT) or one shared ` +
        `DATA_DIR, or stop the other one first; a server that fell counts for ${GONE_SECONDS} s.`,
    );
  await client.query('insert into server_node (id, pid, host, program, files) values ($1, $2, $3, $4, $5)', Object.values(node));
  return { node, others };
}

/** Servers of this machine that fell are known by their processes; others by the time since they were seen. */
async function forgetFallen(client: pg.Client, host: string): Promise<void> {
  await client.query(`delete from server_node where seen_at < now() - interval '1 hour'`);
  const { rows } = await client.query<{ id: string; pid: number }>('select id, pid from server_node where host = $1', [host]);
  const fallen = rows.filter(({ pid }) => pid !== process.pid && !isRunning(pid)).map(({ id }) => id);
  await client.query('delete from server_node where id = any($1)', [fallen]);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

const named = (place: string): string => (place.startsWith('folder ') ? 'a folder of its own' : place);

/** Keeps this server among the living; what is returned takes it out. */
export function staySeen(services: { database: Database; log: Log }, node: Node): () => Promise<void> {
  const { database, log } = services;
  const stop = startEvery(log, 'nodes.seen', SEEN_EVERY_MS, () =>
    database.write(EVERYWHERE, (tx) =>
      tx
        .insertInto('server_node')
        .values(node)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`excluded.seen_at` }))
        .execute(),
    ),
  );
  return async () => {
    stop();
    await database.write(EVERYWHERE, (tx) => tx.deleteFrom('server_node').where('id', '=', node.id).execute());
  };
}
