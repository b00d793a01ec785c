import type { PlanCalendar } from '@gantry/domain';
import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import { longGuid } from '../../guid.ts';
import type { AttributeDefinition, ImportedProject, ProjectFile, WriteResult } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { openElements } from '../../xml/element-view.ts';
import { mergeElements } from '../../xml/merge-elements.ts';
import type { MergeRules } from '../../xml/merge-elements.ts';
import { renderElements } from '../../xml/render-elements.ts';
import { nameAt } from '../../xml/tape.ts';
import { startXml } from '../../xml/write-elements.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { mapPmxml } from './map.ts';
import { numberKeys } from './write-keys.ts';
import type { PmxmlKeys } from './write-keys.ts';
import { writeProject } from './write-project.ts';
import { codeElementOf, writeValues, xmlDate, xmlHours } from './write-values.ts';
import { FIELD_TYPES, RESOURCE_KINDS, SCOPES, SUBJECTS, WEEKDAYS, wordFor } from './words.ts';
import { wordTable } from '../../text/word-table.ts';

/** What XER holds and Primavera's XML cannot: lost on the way from one to the other. */
export const PMXML_CANNOT_HOLD = [
  'TASKPRED.aref',
  'TASKPRED.arls',
  'TASKPRED.float_path',
  'PROJWBS.guid and PROJWBS.wbs_short_name of the node of a project (the project itself stands for it)',
  'CALENDAR.base_clndr_id (merged into the calendar)',
  'RSRC.def_qty_per_hr of resources with rates',
  'tables and columns that have no meaning for a schedule (RISKTYPE, POBS, unknown ones)',
] as const;

const ROOT = 'APIBusinessObjects';
const NAMESPACE = 'http://xmlns.oracle.com/Primavera/P6/V18.8/API/BusinessObjects';

/** What a merge must know of Primavera's XML. */
const MERGE_RULES: MergeRules = {
  isHolder: (name) => name === 'Project' || name === 'BaselineProject',
  keyFields: (name) => KEY_FIELDS[name] ?? ['ObjectId'],
  local: new Set(['Code', 'UDF']),
  kept: new Set(['ObjectId', 'GUID']),
  whole: wordTable<readonly string[]>({ Calendar: ['BaseCalendarObjectId'] }),
  counters: new Set(['SequenceNumber']),
  stale: wordTable<readonly string[]>({}),
  gone: 'nil',
  ordered: new Set(),
};
const KEY_FIELDS = wordTable<readonly string[]>({
  Code: ['TypeObjectId'],
  UDF: ['TypeObjectId'],
  Relationship: ['PredecessorActivityObjectId', 'SuccessorActivityObjectId', 'Type'],
  ResourceRate: ['ResourceObjectId', 'EffectiveDate'],
  RoleRate: ['RoleObjectId', 'EffectiveDate'],
  Currency: ['Id'],
  // A project has one, some writers number it and some do not.
  ScheduleOptions: [],
});

/** Writes Primavera's XML. What came from such a file goes back element for element, changes touch their elements alone. */
export function writePmxml(file: ProjectFile): WriteResult {
  const findings = collectFindings();
  const source = file.source?.kind === 'elements' && nameAt(file.source, 0) === ROOT ? file.source : null;
  const after = elementsOf(file, source, findings);
  reportLosses(file, findings);
  if (!source) return { bytes: renderElements(after), findings: findings.list() };
  const quiet = collectFindings();
  const before = elementsOf(mapPmxml(openElements(source, quiet)!, source, quiet), source, quiet);
  return { bytes: renderElements(mergeElements(source, before, after, MERGE_RULES)), findings: findings.list() };
}

function elementsOf(file: ProjectFile, source: RawElements | null, findings: Findings): RawElements {
  const keys = numberKeys(file, source);
  const xml = startXml(ROOT, NAMESPACE);
  if (file.currency) {
    xml.open('Currency');
    xml.put('Id', file.currency);
    xml.put('Name', file.currency);
    xml.put('ObjectId', 1);
    xml.close();
  }
  writeDirectories(file, keys, xml);
  for (const project of file.projects) writeProject(project, keys, xml, findings);
  writeCrossRelations(file, keys, xml);
  return xml.finish();
}

