import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareFile } from './oracle-compare.ts';
import { calculateFile } from './oracle-load.ts';

const root = process.env.GANTRY_TEST_DATA;
const folder = (family: string) => [join(root ?? '', 'schedules', family), join(root ?? '', family)].find((path) => existsSync(path)) ?? '';
const filesOf = (family: string, ending: RegExp) =>
  root && folder(family)
    ? readdirSync(folder(family))
        .filter((file) => ending.test(file))
        .map((file) => [file, join(folder(family), file)])
    : [];
const skipped = root ? '' : ' (GANTRY_TEST_DATA is not set: skipped)';

describe.skipIf(!root)(`files that P6 wrote${skipped}`, () => {
  it.for(filesOf('xer', /\.xer$/))('%s: links, activities and longest path as P6 stored them', { timeout: 120_000 }, async ([, file]) => {
    const [score] = await compareFile(file);
    expect(score.failure).toBeNull();
    expect(score.linksRight).toBeGreaterThanOrEqual(0.999 * score.links);
    expect(score.longestRight).toBeGreaterThanOrEqual(0.995 * score.longest);
    expect(score.pathsRight).toBeGreaterThanOrEqual(0.95 * score.paths);
    expect(score.exact).toBeGreaterThanOrEqual((score.activities < 100 ? 1 : 0.99) * score.activities);
  });
});

describe.skipIf(!root)(`cases captured in P6${skipped}`, () => {
  it.for(filesOf('micro', /^p6case-/))('%s: all six values', async ([, file]) => {
    const [score] = await compareFile(file);
    expect(score.exact).toBe(score.activities);
  });
});

describe.skipIf(!root)(`files that MS Project wrote${skipped}`, () => {
  it('early and late dates of 95 % of all tasks', { timeout: 120_000 }, async () => {
    const scores = (await Promise.all(filesOf('msp', /\.xml$/).map(([, file]) => compareFile(file)))).flat();
    const [right, all] = [
      scores.reduce((sum, score) => sum + score.equivalent, 0),
      scores.reduce((sum, score) => sum + score.activities, 0),
    ];
    expect(right).toBeGreaterThanOrEqual(0.95 * all);
  });
});

describe('files that hold no schedule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-oracle-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.for([
    ['nothing', '', 'file.is_empty'],
    ['prose', 'Dear planner', 'file.unknown_format'],
    ['half a table', 'ERMHDR\t8.2\r\n%T\tTASK\r\n%F\ttask_id\tproj_id\r\n%R\t1', null],
  ] as const)('%s: told in one line, never thrown', async ([name, text, failure]) => {
    const file = join(folder, `${name}.xer`);
    writeFileSync(file, text);
    expect((await calculateFile(file)).failure).toBe(failure);
  });

  it('a file that is not there, and a folder that is no captured case', async () => {
    expect((await compareFile(join(folder, 'absent.xer')))[0].failure).toMatch(/^ENOENT/);
    expect((await compareFile(folder))[0].failure).toBe('not a captured case');
  });
});
