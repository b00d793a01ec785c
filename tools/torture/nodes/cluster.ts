import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { freePorts } from '../../../apps/server/src/testing/servers/free-ports.ts';
import { startServer } from '../../../bench/server-process.ts';
import { openWire, type Wire } from './proxy.ts';

/** A server of the product, and the wire over which people reach it. */
export type Node = {
  wire: Wire;
  isUp(): boolean;
  /** Of the process that runs now. */
  pid(): number;
  /** Where it answers its figures. */
  metrics(): string;
  /** The port at which its inspector listens once SIGUSR1 has come. */
  inspector: number;
  /** As a power cut of the machine does; it comes back by itself. */
  kill(): Promise<void>;
  /** Stops for a while without knowing of it. */
  freeze(ms: number): Promise<void>;
};

/** Some servers before one PostgreSQL. */
export type Cluster = {
  nodes: Node[];
  /** For a superuser. */
  databaseUrl: string;
  /** A superuser's connection; opened anew after the database was away. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  /** Kills every process of the database, and starts it again. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
};

/** Starts servers of the product before a database, and the wires over which people reach them. */
export async function openNodes(
  folder: string,
  url: string,
  count: number,
  environment: Record<string, string> = {},
): Promise<{ nodes: Node[]; close(): Promise<void> }> {
  let closing = false;
  const ends: (() => Promise<void>)[] = [];

  async function openNode(): Promise<Node> {
    let child: ChildProcess | null = null;
    let port = 0;
    const [figures, inspector] = await freePorts(2);
    const options = `${process.env['NODE_OPTIONS'] ?? ''} --inspect-port=127.0.0.1:${inspector}`;
    const start = async (): Promise<void> => {
      const started = await startServer(folder, url, { ...environment, GANTRY_METRICS: `127.0.0.1:${figures}`, NODE_OPTIONS: options });
      child = started.child;
      port = Number(new URL(started.url).port);
    };
    await start();
    const wire = await openWire(() => port);
    ends.push(async () => {
      await wire.close();
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
    });
    return {
      wire,
      isUp: () => child !== null,
      pid: () => child?.pid ?? 0,
      inspector,
      metrics: () => `http://127.0.0.1:${figures}/metrics`,
      async kill() {
        if (!child) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        child = null;
        await ended;
        for (let tried = 0; !closing && tried < 5; tried += 1) {
          try {
            return await start();
          } catch {
            await setTimeout(500);
          }
        }
      },
      async freeze(ms) {
        const frozen = child;
        frozen?.kill('SIGSTOP');
        await setTimeout(ms);
        frozen?.kill('SIGCONT');
      },
    };
  }

  const nodes: Node[] = [];
  // One after the other: the first one migrates.
  for (let at = 0; at < count; at += 1) nodes.push(await openNode());
  return {
    nodes,
    async close() {
      closing = true;
      for (const end of ends) await end();
    },
  };
}

export async function openCluster(folder: string, count: number, environment: Record<string, string> = {}): Promise<Cluster> {
  const quiet = { info() {}, warn() {}, error() {} };
  const place = join(folder, 'database');
  const cluster = await startEmbeddedPostgres(place, quiet);
  const { host, user, database } = cluster.administration;
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const opened = await openNodes(folder, url, count, environment);
  const made: Cluster = {
    nodes: opened.nodes,
    databaseUrl: url,
    async sql(text, values = []) {
      const client = new pg.Client(cluster.administration);
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async killDatabase() {
      const children = (await made.sql<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')).map(
        ({ pid }) => pid,
      );
      // The built-in database is started again by whoever started it.
      for (const pid of [cluster.pid, ...children]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      }
      for (let tried = 0; ; tried += 1) {
        await setTimeout(250);
        try {
          return void (await made.sql('select 1'));
        } catch (error) {
          if (tried > 120) throw error;
        }
      }
    },
    async close() {
      await opened.close();
      await cluster.stop();
    },
  };
  return made;
}
