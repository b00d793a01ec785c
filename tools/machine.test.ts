import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const OPERATIONS = join(root, 'docs/operations');
const documents = readdirSync(OPERATIONS).map((name) => readFileSync(join(OPERATIONS, name), 'utf8'));
/** What documents and the unit ask a program for, without what stands before it. */
const askedOf = (program: string): string[] => [
  ...new Set(
    [...documents, readFileSync(UNIT, 'utf8')].flatMap((text) => text.match(new RegExp(`(?<=^|[\`…] ?)${program} [^\`\n]+`, 'gm')) ?? []),
  ),
];

/** A folder as the root of a machine that has the unit, as the documents copy it. */
function withUnit<R>(work: (machine: string, unit: string) => R): R {
  const machine = mkdtempSync(join(tmpdir(), 'gantry-machine-'));
  const folder = join(machine, 'etc/systemd/system');
  try {
    mkdirSync(folder, { recursive: true });
    copyFileSync(UNIT, join(folder, 'gantry.service'));
    return work(machine, join(folder, 'gantry.service'));
  } finally {
    rmSync(machine, { recursive: true, force: true });
  }
}

test.skipIf(!isThere('systemctl'))('systemd enables the unit, and knows what documents ask it for', () => {
  withUnit((machine, unit) => {
    const { status } = spawnSync('systemctl', ['--root', machine, 'enable', 'gantry']);
    expect([status, existsSync(join(unit, '../multi-user.target.wants'))]).toEqual([0, true]);
    expect(execFileSync('systemctl', ['--root', machine, 'is-enabled', 'gantry'], { encoding: 'utf8' }).trim()).toBe('enabled');
  });
  const help = execFileSync('systemctl', ['--help'], { encoding: 'utf8' });
  const asked = askedOf('systemctl').map((line) => line.split(' ').slice(1));
  expect(asked.length).toBeGreaterThan(3);
  for (const [verb, ...words] of asked) {
    expect(help).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'));
    for (const word of words) if (word.startsWith('--')) expect(help).toMatch(new RegExp(`${word}\\b`)); else expect(word).toBe('gantry'); // prettier-ignore
  }
});

test.skipIf(isMissing)('a change of the unit that a document tells is read by systemd, and one with a slip is not', () => {
  const lines = documents.flatMap((text) => [...text.matchAll(/`systemctl edit gantry`: `([^`]+)`/g)].map(([, line]) => line));
  expect(lines.length).toBeGreaterThan(0);
  const verified = (line: string): string =>
    withUnit((_machine, unit) => {
      mkdirSync(`${unit}.d`);
      writeFileSync(join(`${unit}.d`, 'override.conf'), `[Service]\n${line}\n`);
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      return stdout + stderr;
    });
  for (const line of lines) expect([line, verified(line)]).toEqual([line, '']);
  expect(verified(lines[0].replace('=', 'x='))).toContain('Unknown key');
});

/** Whether a program of the machine has a part. Docker answers for one that it does not have as if it were asked for nothing. */
const isPart = (file: string, part: string): boolean =>
  part === 'compose' ? spawnSync(file, [part, 'version']).status === 0 : isThere(file);

/** Programs take their words before they print their help. */
for (const program of ['journalctl', 'docker build', 'docker run', 'docker stop', 'docker logs', 'docker compose']) {
  const [file, ...parts] = program.split(' ');
  test.skipIf(!isPart(file, parts[0]))(`${program} takes the words of the documents`, () => {
    const asked = askedOf(program);
    expect(asked.length).toBeGreaterThan(0);
    for (const line of asked) {
      const words = line.split(' ').slice(parts.length + 1);
      const { status, stderr } = spawnSync(file, [...parts, '--help', ...words], { encoding: 'utf8' });
      const wrong = stderr.split('\n').filter((text) => /flag .* deprecated|unknown|unrecognized|invalid/i.test(text));
      expect([line, status, wrong]).toEqual([line, 0, []]);
    }
  });
}

test.skipIf(!isPart('docker', 'compose'))('compose reads its file', () => {
  const words = ['compose', '--file', join(root, 'deploy/compose.yml'), 'config', '--quiet'];
  const { status, stderr } = spawnSync('docker', words, { encoding: 'utf8', env: { ...process.env, POSTGRES_PASSWORD: 'secret' } });
  expect([status, stderr]).toEqual([0, '']);
});
