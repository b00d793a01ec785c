import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from './free-ports.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const NOBODY = 65_534;

/** Whether Debian's PgBouncer is installed. */
export function hasPooler(): boolean {
  try {
    accessSync(PROGRAM);
    return true;
  } catch {
    return false;
  }
}

export type Pooler = {
  /** Leads to the databases of the cluster, by the user of its address. */
  url: string;
  close(): Promise<void>;
};

/** Starts PgBouncer before a cluster, with a connection for each transaction and few of them; it takes no parameter of a session. */
export async function startPooler(clusterUrl: string, connections: number): Promise<Pooler> {
  const { host, port, user, password } = new pg.Client({ connectionString: clusterUrl });
  const folder = mkdtempSync(join(tmpdir(), 'gantry-pooler-'));
  const [own] = await freePorts(1);
  const secret = typeof password === 'string' ? password : '';
  writeFileSync(join(folder, 'users.txt'), `"${user}" "${secret}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${host} port=${port} user=${user}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 500',
    ].join('\n'),
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // It refuses to run as root.
    chmodSync(folder, 0o700);
    for (const name of ['', 'users.txt', 'pgbouncer.ini']) chownSync(join(folder, name), NOBODY, NOBODY);
  }
  const child = spawn(PROGRAM, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    cwd: folder,
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const url = `postgresql://${user}@127.0.0.1:${own}/${new pg.Client({ connectionString: clusterUrl }).database}`;
  await untilOpen(url);
  return {
    url,
    async close() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TRIES = 50;

async function untilOpen(url: string): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tried === TRIES) throw error;
      await setTimeout(100);
    }
  }
}
