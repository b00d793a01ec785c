/** The dependency checker on a small house with one breach of each kind. */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const server = 'apps/server/src';
const web = 'apps/web/src';

/** File that imports → file that it imports (a bare name is a package or a part of Node); with `type` before it, types only. */
const BREACHES: [from: string, to: string, rule: string][] = [
  ['packages/engine/src/a.ts', 'packages/contract/src/a.ts', 'packages: packages/engine imports domain'],
  ['packages/engine/src/b.ts', 'node:fs', 'pure: domain, engine, scene and plan-view'],
  [`${web}/lib/a.ts`, `${server}/platform/z.ts`, 'packages: apps/web imports'],
  [`${server}/platform/a.ts`, `${server}/features/access/z/z.service.ts`, 'rooms: apps/server/src/platform/'],
  [`${web}/ui/a.ts`, `type ${web}/pages/z.ts`, 'rooms: apps/web/src/ui/'],
  [`${server}/features/access/a/a.service.ts`, `${server}/features/planning/z/z.service.ts`, 'wings: access sees'],
  [`${web}/features/bim/a/a.store.ts`, `${web}/features/costing/z/z.queries.ts`, 'wings: bim sees'],
  ['packages/contract/src/access/a.ts', 'packages/contract/src/planning/z.ts', 'wings: access sees'],
  [`${server}/features/planning/b/b.service.ts`, `${server}/features/planning/z/z.rules.ts`, 'doors: another feature of server'],
  [`${web}/features/planning/b/b.store.ts`, `${web}/features/planning/z/z.model.ts`, 'doors: another feature of web'],
  [`${server}/features/planning/c/c.rules.ts`, `${server}/features/planning/c/c.repository.ts`, 'pure: rules and models call no'],
  [`${web}/features/planning/c/c.model.ts`, 'node:path', 'pure: rules and models decide without I/O'],
  [`${server}/features/planning/d/d.service.ts`, 'kysely', 'SQL lives in repositories'],
  [`${server}/platform/b.ts`, `${server}/testing/world.ts`, 'shipping code imports no test code'],
];

/** Imports that are lawful and look as if they were not. */
const LAWFUL: [from: string, to: string][] = [
  [`${server}/features/planning/e/e.service.ts`, `${server}/features/access/z/z.service.ts`],
  [`${server}/features/planning/e/e.repository.ts`, 'kysely'],
  [`${server}/features/planning/e/e.rules.ts`, `type ${server}/features/planning/e/e.repository.ts`],
  [`${web}/features/planning/e/e-panel.tsx`, `${web}/features/planning/z/z-picker.tsx`],
  ['packages/engine/src/c.ts', 'packages/domain/src/z.ts'],
];

let house = '';
let violations: { from: string; to: string; rule: { name: string } }[] = [];

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'gantry-house-'));
  const files = new Map<string, string>();
  for (const [from, to] of [...BREACHES, ...LAWFUL]) {
    const [target, keyword] = to.startsWith('type ') ? [to.slice(5), 'import type'] : [to, 'import'];
    const isFile = target.includes('/');
    const path = isFile ? `${'../'.repeat(dirname(from).split('/').length)}${target}` : target;
    files.set(from, `${files.get(from) ?? ''}${keyword} { x } from '${path}';\nexport const y: typeof x = x;\n`);
    if (isFile && !files.has(target)) files.set(target, 'export const x = 1;\n');
  }
  files.set('node_modules/kysely/package.json', '{"name":"kysely","version":"1.0.0","exports":"./index.js"}');
  files.set('node_modules/kysely/index.js', 'export const x = 1;');
  files.set('package.json', '{"type":"module","dependencies":{"kysely":"1.0.0"}}');
  for (const [path, text] of files) {
    mkdirSync(join(house, dirname(path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  cpSync(join(root, '.dependency-cruiser.mjs'), join(house, '.dependency-cruiser.mjs'));
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'packages', 'apps'];
  violations = JSON.parse(run(args)).summary.violations;
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

function run(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: house, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test.each(BREACHES)('%s must not import %s', (from, _to, rule) => {
  expect(violations.filter((one) => one.from === from).map((one) => one.rule.name)).toContainEqual(expect.stringContaining(rule));
});

test.each(LAWFUL)('%s may import %s', (from) => {
  expect(violations.filter((one) => one.from === from)).toEqual([]);
});
