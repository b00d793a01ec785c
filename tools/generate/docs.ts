/** `npm run docs`: writes the generated pages. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generatedDocs } from './generated-docs.ts';
import { readSourceTree } from '../check/source-tree.ts';

const root = resolve(import.meta.dirname, '../..');
for (const [path, text] of generatedDocs(readSourceTree(root))) writeFileSync(resolve(root, path), text);
