import {
  changeDays,
  type Day,
  type DayRun,
  eachDay,
  minuteAt,
  type ResourceName,
  rowOfDays,
  valueOnDay,
  type VersionRow,
  type WbsRow,
} from '@gantry/domain';
import { fail } from '../../../../platform/fail.ts';
import { keyDayOf } from '../../day-values/day-values.service.ts';
import type { Draft } from '../../edits/edits.service.ts';
import { costsOverTime } from '../../resources/resources.service.ts';
import { applyPatch, workingTimeOf } from '../../wbs/wbs.service.ts';
import { movedUnits, scaledMinutes } from '../replacements.rules.ts';
import { EMPTY, type Outcome, type Replacer } from './replacements.replacer.rules.ts';

type Assignment = VersionRow<'assignment'>;
type Resource = VersionRow<'resource'>;
type Value = VersionRow<'directoryValue'>;

export const titleOfResource = ({ code, name }: ResourceName): string => (code && code !== name ? `${code} ${name}` : name);

/** The resource of a version that a rule names. */
export function findResource(resources: readonly Resource[], wanted: ResourceName): Resource {
  const fits = resources.filter(({ code, name }) => (wanted.code === '' ? name === wanted.name : code === wanted.code));
  const found = fits.find(({ name }) => name === wanted.name) ?? fits.at(0);
  return found ?? fail('replacement.not_in_version', { name: titleOfResource(wanted) });
}

/**
 * Another resource takes over: what was done and its cost stay with the old one, what is left is divided by the productivity and paid by the
 * new prices. Where hours of its kind rule the duration, that follows them.
 */
export const replaceResource: Replacer<'resource'> = async (context, draft, what, rows, { remaining_only }) => {
  const resources = await draft.all('resource');
  const [from, to] = [findResource(resources, what.from), findResource(resources, what.to)];
  if (from.id === to.id) fail('replacement.of_itself');
  if (from.kind !== to.kind) fail('replacement.kinds_differ', { from: titleOfResource(from), to: titleOfResource(to) });
  const ids = rows.map(({ id }) => id);
  const assignments = Map.groupBy(await draft.rowsBy('assignment', 'itemId', ids), ({ itemId }) => itemId);
  const values = Map.groupBy(await draft.rowsBy('directoryValue', 'itemId', ids), ({ itemId }) => itemId);
  const kinds = new Map(resources.map(({ id, kind }) => [id, kind]));
  const timeOf = await workingTimeOf(draft);
  const now = minuteAt(draft.head.data_date ?? context.today);
  const outcome: Outcome = { ...EMPTY, lines: [], notes: [] };
  const replaced: number[] = [];
  for (const row of rows) {
    const own = assignments.get(row.id) ?? [];
    const old = own.find(({ resourceId }) => resourceId === from.id);
    if (!old || row.type === 'sum' || (remaining_only && old.remainingUnits <= 0)) continue;
    const ofValues = values.get(row.id) ?? [];
    const units = movedUnits(old, what.productivity, remaining_only);
    const worked = { row, now, between: timeOf(row).between, days: null };
    const costs = costsOverTime({ ...units, extra: old.extra }, to, worked) ?? { plannedCost: 0, actualCost: 0, remainingCost: 0 };
    const moved = remaining_only ? { ...units, ...costs } : { ...units, ...costs, actualCost: old.actualCost };
    const there = own.find(({ resourceId }) => resourceId === to.id);
    settle(draft, {
      row,
      old,
      there,
      to,
      moved,
      stays: remaining_only,
      follows: ofValues.some(({ assignmentId }) => assignmentId === old.id),
    });
    const isOfKind = ({ resourceId }: Assignment): boolean => kinds.get(resourceId) === from.kind;
    const before = own.filter(isOfKind).reduce((sum, one) => sum + one.remainingUnits, 0);
    const rules = ofValues.filter(({ broughtById, rule }) => broughtById === null && rule !== 'none');
    const ratio = ruledBy(rules, old, from.kind, before, before - old.remainingUnits + units.remainingUnits);
    if (ratio) shorten(draft, row, rules, timeOf(row), ratio);
    outcome.lines.push({ itemId: row.id, before: titleOfResource(from), after: titleOfResource(to) });
    replaced.push(row.id);
  }
  await moveDays(draft, replaced, { from, to }, what.productivity, remaining_only ? keyDayOf(draft.head.data_date, context) : null);
  const hasPrice = to.pricePerUnit !== null || to.rates?.some(({ prices }) => prices.some((price) => price !== null));
  if (replaced.length && !hasPrice) outcome.notes.push({ code: 'replacement.no_price', parameters: { name: titleOfResource(to) } });
  if (replaced.length && from.unit !== to.unit)
    outcome.notes.push({ code: 'replacement.units_differ', parameters: { from: from.unit || '–', to: to.unit || '–' } });
  return outcome;
};