function reportLosses(file: ProjectFile, findings: Findings): void {
  const stored = file.projects.reduce(
    (sum, project) =>
      sum +
      project.stored.relations.filter(
        ({ impliedEarlyStart, impliedLateFinish }) => impliedEarlyStart !== null || impliedLateFinish !== null,
      ).length,
    0,
  );
  if (stored > 0) findings.add({ severity: 'info', code: 'export.stored_relations_lost', parameters: { count: stored } });
}

function once<T>(
  file: ProjectFile,
  pick: (project: ImportedProject) => readonly (readonly [string, T])[],
): Map<string, { value: T; project: ImportedProject }> {
  const all = new Map<string, { value: T; project: ImportedProject }>();
  for (const project of file.projects) for (const [key, value] of pick(project)) if (!all.has(key)) all.set(key, { value, project });
  return all;
}

function writeDirectories(file: ProjectFile, keys: PmxmlKeys, xml: XmlWriter): void {
  for (const [unit, key] of keys.units) {
    xml.open('UnitOfMeasure');
    xml.put('Abbreviation', unit);
    xml.put('Name', unit);
    xml.put('ObjectId', key);
    xml.close();
  }
  const uses = new Map<string, number>();
  for (const project of file.projects)
    for (const calendar of project.plan.calendars)
      uses.set(keys.calendar(project, calendar.id), (uses.get(keys.calendar(project, calendar.id)) ?? 0) + 1);
  for (const [key, { value, project }] of once(file, (own) =>
    own.plan.calendars.map((calendar) => [keys.calendar(own, calendar.id), calendar] as const),
  )) {
    const isOwn = file.projects.length > 1 && uses.get(key) === 1;
    writeCalendar(value, key, isOwn ? keys.project(project) : null, xml);
  }
  for (const [curve, { key, name }] of keys.curves) {
    xml.open('ResourceCurve');
    xml.put('Name', name);
    xml.put('ObjectId', key);
    xml.open('Values');
    const points = curve.split(' ').map(Number);
    points.forEach((point, i) => xml.put(`Value${i * 5}`, Math.round((point - (points[i - 1] ?? 0)) * 1e6) / 1e6));
    xml.close();
    xml.close();
  }
  writeResources(file, keys, xml);
  for (const [topic, key] of keys.topics) {
    xml.open('NotebookTopic');
    xml.put('Name', topic);
    xml.put('ObjectId', key);
    xml.close();
  }
  for (const [category, key] of keys.categories) {
    xml.open('ExpenseCategory');
    xml.put('Name', category);
    xml.put('ObjectId', key);
    xml.close();
  }
  for (const [, { value, project }] of once(file, (own) =>
    own.attributes.map((definition) => [`${codeElementOf(definition)} ${keys.attribute(definition)}`, definition] as const),
  )) {
    writeAttribute(value, keys.attribute(value), project, keys, xml);
  }
}

function writeCalendar(calendar: PlanCalendar, key: string, projectKey: string | null, xml: XmlWriter): void {
  const times = (shifts: readonly { start: number; finish: number }[]): void => {
    for (const shift of shifts) {
      xml.open('WorkTime');
      xml.put('Start', clock(shift.start));
      xml.put('Finish', clock(shift.finish - 1));
      xml.close();
    }
  };
  xml.open('Calendar');
  xml.put('HoursPerDay', xmlHours(calendar.minutesPerDay));
  xml.put('HoursPerMonth', xmlHours(calendar.minutesPerMonth));
  xml.put('HoursPerWeek', xmlHours(calendar.minutesPerWeek));
  xml.put('HoursPerYear', xmlHours(calendar.minutesPerYear));
  xml.put('IsDefault', calendar.isDefault);
  xml.put('IsPersonal', false);
  xml.put('Name', calendar.name);
  xml.put('ObjectId', key);
  xml.put('ProjectObjectId', projectKey);
  xml.put('Type', projectKey === null ? 'Global' : 'Project');
  xml.open('StandardWorkWeek');
  for (const day of [6, 0, 1, 2, 3, 4, 5]) {
    xml.open('StandardWorkHours');
    xml.put('DayOfWeek', WEEKDAYS[day]);
    times(calendar.week[day]);
    xml.close();
  }
  xml.close();
  xml.open('HolidayOrExceptions');
  for (const { day, shifts } of calendar.exceptions) {
    xml.open('HolidayOrException');
    xml.put('Date', xmlDate(day * 1440));
    times(shifts);
    xml.close();
  }
  xml.close();
  xml.close();
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
}

