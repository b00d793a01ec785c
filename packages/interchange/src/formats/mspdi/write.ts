import type { Minute } from '@gantry/domain';
import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import type { ImportedProject, ProjectFile, WriteResult } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { openElements } from '../../xml/element-view.ts';
import { mergeElements } from '../../xml/merge-elements.ts';
import type { MergeRules } from '../../xml/merge-elements.ts';
import { renderElements } from '../../xml/render-elements.ts';
import { nameAt } from '../../xml/tape.ts';
import { startXml } from '../../xml/write-elements.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { mapMspdi } from './map.ts';
import { xmlClock, xmlDate } from './units.ts';
import { attributeWriter } from './write-attributes.ts';
import { writeCalendar } from './write-calendars.ts';
import { openMspdiKeys } from './write-keys.ts';
import { writeAssignments, writeResources } from './write-resources.ts';
import { writeTasks } from './write-tasks.ts';
import { wordTable } from '../../text/word-table.ts';

const ROOT = 'Project';
const NAMESPACE = 'http://schemas.microsoft.com/project';

/** Merge rules of MSPDI. */
const MERGE_RULES: MergeRules = {
  isHolder: (name) => ['Calendars', 'Tasks', 'Resources', 'Assignments', 'ExtendedAttributes'].includes(name),
  keyFields: (name) => KEY_FIELDS[name] ?? [],
  local: new Set(),
  kept: new Set(['UID', 'GUID']),
  whole: wordTable<readonly string[]>({ Calendar: ['WorkWeeks'] }),
  counters: new Set(),
  stale: wordTable<readonly string[]>({ Assignment: ['TimephasedData'] }),
  gone: 'removed',
  ordered: new Set(['Task']),
};
const KEY_FIELDS = wordTable<readonly string[]>({
  Calendar: ['UID'],
  Task: ['UID'],
  Resource: ['UID'],
  Assignment: ['UID'],
  ExtendedAttribute: ['FieldID'],
  OutlineCode: ['FieldID'],
  PredecessorLink: ['PredecessorUID', 'Type'],
  Baseline: ['Number'],
});

/**
 * Writes Microsoft Project's XML. An imported file keeps all unchanged elements. The format holds one project: of several the first is
 * written and the others reported.
 */
export function writeMspdi(file: ProjectFile): WriteResult {
  const findings = collectFindings();
  const source = file.source?.kind === 'elements' && nameAt(file.source, 0) === ROOT ? file.source : null;
  if (file.projects.length > 1)
    findings.add({ severity: 'warning', code: 'export.projects_left_out', parameters: { count: file.projects.length - 1 } });
  const after = elementsOf(file, source, findings);
  if (!source) return { bytes: renderElements(after), findings: findings.list() };
  const quiet = collectFindings();
  const before = elementsOf(mapMspdi(openElements(source, quiet)!, source, quiet), source, quiet);
  return { bytes: renderElements(mergeElements(source, before, after, MERGE_RULES)), findings: findings.list() };
}

function elementsOf(file: ProjectFile, source: RawElements | null, findings: Findings): RawElements {
  const xml = startXml(ROOT, NAMESPACE);
  if (file.projects[0]) writeBody(file.projects[0], file.currency, source, xml, findings);
  return xml.finish();
}

function writeBody(
  project: ImportedProject,
  currency: string | null,
  source: RawElements | null,
  xml: XmlWriter,
  findings: Findings,
): void {
  const keys = openMspdiKeys(project, source);
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
  xml.put('StartDate', xmlDate(options.projectStart ?? options.dataDate));
  xml.put('FinishDate', xmlDate(options.mustFinishBy ?? finish));
  xml.put('CriticalSlackLimit', Math.round(options.criticalFloatMinutes / (main?.minutesPerDay ?? 480)));
  xml.put('CurrencyCode', currency ?? 'USD');
  xml.put('CalendarUID', main ? keys.calendar(main.id) : 1);
  xml.put('DefaultStartTime', xmlClock(own?.defaultStart ?? 480));
  xml.put('DefaultFinishTime', xmlClock(own?.defaultFinish ?? 1020));
  xml.put('MinutesPerDay', main?.minutesPerDay ?? 480);
  xml.put('MinutesPerWeek', main?.minutesPerWeek ?? 2400);
  xml.put('DaysPerMonth', Math.round((main?.minutesPerMonth ?? 9600) / (main?.minutesPerDay ?? 480)));
  xml.put('HonorConstraints', own?.honorConstraints ?? true);
  xml.put('MultipleCriticalPaths', own?.multipleCriticalPaths ?? false);
  xml.put('SplitsInProgressTasks', own?.splitInProgress ?? true);
  xml.put('MoveCompletedEndsBack', own?.moveCompletedEndsBack ?? false);
  xml.put('MoveRemainingStartsBack', own?.moveRemainingStartsBack ?? false);
  xml.put('MoveRemainingStartsForward', own?.moveRemainingStartsForward ?? false);
  xml.put('MoveCompletedEndsForward', own?.moveCompletedEndsForward ?? false);
  xml.put('StatusDate', xmlDate(own ? own.statusDate : options.dataDate));
  const attributes = attributeWriter(project, source, xml);
  attributes.writeDefinitions(findings);
  xml.open('Calendars');
  for (const calendar of calendars) writeCalendar(calendar, keys.calendar(calendar.id), xml);
  xml.close();
  xml.open('Tasks');
  writeTasks(project, keys, xml, attributes, findings);
  xml.close();
  xml.open('Resources');
  writeResources(project, keys, xml, attributes);
  xml.close();
  xml.open('Assignments');
  writeAssignments(project, keys, xml, attributes);
  xml.close();
}
