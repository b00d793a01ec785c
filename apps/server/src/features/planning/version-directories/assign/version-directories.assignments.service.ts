import type { VersionRow, WbsRow } from '@gantry/domain';
import type { Draft } from '../../edits/edits.service.ts';
import type { Value } from '../version-directories.rules.ts';
import type { Notes } from '../version-directories.notes.rules.ts';
import type { Resources } from '../version-directories.resources.service.ts';
import type { Grown } from './version-directories.wishes.rules.ts';

type Assignment = VersionRow<'assignment'>;

/** What settling some works of a version stands on. */
export type SettleContext = {
  draft: Draft;
  assignments: Map<number, Assignment>;
  resources: Resources;
  notes: Notes;
  wishFor(top: Value, broughtBy: ReadonlyMap<number, readonly Value[]>): Grown;
  minutesPerDay(row: WbsRow): number;
};

type Standing = { value: Value | null; isTop: boolean; resourceId: number | null; amounts: { units: number; cost: number } | null };

/** What people gave a work is the work's own volume; what follows is not added to it. */
const CARRIES = { carriesVolume: true };
const carries = ({ extra }: Assignment): boolean => extra?.carriesVolume === true;

/** The assignment that a value stands for; one that somebody removed is not made again. */
export function settleAssignment(
  { draft, assignments }: SettleContext,
  row: WbsRow,
  { value, isTop, resourceId, amounts }: Standing,
): number | null {
  const known = value?.assignmentId == null ? undefined : assignments.get(value.assignmentId);
  if (resourceId === null || !amounts) {
    if (known) draft.remove('assignment', known.id);
    return null;
  }
  const remaining = (planned: number, actual: number) => (row.status === 'completed' ? 0 : Math.max(0, planned - actual));
  if (known) {
    draft.update('assignment', known.id, {
      resourceId,
      plannedUnits: amounts.units,
      plannedCost: amounts.cost,
      ...(isTop && !carries(known) ? { extra: { ...known.extra, ...CARRIES } } : {}),
      ...(known.plannedUnits === amounts.units ? {} : { remainingUnits: remaining(amounts.units, known.actualUnits) }),
      ...(known.plannedCost === amounts.cost ? {} : { remainingCost: remaining(amounts.cost, known.actualCost) }),
    });
    return known.id;
  }
  if (value?.assignmentId != null) return value.assignmentId;
  const id = draft.newId();
  draft.insert('assignment', {
    id,
    itemId: row.id,
    resourceId,
    plannedUnits: amounts.units,
    actualUnits: 0,
    remainingUnits: remaining(amounts.units, 0),
    plannedCost: amounts.cost,
    actualCost: 0,
    remainingCost: remaining(amounts.cost, 0),
    remainingMinutes: null,
    lagMinutes: 0,
    driving: false,
    curve: null,
    extra: isTop ? CARRIES : null,
  });
  return id;
}

/** Removes a value with all that it brought; answers the resources that may be let go. */
export function dropValue(
  { draft, assignments }: Pick<SettleContext, 'draft' | 'assignments'>,
  value: Value,
  broughtBy: ReadonlyMap<number, readonly Value[]>,
): number[] {
  const below = (broughtBy.get(value.id) ?? []).flatMap((child) => dropValue({ draft, assignments }, child, broughtBy));
  if (value.assignmentId !== null && assignments.has(value.assignmentId)) draft.remove('assignment', value.assignmentId);
  draft.remove('directoryValue', value.id);
  return value.resourceId === null ? below : [value.resourceId, ...below];
}
