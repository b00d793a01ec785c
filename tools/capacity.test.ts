import { expect, test } from 'vitest';
import { capacityOf, loadOf, USUAL } from './capacity.ts';

test.each([
  // spaces, sockets, edits/s, openings/s, GB, GB a year, cores, step
  [1, 3, 0.025, 0.0033, 0.045, 0.84, 0.0005, /built-in/],
  [1000, 3000, 25, 3.3, 45, 837, 0.53, /PostgreSQL of its own/],
  [10_000, 30_000, 250, 33, 450, 8370, 5.3, /pool/],
  [100_000, 300_000, 2500, 333, 4500, 83_700, 53, /distributed/],
])('%i spaces', (spaces, sockets, edits, openings, gigabytes, growth, cores, step) => {
  const found = capacityOf({ spaces, ...USUAL });
  const close = (value: number, expected: number) => expect(value / expected).toBeCloseTo(1, 1);
  expect(found.sockets).toBe(sockets);
  close(found.editsASecond, edits);
  close(found.openingsASecond, openings);
  close(found.bytes / 1e9, gigabytes);
  close(found.bytesAYear / 1e9, growth);
  if (spaces > 1) close(found.cores, cores);
  expect(found.step).toMatch(step);
});

test('the command line is read, and refused by name', () => {
  expect(loadOf(['--spaces', '20', '--at-work', '7'])).toMatchObject({ spaces: 20, atWork: 7, works: USUAL.works });
  expect(() => loadOf(['--spaces', 'many'])).toThrow('--spaces takes a whole number from 1, not "many"');
});
