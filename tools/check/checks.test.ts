/** Each check is fed a tree with a breach, because a check that cannot fail checks nothing. */

import { expect, test } from 'vitest';
import { checkCasts } from './check-casts.ts';
import { checkCycles } from './check-cycles.ts';
import { checkDependencies } from './check-dependencies.ts';
import { checkFigures, FIGURES } from './check-figures.ts';
import { checkLocales } from './check-locales.ts';
import { checkMirror } from './check-mirror.ts';
import { checkNames } from './check-names.ts';
import { checkPure } from './check-pure.ts';
import { checkSize } from './check-size.ts';
import { checkTables } from './check-tables.ts';

const tree = (files: Record<string, string>) => new Map(Object.entries(files));
/** In two parts, so that this file does not hold one itself. */
const leftover = ['TO', 'DO'].join('');
const features = 'apps/server/src/features';

test('size: warns past 250 lines and stops past 400', () => {
  const found = checkSize(
    tree({ 'a.ts': '\n'.repeat(250), 'b.ts': '\n'.repeat(251), 'c.ts': '\n'.repeat(401), 'd.generated.ts': '\n'.repeat(401) }),
  );
  expect(found.warnings).toEqual(['b.ts has 251 lines']);
  expect(found.problems).toHaveLength(1);
});

test('casts: too many for the lines of the server that ship are found', () => {
  const path = `${features}/a/b/b.service.ts`;
  const files = tree({ [path]: '\n'.repeat(1000), [`${features}/a/b/b.test.ts`]: '\n'.repeat(9000) });
  const found = (count: number, where = path) => checkCasts(files, Array<string>(count).fill(where)).problems;
  expect(found(7)).toEqual([]);
  expect(found(8)).toEqual([expect.stringContaining('8 casts in 1000 lines')]);
  expect(found(100, `${features}/a/b/b.test.ts`)).toEqual([]);
});

test('cycles: files and features that reach themselves are found, each with the imports that close the cycle', () => {
  const planning = `${features}/planning`;
  const found = checkCycles(
    tree({
      'tools/a.ts': "import type { b } from './b.ts';",
      'tools/b.ts': "export { a } from './c.mjs';",
      'tools/c.mjs': "const a = await import('./a.ts');",
      'tools/d.ts': "import { a } from './a.ts';",
      [`${planning}/edits/edits.service.ts`]: "import { head } from '../versions/versions.service.ts';",
      [`${planning}/versions/versions.service.ts`]: '',
      [`${planning}/versions/versions.copy.service.ts`]: "import { edit } from '../edits/edits.service.ts';",
    }),
  );
  expect(found).toEqual([
    '3 files in one cycle: tools/a.ts, tools/b.ts, tools/c.mjs',
    '  tools/a.ts → tools/b.ts',
    '  tools/b.ts → tools/c.mjs',
    '  tools/c.mjs → tools/a.ts',
    `2 features in one cycle: ${planning}/edits, ${planning}/versions`,
    `  ${planning}/edits/edits.service.ts → ${planning}/versions/versions.service.ts`,
    `  ${planning}/versions/versions.copy.service.ts → ${planning}/edits/edits.service.ts`,
  ]);
});

test('cycles: a test may enter any feature, and features that share a third one are no cycle', () => {
  const planning = `${features}/planning`;
  const edits = "import { edit } from '../edits/edits.service.ts';";
  const lawful = {
    [`${planning}/edits/edits.service.ts`]: '',
    [`${planning}/edits/edits.test.ts`]: "import { update } from '../wbs/wbs.service.ts';",
    [`${planning}/wbs/wbs.service.ts`]: `${edits}\nimport { draw } from '../links/links.service.ts';`,
    [`${planning}/links/links.service.ts`]: edits,
  };
  expect(checkCycles(tree(lawful))).toEqual([]);
});

test('figures: a folder too many is found with its name, tests do not count, and what is within the limit is printed', () => {
  const folder = (name: string, files: number) =>
    Object.fromEntries(Array.from({ length: files }, (_, at): [string, string] => [`packages/domain/src/${name}/f${at}.ts`, '\n']));
  const figures = FIGURES.filter(({ name }) => name.startsWith('folders')).map((figure) => ({ ...figure, limit: 0, goal: 0 }));
  const found = checkFigures(tree({ ...folder('full', 15), 'packages/domain/src/full/f0.test.ts': '\n' }), figures);
  expect(found).toEqual({ problems: [], warnings: ['folders of more than 15 source files: 0, at most 0'] });
  expect(checkFigures(tree(folder('crowded', 16)), figures).problems).toEqual([
    'folders of more than 15 source files: 1, at most 0',
    '  packages/domain/src/crowded has 16: split it by topic',
  ]);
});

