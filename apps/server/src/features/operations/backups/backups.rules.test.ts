import { describe, expect, test } from 'vitest';
import type { Files } from '../../../platform/files/files.ts';
import { outlived } from './backups.keep.rules.ts';
import { bytesOfTables, refuseUnreadable, type Share, sharesOf, type VersionPart, type VersionState } from './backups.manifest.rules.ts';
import { eachFile, readInto, SMALL_BYTES } from './backups.objects.service.ts';

test('keeps the last, the newest of days, weeks and months, and always the newest proven one', () => {
  const day = (id: number, at: string, state: 'made' | 'proven' | 'broken' = 'made') => ({ id, at: new Date(`${at}T03:00:00Z`), state });
  const all = [
    day(1, '2026-01-10', 'proven'),
    day(2, '2026-02-10'),
    day(3, '2026-02-27'),
    day(4, '2026-03-01'),
    day(5, '2026-03-02', 'broken'),
    day(6, '2026-03-03'),
    day(7, '2026-03-04', 'broken'),
  ];
  const keep = { last: 1, daily: 2, weekly: 0, monthly: 2 };
  expect(outlived(all, keep).sort()).toEqual([2, 5]);
  expect(outlived(all, { last: 1, daily: 0, weekly: 0, monthly: 0 }).sort()).toEqual([2, 3, 4, 5]);
});

test('what lay in memory before does not pass for the end of a file that is cut', async () => {
  const files = (bytes: number): Pick<Files, 'pieces'> => ({
    async *pieces() {
      yield new Uint8Array(bytes).fill(1);
    },
  });
  const memory = Buffer.alloc(8, 7);
  await expect(readInto(files(5), 'survey', 0, memory)).rejects.toThrow('the content survey ends at 5');
  await readInto(files(8), 'survey', 0, memory);
  expect([...memory]).toEqual(Array.from({ length: 8 }, () => 1));
});

test('of small files eight are under way at once, of large ones one, and none when it is over', async () => {
  const [under, most] = [new Set<number>(), new Map<string, number>()];
  const sizes = [...Array.from({ length: 20 }, () => SMALL_BYTES), SMALL_BYTES + 1, SMALL_BYTES + 1, 1];
  const slots: number[] = [];
  const work = async (at: number, slot: number) => {
    under.add(at);
    slots.push(slot);
    const kind = sizes[at] > SMALL_BYTES ? 'large' : 'small';
    most.set(kind, Math.max(most.get(kind) ?? 0, under.size));
    for (let turn = 0; turn < 10 - slot; turn += 1) await Promise.resolve();
    under.delete(at);
    if (at === 1 && failing) throw new Error('the disk is full');
  };
  let failing = false;
  const rested: number[] = [];
  await eachFile(
    sizes.keys(),
    (at) => sizes[at],
    work,
    async () => void rested.push(under.size),
  );
  expect(Object.fromEntries(most)).toEqual({ small: 8, large: 1 });
  expect(slots).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 0, 0, 0]);
  expect(new Set(rested)).toEqual(new Set([0]));
  failing = true;
  await expect(eachFile(sizes.keys(), (at) => sizes[at], work)).rejects.toThrow('the disk is full');
  expect([under.size, slots.length]).toEqual([0, 23 + 8]);
});

describe('parts of the versions of a table', () => {
  const stateOf = (id: number, rows: number): VersionState => ({ version: String(id), rows, state: `${id} as it stands` });
  const many = Array.from({ length: 6000 }, (_none, at) => stateOf(at * 3 + 1, at % 500 === 0 ? 9000 : at % 60));
  const shared = (states: readonly VersionState[], former: readonly VersionPart[] = []): Share[] =>
    sharesOf(states, former, (text) => text);
  const partsOf = (shares: readonly Share[]): VersionPart[] => shares.map((share) => ({ ...share, hash: '0', pieces: [] }));

  test('are of one version each while these are few', () => {
    const few = many.slice(0, 2000);
    expect(shared(few)).toEqual(few.map((one) => ({ ...one, of: [one.version] })));
  });

  test('are few of many versions, hold each of them once and in their order, and no large one with others', () => {
    const shares = shared(many);
    expect(shares.length).toBeLessThan(200);
    expect(shares.flatMap(({ of }) => of)).toEqual(many.map(({ version }) => version));
    expect(new Set(shares.map(({ version }) => version)).size).toBe(shares.length);
    const rowsOf = new Map(many.map(({ version, rows }) => [version, rows]));
    const rows = shares.map(({ of }) => of.reduce((sum, version) => sum + (rowsOf.get(version) ?? 0), 0));
    expect(shares.map((share) => share.rows)).toEqual(rows);
    expect(shares.filter((share) => share.of.length > 1 && share.rows > 5000)).toEqual([]);
  });

  test('differ in one where one version changes, comes or goes', () => {
    const known = new Set(shared(many).map(({ version, state }) => `${version} ${state}`));
    const differing = (states: readonly VersionState[]) =>
      shared(states).filter(({ version, state }) => !known.has(`${version} ${state}`)).length;
    const changed = many.map((one, at) => (at === 3777 ? { ...one, state: 'changed' } : one));
    const gone = many.filter((_one, at) => at !== 3777);
    const come = [...many, stateOf(18_001, 10)];
    expect([many, changed, gone, come].map(differing)).toEqual([0, 1, 1, 1]);
  });

  test('are shared again while half as many versions are left', () => {
    const [former, left] = [partsOf(shared(many)), many.slice(0, 1500)];
    expect(shared(left, former).length).toBeLessThan(100);
    expect(shared(left, partsOf(shared(left)))).toHaveLength(1500);
    expect(shared(many.slice(0, 1000), former)).toHaveLength(1000);
  });
});

test('a manifest that could not be read again is refused before its files are written', () => {
  const tables = [
    { name: 'work', columns: [{ name: 'name', type: 'text', required: true }], rows: 1, hash: '7', pieces: ['a'.repeat(64)] },
  ];
  const written = JSON.stringify({ text: JSON.stringify({ tables }), signature: '' }).length;
  const least = bytesOfTables(tables);
  expect(least).toBeLessThanOrEqual(written);
  expect(least).toBeGreaterThan(written - 100);
  const many = (count: number) => tables.map((table) => ({ ...table, pieces: Array.from({ length: count }, () => 'a'.repeat(100_000)) }));
  expect(() => refuseUnreadable(bytesOfTables(many(600)))).not.toThrow();
  expect(() => refuseUnreadable(bytesOfTables(many(700)))).toThrow('backup.too_large');
});
