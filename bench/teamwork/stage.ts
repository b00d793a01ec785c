/** A cluster with a server of its own and a superuser beside it, and people without their sign-in. */

import { api } from '@gantry/contract';
import { NODE_RIGHTS } from '@gantry/domain';
import { type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../../e2e/caller.ts';
import { startServer } from '../server-process.ts';

export type Node = { url: string; child: ChildProcess };

export type Stage = {
  folder: string;
  cluster: EmbeddedPostgres;
  /** Past row-level security. */
  client: pg.Client;
  node: Node;
  person: Caller;
  /** Another server on the same database and files. */
  startNode(environment?: Record<string, string>): Promise<Node>;
  /** Reconnects the superuser after the database was away. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
};

export async function openStage(environment: Record<string, string> = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-teamwork-'));
  const quiet = { info() {}, warn() {}, error: () => {} };
  const cluster = await startEmbeddedPostgres(join(folder, 'database'), quiet);
  const { host, user, database } = cluster.administration;
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const nodes: Node[] = [];
  const startNode = async (more: Record<string, string> = environment): Promise<Node> => {
    const node = await startServer(folder, url, more);
    nodes.push(node);
    return node;
  };
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(cluster.administration);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const node = await startNode();
  const stage: Stage = {
    folder,
    cluster,
    client: await connect(),
    node,
    person: await signIn(node.url),
    startNode,
    async reconnect() {
      await stage.client.end().catch(() => undefined);
      for (;;) {
        const client = await connect().catch(() => null);
        if (client) return void (stage.client = client);
        await pause(200);
      }
    },
    async close() {
      await stage.client.end().catch(() => undefined);
      for (const one of nodes) await stop(one, 'SIGTERM');
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stage;
}

export async function stop({ child }: Node, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** A person of a space and the key that their pages call by. */
export type Member = { id: number; headers: Record<string, string> };

/** Planners of a space, made past the calls: what their sign-in costs is not what is measured. */
export async function makeMembers({ client }: Stage, spaceId: number, count: number): Promise<Member[]> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into app_user (login, email, first_name, last_name, password_hash, secret_question, secret_answer_hash)
       select $1 || n, $1 || n || '@gantry.example', 'Person', n::text, '', '', '' from generate_series(1, $2) n returning id)
     insert into space_user (space_id, user_id, role, created_at) select $3, id, 'planner', now() - interval '10 years' from made returning user_id as id`,
    [`bench${spaceId}x`, count, spaceId],
  );
  const keys = rows.map(() => `gantry_${randomBytes(32).toString('base64url')}`);
  const ids = rows.map(({ id }) => Number(id));
  await client.query(
    `insert into access_token (token_hash, user_id, name, space_id, rights, expires_at)
     select decode(h, 'hex'), u, 'Bench', $3, $4, now() + interval '1 day' from unnest($1::text[], $2::bigint[]) x (h, u)`,
    [keys.map((key) => createHash('sha256').update(key).digest('hex')), ids, spaceId, ['space.read', ...NODE_RIGHTS]],
  );
  return ids.map((id, at) => ({ id, headers: { authorization: `Bearer ${keys[at]}`, 'x-space-id': String(spaceId) } }));
}

/** A space of its own with a project. */
export async function makeProject({ person }: Stage): Promise<{ owner: Caller; spaceId: number; projectId: number }> {
  const { id: spaceId } = await person.call(api.spaces.create, { body: { name: `Bench ${Date.now()}` } });
  const owner = person.inSpace(spaceId);
  const { id: facility_id } = await owner.call(api.facilities.create, { body: { name: 'Plant' } });
  const { id: projectId } = await owner.call(api.projects.create, { body: { name: 'Project', facility_id } });
  return { owner, spaceId, projectId };
}

/** The time, in milliseconds, of each of some calls; the first one warms up and is not counted. */
export async function timesOf(count: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  await work(0);
  for (let at = 1; at <= count; at += 1) {
    const begun = performance.now();
    await work(at);
    times.push(performance.now() - begun);
  }
  return times;
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits until the search knows all that was written: after an upload its index takes half a processor for a while. */
export async function indexed(client: pg.Client): Promise<void> {
  while ((await client.query('select from search_change limit 1')).rowCount) await new Promise((resolve) => setTimeout(resolve, 100));
}
