import type { LimitType, PlanCalendar, PlanItem } from '@gantry/domain';
import { NOTHING_STORED, PLAIN_DETAILS, blankItem } from '../../blank.ts';
import type { ItemBaseline, ItemDetails, Note, StoredItem } from '../../project-file.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { isElapsedFormat, parseIsoDuration } from './units.ts';

/** Tasks as items in preorder, with their elements. */
export type MspdiTasks = {
  items: PlanItem[];
  details: ItemDetails[];
  stored: StoredItem[];
  notes: Note[];
  baselines: ItemBaseline[];
  views: ElementView[];
  byUid: Map<string, PlanItem>;
};

const CONSTRAINTS: ([end: 'start' | 'finish', type: LimitType] | null)[] = [
  null,
  null,
  ['start', 'in_date'],
  ['finish', 'in_date'],
  ['start', 'not_earlier'],
  ['start', 'not_later'],
  ['finish', 'not_earlier'],
  ['finish', 'not_later'],
];
const TASK_TYPES = ['fixed_units', 'fixed_duration', 'fixed_work'] as const;
const AS_LATE_AS_POSSIBLE = 1;

/** Maps Tasks. Their order and outline levels make the tree. */
export function mapMspdiTasks(root: ElementView, calendars: ReadonlyMap<string, PlanCalendar>): MspdiTasks {
  const tasks: MspdiTasks = { items: [], details: [], stored: [], notes: [], baselines: [], views: [], byUid: new Map() };
  const parents: (PlanItem | undefined)[] = [];
  let id = 0;
  for (const view of root.child('Tasks')?.children('Task') ?? []) {
    if (view.flag('IsNull')) continue;
    const uid = view.text('UID');
    if (tasks.byUid.has(uid)) {
      view.report('error', 'row.duplicate_key', 'UID');
      continue;
    }
    const level = Math.max(0, Math.min(Math.trunc(view.number('OutlineLevel') ?? 1), 1000));
    parents.length = level;
    const parent = parents.findLast((candidate) => candidate !== undefined) ?? null;
    const item = taskItem(view, ++id, parent?.id ?? null, calendars);
    parents[level] = item;
    tasks.byUid.set(uid, item);
    tasks.items.push(item);
    tasks.views.push(view);
    tasks.details.push(detailsOf(view, uid));
    tasks.stored.push(storedOf(view));
    const note = view.text('Notes');
    if (note !== '') tasks.notes.push({ itemId: item.id, sourceId: null, topic: '', text: note });
    for (const baseline of view.children('Baseline')) tasks.baselines.push(baselineOf(baseline, item.id));
  }
  return tasks;
}

function duration(view: ElementView, name: string): number | null {
  const text = view.text(name);
  if (text === '') return null;
  const minutes = parseIsoDuration(text);
  if (minutes === null) view.report('warning', 'value.bad_duration', name);
  return minutes;
}

