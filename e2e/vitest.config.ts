import { defineConfig } from 'vitest/config';

/** Journeys in a real browser against the whole product; one after the other, because each has the machine to itself. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a page shows follows what was done within moments; a busy machine has longer ones.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
