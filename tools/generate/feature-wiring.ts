/** The lines by which a new feature is known to the rest: one in each table of contents. */

import type { FeatureName } from './feature-files.ts';
import type { SourceTree } from '../check/source-tree.ts';

type Insertion = { file: string; behind: RegExp; line: string };

/** Path → new content of the files that list all features. Throws when one of them no longer has the expected form. */
export function wireFeature(tree: SourceTree, { wing, feature, camel }: FeatureName): Map<string, string> {
  const insertions: Insertion[] = [
    { file: 'packages/contract/src/index.ts', behind: /(?:^export \* from .*\n)+/m, line: `export * from './${wing}/${feature}.ts';\n` },
    { file: 'packages/contract/src/api.ts', behind: /(?:^import .*\n)+/m, line: `import { ${camel} } from './${wing}/${feature}.ts';\n` },
    { file: 'packages/contract/src/api.ts', behind: /export const api = \{\n(?: {2}.*\n)*/, line: `  ${camel},\n` },
    {
      file: 'packages/contract/src/errors.ts',
      behind: /(?:^import .*\n)+/m,
      line: `import { ${camel}Errors } from './${wing}/${feature}.ts';\n`,
    },
    { file: 'packages/contract/src/errors.ts', behind: /export const ERRORS = \{\n(?: {2}.*\n)*/, line: `  ...${camel}Errors,\n` },
    {
      file: 'apps/server/src/app.ts',
      behind: /(?:^import .*features.*\n)+/m,
      line: `import { ${camel}Routes } from './features/${wing}/${feature}/${feature}.routes.ts';\n`,
    },
    { file: 'apps/server/src/app.ts', behind: /mount\(\n\s+http,\n\s+\{\n(?: {6}.*\n)*/, line: `      ${camel}: ${camel}Routes,\n` },
  ];
  const changed = new Map<string, string>();
  for (const { file, behind, line } of insertions) {
    const text = changed.get(file) ?? tree.get(file) ?? '';
    const place = behind.exec(text);
    if (!place)
      throw new Error(`${file} no longer has the form that the generator knows: change tools/generate/feature-wiring.ts with it.`);
    const at = place.index + place[0].length;
    changed.set(file, text.slice(0, at) + line + text.slice(at));
  }
  return changed;
}