function writeResources(file: ProjectFile, keys: PmxmlKeys, xml: XmlWriter): void {
  const all = once(file, (own) =>
    own.plan.resources.map((resource, i) => {
      const details = own.resourceDetails[i];
      const key = keys.resource(own, resource.id);
      return [`${details?.isRole ? 'Role' : 'Resource'} ${key}`, { key, resource, details }] as const;
    }),
  );
  const roles = [...all].filter(([, { value }]) => value.details?.isRole);
  const people = [...all].filter(([, { value }]) => !value.details?.isRole);
  for (const [, { value, project }] of [...roles, ...people]) {
    const { key, resource, details } = value;
    const element = details?.isRole ? 'Role' : 'Resource';
    xml.open(element);
    xml.put('Id', resource.code || resource.name);
    xml.put('Name', resource.name || resource.code);
    xml.put('ObjectId', key);
    if (element === 'Resource') {
      xml.put('CalendarObjectId', resource.calendarId === null ? null : keys.calendar(project, resource.calendarId));
      xml.put('GUID', details?.guid ? longGuid(details.guid) : null);
      xml.put('ResourceType', wordFor(RESOURCE_KINDS, resource.kind));
      xml.put('UnitOfMeasureObjectId', resource.unit === '' ? null : (keys.units.get(resource.unit) ?? null));
      xml.put('DefaultUnitsPerTime', details?.rates.length ? 1 : resource.limit);
      writeValues(project, 'resource', resource.id, keys, xml);
    }
    xml.close();
  }
  let next = 1;
  for (const [, { value, project }] of [...roles, ...people]) {
    const { key, resource, details } = value;
    const element = details?.isRole ? 'Role' : 'Resource';
    const single =
      resource.pricePerUnit === null
        ? []
        : [
            {
              from: project.plan.options.projectStart ?? project.plan.options.dataDate,
              prices: [resource.pricePerUnit],
              maxUnitsPerHour: resource.limit,
            },
          ];
    for (const rate of details?.rates.length ? details.rates : single) {
      xml.open(`${element}Rate`);
      xml.put('EffectiveDate', xmlDate(rate.from));
      xml.put('MaxUnitsPerTime', rate.maxUnitsPerHour);
      xml.put('ObjectId', next++);
      rate.prices.forEach((price, i) => xml.put(i === 0 ? 'PricePerUnit' : `PricePerUnit${i + 1}`, price));
      xml.put(`${element}ObjectId`, key);
      xml.close();
    }
  }
}

function writeAttribute(definition: AttributeDefinition, key: string, project: ImportedProject, keys: PmxmlKeys, xml: XmlWriter): void {
  const element = codeElementOf(definition);
  if (!element) {
    xml.open('UDFType');
    xml.put('DataType', FIELD_TYPES.find(([, type]) => type === definition.type)?.[0] ?? 'Text');
    xml.put('ObjectId', key);
    xml.put('SubjectArea', wordFor(SUBJECTS, definition.owner));
    xml.put('Title', definition.name);
    xml.close();
    return;
  }
  const isOwn = element === 'Activity' && definition.scope === 'project';
  xml.open(`${element}CodeType`);
  xml.put('Name', definition.name);
  xml.put('ObjectId', key);
  xml.put('ProjectObjectId', isOwn ? keys.project(project) : null);
  xml.put('Scope', element === 'Activity' ? wordFor(SCOPES, definition.scope) : null);
  xml.close();
  definition.values.forEach((value, i) => {
    xml.open(`${element}Code`);
    xml.put('CodeTypeObjectId', key);
    xml.put('CodeValue', value.code || value.name);
    xml.put('Color', value.color);
    xml.put('Description', value.name);
    xml.put('ObjectId', keys.listValue(definition, value.id));
    xml.put('ParentObjectId', value.parentId === null ? null : keys.listValue(definition, value.parentId));
    xml.put('SequenceNumber', i);
    xml.close();
  });
}

function writeCrossRelations(file: ProjectFile, keys: PmxmlKeys, xml: XmlWriter): void {
  for (const relation of file.crossRelations) {
    const from = keys.itemAnywhere(relation.predecessor.itemId);
    const to = keys.itemAnywhere(relation.successor.itemId);
    if (!from || !to) continue;
    keys.writeRelation(xml, relation, from, to);
  }
}
