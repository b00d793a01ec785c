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

/** Queries out of place, and tables with two writers. */
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
  return problems;
}

function tablesOf(tree: SourceTree): Set<string> {
  const migrations = [...tree].filter(([path]) => path.startsWith(`${SERVER}database/migrations/`)).map(([, text]) => text);
  return new Set(migrations.flatMap((text) => [...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, table]) => table)));
}
