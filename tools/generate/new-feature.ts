/** `npm run new-feature planning/relations`: writes the files of a feature and wires them, so that the lawful way is the short way. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { featureFiles, featureName } from './feature-files.ts';
import { wireFeature } from './feature-wiring.ts';
import { readSourceTree } from '../check/source-tree.ts';

const WINGS = ['access', 'structure', 'catalog', 'planning', 'costing', 'bim', 'teamwork', 'insight', 'operations'];
const root = resolve(import.meta.dirname, '../..');

function main(): void {
  const name = featureName(process.argv[2] ?? '');
  if (!name || !WINGS.includes(name.wing)) {
    throw new Error(
      `Say which: npm run new-feature <wing>/<feature>, where the wing is one of ${WINGS.join(', ')} and the feature is kebab-case.`,
    );
  }
  const tree = readSourceTree(root);
  const files = featureFiles(name, nextMigration([...tree.keys()]));
  const taken = [...files.keys()].find((path) => tree.has(path));
  if (taken) throw new Error(`${taken} exists already.`);
  const all = new Map([...files, ...wireFeature(tree, name)]);
  for (const [path, text] of all) {
    mkdirSync(dirname(resolve(root, path)), { recursive: true });
    writeFileSync(resolve(root, path), text);
    console.log(`${files.has(path) ? 'new    ' : 'changed'} ${path}`);
  }
  console.log('Now: npm run schema, which writes the type of the new table, then CONTRIBUTING.md, step 2.');
}

function nextMigration(paths: string[]): string {
  const numbers = paths.map((path) => Number(/^apps\/server\/src\/database\/migrations\/(\d+)-/.exec(path)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