type Moved = Pick<Assignment, 'plannedUnits' | 'actualUnits' | 'remainingUnits' | 'plannedCost' | 'actualCost' | 'remainingCost'>;
type Settling = {
  row: WbsRow;
  old: Assignment;
  there: Assignment | undefined;
  to: Resource;
  moved: Moved;
  stays: boolean;
  follows: boolean;
};

/** An assignment that follows a directory is replaced by one that does not, or the next update of the directory would bring the old one back. */
function settle(draft: Draft, { row, old, there, to, moved, stays, follows }: Settling): void {
  const isKept = stays && (old.actualUnits > 0 || old.actualCost > 0);
  const kept = {
    ...old,
    plannedUnits: old.actualUnits,
    plannedCost: old.actualCost,
    remainingUnits: 0,
    remainingCost: 0,
    remainingMinutes: null,
  };
  const inPlace = !isKept && !follows && !there;
  if (inPlace) draft.update('assignment', old.id, { resourceId: to.id, ...moved, remainingMinutes: null });
  else if (isKept && !follows) draft.update('assignment', old.id, kept);
  else draft.remove('assignment', old.id);
  if (isKept && follows) draft.insert('assignment', { ...kept, id: draft.newId() });
  if (inPlace) return;
  if (there) draft.update('assignment', there.id, sumOf(there, moved));
  else draft.insert('assignment', { ...old, ...moved, id: draft.newId(), itemId: row.id, resourceId: to.id, remainingMinutes: null });
}

const sumOf = (one: Moved, other: Moved): Moved => ({
  plannedUnits: one.plannedUnits + other.plannedUnits,
  actualUnits: one.actualUnits + other.actualUnits,
  remainingUnits: one.remainingUnits + other.remainingUnits,
  plannedCost: one.plannedCost + other.plannedCost,
  actualCost: one.actualCost + other.actualCost,
  remainingCost: one.remainingCost + other.remainingCost,
});

const RULED_KIND: Partial<Record<Value['rule'], Resource['kind']>> = { labour: 'labour', machine: 'equipment' };
type Ratio = { before: number; after: number };

/** Whether hours of a kind rule the duration of a work: by the norms that people gave it, else because it is driven by the assignment. */
function ruledBy(rules: readonly Value[], old: Assignment, kind: Resource['kind'], before: number, after: number): Ratio | null {
  if (before === after) return null;
  if (rules.length) return rules.every(({ rule }) => RULED_KIND[rule] === kind) ? { before, after } : null;
  return old.driving ? { before, after } : null;
}

/** From now on the duration is as entered: the norm describes another crew. */
function shorten(
  draft: Draft,
  row: WbsRow,
  rules: readonly Value[],
  time: Parameters<typeof applyPatch>[3],
  { before, after }: Ratio,
): void {
  const remainingMinutes = scaledMinutes(row.remainingMinutes, before, after);
  const durationMinutes = row.status === 'not_started' ? { durationMinutes: scaledMinutes(row.durationMinutes, before, after) } : {};
  const done = applyPatch(row, { ...durationMinutes, remainingMinutes }, false, time);
  if ('refused' in done) fail(done.refused.code, { id: row.id, ...done.refused.parameters });
  draft.update('wbs', row.id, done.patch);
  for (const { id } of rules) draft.update('directoryValue', id, { rule: 'none', entered: null });
}

/** Planned days of the resource go over to the other one, from a day on; without one all its days do. */
async function moveDays(
  draft: Draft,
  itemIds: readonly number[],
  { from, to }: { from: Resource; to: Resource },
  productivity: number,
  since: Day | null,
): Promise<void> {
  const series = await draft.rowsBy('daySeries', 'itemId', itemIds);
  const nameOf = ({ itemId, measure, mode }: VersionRow<'daySeries'>): string => `${itemId} ${measure} ${mode}`;
  const others = new Map(series.filter(({ resourceId }) => resourceId === to.id).map((row) => [nameOf(row), row]));
  for (const row of series) {
    if (row.resourceId !== from.id || (since !== null && row.mode !== 'plan')) continue;
    const factor = row.mode === 'fact' || row.measure === 'cost' ? 1 : productivity;
    const other = others.get(nameOf(row));
    const gone: [Day, null][] = [];
    const added: [Day, number][] = [];
    eachDay(row.days, (day, value) => {
      if (since !== null && day < since) return;
      gone.push([day, null]);
      added.push([day, (valueOnDay(other?.days, day) ?? 0) + value / factor]);
    });
    if (!gone.length) continue;
    const [left, taken] = [changeDays(row.days, gone), changeDays(other?.days ?? null, added) as DayRun];
    if (left) draft.update('daySeries', row.id, rowOfDays(left));
    else draft.remove('daySeries', row.id);
    if (other) draft.update('daySeries', other.id, rowOfDays(taken));
    else draft.insert('daySeries', { ...row, id: draft.newId(), resourceId: to.id, ...rowOfDays(taken) });
  }
}
