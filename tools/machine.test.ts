import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const UNIT = join(root, 'deploy/gantry.service');
/** In tenths: what `systemd-analyze security` calls the exposure of the unit. */
const MOST_EXPOSURE = '45';

test(
  'a release is cloned, a later one fetched by its tag and checked out, and nothing in it counts as changed',
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'gantry-clone-'));
    const [source, clone] = [join(folder, 'source'), join(folder, 'gantry')];
    const git = (cwd: string, ...words: string[]): string =>
      execFileSync('git', ['-C', cwd, ...words], { encoding: 'utf8', stdio: 'pipe' });
    try {
      git(root, 'clone', '--quiet', '--shared', '--no-checkout', root, source);
      git(source, 'clone', '--quiet', '--shared', '--no-checkout', source, clone);
      git(source, 'tag', 'RELEASE', 'HEAD');
      git(clone, 'fetch', '--quiet', '--tags');
      git(clone, 'checkout', '--quiet', 'RELEASE');
      expect(git(clone, 'rev-parse', 'HEAD')).toBe(git(root, 'rev-parse', 'HEAD'));
      expect(git(clone, 'status', '--porcelain')).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

const isMissing = spawnSync('systemd-analyze', ['--version']).error !== undefined;

test.skipIf(isMissing)('systemd reads the unit without a warning, and finds it no more exposed than it was', () => {
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', UNIT], { encoding: 'utf8' });
  expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, '']);
  const security = ['security', '--no-pager', '--offline=true', `--threshold=${MOST_EXPOSURE}`, UNIT];
  const { status, stdout } = spawnSync('systemd-analyze', security, { encoding: 'utf8' });
  expect([status, stdout.split('\n').filter((line) => line.includes('exposure level'))]).toEqual([0, [expect.any(String)]]);
});
