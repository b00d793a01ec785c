import type { Minute, PlanItem, TaskStatus } from '@gantry/domain';
import { NOTHING_STORED, PLAIN_DETAILS, blankItem } from '../../blank.ts';
import type { ItemDetails, StoredItem, UnitTotals } from '../../project-file.ts';
import { wholeMinutes } from '../../text/dates.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { applyConstraint } from '../xer/constraints.ts';
import type { PmxmlCalendars } from './map-calendars.ts';
import { ACTIVITY_TYPES, CONSTRAINTS, DURATION_TYPES, PERCENT_TYPES, PRIORITIES, STATUSES, meaningOf } from './words.ts';
import type { Words } from './words.ts';

function hours(view: ElementView, name: string): number | null {
  const value = view.number(name);
  const minutes = value === null ? null : wholeMinutes(value * 60);
  if (value !== null && minutes === null) view.report('warning', 'value.bad_number', name);
  return minutes;
}

function known<T>(view: ElementView, words: Words<T>, field: string, otherwise: T): T {
  const word = view.text(field);
  const meaning = meaningOf(words, word);
  if (meaning === undefined && word !== '') view.report('warning', 'enumeration.unknown', field, { used: words[0][0] });
  return meaning ?? otherwise;
}

export function activityItem(view: ElementView, id: number, parentId: number | null, calendars: PmxmlCalendars): PlanItem {
  const typeWord = view.text('Type');
  const type = ACTIVITY_TYPES.find(([word]) => word === typeWord);
  if (!type) view.report('warning', 'enumeration.unknown', 'Type', { used: ACTIVITY_TYPES[0][0] });
  const item = blankItem(id, parentId, type?.[1] ?? 'task');
  item.schedulingKind = type?.[2] ?? 'task';
  item.code = view.text('Id');
  item.name = view.text('Name');
  const calendarKey = view.text('CalendarObjectId');
  item.calendarId = calendars.byKey.get(calendarKey)?.id ?? null;
  if (calendarKey !== '' && item.calendarId === null) view.report('error', 'reference.dangling', 'CalendarObjectId');
  item.durationMinutes = Math.max(0, hours(view, 'PlannedDuration') ?? 0);
  item.actualStart = view.date('ActualStartDate');
  item.actualFinish = view.date('ActualFinishDate');
  const byDates: TaskStatus = item.actualFinish !== null ? 'completed' : item.actualStart !== null ? 'in_progress' : 'not_started';
  item.status = known(view, STATUSES, 'Status', byDates);
  item.remainingMinutes = Math.max(0, hours(view, 'RemainingDuration') ?? (item.status === 'completed' ? 0 : item.durationMinutes));
  item.suspendDate = view.date('SuspendDate');
  item.resumeDate = view.date('ResumeDate');
  item.expectedFinish = view.date('ExpectedFinishDate');
  item.progress = progressOf(view, item);
  const stored = activityStored(view);
  item.start = item.actualStart ?? stored.earlyStart ?? view.date('PlannedStartDate');
  item.finish = item.actualFinish ?? stored.earlyFinish ?? view.date('PlannedFinishDate');
  for (const rank of ['Primary', 'Secondary']) {
    const word = view.text(`${rank}ConstraintType`);
    const trouble = applyConstraint(item, word === '' ? '' : (meaningOf(CONSTRAINTS, word) ?? word), view.date(`${rank}ConstraintDate`));
    if (trouble) view.report('warning', trouble, `${rank}ConstraintType`);
  }
  return item;
}

function progressOf(view: ElementView, item: PlanItem): number {
  if (item.status === 'completed') return 1;
  const type = known(view, PERCENT_TYPES, 'PercentCompleteType', 'duration');
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  if (type === 'physical') return clamp(view.number('PhysicalPercentComplete') ?? 0);
  if (type === 'units') {
    const done = (view.number('ActualLaborUnits') ?? 0) + (view.number('ActualNonLaborUnits') ?? 0);
    const left = (view.number('RemainingLaborUnits') ?? 0) + (view.number('RemainingNonLaborUnits') ?? 0);
    return done + left > 0 ? clamp(done / (done + left)) : clamp(view.number('UnitsPercentComplete') ?? 0);
  }
  if (item.status === 'not_started' || item.durationMinutes === 0) return 0;
  return clamp((item.durationMinutes - item.remainingMinutes) / item.durationMinutes);
}

/** Details of an Activity element beside the plan. */
export function activityDetails(view: ElementView): ItemDetails {
  return {
    ...PLAIN_DETAILS,
    sourceId: view.text('ObjectId'),
    sourceTable: 'Activity',
    guid: view.text('GUID') || null,
    percentCompleteType: meaningOf(PERCENT_TYPES, view.text('PercentCompleteType')) ?? 'duration',
    physicalProgress: view.number('PhysicalPercentComplete'),
    durationType: known(view, DURATION_TYPES, 'DurationType', 'fixed_duration_units'),
    labourUnits: unitsOf(view, 'Labor'),
    equipmentUnits: unitsOf(view, 'NonLabor'),
    priority: meaningOf(PRIORITIES, view.text('LevelingPriority')) ?? 500,
  };
}

function unitsOf(view: ElementView, kind: 'Labor' | 'NonLabor'): UnitTotals | null {
  const [planned, actual, remaining] = ['Planned', 'Actual', 'Remaining'].map((part) => view.number(`${part}${kind}Units`) ?? 0);
  return planned === 0 && actual === 0 && remaining === 0 ? null : { planned, actual, remaining };
}

/** P6's own dates of an Activity element. Older writers give early and late dates as remaining ones only. */
export function activityStored(view: ElementView): StoredItem {
  const date = (name: string): Minute | null => view.date(name);
  const either = (name: string): Minute | null => (view.has(`${name}Date`) ? date(`${name}Date`) : date(`Remaining${name}Date`));
  return {
    ...NOTHING_STORED,
    earlyStart: either('EarlyStart'),
    earlyFinish: either('EarlyFinish'),
    lateStart: either('LateStart'),
    lateFinish: either('LateFinish'),
    totalFloatMinutes: hours(view, 'TotalFloat'),
    freeFloatMinutes: hours(view, 'FreeFloat'),
    longestPath: view.text('IsLongestPath') === '' ? null : view.flag('IsLongestPath'),
    critical: null,
    remainingEarlyStart: date('RemainingEarlyStartDate'),
    remainingEarlyFinish: date('RemainingEarlyFinishDate'),
    remainingLateStart: date('RemainingLateStartDate'),
    remainingLateFinish: date('RemainingLateFinishDate'),
    plannedStart: date('PlannedStartDate'),
    plannedFinish: date('PlannedFinishDate'),
    floatPath: view.number('FloatPath'),
    floatPathOrder: view.number('FloatPathOrder'),
    externalEarlyStart: date('ExternalEarlyStartDate'),
    externalLateFinish: date('ExternalLateFinishDate'),
  };
}
