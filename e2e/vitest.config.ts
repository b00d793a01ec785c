import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Journeys in a real browser against the whole product: a server, a database and a browser for each file, two files side by side. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./started-once.ts'],
    // A browser and a server are more than one core's work: more journeys than cores would wait for each other.
    maxWorkers: Math.min(2, availableParallelism()),
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Generous, because a busy machine updates pages late.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