test('figures: too many lines of tests and too few of them are found', () => {
  const files = {
    'packages/engine/src/a.test.ts': '\n'.repeat(11),
    'apps/web/src/a.ts': '\n'.repeat(100),
    'apps/web/src/a.test.ts': '\n'.repeat(9),
  };
  const figures = FIGURES.filter(({ name }) => name.startsWith('lines')).map((figure) => ({
    ...figure,
    ...(figure.bound === 'at most' ? { limit: 10, goal: 5 } : { limit: 0.1, goal: 0.1 }),
  }));
  expect(checkFigures(tree(files), figures).problems).toEqual([
    'lines of tests of the engine: 11, at most 10, goal 5',
    'lines of tests per line of code of the page: 0.09, at least 0.1',
  ]);
});

test('figures: what keeps tables from being spread over databases is found with its line, not in tests', () => {
  const figures = FIGURES.filter(({ name }) => name.startsWith('not fit')).map((figure) => ({ ...figure, limit: 0 }));
  const path = 'apps/server/src/features/planning/wbs/wbs.repository.ts';
  const lines = [
    "sql`select set_config('a', 'b', true)`",
    'sql`insert into t (id) select 1`',
    'sql`select pg_try_advisory_xact_lock(1)`',
    'const lock = sql`pg_advisory_xact_lock_shared`',
    'sql`insert into t values (1) on conflict (id) do update set at = now()`',
    'sql`select ${key.versionId}::int, ${itemId}::int`',
  ];
  const text = lines.join('\n');
  const { problems } = checkFigures(tree({ [path]: text, [path.replace('.ts', '.test.ts')]: text }), figures);
  expect(problems.filter((line) => line.startsWith('  ')).map((line) => /:(\d+): use/.exec(line)?.[1])).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
  ]);
});

test('figures: a function of a repository that names a table of tenants and no space is found', () => {
  const figures = FIGURES.filter(({ name }) => name.endsWith('without a space'));
  const found = (text: string) =>
    checkFigures(
      tree({
        'apps/server/src/database/schema.generated.ts': '  version: {\n    space_id: number;\n  };\n  app_user: {\n    id: number;\n  };\n',
        'apps/server/src/features/a/b/b.repository.ts': `/** A. */\nexport const a = 1;\n${text}`,
      }),
      figures,
    ).problems.filter((line) => line.startsWith('  '));
  const read = (rest: string) => `export async function b(db: Db) {\n  return db.selectFrom('version')${rest}.execute();\n}\n`;
  expect(found(read(".where('id', '=', 1)"))).toEqual(['  apps/server/src/features/a/b/b.repository.ts:3: name the space of version']);
  expect(found('export const c = sql`update version set a = 1`;')).toHaveLength(1);
  expect(found(read(".where('space_id', '=', 1)"))).toEqual([]);
  expect(found("export const d = (db: Db) => db.selectFrom('app_user').execute();")).toEqual([]);
});

test('figures: a migration that an older server could not live beside is found, unless it waits for them', () => {
  const figures = FIGURES.filter(({ name }) => name.startsWith('migrations'));
  const found = (sql: string, name = '0999-a.sql') =>
    checkFigures(tree({ [`apps/server/src/database/migrations/${name}`]: sql }), figures).problems.length > 0;
  for (const sql of [
    'alter table a drop column b;',
    'create table c (d int);\nalter table a rename column b to c;',
    'alter table a alter column b type bigint;',
    'alter table a alter column b set not null;',
    'alter table a add column b int not null;',
  ]) {
    expect(found(sql), sql).toBe(true);
    expect(found(sql, '0999-a.contract.sql'), sql).toBe(false);
    expect(found(sql, '0001-a.sql'), sql).toBe(false);
  }
  for (const sql of [
    'create table a (b int not null, c int not null);',
    'alter table a add column b int not null default 0, add column c text;',
    'alter table a drop constraint b;\n-- drop column c',
  ])
    expect(found(sql), sql).toBe(false);
});

