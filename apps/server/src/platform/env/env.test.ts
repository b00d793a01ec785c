import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from './env.ts';

const documented = (file: string): string => readFileSync(new URL(`../../../../../docs/${file}`, import.meta.url), 'utf8');
/** Read by the library that exports spans. */
const READ_ELSEWHERE = ['OTEL_EXPORTER_OTLP_HEADERS'];

test('the documents name every variable of the environment, and none that nobody reads', () => {
  const configure = documented('operations/configure.md');
  const all = configure + documented('security/sign-in.md');
  const known = new Set(VARIABLES.flatMap((name) => [name, `${name}_FILE`]));
  // The variables of AD FS are those of OpenID Connect under another prefix, as that document says.
  const isNamed = (name: string) => [name, `${name}_FILE`, name.replace(/^ADFS_/, 'OIDC_')].some((one) => all.includes(`\`${one}\``));
  expect(VARIABLES.filter((name) => !isNamed(name))).toEqual([]);
  const rows = configure.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split(' | ')[0].matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
  expect(named.filter((name) => !known.has(name) && !READ_ELSEWHERE.includes(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(30);
});