function taskItem(view: ElementView, id: number, parentId: number | null, calendars: ReadonlyMap<string, PlanCalendar>): PlanItem {
  const manual = view.flag('Manual');
  const minutes = Math.max(0, duration(view, 'Duration') ?? (manual ? duration(view, 'ManualDuration') : null) ?? 0);
  const isSum = view.flag('Summary') || view.text('OutlineLevel') === '0';
  const item = blankItem(id, parentId, isSum ? 'sum' : view.flag('Milestone') && minutes === 0 ? 'milestone_finish' : 'task');
  item.code = view.text('WBS') || view.text('OutlineNumber');
  item.name = view.text('Name');
  const calendarUid = view.text('CalendarUID');
  item.calendarId = calendars.get(calendarUid)?.id ?? null;
  if (item.calendarId === null && calendarUid !== '' && calendarUid !== '-1') view.report('warning', 'reference.dangling', 'CalendarUID');
  item.durationMinutes = minutes;
  item.start = view.date('Start') ?? (manual ? view.date('ManualStart') : null);
  item.finish = view.date('Finish') ?? (manual ? view.date('ManualFinish') : null);
  item.actualStart = view.date('ActualStart');
  item.actualFinish = view.date('ActualFinish');
  item.progress = Math.min(1, Math.max(0, (view.number('PercentComplete') ?? 0) / 100));
  item.status =
    item.actualFinish !== null || item.progress === 1
      ? 'completed'
      : item.actualStart !== null || item.progress > 0
        ? 'in_progress'
        : 'not_started';
  item.remainingMinutes = Math.max(0, duration(view, 'RemainingDuration') ?? Math.round(minutes * (1 - item.progress)));
  if (item.status === 'in_progress') {
    item.suspendDate = view.date('Stop');
    item.resumeDate = view.date('Resume');
  }
  item.deadline = view.date('Deadline');
  applyConstraint(view, item);
  item.msproject = {
    manual,
    inactive: view.text('Active') !== '' && !view.flag('Active'),
    elapsedDuration: isElapsedFormat(view.number('DurationFormat')),
    ignoreResourceCalendar: view.flag('IgnoreResourceCalendar'),
    levelingDelayMinutes: Math.round((view.number('LevelingDelay') ?? 0) / 10),
    actualMinutes: duration(view, 'ActualDuration') ?? 0,
    taskType: TASK_TYPES[view.number('Type') ?? 0] ?? 'fixed_units',
    effortDriven: view.flag('EffortDriven'),
  };
  return item;
}

function applyConstraint(view: ElementView, item: PlanItem): void {
  const type = view.number('ConstraintType') ?? 0;
  if (type === AS_LATE_AS_POSSIBLE) item.asLateAsPossible = true;
  if (type < 2) return;
  const meaning = CONSTRAINTS[type];
  const date = view.date('ConstraintDate');
  if (!meaning) view.report('warning', 'constraint.unknown', 'ConstraintType');
  else if (date === null) view.report('warning', 'constraint.without_date', 'ConstraintType');
  else if (meaning[0] === 'start') [item.startLimitType, item.startLimitDate] = [meaning[1], date];
  else [item.finishLimitType, item.finishLimitDate] = [meaning[1], date];
  // "Must start on" and "must finish on" hold against links as long as the project honours constraints.
  item.mandatory = meaning?.[1] === 'in_date' && date !== null;
}

function detailsOf(view: ElementView, uid: string): ItemDetails {
  const physical = view.number('PhysicalPercentComplete');
  return {
    ...PLAIN_DETAILS,
    sourceId: uid,
    sourceTable: 'Task',
    guid: view.text('GUID') || null,
    physicalProgress: physical === null ? null : physical / 100,
    durationType: view.number('Type') === 1 ? 'fixed_duration_units' : view.number('Type') === 2 ? 'fixed_units' : 'fixed_rate',
    priority: view.number('Priority') ?? 500,
  };
}

/** Slack is stored in tenths of a minute. */
function slack(view: ElementView, name: string): number | null {
  const tenths = view.number(name);
  return tenths === null ? null : Math.round(tenths / 10) || 0;
}

function storedOf(view: ElementView): StoredItem {
  return {
    ...NOTHING_STORED,
    earlyStart: view.date('EarlyStart'),
    earlyFinish: view.date('EarlyFinish'),
    lateStart: view.date('LateStart'),
    lateFinish: view.date('LateFinish'),
    totalFloatMinutes: slack(view, 'TotalSlack'),
    freeFloatMinutes: slack(view, 'FreeSlack'),
    startFloatMinutes: slack(view, 'StartSlack'),
    finishFloatMinutes: slack(view, 'FinishSlack'),
    critical: view.has('Critical') ? view.flag('Critical') : null,
  };
}

function baselineOf(view: ElementView, itemId: number): ItemBaseline {
  return {
    itemId,
    number: view.number('Number') ?? 0,
    start: view.date('Start'),
    finish: view.date('Finish'),
    durationMinutes: duration(view, 'Duration'),
    workMinutes: duration(view, 'Work'),
    cost: view.number('Cost'),
  };
}
