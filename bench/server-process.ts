import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEMO } from '../e2e/product.ts';
import { NODE_ARGUMENTS } from '../tools/set-up.mjs';

/**
 * The server alone, on the cluster of this run; its memory is its own. `databaseUrl` null: with the built-in database in its folder.
 * `program`: the folder of another release than this one.
 */
export async function startServer(
  folder: string,
  databaseUrl: string | null,
  environment: Record<string, string> = {},
  program = resolve(import.meta.dirname, '..'),
): Promise<{ url: string; child: ChildProcess }> {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl ?? undefined,
    GANTRY_DEMO: 'plan',
    GANTRY_DEMO_PASSWORD: DEMO.password,
    // Runs may take longer than a session that asks for nothing.
    GANTRY_IDLENESS_MINUTES: '0',
    ...environment,
  };
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, 'apps/server/src/main.ts'], { cwd: program, env, stdio: 'pipe' });
  let output = '';
  const url = await new Promise<string>((done, fail) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /Gantry is ready: (\S+)/.exec(output);
      if (ready) done(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => fail(new Error(output)));
  });
  return { url, child };
}

/** The most memory that a process has held, its threads included. */
export function peakOf(pid: number): number {
  const kibibytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}
