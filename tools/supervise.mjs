/** Runs the server as a child: a fallen one is started again, one that could not start is not. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { NODE_ARGUMENTS, passSignals, pinnedEnvironment, pinnedNode, root } from './set-up.mjs';

/**
 * How often a server may fall within a while until nobody starts it again, and how long it stays down after the first fall; after
 * each further one twice as long.
 * @typedef {{ falls: number, withinMs: number, pauseMs: number }} Patience
 */

/** @type {Patience} */
const PATIENCE = { falls: 5, withinMs: 10 * 60_000, pauseMs: 1000 };

/** The exit code of a process that was ended by a signal, as shells count it. */
const CODES = new Map([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);

const ORPHANED_AFTER_MS = 500;

/** npm passes a signal to the shell between it and this process, and some shells die of it and pass nothing on: that is the signal then. */
export function endWithShell() {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || process.kill(process.pid, 'SIGTERM'), ORPHANED_AFTER_MS).unref();
}

/** Runs the server of this clone until it ends on purpose; resolves with the exit code. */
export function runServer() {
  return supervise(() =>
    // A group of its own, so that Ctrl+C reaches the server once, through us.
    spawn(
      pinnedNode(),
      [
        ...NODE_ARGUMENTS,
        '--import',
        pathToFileURL(path.join(root, 'tools/end-with-parent.mjs')).href,
        path.join(root, 'apps/server/src/main.ts'),
      ],
      {
        cwd: root,
        env: pinnedEnvironment(),
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        detached: process.platform !== 'win32',
      },
    ),
  );
}

/**
 * Starts a program, which sends `ready` when it serves, and starts it again when it falls. One that ends before it was ever ready, by
 * itself without an error, or after a signal to us, has ended for good.
 * @param {() => import('node:child_process').ChildProcess} start
 * @param {{ patience?: Patience, report?: (line: string) => void }} [options]
 * @returns {Promise<number>}
 */
export async function supervise(start, { patience = PATIENCE, report = console.error } = {}) {
  const stop = new AbortController();
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  /** @type {NodeJS.Signals | null} */
  let asked = null;
  const signals = passSignals((signal) => {
    asked = signal;
    child?.kill(signal);
    stop.abort();
  });
  /** @type {number[]} */
  let falls = [];
  let served = false;
  try {
    for (;;) {
      child = start();
      const ended = await endOf(child);
      child = null;
      served ||= ended.ready;
      if (ended.code === 0 || asked || !served) return ended.code ?? CODES.get(ended.signal ?? '') ?? 1;
      const now = Date.now();
      falls = [...falls.filter((at) => now - at < patience.withinMs), now];
      const how = `The server ended unexpectedly (${ended.signal ?? `exit code ${ended.code}`})`;
      if (falls.length >= patience.falls) {
        report(
          `${how}, ${falls.length} times within ${Math.ceil(patience.withinMs / 60_000)} minutes: it is not started again. What it wrote above says why.`,
        );
        return 1;
      }
      const pause = patience.pauseMs * 2 ** (falls.length - 1);
      report(`${how}: it starts again in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal: stop.signal }).catch(() => undefined);
      if (asked) return CODES.get(asked) ?? 1;
    }
  } finally {
    signals.release();
  }
}

/** @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null, ready: boolean }>} */
function endOf(/** @type {import('node:child_process').ChildProcess} */ child) {
  let ready = false;
  child.on('message', (message) => {
    ready ||= message === 'ready';
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal, ready }));
  });
}
