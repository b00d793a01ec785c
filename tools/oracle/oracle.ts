import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareFile } from './oracle-compare.ts';
import { type FileScore } from './oracle-score.ts';
import { writeRows } from './oracle-rows.ts';

/** Least shares that a file must reach, in per cent. Files under 100 activities must be exact throughout. */
const LIMITS = { links: 99.9, exact: 99.0, exactSmall: 100, equivalent: 99.5, exactOverall: 99.5, longestPath: 99.5, floatPaths: 95 };
const MSPROJECT_EQUIVALENT = 95;

const tsvIndex = process.argv.indexOf('--tsv');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = named.length > 0 ? named : corpusFiles();

if (files === null) {
  console.log('GANTRY_TEST_DATA is not set: there are no files with stored dates to compare with.');
} else if (tsvIndex >= 0) {
  for (const file of files) {
    const failure = await writeRows(file);
    if (failure === null) continue;
    console.error(`${file}: ${failure}`);
    process.exitCode = 1;
  }
} else {
  const scores: FileScore[] = [];
  for (const file of files) scores.push(...(await compareFile(file)));
  report(scores);
}

/** Files with stored dates below the folder of test data; null where there is none. */
function corpusFiles(): string[] | null {
  const root = process.env.GANTRY_TEST_DATA;
  if (!root) return null;
  const folder = (name: string) => [join(root, 'schedules', name), join(root, name)].find((path) => existsSync(path));
  const filesOf = (name: string, keep: (file: string) => boolean) => {
    const path = folder(name);
    return path
      ? readdirSync(path)
          .filter(keep)
          .sort()
          .map((file) => join(path, file))
      : [];
  };
  return [
    ...filesOf('xer', (file) => file.endsWith('.xer')),
    ...filesOf('msp', (file) => file.endsWith('.xml')),
    ...filesOf('micro', (file) => file.startsWith('p6case-')),
  ];
}

function report(scores: FileScore[]): void {
  const share = (part: number, whole: number) => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(2));
  const rows = scores.map((score) => [
    basename(score.file),
    String(score.activities),
    share(score.linksRight, score.links),
    share(score.exact, score.activities),
    share(score.equivalent, score.activities),
    share(score.longestRight, score.longest),
    share(score.pathsRight, score.paths),
    whyBelow(score).join(', '),
  ]);
  const head = ['file', 'activities', 'links %', 'all six exact %', 'equivalent %', 'longest path %', 'float paths %', 'below the limit'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    );
  const p6 = scores.filter((score) => score.rules === 'p6');
  const total = (pick: (score: FileScore) => number, of: FileScore[]) => of.reduce((sum, score) => sum + pick(score), 0);
  const exact = total((score) => score.exact, p6);
  const activities = total((score) => score.activities, p6);
  const msp = scores.filter((score) => score.rules === 'msproject');
  console.log(`P6 overall: ${share(exact, activities)} % of ${activities} activities exact in all six values`);
  if (msp.length > 0) {
    const [four, whole] = [total((score) => score.equivalent, msp), total((score) => score.activities, msp)];
    console.log(`MS Project overall: ${share(four, whole)} % of ${whole} tasks equivalent in early and late dates`);
    if ((100 * four) / whole < MSPROJECT_EQUIVALENT) process.exitCode = 1;
  }
  const isCorpus = p6.filter((score) => score.activities > 0).length > 1;
  if (isCorpus && (100 * exact) / activities < LIMITS.exactOverall) process.exitCode = 1;
  if (scores.some((score) => whyBelow(score).length > 0)) process.exitCode = 1;
}

/** Names of the limits that a file does not reach; MS Project is judged over all files together. */
function whyBelow(score: FileScore): string[] {
  if (score.failure) return [score.failure];
  if (score.rules === 'msproject') return [];
  const below = (part: number, whole: number, limit: number) => whole > 0 && (100 * part) / whole < limit;
  const exactLimit = score.activities < 100 ? LIMITS.exactSmall : LIMITS.exact;
  return [
    below(score.linksRight, score.links, LIMITS.links) ? 'links' : '',
    below(score.exact, score.activities, exactLimit) ? 'exact' : '',
    below(score.equivalent, score.activities, LIMITS.equivalent) ? 'equivalent' : '',
    below(score.longestRight, score.longest, LIMITS.longestPath) ? 'longest path' : '',
    below(score.pathsRight, score.paths, LIMITS.floatPaths) ? 'float paths' : '',
  ].filter((name) => name !== '');
}
