import { defaultOptions } from '@gantry/domain';
import type { CalculationOptions } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import type { ImportedProject, ProjectFile } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { findCycles } from '../../cycles.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { mapMspdiAttributes } from './map-attributes.ts';
import { mapMspdiCalendars } from './map-calendars.ts';
import { mapMspdiRelations } from './map-relations.ts';
import { mapMspdiResources } from './map-resources.ts';
import { mapMspdiTasks } from './map-tasks.ts';

/** Gives the elements of an MSPDI file their meaning. */
export function mapMspdi(root: ElementView, source: RawElements, findings: Findings): ProjectFile {
  const day = root.number('MinutesPerDay') || 480;
  const units = { day, week: root.number('MinutesPerWeek') || day * 5, month: (root.number('DaysPerMonth') || 20) * day };
  const calendars = mapMspdiCalendars(root, units);
  const tasks = mapMspdiTasks(root, calendars);
  const { relations, stored, cross } = mapMspdiRelations(tasks);
  const resources = mapMspdiResources(root, calendars, tasks);
  const sourceId = root.text('GUID') || root.text('UID') || '1';
  for (const path of findCycles(tasks.items, relations)) {
    findings.add({ severity: 'error', code: 'relation.ring', table: 'Task', field: 'PredecessorLink', parameters: { path } });
  }
  const project: ImportedProject = {
    sourceId,
    code: root.text('Name'),
    name: root.text('Title') || root.text('Name'),
    baselineOf: null,
    plan: {
      options: optionsOf(root, units.day, calendars.get(root.text('CalendarUID'))?.id ?? calendars.values().next().value?.id ?? null),
      calendars: [...calendars.values()],
      items: tasks.items,
      relations,
      resources: resources.resources,
      assignments: resources.assignments,
      externalLimits: [],
    },
    ...mapMspdiAttributes(root, tasks, resources),
    notes: tasks.notes,
    steps: [],
    expenses: [],
    baselines: tasks.baselines,
    calendarSourceIds: [...calendars.keys()],
    details: tasks.details,
    stored: { items: tasks.stored, relations: stored },
    assignmentDetails: resources.assignmentDetails,
    resourceDetails: resources.resourceDetails,
  };
  return {
    format: 'mspdi',
    producer: {
      program: 'Microsoft Project',
      version: root.text('SaveVersion') || null,
      exportedOn: root.date('LastSaved'),
      user: root.text('Author') || null,
    },
    codePage: null,
    currency: root.text('CurrencyCode') || null,
    projects: [project],
    crossRelations: cross.map((relation) => ({ ...relation, successor: { ...relation.successor, projectSourceId: sourceId } })),
    source,
  };
}

function optionsOf(root: ElementView, minutesPerDay: number, defaultCalendarId: number | null): CalculationOptions {
  const statusDate = root.date('StatusDate');
  const start = root.date('StartDate');
  const flag = (name: string, otherwise: boolean): boolean => (root.text(name) === '' ? otherwise : root.flag(name));
  const scheduleFrom = flag('ScheduleFromStart', true) ? 'start' : 'finish';
  const options = defaultOptions(statusDate ?? start ?? 0);
  if (start === null) root.report('warning', 'project.no_data_date', 'StartDate');
  return {
    ...options,
    rules: 'msproject',
    projectStart: start,
    mustFinishBy: scheduleFrom === 'finish' ? root.date('FinishDate') : null,
    lagCalendar: 'successor',
    criticalFloatMinutes: Math.round((root.number('CriticalSlackLimit') ?? 0) * minutesPerDay),
    defaultCalendarId,
    msproject: {
      scheduleFrom,
      statusDate,
      honorConstraints: flag('HonorConstraints', true),
      splitInProgress: flag('SplitsInProgressTasks', true),
      moveCompletedEndsBack: root.flag('MoveCompletedEndsBack'),
      moveRemainingStartsBack: root.flag('MoveRemainingStartsBack'),
      moveRemainingStartsForward: root.flag('MoveRemainingStartsForward'),
      moveCompletedEndsForward: root.flag('MoveCompletedEndsForward'),
      multipleCriticalPaths: root.flag('MultipleCriticalPaths'),
      defaultStart: clockOf(root.text('DefaultStartTime')) ?? 480,
      defaultFinish: clockOf(root.text('DefaultFinishTime')) ?? 1020,
    },
  };
}

function clockOf(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})/.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}
