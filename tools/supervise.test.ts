import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { supervise } from './supervise.mjs';

const QUICK = { falls: 3, withinMs: 60_000, pauseMs: 1 };

/** Programs in the order in which they are started; the last one again and again. */
async function run(programs: string[], patience = QUICK, meanwhile: (child: ChildProcess) => void = () => undefined) {
  const stated: string[] = [];
  let started = 0;
  const code = await supervise(
    () => {
      const program = programs[Math.min(started++, programs.length - 1)];
      const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      meanwhile(child);
      return child;
    },
    { patience, report: (line) => stated.push(line) },
  );
  return { code, started, stated };
}

const READY = `process.send('ready', () => `;
const FALLS = `${READY}process.exit(7))`;
const KILLED = `${READY}process.kill(process.pid, 'SIGKILL'))`;

test('a program that cannot start is not started again: its exit code is passed on', async () => {
  expect(await run(['process.exit(3)'])).toEqual({ code: 3, started: 1, stated: [] });
});

test('one that ends by itself without an error has ended', async () => {
  expect(await run([`${READY}process.exit(0))`])).toEqual({ code: 0, started: 1, stated: [] });
});

test('one that falls is started again, after a longer pause each time, and each fall is a line', async () => {
  expect(await run([FALLS, KILLED, `${READY}process.exit(0))`])).toEqual({
    code: 0,
    started: 3,
    stated: [
      'The server ended unexpectedly (exit code 7): it starts again in 0.001 s.',
      'The server ended unexpectedly (SIGKILL): it starts again in 0.002 s.',
    ],
  });
});

test('one that falls again and again is given up, also where it is not ready any more', async () => {
  const { code, started, stated } = await run([FALLS, 'process.exit(1)']);
  expect([code, started, stated.length]).toEqual([1, 3, 3]);
  expect(stated[2]).toBe(
    'The server ended unexpectedly (exit code 1), 3 times within 1 minutes: it is not started again. What it wrote above says why.',
  );
});

test('a signal ends it for good, while it runs and while it is down', async () => {
  const obedient = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); process.send('ready')`;
  const whenReady = (child: ChildProcess) => void child.once('message', () => process.emit('SIGTERM'));
  expect(await run([obedient], QUICK, whenReady)).toEqual({ code: 0, started: 1, stated: [] });
  const whenDown = (child: ChildProcess) => void child.once('exit', () => setImmediate(() => process.emit('SIGHUP')));
  expect(await run([FALLS], { ...QUICK, pauseMs: 60_000 }, whenDown)).toMatchObject({ code: 129, started: 1 });
});
