import { expect, it } from 'vitest';
import { fuzz } from './fuzz-run.ts';

it('no reader of interchange crashes, stands still or eats the memory', async () => {
  const report = await fuzz({ inputs: 3000, bombs: true, seed: 20_260 });
  expect(report.failures).toEqual([]);
  expect(report.tried).toBeGreaterThan(3000);
  for (const [format, { read, refused }] of Object.entries(report.byFormat)) {
    expect(read, `${format} read`).toBeGreaterThan(10);
    expect(refused, `${format} refused`).toBeGreaterThan(0);
  }
}, 300_000);
