import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeCopies, listBases, pruneBases } from './embedded-postgres.base.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-copies-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The name of the piece of the log at a position, on a timeline. */
const segment = (at: number, timeline = 1): string =>
  [timeline, Math.floor(at / 256), at % 256].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
function addBase(ended: string, first: number, last: number | null = first): void {
  const path = join(folder, 'base', ended.replaceAll(':', '-'));
  mkdirSync(path, { recursive: true });
  const done = { began: ended, ended, ...(last !== null && { last: segment(last) }) };
  writeFileSync(join(path, 'gantry-base.json'), JSON.stringify(done));
  writeFileSync(join(path, 'backup_label'), `START WAL LOCATION: 0/2000028 (file ${segment(first)})\n`);
}
function addLog(from: number, to: number, timeline = 1): void {
  mkdirSync(join(folder, 'wal'), { recursive: true });
  for (let at = from; at <= to; at++) writeFileSync(join(folder, 'wal', segment(at, timeline)), '');
}
const described = async () => {
  const { oldest, newest, gap } = await describeCopies(folder);
  return { since: oldest?.name ?? null, last: newest?.name ?? null, gap };
};
const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-03-02', '2026-03-03', '2026-03-04'].map((day) => `${day}T03:00:00.000Z`);
const named = (ended: string) => ended.replaceAll(':', '-');

test('any moment is protected since the oldest base from which the log leads on without a gap', async () => {
  expect(await described()).toEqual({ since: null, last: null, gap: false });
  addBase(MONDAY, 250, 251);
  expect(await described()).toEqual({ since: named(MONDAY), last: named(MONDAY), gap: false });
  addLog(250, 258);
  addBase(TUESDAY, 259);
  addLog(259, 262);
  expect(await described()).toEqual({ since: named(MONDAY), last: named(TUESDAY), gap: false });
  // Archiving was given up for some pieces, which a restart forgets.
  rmSync(join(folder, 'wal', segment(257)));
  expect(await described()).toEqual({ since: named(TUESDAY), last: named(TUESDAY), gap: false });
  rmSync(join(folder, 'wal', segment(261)));
  expect(await described()).toEqual({ since: null, last: named(TUESDAY), gap: true });
  addBase(WEDNESDAY, 263);
  expect(await described()).toEqual({ since: named(WEDNESDAY), last: named(WEDNESDAY), gap: false });
});

test('a log that is lost protects the moments of the bases alone; bases that are lost protect nothing', async () => {
  addBase(MONDAY, 10);
  addLog(10, 20);
  addBase(TUESDAY, 21, null);
  rmSync(join(folder, 'wal'), { recursive: true });
  expect(await described()).toEqual({ since: named(MONDAY), last: named(TUESDAY), gap: false });
  addLog(22, 23);
  expect(await described()).toEqual({ since: named(TUESDAY), last: named(TUESDAY), gap: false });
  rmSync(join(folder, 'base'), { recursive: true });
  expect(await described()).toEqual({ since: null, last: null, gap: false });
});

test('bases follow each other as the log does, whatever the clock said; a new timeline goes on where the former ended', async () => {
  const ahead = '2027-04-01T03:00:00.000Z';
  addBase(ahead, 10);
  addBase(MONDAY, 15);
  addBase(TUESDAY, 20);
  addLog(10, 17);
  addLog(18, 22, 2);
  expect((await listBases(folder)).map(({ name }) => name)).toEqual([ahead, MONDAY, TUESDAY].map(named));
  expect(await described()).toMatchObject({ since: named(ahead), last: named(TUESDAY) });
  await pruneBases(folder, 2);
  expect(await described()).toEqual({ since: named(MONDAY), last: named(TUESDAY), gap: false });
});

test('the last change arrived when its piece of the log was written, and not when the database believed so', async () => {
  addBase(MONDAY, 10);
  addLog(10, 12);
  for (const at of [10, 11, 12]) utimesSync(join(folder, 'wal', segment(at)), 0, 1_772_420_400 + at);
  expect((await describeCopies(folder)).archivedAt).toEqual(new Date((1_772_420_400 + 12) * 1000));
});
