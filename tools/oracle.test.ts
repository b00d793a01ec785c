import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareFile } from './oracle-compare.ts';

const root = process.env.GANTRY_TEST_DATA;
const folder = (family: string) => [join(root ?? '', 'schedules', family), join(root ?? '', family)].find((path) => existsSync(path)) ?? '';
const filesOf = (family: string, ending: RegExp) =>
  root && folder(family)
    ? readdirSync(folder(family))
        .filter((file) => ending.test(file))
        .map((file) => [file, join(folder(family), file)])
    : [];
const name = (of: string) => (root ? of : `${of} (GANTRY_TEST_DATA is not set: skipped)`);

describe.skipIf(!root)(name('files that P6 wrote'), () => {
  it.for(filesOf('xer', /\.xer$/))('%s: links, activities and longest path as P6 stored them', { timeout: 120_000 }, async ([, file]) => {
    const [score] = await compareFile(file);
    expect(score.failure).toBeNull();
    expect(score.linksRight).toBeGreaterThanOrEqual(0.999 * score.links);
    expect(score.longestRight).toBeGreaterThanOrEqual(0.995 * score.longest);
    // A file of one finished activity holds a project finish that nothing in it leads to.
    if (score.activities > 1) expect(score.exact).toBeGreaterThanOrEqual((score.activities < 100 ? 1 : 0.99) * score.activities);
  });
});

describe.skipIf(!root)(name('cases captured in P6'), () => {
  it.for(filesOf('micro', /^p6case-/))('%s: all six values', async ([, file]) => {
    const [score] = await compareFile(file);
    expect(score.exact).toBe(score.activities);
  });
});

describe.skipIf(!root)(name('files that MS Project wrote'), () => {
  it('early and late dates of 95 % of all tasks', { timeout: 120_000 }, async () => {
    const scores = (await Promise.all(filesOf('msp', /\.xml$/).map(([, file]) => compareFile(file)))).flat();
    const [right, all] = [
      scores.reduce((sum, score) => sum + score.equivalent, 0),
      scores.reduce((sum, score) => sum + score.activities, 0),
    ];
    expect(right).toBeGreaterThanOrEqual(0.95 * all);
  });
});
