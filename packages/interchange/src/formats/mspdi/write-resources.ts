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
    xml.close();
  });
}

/** Writes the assignments. */
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
