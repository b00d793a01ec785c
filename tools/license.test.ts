import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readToken } from './license-tokens.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'gantry-license-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]): string => execFileSync(process.execPath, ['tools/license.ts', ...args], { cwd: root, encoding: 'utf8' });
const refused = (...args: string[]): string => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/license.ts', ...args], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr;
};

test('a key is made outside of the repository, readable by its owner alone, and signs licences that it can be shown to have signed', () => {
  const file = join(folder, 'key.json');
  const [trusted] = /[\w.-]+:[\w-]{43}/.exec(run('new-key', file, '--kid', 'vendor-1')) ?? [];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const token = run('issue', '--key', file, '--users', '25', '--bim', 'any', '--until', '2031-12-31', '--lid', 'L-1').trim();
  const { header, claims, signed } = JSON.parse(run('show', token, '--trusted', trusted as string)) as ReturnType<typeof readToken>;
  expect({ header, signed }).toEqual({ header: { alg: 'EdDSA', typ: 'license+jwt', kid: 'vendor-1' }, signed: true });
  expect(claims).toMatchObject({
    lid: 'L-1',
    scope: 'site',
    kind: 'paid',
    paid_users: 25,
    bim_users: null,
    exp: Date.UTC(2032, 0, 1) / 1000,
  });
  const forged = token.replace(/\.(.)([^.]*)$/, (_end, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`);
  expect(readToken(forged, trusted).signed).toBe(false);
  expect(token).not.toContain((JSON.parse(readFileSync(file, 'utf8')) as { d: string }).d);
  expect(refused('new-key', file)).toContain('EEXIST');
  chmodSync(file, 0o644);
  expect(refused('issue', '--key', file)).toContain('can be read by others');
});

test('no key comes into the repository, not by a link either', () => {
  symlinkSync(root, join(folder, 'link'));
  for (const path of ['key.json', 'tools/key.json', join(root, 'no/such/folder/key.json'), join(folder, 'link/docs/key.json')])
    expect(refused('new-key', path)).toContain('lies in the repository');
  expect(refused('issue', '--key', 'package.json')).toContain('lies in the repository');
});

test('what makes no sense is refused in words', () => {
  expect(refused()).toContain('npm run license -- issue');
  const file = join(folder, 'second.json');
  run('new-key', file);
  expect(refused('issue', '--key', file, '--users', 'many')).toContain('--users is a number');
  expect(refused('issue', '--key', file, '--until', '31.12.2031')).toContain('YYYY-MM-DD');
  expect(refused('issue', '--key', file, '--scope', 'world')).toContain('--scope is one of');
});
