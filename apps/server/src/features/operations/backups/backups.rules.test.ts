import { expect, test } from 'vitest';
import type { Files } from '../../../platform/files/files.ts';
import { outlived } from './backups.keep.rules.ts';
import { readInto } from './backups.objects.service.ts';

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
