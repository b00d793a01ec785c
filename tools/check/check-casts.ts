/** Casts hide what a type would have found: the server has fewer than 8 for 1,000 lines. The limit only goes down. */

import { isShipping, type SourceTree } from './source-tree.ts';

export const CASTS_OF = 'apps/server/src';
const LIMIT_PER_1000_LINES = 8;

/** What is wrong with the paths of the casts that were found, one for each cast, and how many there are. */
export function checkCasts(tree: SourceTree, found: readonly string[]): { problems: string[]; warnings: string[] } {
  let lines = 0;
  for (const [path, text] of tree) if (path.startsWith(`${CASTS_OF}/`) && isShipping(path)) lines += text.split('\n').length - 1;
  const casts = found.filter((path) => isShipping(path)).length;
  const share = (casts / lines) * 1000;
  const stated = `${casts} casts in ${lines} lines of ${CASTS_OF}: ${share.toFixed(1)} per 1,000 lines`;
  return share >= LIMIT_PER_1000_LINES
    ? { problems: [`${stated}; fewer than ${LIMIT_PER_1000_LINES} are allowed`], warnings: [] }
    : { problems: [], warnings: [stated] };
}
