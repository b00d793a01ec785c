/** The repository's own text files as the checks read them; tests pass a small map of the same form. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Path from the root, with forward slashes → content. */
export type SourceTree = ReadonlyMap<string, string>;

const SKIPPED = new Set(['node_modules', 'dist', 'dist.next', 'data', 'coverage', '.git', '.cache', 'test-results', 'results']);
const TEXT = /\.(ts|tsx|mjs|js|json|sql|css|md|html)$/;

/** Reads every source file below the root. */
export function readSourceTree(root: string = resolve(import.meta.dirname, '../..')): SourceTree {
  const tree = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(path);
      else if (entry.isFile() && TEXT.test(entry.name)) tree.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  visit('');
  return tree;
}

/** Code that ships: no test, no test builder, no tool. */
export const isShipping = (path: string): boolean =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path);
