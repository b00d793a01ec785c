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

test.skipIf(process.platform === 'win32')('a shell that a signal ends without passing it on ends it too', async () => {
  const program = `
    const { endWithShell, supervise } = await import(${JSON.stringify(new URL('./supervise.mjs', import.meta.url).href)});
    const { spawn } = await import('node:child_process');
    endWithShell();
    const obedient = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); process.send('ready')";
    const start = () => {
      const child = spawn(process.execPath, ['-e', obedient], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      child.once('message', () => console.log('ready'));
      return child;
    };
    console.log('ended', await supervise(start));`;
  const shell = spawn('/bin/sh', ['-c', '"$0" --input-type=module -e "$1"; :', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const heard: string[] = [];
  for await (const chunk of shell.stdout.setEncoding('utf8')) {
    heard.push(...String(chunk).trim().split('\n'));
    if (heard.at(-1) === 'ready') shell.kill('SIGTERM');
  }
  expect(heard).toEqual(['ready', 'ended 0']);
});
