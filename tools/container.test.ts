import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const file = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
const steps = file.split('\n').flatMap((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1, 3) ?? []);
const of = (name: string): string[] => steps.filter((_step, at) => at % 2 === 1 && steps[at - 1] === name);
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };

test('the image copies what is there: every workspace before packages are installed', () => {
  const sources = of('COPY')
    .filter((line) => !line.startsWith('--from'))
    .flatMap((line) => line.split(' ').slice(0, -1));
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  const before = file.slice(0, file.indexOf('npm ci'));
  for (const workspace of workspaces) expect(before).toContain(workspace.replace('/*', ''));
});

test('the image runs as a user without rights, writes its data folder alone, and runs no script of a package', () => {
  expect(of('USER')).toEqual(['10001']);
  expect(of('VOLUME')).toEqual(['/data']);
  expect(of('STOPSIGNAL')).toEqual(['SIGINT']);
  expect(of('ADD')).toEqual([]);
  expect(file).toContain('npm ci --ignore-scripts');
  const [program, main] = JSON.parse(of('CMD')[0]) as [string, string];
  expect(existsSync(join(root, main))).toBe(true);
  // Debian's own Node is too old, and its npm makes no link to the one of the lock file.
  expect(program).toBe('node');
  const [build, image] = file.split(/^FROM /m).slice(1);
  expect(build.indexOf('cp node_modules/node-linux-*/bin/node /usr/local/bin/node')).toBeLessThan(
    build.indexOf('RUN npm ci --ignore-scripts --no-audit --no-fund\n'),
  );
  expect(build).toContain('cp node_modules/node-linux-*/bin/node /usr/local/bin/node');
  expect(build).toContain('node tools/bill-of-materials.ts > sbom.cdx.json');
  expect(image).toContain('ln -s /opt/gantry/node_modules/node-linux-*/bin/node /usr/local/bin/node');
});
