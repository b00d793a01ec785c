import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startServer } from '../../../bench/server-process.ts';
import type { Cluster, Node } from '../nodes/cluster.ts';
import { openWire } from '../nodes/proxy.ts';
import { withDescendants } from '../standby/programs.ts';
import type { Disk } from './disk.ts';

/** A server with the built-in database, which keeps everything on one disk. */
export type Machine = Pick<Cluster, 'sql'> & {
  wire: Node['wire'];
  start(): Promise<void>;
  /** Takes the power of the disk and all processes of the machine away. */
  cutPower(): Promise<void>;
  /** Kills all its processes; the disk keeps what they have written. */
  kill(): Promise<void>;
  close(): Promise<void>;
};

export async function openMachine(disk: Disk): Promise<Machine> {
  const folder = join(disk.place, 'data');
  let child: ChildProcess | null = null;
  let port = 0;

  /** Its processes hear of nothing; who waits for an answer sees the connection end. */
  async function end(before: () => void): Promise<void> {
    const pids = child?.pid === undefined ? [] : withDescendants(child.pid);
    before();
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself: a database whose disk is gone does.
      }
    }
    child = null;
  }

  const machine: Machine = {
    wire: await openWire(() => port),
    async start() {
      const started = await startServer(folder, null);
      child = started.child;
      port = Number(new URL(started.url).port);
    },
    async cutPower() {
      await end(() => disk.cut());
      await disk.mountAgain();
    },
    kill: () => end(() => undefined),
    async sql(text, values = []) {
      // The fifth line of this file of PostgreSQL names the folder of its socket.
      const [, , , , host] = readFileSync(join(folder, 'pg18', 'postmaster.pid'), 'utf8').split('\n');
      const client = new pg.Client({ host, user: 'postgres', database: 'gantry' });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    async close() {
      await machine.kill();
      await machine.wire.close();
    },
  };
  await machine.start();
  return machine;
}
