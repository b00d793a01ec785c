import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
type Component = { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[]; licenses?: object[] };
const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(resolve(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version;

test('the bill of materials has every package that is shipped, with its version, licence and sum, and no tool', () => {
  const written = execFileSync('npm', ['--silent', 'run', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const { bomFormat, components } = JSON.parse(written) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe('CycloneDX');
  const versions = new Map(components.map(({ name, version }) => [name, version]));
  // Two that the server loads, and one that another brings.
  for (const name of ['fastify', 'pg', 'pg-protocol']) expect(versions.get(name)).toBe(versionOf(name));
  expect(components.filter(({ name }) => ['vitest', 'oxlint', 'playwright-core'].includes(name))).toEqual([]);
  expect(components.filter(({ hashes, licenses }) => !licenses || !/^[0-9a-f]{128}$/.test(hashes?.[0].content ?? ''))).toEqual([]);
  expect(components.find(({ name }) => name === '@fastify/cookie')?.purl).toBe(`pkg:npm/%40fastify/cookie@${versionOf('@fastify/cookie')}`);
});
