/** Figures of the repository that may only become better: each is printed, and one past its limit is a problem. */

import { MIGRATIONS } from './figures/migrations.ts';
import { SHARDABLE } from './figures/shardable.ts';
import { isShipping, type SourceTree } from './source-tree.ts';

/** What a figure is now, and the places behind it. */
export type Measured = { value: number; places?: string[] };

/** One figure. `limit` is where it stands today and is lowered by whoever improves it, until it reaches `goal`. */
export type Figure = {
  name: string;
  /** `at most` for what should be few, `at least` for what should be many. */
  bound: 'at most' | 'at least';
  limit: number;
  goal: number;
  measure(tree: SourceTree): Measured;
};

/** More source files than this in one folder are more than one topic; tests stand beside what they test and do not count. A wing of the
 * contract has one file for each feature, as the check of the mirror asks. */
const FILES_IN_FOLDER = 15;
const CONTRACT_WING = /^packages\/contract\/src\/[^/]+$/;

/** All figures and their limits. */
export const FIGURES: readonly Figure[] = [
  { name: 'folders of more than 15 source files', bound: 'at most', limit: 0, goal: 0, measure: crowdedFolders },
  {
    name: 'lines of tests of the engine',
    bound: 'at most',
    limit: 15_000,
    goal: 15_000,
    measure: (tree) => ({ value: testLines(tree, ENGINE) }),
  },
  {
    name: 'lines of tests per line of code of the page',
    bound: 'at least',
    limit: 0.15,
    goal: 0.15,
    measure: (tree) => testRatio(tree, WEB),
  },
  { name: '`as never` in the page', bound: 'at most', limit: 0, goal: 0, measure: neverCasts },
  ...SHARDABLE,
  ...MIGRATIONS,
];

const ENGINE = 'packages/engine/';
const WEB = 'apps/web/';

const isCode = (path: string): boolean => /^(packages|apps|tools|e2e|bench)\/.*\.(ts|tsx|mjs|css)$/.test(path);
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const linesOf = (text: string): number => text.split('\n').length - 1;

/** Measures every figure; a value past its limit is a problem, the rest is printed. */
export function checkFigures(tree: SourceTree, figures: readonly Figure[] = FIGURES): { problems: string[]; warnings: string[] } {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const { name, bound, limit, goal, measure } of figures) {
    const { value, places = [] } = measure(tree);
    const line = `${name}: ${value}, ${bound} ${limit}${limit === goal ? '' : `, goal ${goal}`}`;
    const isPast = bound === 'at most' ? value > limit : value < limit;
    (isPast ? problems : warnings).push(line, ...(isPast ? places.map((place) => `  ${place}`) : []));
  }
  return { problems, warnings };
}

function crowdedFolders(tree: SourceTree): Measured {
  const counts = new Map<string, number>();
  for (const path of tree.keys()) {
    if (!isCode(path) || isTest(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (CONTRACT_WING.test(folder)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, count]) => count > FILES_IN_FOLDER).sort(([, a], [, b]) => b - a);
  return { value: crowded.length, places: crowded.map(([folder, count]) => `${folder} has ${count}: split it by topic`) };
}

function neverCasts(tree: SourceTree): Measured {
  const places = [...tree]
    .filter(([path]) => path.startsWith(`${WEB}src/`) && isShipping(path))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => (/\bas never\b/.test(line) ? [`${path}:${index + 1}: say which type it is`] : [])),
    );
  return { value: places.length, places };
}

function testLines(tree: SourceTree, under: string): number {
  return sum(tree, (path) => path.startsWith(under) && isTest(path));
}

function testRatio(tree: SourceTree, under: string): Measured {
  const code = sum(tree, (path) => path.startsWith(under) && isShipping(path));
  return { value: code === 0 ? 0 : Math.floor((1000 * testLines(tree, under)) / code) / 1000 };
}

function sum(tree: SourceTree, counts: (path: string) => boolean): number {
  let lines = 0;
  for (const [path, text] of tree) if (counts(path)) lines += linesOf(text);
  return lines;
}
