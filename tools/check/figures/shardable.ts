/**
 * What keeps the tables of tenants from being distributed by `space_id` over several PostgreSQL servers (Citus, row-based): each pattern was
 * refused there. None of them is needed on one server either; `docs/operations/scale.md`. What the schema has to change for it, policies,
 * triggers, numbers and keys, is written by `npm run distribute` and held by `distribution.test.ts`.
 */

import { OF_FIRST_SERVER } from '../../../apps/server/src/database/distribution/distribution.ts';
import { isShipping, type SourceTree } from '../source-tree.ts';

const SERVER = 'apps/server/src/';

/** A pattern in the server's code, what to write instead, and the files where it is no obstacle, with the reason. */
type Obstacle = { name: string; instead: string; pattern: RegExp; allowed?: Readonly<Record<string, string>> };

const WITHIN_ONE_SPACE = 'source and target are rows of one space in one table: the server that holds them copies them';

const OBSTACLES: readonly Obstacle[] = [
  {
    name: 'settings of a transaction by set_config',
    instead: 'set local, which reaches the workers',
    pattern: /\bset_config\(/g,
  },
  {
    name: 'insert … select',
    instead: 'insertions(), which are insert … values in blocks',
    pattern: /\binsert into [^`;]*?\bselect\b/gi,
    allowed: {
      'features/planning/edits/edits.copy.repository.ts': WITHIN_ONE_SPACE,
      'features/catalog/directories/rows/directories.rows.repository.ts': WITHIN_ONE_SPACE,
      'features/operations/backups/backups.rows.repository.ts':
        'restored rows wait in a temporary table of one connection, and no call waits for them',
    },
  },
  {
    name: 'advisory locks',
    instead: 'lockInSpace(), which is a row of the space',
    pattern: /\bpg_(?:try_)?advisory\w*/g,
    allowed: {
      'database/migrate.ts': 'migrations are of the whole installation, and come before its tables',
      'platform/postgres/locks.ts': 'licences of the whole installation, whose tables are on its first server',
    },
  },
  {
    name: 'times of the server in do update',
    instead: 'excluded',
    pattern: /\bdo update set\b[^`;]*\bnow\(\)/gi,
  },
  {
    name: 'ids of the installation cast to four bytes',
    instead: 'bigint: ids of spaces, nodes and versions count through the installation',
    pattern: /\$\{(?:(?!\$\{)[^`])*?\b(?:spaceId|nodeId|versionIds?)\b(?:(?!\$\{)[^`])*?\}::int(?:eger|4)?\b/g,
  },
];

const PATTERNS = OBSTACLES.map(({ name, instead, pattern, allowed = {} }) => ({
  name: `not fit for several databases: ${name}`,
  bound: 'at most' as const,
  limit: 0,
  goal: 0,
  measure(tree: SourceTree) {
    const places = [...tree].flatMap(([path, text]) =>
      path.startsWith(SERVER) && isShipping(path) && !(path.slice(SERVER.length) in allowed)
        ? [...text.matchAll(pattern)].map(({ index }) => `${path}:${lineOf(text, index)}: use ${instead}`)
        : [],
    );
    return { value: places.length, places };
  },
}));

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Functions that go through all spaces, once in a while. */
const THROUGH_ALL = new Set(['forgetCalls', 'deleteSeatsOf']);
const SCHEMA = `${SERVER}database/schema.generated.ts`;
const NAMED = /\b(?:selectFrom|updateTable|deleteFrom|(?:inner|left)Join)\('(\w+)|\b(?:from|join|update)\s+(\w+)/g;

/** Functions of repositories that name a table of tenants and no space: a distributed database would ask each of its servers. */
function measureUnbound(tree: SourceTree) {
  const tables = [...(tree.get(SCHEMA) ?? '').matchAll(/^ {2}(\w+): \{\n(?: {4}.*\n)*? {4}space_id: /gm)].map(([, name]) => name);
  const tenants = new Set(tables.filter((name) => !OF_FIRST_SERVER.includes(name)));
  const places = [...tree].flatMap(([path, text]) => {
    if (!path.startsWith(SERVER) || !path.endsWith('.repository.ts')) return [];
    let line = 1;
    return text.split(/\n(?=(?:export|async|function|const)\b|\/\*\*)/).flatMap((part) => {
      const at = line;
      line += part.split('\n').length;
      const named = [...part.matchAll(NAMED)].map(([, built, written]) => built ?? written).filter((name) => tenants.has(name));
      const own = /\b(?:function|const) (\w+)/.exec(part)?.[1] ?? '';
      if (!named.length || THROUGH_ALL.has(own) || /space|keyed\(|mine\(/i.test(part)) return [];
      return [`${path}:${at}: name the space of ${named[0]}`];
    });
  });
  return { value: places.length, places };
}

/** The figures of all obstacles, in the form of `check-figures.ts`. */
export const SHARDABLE = [
  ...PATTERNS,
  {
    name: 'not fit for several databases: statements without a space',
    bound: 'at most' as const,
    limit: 0,
    goal: 0,
    measure: measureUnbound,
  },
];
