import type { JsonValue, Norm, NormPart, TakenNorm, VersionRow, WbsRow } from '@gantry/domain';
import { type NormNode, type NormWork, plainUnit, workByNorm } from '@gantry/engine';
import type { CatalogRule, DirectoryCatalog } from '../../catalog/directory-relations/directory-relations.service.ts';

export type Value = VersionRow<'directoryValue'>;

/** A value as it should be: what of the directories it is, and what it brings. */
export type Wish = {
  directoryId: number;
  rowId: number;
  relationId: number | null;
  relationRowId: number | null;
  code: string;
  name: string;
  taken: TakenNorm;
  children: Wish[];
};

export const takenOf = (value: Value): TakenNorm => value.norm as unknown as TakenNorm;
export const storedNorm = (taken: TakenNorm): JsonValue => JSON.parse(JSON.stringify(taken)) as JsonValue;

/** What tells values that the same one brings from each other. */
export const keyOf = ({
  directoryId,
  rowId,
  relationRowId,
  part,
}: Pick<Wish, 'directoryId' | 'rowId' | 'relationRowId'> & { part: NormPart | null }): string =>
  `${relationRowId ?? '-'} ${directoryId} ${rowId} ${part ?? '-'}`;

const hoursNorm = (): Norm => ({ unit: 'h', labourHours: 0, machineHours: 0, outputPerDay: null, price: 0 });
const hasPart = (wishes: readonly Wish[], part: NormPart): boolean =>
  wishes.some(({ taken, children }) => taken.part === part || hasPart(children, part));

/** The hours of a norm whose relations bring nobody to work them: a resource of the norm's own. */
function ownHours(wish: Omit<Wish, 'children'>, children: readonly Wish[]): Wish[] {
  const { labourHours, machineHours } = wish.taken.norm;
  const rates = [
    ['labour', labourHours],
    ['equipment', machineHours],
  ] as const;
  return rates
    .filter(([part, rate]) => wish.taken.part === null && rate > 0 && !hasPart(children, part))
    .map(([part, quantity]) => ({
      ...wish,
      relationId: null,
      relationRowId: null,
      taken: { norm: hoursNorm(), part, quantity, coefficients: [] },
      children: [],
    }));
}

/** A value and what it brought as they were taken: the directories no longer have the row, or nobody here sees it. */
function asTaken(value: Value, broughtBy: ReadonlyMap<number, readonly Value[]>): Wish {
  const { directoryId, rowId, relationId, relationRowId, code, name } = value;
  const children = (broughtBy.get(value.id) ?? []).map((child) => asTaken(child, broughtBy));
  return { directoryId, rowId, relationId, relationRowId, code, name, taken: takenOf(value), children };
}

/** What a value that people gave should be by the directories as they are now, with all that it brings. */
export function wishOf(
  catalog: DirectoryCatalog,
  top: Value,
  broughtBy: ReadonlyMap<number, readonly Value[]>,
  chosen: ReadonlySet<number>,
): Wish {
  const grow = (place: Pick<Wish, 'directoryId' | 'rowId'>, rule: CatalogRule | null, there: Value | null): Wish | null => {
    const row = catalog.row(place.directoryId, place.rowId);
    if (!row) return there && asTaken(there, broughtBy);
    const flags = there === top && takenOf(top).alone ? { alone: true } : {};
    const taken: TakenNorm = {
      norm: row.norm,
      part: rule?.asResource ? row.part : null,
      quantity: rule?.quantity ?? 1,
      coefficients: [...(rule?.coefficients ?? []), ...(row.factor === null ? [] : [{ target: 'consumption' as const, all: row.factor }])],
      ...flags,
    };
    const wish = {
      ...place,
      relationId: rule?.relationId ?? null,
      relationRowId: rule?.relationRowId ?? null,
      code: row.code,
      name: row.name,
      taken,
    };
    const brought = (there ? broughtBy.get(there.id) : undefined) ?? [];
    const rules = taken.alone ? [] : catalog.rules(place.directoryId, place.rowId);
    const children = rules.flatMap((next) => {
      const before = brought.find(({ relationRowId }) => relationRowId === next.relationRowId) ?? null;
      if (next.optional && !before && !chosen.has(next.relationRowId)) return [];
      return grow({ directoryId: next.directoryId, rowId: next.rowId }, next, before) ?? [];
    });
    return { ...wish, children: [...children, ...ownHours(wish, children)] };
  };
  return grow({ directoryId: top.directoryId, rowId: top.rowId }, null, top) ?? asTaken(top, broughtBy);
}

