import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = process.env['GANTRY_TEST_DATA'] ?? '';

/** True where the environment names the folder of third parties' schedules. */
export const hasTestData = root !== '';

/** Real files under a folder of the test data whose names end so; empty without the data. */
export function realFiles(ending: string): string[] {
  if (!hasTestData) return [];
  return readdirSync(join(root, 'schedules'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort();
}

/** Bytes of a real file. */
export function realBytes(name: string): Buffer {
  return readFileSync(join(root, 'schedules', name));
}
