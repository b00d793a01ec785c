import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from '../../../apps/server/src/testing/servers/free-ports.ts';
import { giveFolder, type Program, PROGRAMS, startProgram } from './programs.ts';

/** One of the two databases. */
export type Member = {
  name: string;
  port: number;
  api: string;
  start(): void;
  program(): Program;
};

/** A primary with a standby that confirms each commit, which Patroni looks after by a lease in etcd, behind HAProxy. */
export type Pair = {
  /** Leads to whichever is the primary. */
  url: string;
  members: Member[];
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  /** Who is the primary, and who its standby; null while there is none. */
  primary(): Promise<Member | null>;
  /** Resolves when the primary answers and a standby confirms its commits (or follows it, where it need not confirm). */
  untilPaired(): Promise<void>;
  /** Whether commits wait for the standby. */
  setSynchronous(on: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Seconds: how long a lease holds, how often it is looked at. A member that is silent for longer is no primary any more. */
const LEASE = { ttl: 10, loop_wait: 2, retry_timeout: 3 };
const PATIENCE_MS = 120_000;

export async function openPair(folder: string): Promise<Pair> {
  const [client, peer, front, ...ports] = await freePorts(7);
  giveFolder(folder);
  const etcd = startProgram(folder, 'etcd', PROGRAMS.etcd, [
    // By its third interface Patroni 3.0 keeps an old reading of who confirms, after it has stood still.
    '--data-dir',
    join(folder, 'etcd'),
    '--enable-v2',
    '--listen-client-urls',
    `http://127.0.0.1:${client}`,
    '--advertise-client-urls',
    `http://127.0.0.1:${client}`,
    '--listen-peer-urls',
    `http://127.0.0.1:${peer}`,
    '--initial-advertise-peer-urls',
    `http://127.0.0.1:${peer}`,
    '--initial-cluster',
    `default=http://127.0.0.1:${peer}`,
  ]);
  const members = ['a', 'b'].map((name, at) => memberOf(folder, name, ports[at * 2], ports[at * 2 + 1], client));
  for (const member of members) member.start();
  writeFileSync(join(folder, 'haproxy.cfg'), frontOf(front, members));
  const haproxy = startProgram(folder, 'haproxy', PROGRAMS.haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')]);
  const url = `postgresql://postgres@127.0.0.1:${front}/postgres`;

  const rolesOf = async (): Promise<{ member: Member; role: string; state: string }[]> =>
    Promise.all(
      members.map(async (member) => {
        try {
          const answer = await fetch(`${member.api}/patroni`, { signal: AbortSignal.timeout(1000) });
          const { role, state } = (await answer.json()) as { role: string; state: string };
          return { member, role, state };
        } catch {
          return { member, role: 'none', state: 'none' };
        }
      }),
    );
  /** Whether the lease names one of them as the standby that confirms: the database says so a moment earlier. */
  const confirms = async (): Promise<boolean> => {
    const answers = await Promise.all(members.map((member) => fetch(`${member.api}/sync`).catch(() => null)));
    return answers.some((answer) => answer?.ok);
  };
  let isSynchronous = true;
  const pair: Pair = {
    url,
    members,
    async sql(text, values = []) {
      const own = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 10_000 });
      own.on('error', () => undefined);
      await own.connect();
      try {
        return (await own.query(text, values)).rows;
      } finally {
        await own.end().catch(() => undefined);
      }
    },
    primary: async () => (await rolesOf()).find(({ role, state }) => role === 'master' && state === 'running')?.member ?? null,
    untilPaired: () =>
      until(async () => {
        const [found] = await pair.sql<{ wanted: string; state: string | null; kind: string | null }>(
          `select current_setting('synchronous_standby_names') as wanted, s.state, s.sync_state as kind
           from (select) one left join pg_stat_replication s on s.application_name in ('a', 'b')`,
        );
        if (found.state !== 'streaming' || (found.wanted !== '') !== isSynchronous) return false;
        return !isSynchronous || (found.kind === 'sync' && (await confirms()));
      }),
    async setSynchronous(on) {
      const member = await pair.primary();
      const body = JSON.stringify({ synchronous_mode: on });
      await fetch(`${member?.api}/config`, { method: 'PATCH', body });
      isSynchronous = on;
      await pair.untilPaired();
    },
    async close() {
      await haproxy.kill();
      for (const member of members) await member.program().kill();
      await etcd.kill();
    },
  };
  await pair.untilPaired();
  return pair;
}

function memberOf(folder: string, name: string, port: number, api: number, etcd: number): Member {
  const file = join(folder, `${name}.yml`);
  const data = join(folder, `${name}-data`);
  const sockets = join(folder, `${name}-socket`);
  mkdirSync(sockets);
  giveFolder(sockets);
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({
      scope: 'gantry',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
      etcd: { host: `127.0.0.1:${etcd}` },
      bootstrap: {
        dcs: {
          ...LEASE,
          synchronous_mode: true,
          maximum_lag_on_failover: 100 * 1024 * 1024,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: PROGRAMS.postgres.replace(/\/postgres$/, ''),
        pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' }, rewind: { username: 'postgres' } },
        parameters: { unix_socket_directories: sockets },
      },
    }),
  );
  let program: Program | null = null;
  return {
    name,
    port,
    api: `http://127.0.0.1:${api}`,
    start: () => void (program = startProgram(folder, `patroni-${name}`, PROGRAMS.patroni, [file], join(data, 'postmaster.pid'))),
    program() {
      if (!program) throw new Error(`${name} was not started`);
      return program;
    },
  };
}

/** Connections go to the primary, and are cut when it is none any more. */
const frontOf = (port: number, members: readonly Member[]): string => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port: own, api }) => `  server ${name} 127.0.0.1:${own} check port ${new URL(api).port}`).join('\n')}
`;

/** Waits for what may fail meanwhile. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await isSo().catch((error: unknown) => error);
    if (found === true) return;
    if (performance.now() > end) throw found instanceof Error ? found : new Error('the two databases are no pair');
    await setTimeout(250);
  }
}
