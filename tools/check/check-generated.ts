/** Generated pages say what the code says now. */

import { generatedDocs } from '../generate/generated-docs.ts';
import type { SourceTree } from './source-tree.ts';

/** Pages that differ from what the code would make of them. */
export function checkGenerated(tree: SourceTree): string[] {
  return [...generatedDocs(tree)].filter(([path, text]) => tree.get(path) !== text).map(([path]) => `${path} is stale: npm run docs`);
}
