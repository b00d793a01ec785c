import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Ten thousand random plans a property take minutes where the usual hundred take a blink.
const limits = { testTimeout: process.env['PROPERTY_CASES'] ? 900_000 : 60_000, hookTimeout: 120_000 };

const page = {
  oxc: { jsx: { runtime: 'automatic' as const } },
  test: { ...limits, environment: 'happy-dom', setupFiles: ['./apps/web/src/testing/page.setup.ts'] },
};
/** Tests of what a module of the page remembers (edits and uploads under way, where the focus stands): each with modules of its own. */
const ALONE = ['ui/toolbar', 'features/insight/analytics/*', 'features/planning/wbs/*', 'features/teamwork/storage/*', 'lib/outbox/*'].map(
  (name) => `apps/web/src/${name}.test.tsx`,
);

export default defineConfig({
  test: {
    // Vitest would leave one core free: half of the machine where there are two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts', 'tools/**/*.test.ts'],
          // CI runs the engine's tests once, with many random plans.
          exclude: process.env['GANTRY_TEST_WITHOUT_ENGINE'] ? ['packages/engine/**'] : [],
          // A module is loaded once a worker instead of once a file: a third of the time. A test puts back what it sets.
          isolate: false,
        },
      },
      // Components, in a document: `npm test -- unit` runs them with the others.
      { ...page, test: { ...page.test, name: 'unit-page', include: ['apps/web/src/**/*.test.tsx'], exclude: ALONE, isolate: false } },
      { ...page, test: { ...page.test, name: 'unit-page-alone', include: ALONE } },
      {
        test: {
          ...limits,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['./tools/testing/test-database.ts'],
          setupFiles: ['./tools/testing/test-statements.ts'],
          // The server's files as Node itself reads them, the way the product runs, and loaded once a worker instead of once a file.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
