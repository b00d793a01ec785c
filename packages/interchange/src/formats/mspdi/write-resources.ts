import type { ImportedProject } from '../../project-file.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { formatIsoDuration, xmlDate } from './units.ts';
import type { AttributeWriter } from './write-attributes.ts';
import type { MspdiKeys } from './write-keys.ts';

const NOBODY = '-65535';

/** Writes the resources with their custom fields. */
export function writeResources(project: ImportedProject, keys: MspdiKeys, xml: XmlWriter, attributes: AttributeWriter): void {
  project.plan.resources.forEach((resource, i) => {
    xml.open('Resource');
    xml.put('UID', keys.resource(resource.id));
    xml.put('ID', keys.resource(resource.id));
    xml.put('Name', resource.name || resource.code);
    xml.put('Type', resource.kind === 'material' ? 0 : 1);
    xml.put('MaterialLabel', resource.kind === 'material' ? resource.unit : null);
    xml.put('Code', resource.code);
    xml.put('MaxUnits', resource.kind === 'material' ? null : resource.limit);
    xml.put('StandardRate', resource.pricePerUnit);
    xml.put('CalendarUID', resource.calendarId === null ? -1 : keys.calendar(resource.calendarId));
    xml.put('IsGeneric', project.resourceDetails[i]?.isRole ?? false);
    attributes.writeValues('resource', resource.id);
    writeRates(project.resourceDetails[i]?.rates ?? [], xml);
    xml.close();
  });
}

/** Rate table A where it has more than the one rate of the resource: each step holds to the beginning of the next. */
function writeRates(rates: ImportedProject['resourceDetails'][number]['rates'], xml: XmlWriter): void {
  if (rates.length < 2) return;
  xml.open('Rates');
  rates.forEach(({ from, prices }, at) => {
    xml.open('Rate');
    xml.put('RatesFrom', from === null ? ALWAYS_BEFORE : xmlDate(from));
    xml.put('RatesTo', at + 1 < rates.length ? xmlDate(rates[at + 1].from) : ALWAYS_AFTER);
    xml.put('RateTable', 0);
    xml.put('StandardRate', prices[0]);
    xml.close();
  });
  xml.close();
}
/** What MS Project writes for the first and the last moment. */
const ALWAYS_BEFORE = '1984-01-01T00:00:00';
const ALWAYS_AFTER = '2049-12-31T23:59:00';

export function writeAssignments(project: ImportedProject, keys: MspdiKeys, xml: XmlWriter, attributes: AttributeWriter): void {
  const { assignments, resources } = project.plan;
  const known = new Set(resources.map(({ id }) => id));
  assignments.forEach((assignment, i) => {
    const details = project.assignmentDetails[i];
    xml.open('Assignment');
    xml.put('UID', keys.assignment(i));
    xml.put('TaskUID', keys.task(assignment.itemId));
    xml.put('ResourceUID', known.has(assignment.resourceId) ? keys.resource(assignment.resourceId) : NOBODY);
    xml.put('ActualCost', assignment.actualCost);
    xml.put('ActualFinish', xmlDate(details.actualFinish));
    xml.put('ActualStart', xmlDate(details.actualStart));
    xml.put('ActualWork', formatIsoDuration(assignment.actualUnits * 60));
    xml.put('Cost', assignment.plannedCost);
    xml.put('Delay', assignment.lagMinutes * 10);
    xml.put('Finish', xmlDate(details.plannedFinish));
    xml.put('RemainingCost', assignment.remainingCost);
    xml.put('RemainingWork', formatIsoDuration(assignment.remainingUnits * 60));
    xml.put('Start', xmlDate(details.plannedStart));
    xml.put('Resume', xmlDate(details.remainingStart));
    xml.put('Units', details.plannedUnitsPerHour ?? 1);
    xml.put('Work', formatIsoDuration(assignment.plannedUnits * 60));
    attributes.writeValues('assignment', assignment.id);
    xml.close();
  });
}
