import { formatMinute } from '@gantry/domain';
import type { Minute, PlanCalendar, PlanItem, Shift } from '@gantry/domain';
import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import type { ImportedProject, ItemBaseline, ProjectFile, WriteResult } from '../../project-file.ts';
import { longGuid } from '../../guid.ts';
import { startXml } from '../../xml/write-elements.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { attributeWriter } from './write-attributes.ts';
import type { AttributeWriter } from './write-attributes.ts';
import { formatIsoDuration } from './units.ts';

const TYPE_NUMBERS = { ff: 0, fs: 1, sf: 2, ss: 3 } as const;
const LAG_IN_DAYS = 7;
const LAG_IN_ELAPSED_DAYS = 8;
const LAG_IN_PERCENT = 19;
const NOBODY = '-65535';

/** Writes Microsoft Project's XML. It holds one project: of several the first is written and the rest are reported. */
export function writeMspdi(file: ProjectFile): WriteResult {
  const findings = collectFindings();
  const project = file.projects[0];
  const xml = startXml();
  xml.open('Project', 'xmlns="http://schemas.microsoft.com/project"');
  if (file.projects.length > 1)
    findings.add({ severity: 'warning', code: 'export.projects_left_out', parameters: { count: file.projects.length - 1 } });
  if (project) writeBody(project, file.currency, xml, findings);
  xml.close('Project');
  return { bytes: xml.bytes(), findings: findings.list() };
}

function date(minute: Minute | null): string | null {
  return minute === null ? null : `${formatMinute(minute)}:00`;
}

function writeBody(project: ImportedProject, currency: string | null, xml: XmlWriter, findings: Findings): void {
  const { options, calendars, items } = project.plan;
  const own = options.msproject;
  const main = calendars.find(({ id }) => id === options.defaultCalendarId) ?? calendars[0];
  let finish: Minute | null = null;
  for (const item of items) if (item.finish !== null && (finish === null || item.finish > finish)) finish = item.finish;
  xml.put('SaveVersion', 14);
  xml.put('Name', project.code || project.name);
  xml.put('GUID', /^[0-9a-f-]{36}$/i.test(project.sourceId) ? project.sourceId : null);
  xml.put('Title', project.name);
  xml.put('ScheduleFromStart', own?.scheduleFrom !== 'finish');
  xml.put('StartDate', date(options.projectStart ?? options.dataDate));
  xml.put('FinishDate', date(options.mustFinishBy ?? finish));
  xml.put('CriticalSlackLimit', Math.round(options.criticalFloatMinutes / (main?.minutesPerDay ?? 480)));
  xml.put('CurrencyCode', currency);
  xml.put('CalendarUID', main?.id ?? 1);
  xml.put('DefaultStartTime', clock(own?.defaultStart ?? 480));
  xml.put('DefaultFinishTime', clock(own?.defaultFinish ?? 1020));
  xml.put('MinutesPerDay', main?.minutesPerDay ?? 480);
  xml.put('MinutesPerWeek', main?.minutesPerWeek ?? 2400);
  xml.put('DaysPerMonth', Math.round((main?.minutesPerMonth ?? 9600) / (main?.minutesPerDay ?? 480)));
  xml.put('HonorConstraints', own?.honorConstraints ?? true);
  xml.put('SplitsInProgressTasks', own?.splitInProgress ?? true);
  xml.put('MultipleCriticalPaths', own?.multipleCriticalPaths ?? false);
  xml.put('MoveCompletedEndsBack', own?.moveCompletedEndsBack ?? false);
  xml.put('MoveRemainingStartsBack', own?.moveRemainingStartsBack ?? false);
  xml.put('MoveRemainingStartsForward', own?.moveRemainingStartsForward ?? false);
  xml.put('MoveCompletedEndsForward', own?.moveCompletedEndsForward ?? false);
  xml.put('StatusDate', date(own ? own.statusDate : options.dataDate));
  const attributes = attributeWriter(project, xml);
  attributes.writeDefinitions(findings);
  xml.open('Calendars');
  for (const calendar of calendars) writeCalendar(calendar, xml);
  xml.close('Calendars');
  xml.open('Tasks');
  writeTasks(project, xml, attributes, findings);
  xml.close('Tasks');
  xml.open('Resources');
  writeResources(project, xml, attributes);
  xml.close('Resources');
  xml.open('Assignments');
  writeAssignments(project, xml);
  xml.close('Assignments');
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
}

