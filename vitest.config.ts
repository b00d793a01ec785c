import { defineConfig } from 'vitest/config';

// Ten thousand random plans a property take minutes where the usual hundred take a blink.
const limits = { testTimeout: process.env['PROPERTY_CASES'] ? 900_000 : 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts', 'apps/web/src/**/*.test.tsx', 'tools/**/*.test.ts'],
        },
      },
      {
        test: {
          ...limits,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['./tools/test-database.ts'],
        },
      },
    ],
  },
});
