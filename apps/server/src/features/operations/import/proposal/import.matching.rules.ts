import { entryOf, type WbsRow } from '@gantry/domain';

/** What tells which row of the version a row of the file is. */
export type MatchBy = 'code' | 'name';

/** Pairs of equal rows: the id in the file → the id in the version; rows without a counterpart are missing. */
export type Pairs = Map<number, number>;

/**
 * Pairs activities by their code (or name) alone, wherever they stand, and summaries by the codes (names) of all above them.
 * A single top row is the project itself, whatever it is called this time. Keys that stand several times are paired in order.
 */
export function pairItems(incoming: readonly WbsRow[], current: readonly WbsRow[], by: MatchBy): { pairs: Pairs; repeated: string[] } {
  const keysOfFile = keysOf(incoming, by);
  const keysOfVersion = keysOf(current, by);
  const { pairs, repeated } = pairByKey(
    incoming.map(({ id }) => [id, entryOf(keysOfFile, id)]),
    current.map(({ id }) => [id, entryOf(keysOfVersion, id)]),
  );
  return { pairs, repeated: repeated.map((key) => key.slice(key.lastIndexOf(LEVEL) + 1)) };
}

const LEVEL = '\u0001';
const TOP = `top${LEVEL}`;

function keysOf(rows: readonly WbsRow[], by: MatchBy): Map<number, string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const tops = rows.filter(({ parentId }) => parentId === null || !byId.has(parentId));
  const only = tops.length === 1 && tops[0].type === 'sum' ? tops[0].id : null;
  const word = (row: WbsRow) => (by === 'code' ? row.code || row.name : row.name || row.code).trim().toLowerCase();
  const paths = new Map<number, string>();
  const pathOf = (row: WbsRow): string => {
    const known = paths.get(row.id);
    if (known !== undefined) return known;
    // A cycle of parents, which no version has and a file may: its rows stand at the top.
    paths.set(row.id, `sum${LEVEL}${word(row)}`);
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    const path = row.id === only ? TOP : `${parent ? pathOf(parent) : 'sum'}${LEVEL}${word(row)}`;
    paths.set(row.id, path);
    return path;
  };
  return new Map(rows.map((row) => [row.id, row.type === 'sum' ? pathOf(row) : `row${LEVEL}${word(row)}`]));
}

/** Pairs rows of equal keys, the first with the first; `repeated` lists the keys that stand more than once on either side. */
export function pairByKey(
  incoming: readonly (readonly [id: number, key: string])[],
  current: readonly (readonly [id: number, key: string])[],
): { pairs: Pairs; repeated: string[] } {
  const waiting = new Map<string, number[]>();
  const repeated = new Set<string>();
  for (const [id, key] of current) {
    const list = waiting.get(key);
    if (list) {
      list.push(id);
      repeated.add(key);
    } else waiting.set(key, [id]);
  }
  const pairs: Pairs = new Map();
  const seen = new Map<string, number>();
  for (const [id, key] of incoming) {
    const nth = seen.get(key) ?? 0;
    if (nth) repeated.add(key);
    seen.set(key, nth + 1);
    const match = waiting.get(key)?.[nth];
    if (match !== undefined) pairs.set(id, match);
  }
  return { pairs, repeated: [...repeated] };
}