test('figures: a cast to never is found in the page with its line, not in tests', () => {
  const figures = FIGURES.filter(({ name }) => name.startsWith('`as never`'));
  const files = { 'apps/web/src/a.ts': '\nrun(send as never);\n', 'apps/web/src/a.test.ts': 'run(send as never);\n' };
  expect(checkFigures(tree(files), figures).problems).toEqual([
    '`as never` in the page: 1, at most 0',
    '  apps/web/src/a.ts:2: say which type it is',
  ]);
});

test('names: drawers, case, leftovers, default exports and barrels are found', () => {
  for (const [path, text] of [
    ['packages/engine/src/utils/a.ts', ''],
    ['apps/web/src/lib/date-helpers.ts', ''],
    ['packages/domain/src/types.ts', ''],
    ['packages/domain/src/someThing.ts', ''],
    ['packages/domain/src/a.ts', `// ${leftover} later`],
    ['packages/domain/src/a.ts', 'export default 1;\n'],
    ['packages/domain/src/family/index.ts', "export * from './a.ts';\n"],
    [`${features}/access/auth/auth.service.ts`, "export { one } from '../users/users.repository.ts';\n"],
  ]) {
    expect(checkNames(tree({ [path]: text })), path).toHaveLength(1);
  }
  const lawful = {
    'packages/domain/src/index.ts': "export * from './a.ts';\n",
    [`${features}/a/b/b.service.ts`]: "export { one } from './b.one.service.ts';\n",
  };
  expect(checkNames(tree(lawful))).toEqual([]);
});

test('names: a document that names a file which is not there is found', () => {
  const files = { 'docs/a.md': 'See `edits/a.ts`, `gone.ts` and `x.service.ts`.', 'apps/web/src/edits/a.ts': '' };
  expect(checkNames(tree(files))).toEqual(['docs/a.md: names gone.ts, which is not there']);
});

test('tables: a migration after which older backups do not restore is found', () => {
  const folder = 'apps/server/src/database/migrations/';
  const begun = 'create table work (space_id bigint, id int);\ncreate table person (id int);\n';
  const found = (text: string) => checkTables(tree({ [`${folder}0001-all.sql`]: begun, [`${folder}0999-new.sql`]: text })).length;
  for (const text of [
    'alter table work drop column id;',
    'alter table work rename column id to number;',
    'alter table work rename to task;',
    'drop table work;',
    'alter table work add column name text not null;',
    'alter table work add column price numeric(10, 2) not null, add column note text;',
  ])
    expect(found(text), text).toBe(1);
  for (const text of [
    'alter table work add column name text;',
    "alter table work add column name text not null default '';",
    'alter table work add column twice int not null generated always as (id * 2) stored;',
    'alter table person add column name text not null;',
    '-- alter table work drop column id;',
  ])
    expect(found(text), text).toBe(0);
  const leftOut = { 'apps/server/src/features/operations/backups/backups.rows.repository.ts': "const LEFT_OUT = 'job work';" };
  const files = { [`${folder}0001-all.sql`]: begun, [`${folder}0999-new.sql`]: 'alter table work drop column id;' };
  expect(checkTables(tree({ ...files, ...leftOut }))).toEqual([]);
});

test('pure: a clock in the engine is found, a word in a comment is not', () => {
  expect(checkPure(tree({ 'packages/engine/src/a.ts': 'const now = Date.now();' }))).toEqual([
    'packages/engine/src/a.ts:1 uses Date.now: what it needs is passed in',
  ]);
  expect(checkPure(tree({ 'packages/engine/src/a.ts': '// unlike Date.now', 'apps/web/src/a.ts': 'Date.now()' }))).toEqual([]);
});

test('tables: a second writer and a query outside a repository are found', () => {
  const files = {
    'apps/server/src/database/migrations/0001-a.sql': 'create table item (id int);',
    [`${features}/planning/wbs/wbs.repository.ts`]: "tx.insertInto('item')",
    [`${features}/planning/edits/edits.repository.ts`]: 'sql`update item set id = 1`',
    [`${features}/planning/edits/edits.service.ts`]: "db.selectFrom('item')",
  };
  expect(checkTables(tree(files))).toEqual([
    `${features}/planning/edits/edits.service.ts queries: SQL lives in repositories, platform and database`,
    'table item is written by features/planning/edits and features/planning/wbs: one of them should ask the other',
  ]);
});

