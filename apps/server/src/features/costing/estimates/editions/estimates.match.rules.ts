import { splitTotal } from '@gantry/domain';
import { likeness } from '@gantry/engine';
import type { EstimateRow } from '@gantry/interchange';
import type { StoredRow } from '../estimates.repository.ts';

/** A row of a new file under the id that it gets, and how it stands to the row that had that id. */
export type MatchedRow = { row: StoredRow; change: 'kept' | 'changed' | 'moved' | 'added' | 'doubtful' };
export type Match = { rows: MatchedRow[]; removed: StoredRow[]; lastId: number };

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim();
const DOUBTFUL_FROM = 0.8;

type Known = { section: string; number: string; code: string; name: string; unit: string; kind: string };
const PASSES: readonly ((row: Known) => string | null)[] = [
  (row) => [row.kind, row.section, row.number, row.code, row.unit, row.name].join('\n'),
  (row) => (row.code || row.number ? [row.kind, row.section, row.number, row.code, row.unit].join('\n') : null),
  (row) => (row.code || row.name ? [row.kind, row.code, row.name, row.unit].join('\n') : null),
  (row) => (row.code ? [row.kind, row.section, row.code].join('\n') : null),
];

/**
 * Gives the rows of a new file the ids of the rows that they continue: by section, number, code and unit; by code, name and unit wherever they
 * stand; by code in the section; at last by a name that is much alike at the same place, which stays doubtful. A value that a person has
 * changed stays as long as the file says what it said.
 */
export function matchRows(before: readonly StoredRow[], after: readonly EstimateRow[], lastId: number): Match {
  const knownBefore = knownOf(before, new Map(before.map((row) => [row.id, row])));
  const knownAfter = knownOfFile(after);
  const found = new Array<StoredRow | null>(after.length).fill(null);
  const doubtful = new Set<number>();
  const open = new Set(before.map((_, at) => at));
  for (const keyOf of PASSES) {
    const waiting = new Map<string, number[]>();
    for (const at of open) {
      const key = keyOf(knownBefore[at]);
      if (key === null) continue;
      const list = waiting.get(key);
      if (list) list.push(at);
      else waiting.set(key, [at]);
    }
    for (const list of waiting.values()) list.reverse();
    for (let at = 0; at < after.length; at += 1) {
      if (found[at]) continue;
      const key = keyOf(knownAfter[at]);
      const taken = key === null ? undefined : waiting.get(key)?.pop();
      if (taken === undefined) continue;
      found[at] = before[taken];
      open.delete(taken);
    }
  }
  const places = new Map<string, number>();
  for (const at of open) places.set([knownBefore[at].kind, knownBefore[at].section, knownBefore[at].number].join('\n'), at);
  for (let at = 0; at < after.length; at += 1) {
    if (found[at]) continue;
    const { kind, section, number, name } = knownAfter[at];
    const place = places.get([kind, section, number].join('\n'));
    if (place === undefined || !open.has(place) || likeness(knownBefore[place].name, name) < DOUBTFUL_FROM) continue;
    found[at] = before[place];
    open.delete(place);
    doubtful.add(at);
  }
  let last = lastId;
  const ids = found.map((row) => row?.id ?? (last += 1));
  const rows = after.map((row, at): MatchedRow => {
    const next = rowOf(row, ids[at], row.parent === null ? null : ids[row.parent]);
    const former = found[at];
    if (!former) return { row: next, change: 'added' };
    const merged = withHandwork(former, next);
    const change = doubtful.has(at)
      ? 'doubtful'
      : differs(former, merged)
        ? 'changed'
        : former.parent_id === merged.parent_id
          ? 'kept'
          : 'moved';
    return { row: merged, change };
  });
  return { rows, removed: [...open].map((at) => before[at]), lastId: last };
}

/** A row of a file as it is stored. */
export function rowOf(row: EstimateRow, id: number, parentId: number | null): StoredRow {
  const { kind, number, code, name, unit, quantity, base, current, volumeCode } = row;
  const amount = (value: bigint | null): number | null => (value === null ? null : Number(value));
  return {
    id, parent_id: parentId, kind, number, code, name, unit, quantity,
    base: amount(base), current: amount(current), volume_code: volumeCode, guids: row.guids, stated: {},
    parts: row.parts && row.parts.map(Number), base_parts: row.baseParts && row.baseParts.map(Number),
  }; // prettier-ignore
}

const FIELDS = ['number', 'code', 'name', 'unit', 'quantity', 'base', 'current', 'volume_code'] as const;
type Field = (typeof FIELDS)[number] | 'parts';
const textOf = (value: string | number | number[] | null): string | null => (value === null ? null : String(value));

const differs = (before: StoredRow, after: StoredRow): boolean =>
  before.kind !== after.kind || FIELDS.some((field) => before[field] !== after[field]);

/** The new row with the values that people gave the former one, where the file still says what they replaced. */
function withHandwork(former: StoredRow, next: StoredRow): StoredRow {
  const kept = (Object.keys(former.stated) as Field[]).filter((field) => textOf(next[field]) === former.stated[field]);
  if (!kept.length) return next;
  const byHand = Object.fromEntries(kept.map((field) => [field, former[field]]));
  return { ...dividedAnew(next, byHand), ...byHand, stated: Object.fromEntries(kept.map((field) => [field, former.stated[field]])) };
}

/** A row whose parts follow amounts that a person gave it. */
export function dividedAnew(
  row: StoredRow,
  { base = row.base, current = row.current }: Partial<Pick<StoredRow, 'base' | 'current'>>,
): StoredRow {
  return { ...row, parts: scaledParts(row.parts, row.current, current), base_parts: scaledParts(row.base_parts, row.base, base) };
}

/** Parts of another amount, divided as the former one was. */
function scaledParts(parts: number[] | null, from: number | null, to: number | null): number[] | null {
  if (!parts || from === to) return parts;
  if (!from || to === null) return null;
  const sign = from < 0 ? -1n : 1n;
  const exact = parts.map((part) => BigInt(part) * BigInt(to) * sign);
  return splitTotal(BigInt(to), exact, BigInt(from) * sign).map(Number);
}

function knownOf(rows: readonly StoredRow[], byId: ReadonlyMap<number, StoredRow>): Known[] {
  const paths = new Map<number, string>();
  const pathOf = (id: number | null): string => {
    if (id === null) return '';
    const known = paths.get(id);
    if (known !== undefined) return known;
    paths.set(id, '');
    const row = byId.get(id);
    const path = row ? `${pathOf(row.parent_id)}/${plain(row.name)}` : '';
    paths.set(id, path);
    return path;
  };
  return rows.map((row) => ({ ...texts(row), section: pathOf(row.parent_id) }));
}

function knownOfFile(rows: readonly EstimateRow[]): Known[] {
  const paths: string[] = [];
  return rows.map((row, at) => {
    const section = row.parent === null ? '' : (paths[row.parent] ?? '');
    paths[at] = `${section}/${plain(row.name)}`;
    return { ...texts(row), section };
  });
}

const texts = (row: { kind: string; number: string; code: string; name: string; unit: string }): Omit<Known, 'section'> => ({
  kind: row.kind,
  number: plain(row.number),
  code: plain(row.code).replaceAll(' ', ''),
  name: plain(row.name),
  unit: plain(row.unit),
});
