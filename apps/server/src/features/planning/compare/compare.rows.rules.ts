import type { ComparedRow, DifferenceKind, DifferenceOrigin } from '@gantry/contract';
import { formatMinute } from '@gantry/domain';
import { type Aligned, alignSides, type Entity, type Row, rowOf, type Side, textOf } from './compare.align.rules.ts';
import { compareAligned, type FoundOf } from './compare.rules.ts';

/**
 * Merges the rows of all versions in one tree in the order of the second version; rows of others are inserted at their places. Parents come
 * first.
 */
export function rowsTogether(sides: readonly Side[], aligned: Aligned, foundOf: FoundOf): ComparedRow[] {
  const entities = aligned.entities.wbs;
  // Uses a row's place in the second version, else in the first.
  const order = [1, 0, ...sides.keys()].filter((side) => side < sides.length);
  const homeOf = entities.map((entity) => order.find((side) => entity[side]) ?? 0);
  const shown = entities.map((entity) => rowOf(order.map((side) => entity[side])));
  const children = new Map<number, number[]>();
  for (const [at, { parentId }] of shown.entries()) {
    const parent = aligned.entityOf.wbs[homeOf[at]].get(parentId) ?? -1;
    const siblings = children.get(parent);
    if (siblings) siblings.push(at);
    else children.set(parent, [at]);
  }
  const position = (at: number): number => Number(shown[at]['position']);
  const placed = new Map<number, number>();
  const rows: ComparedRow[] = [];
  const openAll = (parent: number) => [...(children.get(parent) ?? [])].sort((a, b) => position(b) - position(a) || b - a);
  const stack = openAll(-1).map((at) => ({ at, parent: null as number | null }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { at, parent } = next;
    if (placed.has(at)) continue;
    placed.set(at, rows.length);
    rows.push(comparedRow(entities[at], shown[at], parent, foundOf.get(at)));
    const here = rows.length - 1;
    for (const below of openAll(at)) stack.push({ at: below, parent: here });
  }
  return rows;
}

function comparedRow(entity: Entity, shown: Row, parent: number | null, found: ReturnType<FoundOf['get']>): ComparedRow {
  const dates = (field: string) => entity.map((row) => dateOf(row?.[field]));
  const change = entity.every(Boolean) ? (found ? 'changed' : 'same') : entity[0] ? 'removed' : 'added';
  return {
    ids: entity.map((row) => row?.id ?? null),
    parent,
    code: textOf(shown, 'code'),
    name: textOf(shown, 'name'),
    type: shown['type'] as ComparedRow['type'],
    change,
    kinds: [...(found?.kinds ?? [])],
    caused: found?.caused ?? false,
    start: dates('start'),
    finish: dates('finish'),
  };
}

const dateOf = (value: unknown): string | null =>
  typeof value === 'number' ? formatMinute(value) : typeof value === 'string' ? value : null;

/** Rows with a difference of the wanted kinds and the text in code or name, with the rows above them. */
export function rowsWanted(
  rows: readonly ComparedRow[],
  { kinds, origin = 'all', search, all }: { kinds?: readonly DifferenceKind[]; origin?: DifferenceOrigin; search: string; all: boolean },
): { rows: ComparedRow[]; total: number } {
  const wanted = kinds && new Set(kinds);
  const text = search.trim().toLowerCase();
  const kept = new Uint8Array(rows.length);
  let total = 0;
  for (const [at, row] of rows.entries()) {
    const ofOrigin = origin === 'all' || row.caused === (origin === 'causes');
    const differs = ofOrigin && (wanted ? row.kinds.some((kind) => wanted.has(kind)) : row.change !== 'same');
    if (!(all || differs) || (text && !`${row.code} ${row.name}`.toLowerCase().includes(text))) continue;
    if (differs) total += 1;
    for (let up: number | null = at; up !== null && !kept[up]; up = rows[up].parent) kept[up] = 1;
  }
  const placeOf = new Map<number, number>();
  const list: ComparedRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (!kept[at]) continue;
    placeOf.set(at, list.length);
    list.push({ ...row, parent: row.parent === null ? null : (placeOf.get(row.parent) ?? null) });
  }
  return { rows: list, total };
}

/** Every difference, and for every row the kinds of its differences. */
export function compareWhole(sides: readonly Side[]) {
  const aligned = alignSides(sides);
  const { differences, foundOf } = compareAligned(sides, aligned);
  return { differences, rows: rowsTogether(sides, aligned, foundOf) };
}
