import type { PlanCalendar, PlanResource } from '@gantry/domain';
import { longGuid } from '../../guid.ts';
import type { AttributeDefinition, ImportedProject, ProjectFile, ResourceDetails } from '../../project-file.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { attributeElement } from './write-keys.ts';
import type { PmxmlKeys } from './write-keys.ts';
import { codeElementOf, writeValues, xmlDate, xmlHours } from './write-values.ts';
import { FIELD_TYPES, RESOURCE_KINDS, SCOPES, SUBJECTS, WEEKDAYS, wordFor } from './words.ts';

/** Writes data shared by all projects in P6's order: referenced elements first. */
export function writeDirectories(file: ProjectFile, keys: PmxmlKeys, xml: XmlWriter): void {
  for (const [unit, key] of keys.units) {
    xml.open('UnitOfMeasure');
    xml.put('Abbreviation', unit);
    xml.put('Name', unit);
    xml.put('ObjectId', key);
    xml.close();
  }
  writeAttributes(file, ['UDFType'], keys, xml);
  for (const [category, key] of keys.categories) {
    xml.open('ExpenseCategory');
    xml.put('Name', category);
    xml.put('ObjectId', key);
    xml.close();
  }
  for (const [topic, key] of keys.topics) {
    xml.open('NotebookTopic');
    xml.put('Name', topic);
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
  writeAttributes(file, ['ProjectCodeType'], keys, xml);
  writeResources(file, 'Role', keys, xml);
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
  writeAttributes(file, ['ResourceCodeType'], keys, xml);
  writeResources(file, 'Resource', keys, xml);
  writeAttributes(file, ['ActivityCodeType'], keys, xml);
}

function writeAttributes(file: ProjectFile, elements: readonly string[], keys: PmxmlKeys, xml: XmlWriter): void {
  const all = once(file, (own) =>
    own.attributes.map((definition) => [`${codeElementOf(definition)} ${keys.attribute(definition)}`, definition] as const),
  );
  const wanted = [...all.values()].filter(({ value }) => elements.includes(attributeElement(value)));
  for (const { value, project } of wanted) writeAttribute(value, keys.attribute(value), project, keys, xml);
  for (const { value } of wanted) writeListValues(value, keys, xml);
}

function writeResources(file: ProjectFile, element: 'Role' | 'Resource', keys: PmxmlKeys, xml: XmlWriter): void {
  const all = once(file, (own) =>
    own.plan.resources.flatMap((resource, i) => {
      const details = own.resourceDetails[i];
      const key = keys.resource(own, resource.id);
      return (details?.isRole ? 'Role' : 'Resource') === element ? [[key, { key, resource, details }] as const] : [];
    }),
  );
  for (const { value, project } of all.values()) {
    const { key, resource, details } = value;
    const put = (name: string, text: string | number | null): void => xml.put(name, element === 'Resource' ? text : null);
    xml.open(element);
    put('CalendarObjectId', resource.calendarId === null ? null : keys.calendar(project, resource.calendarId));
    put('DefaultUnitsPerTime', details?.rates.length ? 1 : resource.limit);
    put('GUID', details?.guid ? longGuid(details.guid) : null);
    xml.put('Id', resource.code || resource.name);
    xml.put('Name', resource.name || resource.code);
    xml.put('ObjectId', key);
    put('ResourceType', wordFor(RESOURCE_KINDS, resource.kind));
    put('UnitOfMeasureObjectId', resource.unit === '' ? null : (keys.units.get(resource.unit) ?? null));
    if (element === 'Resource') writeValues(project, 'resource', resource.id, keys, xml);
    xml.close();
  }
  const rates = [...all.values()].flatMap(({ value, project }) =>
    ratesOf(value.resource, value.details, project).map((rate) => ({ rate, key: value.key })),
  );
  rates.forEach(({ rate, key }, i) => {
    xml.open(`${element}Rate`);
    xml.put('EffectiveDate', xmlDate(rate.from));
    // Limits of roles are separate elements.
    if (element === 'Resource') xml.put('MaxUnitsPerTime', rate.maxUnitsPerHour);
    xml.put('ObjectId', i + 1);
    rate.prices.forEach((price, n) => xml.put(n === 0 ? 'PricePerUnit' : `PricePerUnit${n + 1}`, price));
    xml.put(`${element}ObjectId`, key);
    xml.close();
  });
  if (element === 'Resource') return;
  rates.forEach(({ rate, key }, i) => {
    if (rate.maxUnitsPerHour === null) return;
    xml.open('RoleLimit');
    xml.put('EffectiveDate', xmlDate(rate.from));
    xml.put('MaxUnitsPerTime', rate.maxUnitsPerHour);
    xml.put('ObjectId', i + 1);
    xml.put('RoleObjectId', key);
    xml.close();
  });
}

function ratesOf(resource: PlanResource, details: ResourceDetails | undefined, project: ImportedProject): ResourceDetails['rates'] {
  if (details?.rates.length) return details.rates;
  const from = project.plan.options.projectStart ?? project.plan.options.dataDate;
  return resource.pricePerUnit === null ? [] : [{ from, prices: [resource.pricePerUnit], maxUnitsPerHour: resource.limit }];
}

function once<T>(
  file: ProjectFile,
  pick: (project: ImportedProject) => readonly (readonly [string, T])[],
): Map<string, { value: T; project: ImportedProject }> {
  const all = new Map<string, { value: T; project: ImportedProject }>();
  for (const project of file.projects) for (const [key, value] of pick(project)) if (!all.has(key)) all.set(key, { value, project });
  return all;
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
}

function writeListValues(definition: AttributeDefinition, keys: PmxmlKeys, xml: XmlWriter): void {
  const element = codeElementOf(definition);
  if (!element) return;
  definition.values.forEach((value, i) => {
    xml.open(`${element}Code`);
    xml.put('CodeTypeObjectId', keys.attribute(definition));
    xml.put('CodeValue', value.code || value.name);
    xml.put('Color', value.color);
    xml.put('Description', value.name);
    xml.put('ObjectId', keys.listValue(definition, value.id));
    xml.put('ParentObjectId', value.parentId === null ? null : keys.listValue(definition, value.parentId));
    xml.put('SequenceNumber', i);
    xml.close();
  });
}
