/** The tests with one mutant in the sources: `mutate.ts` names it in the environment. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mergeConfig } from 'vitest/config';
import type { VitestPluginContext } from 'vitest/node';
import config from '../../vitest.config.ts';
import { mutated, type Mutant } from './mutants.ts';

const { file, mutant } = JSON.parse(process.env['GANTRY_MUTANT'] ?? '{}') as { file?: string; mutant?: Mutant };
const target = file === undefined ? undefined : resolve(import.meta.dirname, '../..', file);

const plugin = {
  name: 'mutant',
  enforce: 'pre' as const,
  // The cache of modules knows the sources on disk, not what is put into them.
  configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
    defineCacheKeyGenerator(({ id }) => (id.split('?')[0] === target ? false : null)),
  load: (id: string) => (target && mutant && id.split('?')[0] === target ? mutated(readFileSync(target, 'utf8'), mutant) : null),
};

export default {
  ...config,
  root: resolve(import.meta.dirname, '../..'),
  test: {
    ...config.test,
    projects: (config.test?.projects ?? []).map((project) =>
      typeof project === 'object' ? mergeConfig(project, { plugins: [plugin] }) : project,
    ),
  },
};
