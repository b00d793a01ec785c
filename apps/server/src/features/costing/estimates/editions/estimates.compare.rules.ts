import type { ComparedEstimateRow } from '@gantry/contract';
import { amountText } from '@gantry/domain';
import type { StoredRow } from '../estimates.repository.ts';

/** A row in two states; one of them may be without it. */
export type RowPair = { change: ComparedEstimateRow['change']; before: StoredRow | null; after: StoredRow | null };

/** What a row comes to: current prices where it has them. A heading has the amounts of its rows, and none of its own. */
export const amountOfRow = (row: StoredRow | null): bigint =>
  row === null || row.kind === 'section' ? 0n : BigInt(row.current ?? row.base ?? 0);

const FIELDS = ['kind', 'number', 'code', 'name', 'unit', 'quantity', 'base', 'current', 'volume_code'] as const;

/** Rows of two states by their ids: in the order of the later one, then those that are gone. */
export function pairRows(before: readonly StoredRow[], after: readonly StoredRow[], doubtful: ReadonlySet<number>): RowPair[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const pairs = after.map((row): RowPair => {
    const former = known.get(row.id) ?? null;
    known.delete(row.id);
    return { change: changeOf(former, row, doubtful), before: former, after: row };
  });
  return [...pairs, ...[...known.values()].map((row): RowPair => ({ change: 'removed', before: row, after: null }))];
}

function changeOf(before: StoredRow | null, after: StoredRow, doubtful: ReadonlySet<number>): RowPair['change'] {
  if (!before) return 'added';
  if (doubtful.has(after.id)) return 'doubtful';
  if (FIELDS.some((field) => before[field] !== after[field])) return 'changed';
  return before.parent_id === after.parent_id ? 'kept' : 'moved';
}

const differenceOf = ({ before, after }: RowPair): bigint => amountOfRow(after) - amountOfRow(before);
const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The pairs with the largest difference of money first; equal ones keep their order. */
export function byDifference(pairs: readonly RowPair[]): RowPair[] {
  const sized = pairs.map((pair) => ({ pair, size: sizeOf(differenceOf(pair)) }));
  return sized.sort((a, b) => (a.size === b.size ? 0 : a.size > b.size ? -1 : 1)).map(({ pair }) => pair);
}

export function pairOut(pair: RowPair, digits: number): ComparedEstimateRow {
  const { change, before, after } = pair;
  const row = after ?? before;
  const amount = (of: StoredRow | null): string | null => {
    const units = of && of.kind !== 'section' ? (of.current ?? of.base) : null;
    return units === null ? null : amountText(BigInt(units), digits);
  };
  return {
    row_id: row?.id ?? 0,
    change,
    kind: row?.kind ?? 'text',
    number: row?.number ?? '',
    code: row?.code ?? '',
    unit: row?.unit ?? '',
    name: { before: before?.name ?? null, after: after?.name ?? null },
    quantity: { before: before?.quantity ?? null, after: after?.quantity ?? null },
    amount: { before: amount(before), after: amount(after) },
    difference: amountText(differenceOf(pair), digits),
  };
}

/** Rows that become new ones: they get ids of their own, and what stands below them follows. */
export function setApart(rows: readonly StoredRow[], apart: ReadonlySet<number>, lastId: number): { rows: StoredRow[]; lastId: number } {
  let last = lastId;
  const ids = new Map(rows.filter(({ id }) => apart.has(id)).map(({ id }) => [id, (last += 1)]));
  const moved = rows.map((row) => ({
    ...row,
    id: ids.get(row.id) ?? row.id,
    parent_id: row.parent_id === null ? null : (ids.get(row.parent_id) ?? row.parent_id),
    ...(ids.has(row.id) ? { stated: {} } : {}),
  }));
  return { rows: moved, lastId: last };
}
