/** The whole product as a person starts it: what `npm start` runs, a data folder of its own, an address and a demo sign-in. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

export const DEMO = { login: 'demo', password: 'a journey of a thousand miles' };

/** A started product. */
export type Product = {
  url: string;
  /** Of what was started, and of the server that it runs. */
  pid: number;
  serverPid(): number;
  /** Its output so far. */
  output(): string;
  /** As Ctrl+C does; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** As a power cut of the process does. */
  kill(): Promise<void>;
};

/** A start that failed, with its exit code and output. */
export class NotStarted extends Error {
  code: number | null;
  constructor(code: number | null, output: string) {
    super(output);
    this.code = code;
  }
}

/** Names the data folder of a product that was started once; the global set-up of the journeys makes it. */
export const STARTED_ONCE = 'GANTRY_E2E_DATA';

/**
 * A data folder that is removed by the returned function: a copy of one that was started before, where there is one, or with
 * `empty` one that the first start still has to make.
 */
export function newDataDir(options: { empty?: boolean } = {}): { dataDir: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-e2e-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const startedOnce = process.env[STARTED_ONCE];
  // Not by Node: the files of the database keep their owner.
  if (startedOnce && !options.empty) execFileSync('cp', ['-a', startedOnce, dataDir]);
  return { dataDir, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs what `npm start` runs, on a free port unless one is given; resolves when it says that it is ready. */
export async function startProduct(dataDir: string, environment: Record<string, string> = {}): Promise<Product> {
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, GANTRY_DEMO: 'plan', GANTRY_DEMO_PASSWORD: DEMO.password, ...environment };
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  const output = () => parts.join('');
  const url = await new Promise<string>((done, fail) => {
    const read = (chunk: Buffer): void => {
      parts.push(chunk.toString());
      const ready = /Gantry is ready: (\S+)/.exec(output());
      if (ready) done(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => fail(new NotStarted(code, output())));
  });
  return {
    url,
    pid: child.pid as number,
    serverPid: () => serverOf(child),
    output,
    async stop() {
      await end(child, 'SIGINT');
      return child.exitCode;
    },
    async kill() {
      // Both, and whoever starts the server again first.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const server = serverOf(child);
      await end(child, 'SIGKILL');
      process.kill(server, 'SIGKILL');
    },
  };
}

/** The process that a child has begun: the server. */
function serverOf(child: ChildProcess): number {
  const pid = Number(
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).match(new RegExp(`(\\d+) +${child.pid}$`, 'm'))?.[1],
  );
  if (!pid) throw new Error('the server does not run');
  return pid;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