const nodeOf = ({ taken, children }: Wish): NormNode => ({
  norm: taken.norm,
  part: taken.part,
  quantity: taken.quantity,
  coefficients: taken.coefficients,
  children: children.map(nodeOf),
});

/** What a value comes to by a wish; null where its volume is counted in another kind of unit. */
export function comesTo(wish: Wish, top: Pick<Value, 'volume' | 'volumeUnit' | 'crew' | 'rule'>, minutesPerDay: number) {
  const crew = { size: top.crew, rule: top.rule, minutesPerDay };
  const done = workByNorm(nodeOf(wish), top.volume ?? 0, top.volumeUnit, crew);
  return done && { work: done.work, minutes: top.volume === null ? null : done.minutes };
}

/** The rule that the relations of a row say first; by labour where they say none. */
export const usualRule = (catalog: DirectoryCatalog, directoryId: number, rowId: number) =>
  catalog.rules(directoryId, rowId)[0]?.durationRule ?? 'labour';

/** Units and money of the assignment that a value stands for; null where it stands for none. */
export function assignedAmounts(wish: Wish, work: NormWork, top: Value | null): { units: number; cost: number } | null {
  if (wish.taken.part !== null) return { units: work.units, cost: work.cost };
  if (!top && wish.taken.norm.price <= 0) return null;
  const same = top && (top.volumeUnit === '' || top.volumeUnit === plainUnit(wish.taken.norm.unit));
  return { units: same ? (top.volume ?? 0) : Number((work.units * unitFactor(wish.taken.norm.unit)).toPrecision(15)), cost: work.cost };
}

/** How many of its plain unit a unit is: 100 for `100 m2`. */
const unitFactor = (unit: string): number => Number.parseFloat(unit.replace(/[\s\u00a0]/g, '').replace(',', '.')) || 1;

/** The resource of a version that a value stands for. */
export function resourceFields({
  code,
  name,
  taken: { norm, part },
}: Wish): Pick<VersionRow<'resource'>, 'code' | 'name' | 'kind' | 'unit' | 'pricePerUnit'> {
  return part === null
    ? { code, name, kind: 'material', unit: plainUnit(norm.unit), pricePerUnit: norm.price / unitFactor(norm.unit) }
    : { code, name, kind: part, unit: norm.unit, pricePerUnit: norm.price };
}

/** What stood in a row before values of directories ruled its duration, and what they last made of it. */
export type Entered = { duration: number; remaining: number; ruled: number };

const INT32 = 2 ** 31 - 1;

/** The duration of a row under its values (null: they say nothing), and what to remember of the one that was entered. */
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
    remainingMinutes: begun ? Math.max(0, row.remainingMinutes + duration - row.durationMinutes) : remaining,
  });
  if (minutes === null) {
    if (!entered) return { patch: {}, entered: null };
    return { patch: row.durationMinutes === entered.ruled ? to(entered.duration, entered.remaining) : {}, entered: null };
  }
  const ruled = Math.min(minutes, INT32);
  const before = entered ?? { duration: row.durationMinutes, remaining: row.remainingMinutes, ruled };
  return { patch: row.durationMinutes === ruled ? {} : to(ruled, ruled), entered: { ...before, ruled } };
}
