import { expect, test } from 'vitest';
import { checkLocales } from '../check/check-locales.ts';
import { checkMirror } from '../check/check-mirror.ts';
import { checkNames } from '../check/check-names.ts';
import { checkTables } from '../check/check-tables.ts';
import { featureFiles, featureName, type FeatureName } from './feature-files.ts';
import { wireFeature } from './feature-wiring.ts';
import { readSourceTree } from '../check/source-tree.ts';

const name = featureName('costing/cost-items') as FeatureName;

test('reads the spellings of a name', () => {
  expect(name).toEqual({ wing: 'costing', feature: 'cost-items', camel: 'costItems', pascal: 'CostItems', row: 'cost_item' });
  expect(featureName('catalog/directories')?.row).toBe('directory');
  for (const wrong of ['relations', 'planning/', 'planning/Relations', 'planning/a/b']) expect(featureName(wrong)).toBeUndefined();
});

test('a generated feature adds no breach of the house and is wired everywhere', () => {
  const tree = readSourceTree();
  const wired = wireFeature(tree, name);
  expect([...wired.values()].every((text) => /costItems|cost-items|cost_item/.test(text))).toBe(true);
  const merged = new Map([...tree, ...featureFiles(name, '9999'), ...wired]);
  const before = [...checkMirror(tree), ...checkNames(tree), ...checkTables(tree), ...checkLocales(tree, [])];
  const after = [...checkMirror(merged), ...checkNames(merged), ...checkTables(merged), ...checkLocales(merged, ['cost_item.name_taken'])];
  expect(after.filter((line) => !before.includes(line))).toEqual([]);
});

test('a table of contents that changed its form is named', () => {
  const tree = new Map([...readSourceTree(), ['packages/contract/src/api.ts', 'export const api = new Map();']]);
  expect(() => wireFeature(tree, name)).toThrow('packages/contract/src/api.ts no longer has the form');
});
