import type { PlanCalendar } from '@gantry/domain';
import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import { longGuid } from '../../guid.ts';
import type { AttributeDefinition, ImportedProject, ProjectFile, WriteResult } from '../../project-file.ts';
import { startXml } from '../../xml/write-elements.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { numberKeys } from './write-keys.ts';
import type { PmxmlKeys } from './write-keys.ts';
import { writeProject } from './write-project.ts';
import { codeElementOf, writeValues, xmlDate, xmlHours } from './write-values.ts';
import { FIELD_TYPES, RESOURCE_KINDS, SCOPES, SUBJECTS, WEEKDAYS, wordFor } from './words.ts';

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

const NAMESPACE = 'http://xmlns.oracle.com/Primavera/P6/V18.8/API/BusinessObjects';

/** Writes Primavera's XML: everything of the plan, its attributes, notes and stored dates. */
export function writePmxml(file: ProjectFile): WriteResult {
  const findings = collectFindings();
  const keys = numberKeys(file);
  const xml = startXml();
  xml.open('APIBusinessObjects', `xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`);
  if (file.currency) {
    xml.open('Currency');
    xml.put('Id', file.currency);
    xml.put('Name', file.currency);
    xml.put('ObjectId', 1);
    xml.close('Currency');
  }
  writeDirectories(file, keys, xml);
  for (const project of file.projects) writeProject(project, keys, xml, findings);
  writeCrossRelations(file, keys, xml);
  xml.close('APIBusinessObjects');
  reportLosses(file, findings);
  return { bytes: xml.bytes(), findings: findings.list() };
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
    xml.close('UnitOfMeasure');
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
    xml.close('Values');
    xml.close('ResourceCurve');
  }
  writeResources(file, keys, xml);
  for (const [topic, key] of keys.topics) {
    xml.open('NotebookTopic');
    xml.put('Name', topic);
    xml.put('ObjectId', key);
    xml.close('NotebookTopic');
  }
  for (const [category, key] of keys.categories) {
    xml.open('ExpenseCategory');
    xml.put('Name', category);
    xml.put('ObjectId', key);
    xml.close('ExpenseCategory');
  }
  for (const [key, { value, project }] of once(file, (own) =>
    own.attributes.map((definition) => [keys.attribute(definition), definition] as const),
  )) {
    writeAttribute(value, key, project, keys, xml);
  }
}

function writeCalendar(calendar: PlanCalendar, key: string, projectKey: string | null, xml: XmlWriter): void {
  const times = (shifts: readonly { start: number; finish: number }[]): void => {
    for (const shift of shifts) {
      xml.open('WorkTime');
      xml.put('Start', clock(shift.start));
      xml.put('Finish', clock(shift.finish - 1));
      xml.close('WorkTime');
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
    xml.close('StandardWorkHours');
  }
  xml.close('StandardWorkWeek');
  xml.open('HolidayOrExceptions');
  for (const { day, shifts } of calendar.exceptions) {
    xml.open('HolidayOrException');
    xml.put('Date', xmlDate(day * 1440));
    times(shifts);
    xml.close('HolidayOrException');
  }
  xml.close('HolidayOrExceptions');
  xml.close('Calendar');
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
}

function writeResources(file: ProjectFile, keys: PmxmlKeys, xml: XmlWriter): void {
  const all = once(file, (own) =>
    own.plan.resources.map((resource, i) => [keys.resource(own, resource.id), { resource, details: own.resourceDetails[i] }] as const),
  );
  const roles = [...all].filter(([, { value }]) => value.details?.isRole);
  const people = [...all].filter(([, { value }]) => !value.details?.isRole);
  for (const [key, { value, project }] of [...roles, ...people]) {
    const { resource, details } = value;
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
    xml.close(element);
  }
  let next = 1;
  for (const [key, { value, project }] of [...roles, ...people]) {
    const { resource, details } = value;
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
      xml.close(`${element}Rate`);
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
    xml.close('UDFType');
    return;
  }
  const isOwn = element === 'Activity' && definition.scope === 'project';
  xml.open(`${element}CodeType`);
  xml.put('Name', definition.name);
  xml.put('ObjectId', key);
  xml.put('ProjectObjectId', isOwn ? keys.project(project) : null);
  xml.put('Scope', element === 'Activity' ? wordFor(SCOPES, definition.scope) : null);
  xml.close(`${element}CodeType`);
  definition.values.forEach((value, i) => {
    xml.open(`${element}Code`);
    xml.put('CodeTypeObjectId', key);
    xml.put('CodeValue', value.code || value.name);
    xml.put('Color', value.color);
    xml.put('Description', value.name);
    xml.put('ObjectId', keys.listValue(definition, value.id));
    xml.put('ParentObjectId', value.parentId === null ? null : keys.listValue(definition, value.parentId));
    xml.put('SequenceNumber', i);
    xml.close(`${element}Code`);
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
