import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyBeside } from './copy-beside.ts';

test('files are copied once, keys as they stand, and a folder that has not changed is not read again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'gantry-beside-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [data, copies] = [join(root, 'data'), join(root, 'copies')];
  for (const part of ['files', 'keys']) mkdirSync(join(data, part), { recursive: true });
  const write = (...name: string[]) => writeFileSync(join(data, ...name), name.join());
  const longAgo = () => {
    for (const folder of [data, copies]) utimesSync(join(folder, 'files'), new Date(2020, 0), new Date(2020, 0));
  };
  write('files', 'a');
  write('keys', 'k');
  const first = await copyBeside(data, copies);
  expect(first).toEqual({ copied: 2, seen: {} });
  // What has just changed is looked at again.
  const second = await copyBeside(data, copies, first.seen);
  expect(second).toEqual({ copied: 0, seen: {} });
  longAgo();
  const third = await copyBeside(data, copies, second.seen);
  expect([third.copied, Object.keys(third.seen)]).toEqual([0, expect.arrayContaining([join(data, 'files')])]);
  // A file that comes without changing the time of its folder cannot be: here it shows that nothing was read.
  write('files', 'b');
  longAgo();
  expect((await copyBeside(data, copies, third.seen)).copied).toBe(0);
  write('files', 'c');
  writeFileSync(join(data, 'keys', 'k'), 'another');
  expect((await copyBeside(data, copies, third.seen)).copied).toBe(3);
  expect(readFileSync(join(copies, 'keys', 'k'), 'utf8')).toBe('another');
});
