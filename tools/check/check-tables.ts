/** SQL stands in repositories, platform/ and database/; a table is written by one feature, whoever reads it. */

import { isShipping, type SourceTree } from './source-tree.ts';

const SERVER = 'apps/server/src/';
const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^>]*>)?`|\.query(<[^(]*>)?\(/;
const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g,
  /\binsert into (\w+)/gi,
  /\bupdate (\w+)(?: (?:as )?\w+)?\s+set\b/gi,
  /\bdelete from (\w+)/gi,
  /\bcopy (\w+)\s*\([^)]*\)\s*from\b/gi,
];

/** Queries out of place, tables with two writers, and migrations after which older backups do not restore. */
export function checkTables(tree: SourceTree): string[] {
  const problems: string[] = [];
  const writers = new Map<string, Set<string>>();
  const tables = tablesOf(tree);
  for (const [path, text] of tree) {
    if (!path.startsWith(SERVER) || !isShipping(path)) continue;
    const owner = /^features\/[^/]+\/[^/]+/.exec(path.slice(SERVER.length))?.[0] ?? path.slice(SERVER.length).split('/')[0];
    const mayQuery = path.endsWith('.repository.ts') || owner === 'platform' || owner === 'database';
    if (!mayQuery && QUERY.test(text)) problems.push(`${path} queries: SQL lives in repositories, platform and database`);
    for (const pattern of WRITES) {
      for (const [, table] of text.matchAll(pattern)) {
        if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(owner));
      }
    }
  }
  for (const [table, owners] of writers) {
    if (owners.size > 1)
      problems.push(`table ${table} is written by ${[...owners].sort().join(' and ')}: one of them should ask the other`);
  }
  return [...problems, ...unrestorable(tree)];
}

/** Tables that backups hold no longer: a restore passes over those of older ones. */
const leftOut = (tree: SourceTree): Set<string> => {
  const [, text = ''] =
    /\bLEFT_OUT =([^;]*);/.exec(tree.get(`${SERVER}features/operations/backups/backups.rows.repository.ts`) ?? '') ?? [];
  return new Set(text.match(/\w+/g));
};

/** Came before the first backup. */
const BEFORE_BACKUPS = new Set(['0067-directory-values-brought.sql', '0342-packed-days.sql']);
const ADDED = /\badd column ((?:\([^)]*\)|[^,;(])*)/gi;

/**
 * Migrations that leave rows of an older backup without a place in a table of spaces: a column or a table that is gone or bears another
 * name, and a column that must hold something and has no default.
 */
function unrestorable(tree: SourceTree): string[] {
  const folder = `${SERVER}database/migrations/`;
  const migrations = [...tree].flatMap(([path, text]) => {
    const statements = text.replaceAll(/--.*/g, '').split(';');
    return path.startsWith(folder) ? [{ name: path.slice(folder.length), statements }] : [];
  });
  const ofSpaces = new Set(
    migrations.flatMap(({ statements }) =>
      statements.flatMap((text) => (/\bspace_id\b/.test(text) ? [/\bcreate table (?:if not exists )?(\w+)/i.exec(text)?.[1]] : [])),
    ),
  );
  const isLeftOut = leftOut(tree);
  return migrations.flatMap(({ name, statements }) =>
    statements.flatMap((text) => {
      const table = /\b(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/i.exec(text)?.[1];
      if (BEFORE_BACKUPS.has(name) || !table || !ofSpaces.has(table) || isLeftOut.has(table)) return [];
      const isGone = /\bdrop (?:column|table)\b|\brename (?:column\b|to\b)/i.test(text);
      const isDemanded = [...text.matchAll(ADDED)].some(
        ([, column]) => /\bnot null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column),
      );
      return isGone || isDemanded
        ? [`${name}: older backups have no place in table ${table}: keep columns, and give new ones a default`]
        : [];
    }),
  );
}

function tablesOf(tree: SourceTree): Set<string> {
  const migrations = [...tree].filter(([path]) => path.startsWith(`${SERVER}database/migrations/`)).map(([, text]) => text);
  return new Set(migrations.flatMap((text) => [...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, table]) => table)));
}
