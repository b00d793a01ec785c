import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'apps/*/src/**/*.test.tsx', 'tools/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
