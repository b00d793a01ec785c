/** A file of more than 250 lines is a warning, of more than 400 a problem: it holds two topics. Nobody reads a generated one from top to bottom. */

import type { SourceTree } from './source-tree.ts';

const WARN = 250;
const STOP = 400;

/** Files past the limit, and those on the way there. */
export function checkSize(tree: SourceTree): { problems: string[]; warnings: string[] } {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const [path, text] of tree) {
    if (!/\.(ts|tsx|mjs|css)$/.test(path) || path.endsWith('.generated.ts')) continue;
    const lines = text.split('\n').length - 1;
    if (lines > STOP) problems.push(`${path} has ${lines} lines; the limit is ${STOP}: split it by topic`);
    else if (lines > WARN) warnings.push(`${path} has ${lines} lines`);
  }
  return { problems, warnings };
}
