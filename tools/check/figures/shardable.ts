/**
 * What keeps the tables of tenants from being distributed by `space_id` over several PostgreSQL servers (Citus, row-based): each pattern was
 * refused there. None of them is needed on one server either, so their numbers only go down; `docs/operations/scale.md`.
 */

import { isShipping, type SourceTree } from '../source-tree.ts';

const SERVER = 'apps/server/src/';

/** A pattern in the server's code, how often it stands today, and what to write instead. */
type Obstacle = { name: string; instead: string; limit: number; pattern: RegExp };

const OBSTACLES: readonly Obstacle[] = [
  {
    name: 'settings of a transaction by set_config',
    instead: 'set local, which reaches the workers',
    limit: 0,
    pattern: /\bset_config\(/g,
  },
  {
    name: 'insert … select',
    instead: 'insert … values in blocks',
    limit: 25,
    pattern: /\binsert into [^`;]*?\bselect\b/gi,
  },
  { name: 'advisory locks', instead: 'a row of a table of locks', limit: 9, pattern: /\bpg_(?:try_)?advisory\w*\(/g },
  {
    name: 'times of the server in do update',
    instead: 'excluded',
    limit: 9,
    pattern: /\bdo update set\b[^`;]*\bnow\(\)/gi,
  },
  {
    name: 'ids of the installation cast to four bytes',
    instead: 'bigint: ids of spaces, nodes and versions count through the installation',
    limit: 0,
    pattern: /\$\{(?:(?!\$\{)[^`])*?\b(?:spaceId|nodeId|versionIds?)\b(?:(?!\$\{)[^`])*?\}::int(?:eger|4)?\b/g,
  },
];

/** The figures of all obstacles, in the form of `check-figures.ts`. */
export const SHARDABLE = OBSTACLES.map(({ name, instead, limit, pattern }) => ({
  name: `not fit for several databases: ${name}`,
  bound: 'at most' as const,
  limit,
  goal: 0,
  measure(tree: SourceTree) {
    const places = [...tree].flatMap(([path, text]) =>
      path.startsWith(SERVER) && isShipping(path)
        ? [...text.matchAll(pattern)].map(({ index }) => `${path}:${lineOf(text, index)}: use ${instead}`)
        : [],
    );
    return { value: places.length, places };
  },
}));

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
