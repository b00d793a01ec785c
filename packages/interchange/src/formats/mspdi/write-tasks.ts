import type { Minute, PlanItem } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import { longGuid } from '../../guid.ts';
import type { ImportedProject, ItemBaseline } from '../../project-file.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { formatIsoDuration, xmlDate } from './units.ts';
import type { AttributeWriter } from './write-attributes.ts';
import type { MspdiKeys } from './write-keys.ts';

const TYPE_NUMBERS = { ff: 0, fs: 1, sf: 2, ss: 3 } as const;
const LAG_IN_DAYS = 7;
const LAG_IN_ELAPSED_DAYS = 8;
const LAG_IN_PERCENT = 19;

/** Writes the tasks with their links, custom fields and baselines. */
export function writeTasks(
  project: ImportedProject,
  keys: MspdiKeys,
  xml: XmlWriter,
  attributes: AttributeWriter,
  findings: Findings,
): void {
  const { items, relations, calendars } = project.plan;
  const levels = new Map<number, number>();
  const known = new Set(calendars.map(({ id }) => id));
  const incoming = new Map<number, typeof relations>();
  for (const relation of relations) push(incoming, relation.successorId, relation);
  const notes = new Map<number, string[]>();
  for (const { itemId, text } of project.notes) if (itemId !== null) push(notes, itemId, text);
  const baselines = new Map<number, ItemBaseline[]>();
  for (const baseline of project.baselines) push(baselines, baseline.itemId, baseline);
  items.forEach((item, i) => {
    const level = item.parentId === null ? keys.topLevel : (levels.get(item.parentId) ?? 0) + 1;
    levels.set(item.id, level);
    const details = project.details[i];
    const stored = project.stored.items[i];
    const own = item.msproject;
    const constraint = constraintOf(item, findings);
    const guid = details.guid ? longGuid(details.guid).replace(/[{}]/g, '') : null;
    const put = (name: string, value: string | number | boolean | null): void => xml.put(name, value);
    xml.open('Task');
    put('UID', keys.task(item.id));
    put('GUID', guid !== null && guid.length === 36 ? guid : null);
    put('ID', keys.rowOf(i));
    put('Name', item.name);
    put('Active', !(own?.inactive ?? item.type === 'draft'));
    put('Manual', own?.manual ?? false);
    put(
      'Type',
      own
        ? ['fixed_units', 'fixed_duration', 'fixed_work'].indexOf(own.taskType)
        : details.durationType.startsWith('fixed_duration')
          ? 1
          : 0,
    );
    put('IsNull', false);
    put('WBS', item.code);
    put('OutlineLevel', level);
    put('Priority', details.priority);
    put('Start', xmlDate(item.start));
    put('Finish', xmlDate(item.finish));
    put('Duration', formatIsoDuration(item.durationMinutes));
    put('DurationFormat', own?.elapsedDuration ? LAG_IN_ELAPSED_DAYS : LAG_IN_DAYS);
    put('Stop', xmlDate(item.suspendDate));
    put('Resume', xmlDate(item.resumeDate));
    put('EffortDriven', own?.effortDriven ?? false);
    put('Milestone', item.type === 'milestone_start' || item.type === 'milestone_finish');
    put('Summary', item.type === 'sum');
    put(
      'Critical',
      stored.critical ?? (stored.totalFloatMinutes === null ? null : stored.totalFloatMinutes <= project.plan.options.criticalFloatMinutes),
    );
    put('EarlyStart', xmlDate(stored.earlyStart));
    put('EarlyFinish', xmlDate(stored.earlyFinish));
    put('LateStart', xmlDate(stored.lateStart));
    put('LateFinish', xmlDate(stored.lateFinish));
    put('FreeSlack', tenths(stored.freeFloatMinutes));
    put('TotalSlack', tenths(stored.totalFloatMinutes));
    put('StartSlack', tenths(stored.startFloatMinutes));
    put('FinishSlack', tenths(stored.finishFloatMinutes));
    put('PercentComplete', Math.round(item.progress * 100));
    put('ActualStart', xmlDate(item.actualStart));
    put('ActualFinish', xmlDate(item.actualFinish));
    put(
      'ActualDuration',
      own
        ? formatIsoDuration(own.actualMinutes)
        : item.actualStart === null
          ? null
          : formatIsoDuration(item.durationMinutes - item.remainingMinutes),
    );
    put('RemainingDuration', formatIsoDuration(item.remainingMinutes));
    put('ConstraintType', constraint.type);
    put(
      'CalendarUID',
      item.calendarId !== null && known.has(item.calendarId) && (!own || item.calendarId !== project.plan.options.defaultCalendarId)
        ? keys.calendar(item.calendarId)
        : -1,
    );
    put('ConstraintDate', xmlDate(constraint.date));
    put('Deadline', xmlDate(item.deadline));
    put('LevelingDelay', (own?.levelingDelayMinutes ?? 0) * 10);
    put('LevelingDelayFormat', LAG_IN_ELAPSED_DAYS);
    put('IgnoreResourceCalendar', own?.ignoreResourceCalendar ?? false);
    put('Notes', notes.get(item.id)?.join('\n') ?? null);
    put('PhysicalPercentComplete', details.physicalProgress === null ? null : Math.round(details.physicalProgress * 100));
    for (const relation of incoming.get(item.id) ?? []) {
      const share = relation.lagShare ?? null;
      xml.open('PredecessorLink');
      put('PredecessorUID', keys.task(relation.predecessorId));
      put('Type', TYPE_NUMBERS[relation.type]);
      put('CrossProject', false);
      put('LinkLag', share === null ? relation.lagMinutes * 10 : Math.round(share * 100));
      put('LagFormat', share !== null ? LAG_IN_PERCENT : relation.lagCalendar === 'elapsed' ? LAG_IN_ELAPSED_DAYS : LAG_IN_DAYS);
      xml.close();
    }
    attributes.writeValues('task', item.id);
    for (const baseline of baselines.get(item.id) ?? []) {
      xml.open('Baseline');
      put('Number', baseline.number);
      put('Start', xmlDate(baseline.start));
      put('Finish', xmlDate(baseline.finish));
      put('Duration', baseline.durationMinutes === null ? null : formatIsoDuration(baseline.durationMinutes));
      put('Work', baseline.workMinutes === null ? null : formatIsoDuration(baseline.workMinutes));
      put('Cost', baseline.cost);
      xml.close();
    }
    xml.close();
  });
}

function constraintOf(item: PlanItem, findings: Findings): { type: number; date: Minute | null } {
  const numbers = { start: { in_date: 2, not_earlier: 4, not_later: 5 }, finish: { in_date: 3, not_earlier: 6, not_later: 7 } } as const;
  const found: { type: number; date: Minute | null }[] = [];
  if (item.startLimitType) found.push({ type: numbers.start[item.startLimitType], date: item.startLimitDate });
  if (item.finishLimitType) found.push({ type: numbers.finish[item.finishLimitType], date: item.finishLimitDate });
  if (item.secondLimit) found.push({ type: numbers[item.secondLimit.end][item.secondLimit.type], date: item.secondLimit.date });
  if (item.asLateAsPossible) found.push({ type: 1, date: null });
  if (found.length > 1) findings.add({ severity: 'warning', code: 'export.second_constraint_lost', value: item.code });
  return found[0] ?? { type: 0, date: null };
}

function push<T>(map: Map<number, T[]>, key: number, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function tenths(minutes: number | null): number | null {
  return minutes === null ? null : minutes * 10;
}
