import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { distinctNames, layOutZip, portableName } from './storage.zip.rules.ts';

const modified = new Date('2026-03-04T05:06:08Z');

/** Names and sums as Python's zipfile reads them, which checks every content by its sum. */
function readBy(python: string, file: string): unknown {
  return JSON.parse(execFileSync('python3', ['-c', `import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\n${python}`, file]).toString());
}

test('another reader finds the same files', () => {
  const contents = ['', 'one', 'я'.repeat(5000)].map((text) => Buffer.from(text));
  const names = ['empty.txt', 'Plan “А”.pdf', 'план.txt'];
  const { pieces, length } = layOutZip(
    contents.map((bytes, index) => ({ name: names[index], bytes: bytes.length, crc32: crc32(bytes), modified })),
  );
  const whole = Buffer.concat(pieces.map((piece) => ('bytes' in piece ? piece.bytes : contents[piece.entry])));
  expect(whole.length).toBe(length);
  const folder = mkdtempSync(join(tmpdir(), 'gantry-zip-'));
  try {
    const file = join(folder, 'a.zip');
    writeFileSync(file, whole);
    expect(readBy('print(json.dumps([z.testzip(), [[i.filename, i.file_size, list(i.date_time)] for i in z.infolist()]]))', file)).toEqual([
      null,
      names.map((name, index) => [name, contents[index].length, [2026, 3, 4, 5, 6, 8]]),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('sizes and places beyond 4 GB, and more files than 65,535, are written as ZIP64', () => {
  const big = 5 * 2 ** 30;
  const { pieces, length } = layOutZip([
    { name: 'big', bytes: big, crc32: 1, modified },
    { name: 'behind', bytes: 3, crc32: 2, modified },
  ]);
  const written = pieces.filter((piece) => 'bytes' in piece).map(({ bytes }) => Buffer.from(bytes));
  expect(length).toBe(big + 3 + written.reduce((sum, { length: size }) => sum + size, 0));
  const [local] = written;
  expect([local.readUInt32LE(18), local.readBigUInt64LE(30 + 3 + 4)]).toEqual([0xffff_ffff, BigInt(big)]);
  const behind = written[3];
  expect([behind.readUInt32LE(42), behind.readBigUInt64LE(46 + 6 + 4)]).toEqual([0xffff_ffff, BigInt(big + local.length)]);
  expect(written[4].readUInt32LE(0)).toBe(0x0606_4b50);
  const many = layOutZip(Array.from({ length: 65_536 }, (_, index) => ({ name: String(index), bytes: 0, crc32: 0, modified })));
  const last = many.pieces.at(-1) as { bytes: Uint8Array };
  expect(Buffer.from(last.bytes).readBigUInt64LE(24)).toBe(65_536n);
});

test('another reader finds the files of an archive of 20 GB, and the content behind them', () => {
  const [size, count] = [512 * 2 ** 20, 40];
  const last = Buffer.from('the last one');
  const { pieces, length } = layOutZip([
    ...Array.from({ length: count }, (_, index) => ({ name: `film ${index}.mp4`, bytes: size, crc32: 0, modified })),
    { name: 'last.txt', bytes: last.length, crc32: crc32(last), modified },
  ]);
  expect(length).toBeGreaterThan(20 * 2 ** 30);
  const folder = mkdtempSync(join(tmpdir(), 'gantry-zip-'));
  try {
    const file = join(folder, 'large.zip');
    const opened = openSync(file, 'w');
    let at = 0;
    // Contents other than the last are holes of the file.
    for (const piece of pieces) {
      const bytes = 'bytes' in piece ? piece.bytes : piece.entry === count ? last : null;
      if (bytes) writeSync(opened, bytes, 0, bytes.length, at);
      at += 'bytes' in piece ? piece.bytes.length : piece.length;
    }
    ftruncateSync(opened, length);
    closeSync(opened);
    expect(at).toBe(length);
    expect(
      readBy('print(json.dumps([len(z.infolist()), sum(i.file_size for i in z.infolist()), z.read("last.txt").decode()]))', file),
    ).toEqual([count + 1, count * size + last.length, 'the last one']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('files of the same name get numbers', () => {
  expect(distinctNames(['a.pdf', 'A.pdf', 'a.pdf', 'b', 'b', '.env', '.env', 'a (2).pdf'])).toEqual([
    'a.pdf',
    'A (2).pdf',
    'a (3).pdf',
    'b',
    'b (2)',
    '.env',
    '.env (2)',
    'a (2) (2).pdf',
  ]);
});

test('a name in an archive is one that Windows can write', () => {
  expect(['CON', 'nul.tar.gz', 'console.txt', 'COM1.log', 'a:b|c?.txt', 'end. .', '...'].map(portableName)).toEqual([
    '_CON',
    '_nul.tar.gz',
    'console.txt',
    '_COM1.log',
    'a_b_c_.txt',
    'end',
    '_',
  ]);
});