test('mirror: a missing door, a name without a role and a folder in a topic’s folder are found', () => {
  const files = {
    'packages/contract/src/planning/wbs.ts': 'endpoint({})',
    'packages/contract/src/planning/versions.ts': 'endpoint({})',
    [`${features}/planning/wbs/wbs.routes.ts`]: '',
    [`${features}/planning/wbs/wbs.service.ts`]: '',
    [`${features}/planning/wbs/wbs.tree.ts`]: '',
    [`${features}/planning/wbs/rows/wbs.rules.ts`]: '',
    [`${features}/planning/wbs/rows/deep/wbs.rules.ts`]: '',
    'apps/web/src/features/planning/tasks/tasks.queries.ts': '',
  };
  expect(checkMirror(tree(files)).map((line) => line.split(/[ :]/)[0])).toEqual([
    `${features}/planning/wbs/wbs.tree.ts`,
    `${features}/planning/wbs/rows/deep/wbs.rules.ts`,
    'planning/versions',
    'planning/tasks',
  ]);
});

test('locales: each kind of trouble is found, a sound set is not', () => {
  const en = { 'a.title': 'A', 'a.rows_one': '{{count}} row', 'a.rows_other': '{{count}} rows' };
  const ru = {
    'a.title': 'А',
    'a.rows_one': '{{count}} строка',
    'a.rows_few': '{{count}} строки',
    'a.rows_many': '{{count}} строк',
    'a.rows_other': '{{count}} строки',
  };
  const fr = { 'a.title': 'A', 'a.rows_one': '{{count}} ligne', 'a.rows_many': '{{count}} de lignes', 'a.rows_other': '{{count}} lignes' };
  const files = (english: object, russian: object, code: string, french: object = fr) =>
    tree({
      'packages/locales/en/a.json': JSON.stringify(english),
      'packages/locales/ru/a.json': JSON.stringify(russian),
      'packages/locales/fr/a.json': JSON.stringify(french),
      'apps/web/src/a.tsx': code,
    });
  const code = "t('a.title') + t('a.rows', { count })";
  expect(checkLocales(files(en, ru, code), [])).toEqual([]);
  expect(checkLocales(files(en, { ...ru, 'a.title': undefined }, code), [])).toEqual(['ru: no text for a.title']);
  expect(checkLocales(files(en, ru, code, { ...fr, 'a.title': undefined }), [])).toEqual(['fr: no text for a.title']);
  expect(checkLocales(files(en, ru, code, { ...fr, 'a.rows_many': undefined }), [])).toEqual(['fr: a.rows lacks its form _many']);
  expect(checkLocales(files(en, { ...ru, 'a.rows_few': undefined }, code), [])).toEqual(['ru: a.rows lacks its form _few']);
  expect(checkLocales(files(en, { ...ru, 'a.title': '{{name}}' }, code), [])).toEqual(['ru: a.title has blanks name, in en none']);
  expect(checkLocales(files(en, ru, `${code} + t('a.unknown')`), [])).toEqual(['apps/web/src/a.tsx: no text for a.unknown']);
  expect(checkLocales(files(en, ru, "t('a.rows')"), [])).toEqual(['a.title is a text that nothing shows']);
  expect(checkLocales(files(en, ru, 't(`a.${x}`)'), [])).toEqual([]);
  expect(checkLocales(files(en, ru, code), ['row.gone'])).toEqual(['error code row.gone has no text']);
});

test('dependencies: ranges, foreign licences and registry addresses are found', () => {
  const lock = {
    packages: {
      'node_modules/good': { license: '(MIT OR GPL-3.0)' },
      'node_modules/bad': { license: 'AGPL-3.0', resolved: 'https://registry.example/bad.tgz' },
      'node_modules/a/node_modules/only': { version: '0.0.2' },
      'node_modules/only': { version: '0.0.3' },
    },
  };
  const files = { 'package.json': '{"dependencies":{"a":"^1.0.0","b":"1.0.0-beta.1"}}', 'package-lock.json': JSON.stringify(lock) };
  expect(checkDependencies(tree(files))).toEqual([
    'package.json: a is ^1.0.0; a version is exact',
    'package-lock.json: node_modules/bad names a registry',
    'package-lock.json: node_modules/bad is under AGPL-3.0',
    'package-lock.json: node_modules/only is under no licence',
  ]);
});
