import { type Entered, oncePer, sameValue, type TakenNorm, type VersionRow, type WbsRow } from '@gantry/domain';
import { type NormNode, type NormWork, plainUnit, workByNorm } from '@gantry/engine';
import type { DirectoryCatalog } from '../../catalog/directory-relations/directory-relations.service.ts';

export type Value = VersionRow<'directoryValue'>;

/** The intended value: its directory row and all that follows from it. */
export type Wish = {
  directoryId: number;
  rowId: number;
  relationId: number | null;
  relationRowId: number | null;
  code: string;
  name: string;
  taken: TakenNorm;
  /** The value stays as taken: its row is deleted or not visible here. */
  asTaken: boolean;
  children: Wish[];
};

export const storedNorm = (taken: TakenNorm): TakenNorm => JSON.parse(JSON.stringify(taken)) as TakenNorm;

/** Rows in groups by a key; those without one are in none. */
export function groupBy<T>(rows: readonly T[], keyOfRow: (row: T) => number | null): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const key = keyOfRow(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Wishes are shared by values alike and never change. */
const nodeOf: (wish: Wish) => NormNode = oncePer(({ taken, children }: Wish) => ({
  norm: taken.norm,
  part: taken.part,
  quantity: taken.quantity,
  coefficients: taken.coefficients,
  children: children.map(nodeOf),
}));

/** The norm of a wish as values keep it. */
export const normOfWish: (wish: Wish) => TakenNorm = oncePer(({ taken }) => storedNorm(taken));

const compared = oncePer((_norm: object) => new Map<string, boolean>());

/** Whether a stored norm says what another does; most values of a version keep one of few norms. */
export function isSame(before: object, norm: object): boolean {
  if (before === norm) return true;
  const known = compared(norm);
  const written = JSON.stringify(before);
  const same = known.get(written) ?? sameValue(before, norm);
  known.set(written, same);
  return same;
}

/** The result of a value for a wish; null when its volume has another kind of unit. */
export function comesTo(wish: Wish, top: Pick<Value, 'volume' | 'volumeUnit' | 'crew' | 'rule'>, minutesPerDay: number) {
  const crew = { size: top.crew, rule: top.rule, minutesPerDay };
  const done = workByNorm(nodeOf(wish), top.volume ?? 0, top.volumeUnit, crew);
  return done && { work: done.work, minutes: top.volume === null ? null : done.minutes };
}

/** The default duration rule: that of the row's first relation, else by labour. */
export const usualRule = (catalog: DirectoryCatalog, directoryId: number, rowId: number) =>
  catalog.rules(directoryId, rowId)[0]?.durationRule ?? 'labour';

/** Units and cost of the assignment that represents a value; null without one. */
export function assignedAmounts(wish: Wish, work: NormWork, top: Value | null): { units: number; cost: number } | null {
  if (wish.taken.part !== null) return { units: work.units, cost: work.cost };
  if (!top && wish.taken.norm.price <= 0) return null;
  const { unit } = wish.taken.norm;
  const isPlain = top && (top.volumeUnit === '' || top.volumeUnit === plainUnit(unit));
  return { units: isPlain ? (top.volume ?? 0) : stored(Number((work.units * unitFactor(unit)).toPrecision(15))), cost: work.cost };
}

/** No column holds an infinity. */
const stored = (amount: number): number => Math.min(amount, Number.MAX_VALUE);

/** How many of its plain unit a unit is: 100 for `100 m2`. */
const unitFactor = (unit: string): number => Number.parseFloat(unit.replace(/[\s\u00a0]/g, '').replace(',', '.')) || 1;

/** The resource of a version that a value stands for. */
export function resourceFields({
  code,
  name,
  taken: { norm, part },
}: Wish): Pick<VersionRow<'resource'>, 'code' | 'name' | 'kind' | 'unit' | 'pricePerUnit'> {
  return part === null
    ? { code, name, kind: 'material', unit: plainUnit(norm.unit), pricePerUnit: stored(norm.price / unitFactor(norm.unit)) }
    : { code, name, kind: part, unit: norm.unit, pricePerUnit: norm.price };
}

const INT32 = 2 ** 31 - 1;

/** The duration of a row under its values (null: not ruled), and what to store of the entered one. */
export function ruledDuration(
  row: WbsRow,
  minutes: number | null,
  entered: Entered | null,
): { patch: Partial<Pick<WbsRow, 'durationMinutes' | 'remainingMinutes'>>; entered: Entered | null } {
  if (row.status === 'completed') return { patch: {}, entered };
  const begun = row.status === 'in_progress';
  const to = (duration: number, remaining: number) => ({
    durationMinutes: duration,
    // What is done of begun work stays done.
    remainingMinutes: begun ? Math.min(INT32, Math.max(0, row.remainingMinutes + duration - row.durationMinutes)) : remaining,
  });
  if (minutes === null) {
    if (!entered) return { patch: {}, entered: null };
    return { patch: row.durationMinutes === entered.ruled ? to(entered.duration, entered.remaining) : {}, entered: null };
  }
  const ruled = Math.min(minutes, INT32);
  const before = entered ?? { duration: row.durationMinutes, remaining: row.remainingMinutes, ruled };
  return { patch: row.durationMinutes === ruled ? {} : to(ruled, ruled), entered: { ...before, ruled } };
}