function writeCalendar(calendar: PlanCalendar, xml: XmlWriter): void {
  const times = (shifts: readonly Shift[]): void => {
    xml.put('DayWorking', shifts.length > 0);
    if (shifts.length === 0) return;
    xml.open('WorkingTimes');
    for (const shift of shifts) {
      xml.open('WorkingTime');
      xml.put('FromTime', clock(shift.start));
      xml.put('ToTime', clock(shift.finish));
      xml.close('WorkingTime');
    }
    xml.close('WorkingTimes');
  };
  xml.open('Calendar');
  xml.put('UID', calendar.id);
  xml.put('Name', calendar.name);
  xml.put('IsBaseCalendar', true);
  xml.put('BaseCalendarUID', -1);
  xml.open('WeekDays');
  [6, 0, 1, 2, 3, 4, 5].forEach((weekday, i) => {
    xml.open('WeekDay');
    xml.put('DayType', i + 1);
    times(calendar.week[weekday]);
    xml.close('WeekDay');
  });
  xml.close('WeekDays');
  xml.open('Exceptions');
  for (const { day, shifts } of calendar.exceptions) {
    xml.open('Exception');
    xml.put('EnteredByOccurrences', false);
    xml.open('TimePeriod');
    xml.put('FromDate', date(day * 1440));
    xml.put('ToDate', date(day * 1440 + 1439));
    xml.close('TimePeriod');
    xml.put('Occurrences', 1);
    xml.put('Type', 1);
    times(shifts);
    xml.close('Exception');
  }
  xml.close('Exceptions');
  xml.close('Calendar');
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

function writeTasks(project: ImportedProject, xml: XmlWriter, attributes: AttributeWriter, findings: Findings): void {
  const { items, relations, calendars } = project.plan;
  const levels = new Map<number, number>();
  const uids = new Map<number, number>();
  const hasRoot = items[0]?.type === 'sum' && items.every((item, i) => i === 0 || item.parentId !== null);
  const firstUid = hasRoot ? 0 : 1;
  items.forEach((item, i) => uids.set(item.id, i + firstUid));
  const known = new Set(calendars.map(({ id }) => id));
  const incoming = new Map<number, typeof relations>();
  for (const relation of relations) push(incoming, relation.successorId, relation);
  const notes = new Map<number, string[]>();
  for (const { itemId, text } of project.notes) if (itemId !== null) push(notes, itemId, text);
  const baselines = new Map<number, ItemBaseline[]>();
  for (const baseline of project.baselines) push(baselines, baseline.itemId, baseline);
  items.forEach((item, i) => {
    const level = item.parentId === null ? firstUid : (levels.get(item.parentId) ?? 0) + 1;
    levels.set(item.id, level);
    const details = project.details[i];
    const stored = project.stored.items[i];
    const own = item.msproject;
    const constraint = constraintOf(item, findings);
    const guid = details.guid ? longGuid(details.guid).replace(/[{}]/g, '') : null;
    const put = (name: string, value: string | number | boolean | null): void => xml.put(name, value);
    xml.open('Task');
    put('UID', uids.get(item.id)!);
    put('GUID', guid !== null && guid.length === 36 ? guid : null);
    put('ID', uids.get(item.id)!);
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
    put('Start', date(item.start));
    put('Finish', date(item.finish));
    put('Duration', formatIsoDuration(item.durationMinutes));
    put('DurationFormat', own?.elapsedDuration ? LAG_IN_ELAPSED_DAYS : LAG_IN_DAYS);
    put('Stop', date(item.suspendDate));
    put('Resume', date(item.resumeDate));
    put('EffortDriven', own?.effortDriven ?? false);
    put('Milestone', item.type === 'milestone_start' || item.type === 'milestone_finish');
    put('Summary', item.type === 'sum');
    put(
      'Critical',
      stored.critical ?? (stored.totalFloatMinutes === null ? null : stored.totalFloatMinutes <= project.plan.options.criticalFloatMinutes),
    );
    put('EarlyStart', date(stored.earlyStart));
    put('EarlyFinish', date(stored.earlyFinish));
    put('LateStart', date(stored.lateStart));
    put('LateFinish', date(stored.lateFinish));
    put('StartSlack', tenths(stored.startFloatMinutes));
    put('FinishSlack', tenths(stored.finishFloatMinutes));
    put('FreeSlack', tenths(stored.freeFloatMinutes));
    put('TotalSlack', tenths(stored.totalFloatMinutes));
    put('PercentComplete', Math.round(item.progress * 100));
    put('ActualStart', date(item.actualStart));
    put('ActualFinish', date(item.actualFinish));
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
        ? item.calendarId
        : -1,
    );
    put('ConstraintDate', date(constraint.date));
    put('Deadline', date(item.deadline));
    put('LevelingDelay', (own?.levelingDelayMinutes ?? 0) * 10);
    put('LevelingDelayFormat', LAG_IN_ELAPSED_DAYS);
    put('IgnoreResourceCalendar', own?.ignoreResourceCalendar ?? false);
    put('Notes', notes.get(item.id)?.join('\n') ?? null);
    put('PhysicalPercentComplete', details.physicalProgress === null ? null : Math.round(details.physicalProgress * 100));
    for (const relation of incoming.get(item.id) ?? []) {
      const share = relation.lagShare ?? null;
      xml.open('PredecessorLink');
      put('PredecessorUID', uids.get(relation.predecessorId) ?? null);
      put('Type', TYPE_NUMBERS[relation.type]);
      put('CrossProject', false);
      put('LinkLag', share === null ? relation.lagMinutes * 10 : Math.round(share * 100));
      put('LagFormat', share !== null ? LAG_IN_PERCENT : relation.lagCalendar === 'elapsed' ? LAG_IN_ELAPSED_DAYS : LAG_IN_DAYS);
      xml.close('PredecessorLink');
    }
    attributes.writeValues('task', item.id);
    for (const baseline of baselines.get(item.id) ?? []) {
      xml.open('Baseline');
      put('Number', baseline.number);
      put('Start', date(baseline.start));
      put('Finish', date(baseline.finish));
      put('Duration', baseline.durationMinutes === null ? null : formatIsoDuration(baseline.durationMinutes));
      put('Work', baseline.workMinutes === null ? null : formatIsoDuration(baseline.workMinutes));
      put('Cost', baseline.cost);
      xml.close('Baseline');
    }
    xml.close('Task');
  });
}

