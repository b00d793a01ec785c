import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { collectFindings } from '../findings.ts';
import { readZip, type ZipEntry, zipMember } from './read-zip.ts';
import { writeZip, writeZipFile } from './write-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIZE = 1 << 18;

test('a zip is in its file before the next but one of its entries is asked for', async () => {
  const path = join(folder, 'many.zip');
  const made: ZipEntry[] = [];
  const missing: number[] = [];
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 12; at += 1) {
      const written = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (written < (at - 1) * SIZE - SIZE / 2) missing.push(at);
      const entry = {
        name: at % 2 ? 'odd.bin' : `${at}.bin`,
        bytes: at === 6 ? Buffer.alloc(0) : randomBytes(at === 7 ? 10 : SIZE + SIZE / 2),
      };
      made.push(entry);
      yield entry;
    }
  }
  await writeZipFile(path, entries());
  expect(missing).toEqual([]);
  const findings = collectFindings();
  const read = await readZip(readFileSync(path), findings);
  expect(findings.list()).toEqual([]);
  expect(read?.map(({ bytes }) => bytes.equals(made.shift()?.bytes ?? Buffer.from('?')))).toEqual(Array.from({ length: 12 }, () => true));
  const names = ['0', 'odd', '2', 'odd (2)', '4', 'odd (3)', '6', 'odd (4)', '8', 'odd (5)', '10', 'odd (6)'];
  expect(read?.map(({ name }) => name)).toEqual(names.map((name) => `${name}.bin`));
});

test('one file of a zip is read without those before it', async () => {
  const entries = Array.from({ length: 4 }, (_, at) => ({ name: `${at}.txt`, bytes: Buffer.from(`the content ${at}`.repeat(9)) }));
  const bytes = Buffer.from(await writeZip(entries));
  // The first file cannot be unpacked any more.
  const begin = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  bytes.fill(0xff, begin, begin + 8);
  const path = join(folder, 'broken.zip');
  writeFileSync(path, bytes);
  await expect(zipMember(path, 0)).rejects.toThrow('invalid block type');
  expect(String(await zipMember(path, 2))).toBe(String(entries[2].bytes));
  expect(await zipMember(path, 4)).toBeNull();
});

test('a zip whose file cannot be written, or whose entries cannot be made, is refused and asks for no more of them', async () => {
  let isOpen = false;
  async function* entries(fails: boolean): AsyncGenerator<ZipEntry> {
    isOpen = true;
    try {
      for (let at = 0; ; at += 1) {
        if (fails && at === 2) throw new Error('no more');
        yield { name: `${at}.bin`, bytes: randomBytes(SIZE) };
      }
    } finally {
      isOpen = false;
    }
  }
  await expect(writeZipFile(join(folder, 'missing', 'x.zip'), entries(false))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(isOpen).toBe(false);
  await expect(writeZipFile(join(folder, 'x.zip'), entries(true))).rejects.toThrow('no more');
  expect(isOpen).toBe(false);
});
