/** Casts hide what a type would have found: the server may not have more of them than this. The number only goes down. */

import { isShipping, type SourceTree } from './source-tree.ts';

export const CASTS_OF = 'apps/server/src';
/** Today’s; the goal is 8. */
const MOST_PER_1000_LINES = 16;

/** What is wrong with the paths of the casts that were found, one for each cast, and how many there are. */
export function checkCasts(tree: SourceTree, found: readonly string[]): { problems: string[]; warnings: string[] } {
  let lines = 0;
  for (const [path, text] of tree) if (path.startsWith(`${CASTS_OF}/`) && isShipping(path)) lines += text.split('\n').length - 1;
  const casts = found.filter((path) => isShipping(path)).length;
  const share = (casts / lines) * 1000;
  const said = `${casts} casts in ${lines} lines of ${CASTS_OF}: ${share.toFixed(1)} per 1,000 lines`;
  return share > MOST_PER_1000_LINES
    ? { problems: [`${said}; at most ${MOST_PER_1000_LINES}`], warnings: [] }
    : { problems: [], warnings: [said] };
}