function push<T>(map: Map<number, T[]>, key: number, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function tenths(minutes: number | null): number | null {
  return minutes === null ? null : minutes * 10;
}

function writeResources(project: ImportedProject, xml: XmlWriter, attributes: AttributeWriter): void {
  project.plan.resources.forEach((resource, i) => {
    xml.open('Resource');
    xml.put('UID', i + 1);
    xml.put('ID', i + 1);
    xml.put('Name', resource.name || resource.code);
    xml.put('Type', resource.kind === 'material' ? 0 : 1);
    xml.put('Code', resource.code);
    xml.put('MaterialLabel', resource.kind === 'material' ? resource.unit : null);
    xml.put('MaxUnits', resource.kind === 'material' ? null : resource.limit);
    xml.put('StandardRate', resource.pricePerUnit);
    xml.put('CalendarUID', resource.calendarId ?? -1);
    xml.put('IsGeneric', project.resourceDetails[i]?.isRole ?? false);
    attributes.writeValues('resource', resource.id);
    xml.close('Resource');
  });
}

function writeAssignments(project: ImportedProject, xml: XmlWriter): void {
  const { items, resources, assignments } = project.plan;
  const firstUid = items[0]?.type === 'sum' && items.every((item, i) => i === 0 || item.parentId !== null) ? 0 : 1;
  const tasks = new Map(items.map((item, i) => [item.id, i + firstUid]));
  const uids = new Map(resources.map((resource, i) => [resource.id, i + 1]));
  assignments.forEach((assignment, i) => {
    const details = project.assignmentDetails[i];
    xml.open('Assignment');
    xml.put('UID', i + 1);
    xml.put('TaskUID', tasks.get(assignment.itemId) ?? null);
    xml.put('ResourceUID', uids.get(assignment.resourceId) ?? NOBODY);
    xml.put('ActualCost', assignment.actualCost);
    xml.put('ActualFinish', date(details.actualFinish));
    xml.put('ActualStart', date(details.actualStart));
    xml.put('ActualWork', formatIsoDuration(assignment.actualUnits * 60));
    xml.put('Cost', assignment.plannedCost);
    xml.put('Delay', assignment.lagMinutes * 10);
    xml.put('Finish', date(details.plannedFinish));
    xml.put('RemainingCost', assignment.remainingCost);
    xml.put('RemainingWork', formatIsoDuration(assignment.remainingUnits * 60));
    xml.put('Start', date(details.plannedStart));
    xml.put('Resume', date(details.remainingStart));
    xml.put('Units', details.plannedUnitsPerHour ?? 1);
    xml.put('Work', formatIsoDuration(assignment.plannedUnits * 60));
    xml.close('Assignment');
  });
}
