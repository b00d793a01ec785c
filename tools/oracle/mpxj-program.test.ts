import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../bench/mpxj');
const hasCompiler = spawnSync('javac', ['-version']).status === 0;

/** A program that only runs where somebody has MPXJ is compiled everywhere, against as much of MPXJ as it calls. */
it.skipIf(!hasCompiler)('the program of the comparison with MPXJ compiles', () => {
  const out = mkdtempSync(join(tmpdir(), 'gantry-javac-'));
  const sources = globSync('**/*.java', { cwd: folder }).map((file) => join(folder, file));
  const { status, stderr } = spawnSync('javac', ['-d', out, ...sources], { encoding: 'utf8' });
  rmSync(out, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
});
