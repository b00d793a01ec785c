import type { PlanItem } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import { longGuid } from '../../guid.ts';
import type { ImportedProject } from '../../project-file.ts';
import { escapeXml } from '../../xml/write-elements.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { constraintsOf } from '../xer/constraints.ts';
import type { PmxmlKeys } from './write-keys.ts';
import { writeValues, xmlDate, xmlHours } from './write-values.ts';
import {
  ACTIVITY_TYPES,
  CONSTRAINTS,
  CRITICAL_TYPES,
  DURATION_TYPES,
  FLOAT_TYPES,
  LAG_CALENDARS,
  PERCENT_TYPES,
  PRIORITIES,
  PROGRESS_MODES,
  RESOURCE_KINDS,
  STATUSES,
  wordFor,
} from './words.ts';

/** Writes one project with everything in it. */
export function writeProject(project: ImportedProject, keys: PmxmlKeys, xml: XmlWriter, findings: Findings): void {
  const element = project.baselineOf === null ? 'Project' : 'BaselineProject';
  const { items, options } = project.plan;
  const parents = new Set(items.map((item) => item.parentId));
  const isNode = (item: PlanItem): boolean => item.type === 'sum' || parents.has(item.id);
  const roots = items.filter((item) => item.parentId === null);
  // The project's own node is not written; the project represents it.
  const root = roots.length === 1 && isNode(roots[0]) ? roots[0] : null;
  const nodeKey = (id: number | null): string => (id === null ? keys.item(project, 0) : keys.item(project, id));
  xml.open(element);
  xml.put('ActivityDefaultCalendarObjectId', options.defaultCalendarId === null ? null : keys.calendar(project, options.defaultCalendarId));
  xml.put('CriticalActivityFloatLimit', xmlHours(options.criticalFloatMinutes));
  xml.put('CriticalActivityPathType', wordFor(CRITICAL_TYPES, options.criticalBy));
  xml.put('DataDate', xmlDate(options.dataDate));
  xml.put('Id', project.code || root?.code || project.name);
  xml.put('MustFinishByDate', xmlDate(options.mustFinishBy));
  xml.put('Name', (root?.name ?? project.name) || project.code);
  xml.put('ObjectId', keys.project(project));
  xml.put('OriginalProjectObjectId', project.baselineOf);
  xml.put('PlannedStartDate', xmlDate(options.projectStart));
  xml.put('ScheduledFinishDate', xmlDate(options.scheduledFinish ?? null));
  xml.put('Status', 'Active');
  xml.put('WBSObjectId', nodeKey(root?.id ?? null));
  writeValues(project, 'project', 0, keys, xml);
  let drafts = 0;
  let sequence = 0;
  items.forEach((item, i) => {
    if (!isNode(item) || item === root) return;
    const details = project.details[i];
    xml.open('WBS');
    xml.put('Code', item.code || item.name);
    xml.put('GUID', details.guid ? longGuid(details.guid) : null);
    xml.put('Name', item.name || item.code);
    xml.put('ObjectId', nodeKey(item.id));
    xml.put('ParentObjectId', nodeKey(item.parentId));
    xml.put('SequenceNumber', ++sequence);
    writeValues(project, 'sum', item.id, keys, xml);
    xml.close();
  });
  items.forEach((item, i) => {
    if (isNode(item)) return;
    if (item.type === 'draft') drafts++;
    else writeActivity(project, i, nodeKey(item.parentId), keys, xml);
  });
  writeAssignments(project, keys, xml);
  writeNotes(project, keys, xml, isNode);
  let lost = 0;
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const relation of project.plan.relations) {
    const from = byId.get(relation.predecessorId);
    const to = byId.get(relation.successorId);
    if (!from || !to || isNode(from) || isNode(to)) lost++;
    else keys.writeRelation(xml, relation, keys.itemAnywhere(from.id)!, keys.itemAnywhere(to.id)!);
  }
  if (lost > 0)
    findings.add({ severity: 'warning', code: 'export.relations_of_summaries_lost', parameters: { count: lost, project: project.code } });
  if (drafts > 0) findings.add({ severity: 'info', code: 'export.drafts_left_out', parameters: { count: drafts, project: project.code } });
  writeOptions(project, keys, xml);
  xml.close();
}

function writeActivity(project: ImportedProject, index: number, parentKey: string, keys: PmxmlKeys, xml: XmlWriter): void {
  const item = project.plan.items[index];
  const details = project.details[index];
  const stored = project.stored.items[index];
  const [first, second] = constraintsOf(item).constraints;
  const type = ACTIVITY_TYPES.find(([, itemType, kind]) => itemType === item.type && (itemType !== 'task' || kind === item.schedulingKind));
  const calendarId = item.calendarId ?? project.plan.options.defaultCalendarId;
  xml.open('Activity');
  const put = (name: string, value: string | number | boolean | null): void => xml.put(name, value);
  put('ActualFinishDate', xmlDate(item.actualFinish));
  put('ActualLaborUnits', details.labourUnits?.actual ?? 0);
  put('ActualNonLaborUnits', details.equipmentUnits?.actual ?? 0);
  put('ActualStartDate', xmlDate(item.actualStart));
  put('CalendarObjectId', calendarId === null ? null : keys.calendar(project, calendarId));
  put('DurationType', wordFor(DURATION_TYPES, details.durationType));
  put('EarlyFinishDate', xmlDate(stored.earlyFinish) ?? '');
  put('EarlyStartDate', xmlDate(stored.earlyStart) ?? '');
  put('ExpectedFinishDate', xmlDate(item.expectedFinish));
  put('ExternalEarlyStartDate', xmlDate(stored.externalEarlyStart));
  put('ExternalLateFinishDate', xmlDate(stored.externalLateFinish));
  put('FloatPath', stored.floatPath);
  put('FloatPathOrder', stored.floatPathOrder);
  put('FreeFloat', xmlHours(stored.freeFloatMinutes));
  put('GUID', details.guid ? longGuid(details.guid) : null);
  put('Id', item.code || `A${1000 + index}`);
  put('IsLongestPath', stored.longestPath);
  put('LateFinishDate', xmlDate(stored.lateFinish) ?? '');
  put('LateStartDate', xmlDate(stored.lateStart) ?? '');
  put(
    'LevelingPriority',
    PRIORITIES.reduce((best, word) => (Math.abs(word[1] - details.priority) < Math.abs(best[1] - details.priority) ? word : best))[0],
  );
  put('Name', item.name);
  put('ObjectId', keys.item(project, item.id));
  put('PercentCompleteType', wordFor(PERCENT_TYPES, details.percentCompleteType));
  put(
    'PhysicalPercentComplete',
    details.percentCompleteType === 'physical' && item.status !== 'completed' ? item.progress : details.physicalProgress,
  );
  put('PlannedDuration', xmlHours(item.durationMinutes));
  put('PlannedFinishDate', xmlDate(stored.plannedFinish ?? item.finish));
  put('PlannedLaborUnits', details.labourUnits?.planned ?? 0);
  put('PlannedNonLaborUnits', details.equipmentUnits?.planned ?? 0);
  put('PlannedStartDate', xmlDate(stored.plannedStart ?? item.start));
  put('PrimaryConstraintDate', xmlDate(first?.date ?? null));
  put('PrimaryConstraintType', first ? wordFor(CONSTRAINTS, first.word) : null);
  put(
    'PrimaryResourceObjectId',
    details.primaryResourceId !== null && project.plan.resources.some(({ id }) => id === details.primaryResourceId)
      ? keys.resource(project, details.primaryResourceId)
      : null,
  );
  put('RemainingDuration', xmlHours(item.remainingMinutes));
  put('RemainingEarlyFinishDate', xmlDate(stored.remainingEarlyFinish));
  put('RemainingEarlyStartDate', xmlDate(stored.remainingEarlyStart));
  put('RemainingLaborUnits', details.labourUnits?.remaining ?? 0);
  put('RemainingLateFinishDate', xmlDate(stored.remainingLateFinish));
  put('RemainingLateStartDate', xmlDate(stored.remainingLateStart));
  put('RemainingNonLaborUnits', details.equipmentUnits?.remaining ?? 0);
  put('ResumeDate', xmlDate(item.resumeDate));
  put('SecondaryConstraintDate', xmlDate(second?.date ?? null));
  put('SecondaryConstraintType', second ? wordFor(CONSTRAINTS, second.word) : null);
  put('Status', wordFor(STATUSES, item.status));
  put('SuspendDate', xmlDate(item.suspendDate));
  put('TotalFloat', xmlHours(stored.totalFloatMinutes));
  put('Type', type?.[0] ?? ACTIVITY_TYPES[0][0]);
  put('WBSObjectId', parentKey);
  writeValues(project, 'task', item.id, keys, xml);
  xml.close();
}

function writeAssignments(project: ImportedProject, keys: PmxmlKeys, xml: XmlWriter): void {
  const positions = new Map(project.plan.resources.map((resource, i) => [resource.id, i]));
  project.plan.assignments.forEach((assignment, i) => {
    const at = positions.get(assignment.resourceId);
    if (at === undefined) return;
    const details = project.assignmentDetails[i];
    const isRole = project.resourceDetails[at]?.isRole ?? false;
    xml.open('ResourceAssignment');
    const put = (name: string, value: string | number | boolean | null): void => xml.put(name, value);
    put('ActivityObjectId', keys.item(project, assignment.itemId));
    put('ActualCost', assignment.actualCost);
    put('ActualFinishDate', xmlDate(details.actualFinish));
    put('ActualRegularCost', assignment.actualCost);
    put('ActualRegularUnits', assignment.actualUnits);
    put('ActualStartDate', xmlDate(details.actualStart));
    put('ActualUnits', assignment.actualUnits);
    put('DrivingActivityDatesFlag', assignment.driving);
    put('ObjectId', keys.ofSource('ResourceAssignment', details.sourceId || null, `${keys.project(project)} ${assignment.id}`));
    put('PlannedCost', assignment.plannedCost);
    put('PlannedFinishDate', xmlDate(details.plannedFinish));
    put('PlannedLag', xmlHours(assignment.lagMinutes));
    put('PlannedStartDate', xmlDate(details.plannedStart));
    put('PlannedUnits', assignment.plannedUnits);
    put('PlannedUnitsPerTime', details.plannedUnitsPerHour);
    put('PricePerUnit', details.pricePerUnit);
    put('RemainingCost', assignment.remainingCost);
    put('RemainingFinishDate', xmlDate(details.remainingFinish));
    put('RemainingLag', xmlHours(assignment.lagMinutes));
    put('RemainingStartDate', xmlDate(details.remainingStart));
    put('RemainingUnits', assignment.remainingUnits);
    put('RemainingUnitsPerTime', details.remainingUnitsPerHour);
    put('ResourceCurveObjectId', assignment.curve ? (keys.curves.get(assignment.curve.join(' '))?.key ?? null) : null);
    if (!isRole) put('ResourceObjectId', keys.resource(project, assignment.resourceId));
    put('ResourceType', wordFor(RESOURCE_KINDS, project.plan.resources[at].kind));
    if (isRole) put('RoleObjectId', keys.resource(project, assignment.resourceId));
    writeValues(project, 'assignment', assignment.id, keys, xml);
    xml.close();
  });
}

function writeNotes(project: ImportedProject, keys: PmxmlKeys, xml: XmlWriter, isNode: (item: PlanItem) => boolean): void {
  const nodes = new Set(project.plan.items.filter(isNode).map(({ id }) => id));
  project.expenses.forEach((expense, i) => {
    xml.open('ActivityExpense');
    xml.put('ActivityObjectId', keys.item(project, expense.itemId));
    xml.put('ActualCost', expense.actualCost);
    xml.put('ExpenseCategoryObjectId', expense.category === null ? null : (keys.categories.get(expense.category) ?? null));
    xml.put('ExpenseItem', expense.name);
    xml.put('ObjectId', keys.ofSource('ActivityExpense', expense.sourceId, `${keys.project(project)} ${expense.sourceId ?? `new ${i}`}`));
    xml.put('PlannedCost', expense.plannedCost);
    xml.put('RemainingCost', expense.remainingCost);
    xml.close();
  });
  project.notes.forEach((note, i) => {
    const element = note.itemId === null || nodes.has(note.itemId) ? 'ProjectNote' : 'ActivityNote';
    xml.open(element);
    if (element === 'ActivityNote' && note.itemId !== null) xml.put('ActivityObjectId', keys.item(project, note.itemId));
    xml.put('Note', `<HTML><BODY>${escapeXml(note.text).replaceAll('\n', '<BR>')}</BODY></HTML>`);
    xml.put('NotebookTopicObjectId', keys.topics.get(note.topic || 'Notes') ?? null);
    xml.put('ObjectId', keys.ofSource(element, note.sourceId, `${keys.project(project)} ${note.sourceId ?? `new ${i}`}`));
    if (element === 'ProjectNote' && note.itemId !== null) xml.put('WBSObjectId', keys.item(project, note.itemId));
    xml.close();
  });
  project.steps.forEach((step, i) => {
    xml.open('ActivityStep');
    xml.put('ActivityObjectId', keys.item(project, step.itemId));
    xml.put('IsCompleted', step.completed);
    xml.put('Name', step.name);
    xml.put('ObjectId', keys.ofSource('ActivityStep', step.sourceId, `${keys.project(project)} ${step.sourceId ?? `new ${i}`}`));
    xml.put('PercentComplete', step.progress);
    xml.put('Weight', step.weight);
    xml.close();
  });
}

function writeOptions(project: ImportedProject, keys: PmxmlKeys, xml: XmlWriter): void {
  const { options } = project.plan;
  const paths = options.floatPaths;
  xml.open('ScheduleOptions');
  xml.put('CalculateFloatBasedOnFinishDate', options.floatFromOwnProject ?? true);
  xml.put('ComputeTotalFloatType', wordFor(FLOAT_TYPES, options.floatType));
  xml.put('CriticalActivityFloatThreshold', xmlHours(options.criticalFloatMinutes));
  xml.put('CriticalActivityPathType', wordFor(CRITICAL_TYPES, options.criticalBy));
  xml.put('IgnoreOtherProjectRelationships', options.externalRelations === 'ignored');
  xml.put('MakeOpenEndedActivitiesCritical', options.openEndsCritical);
  xml.put('MaximumMultipleFloatPaths', paths?.count ?? 10);
  xml.put('MultipleFloatPathsEnabled', paths !== null);
  xml.put('MultipleFloatPathsEndingActivityObjectId', paths?.endItemId ? keys.item(project, paths.endItemId) : null);
  xml.put('MultipleFloatPathsUseTotalFloat', (paths?.by ?? 'total_float') === 'total_float');
  xml.put('OutOfSequenceScheduleType', wordFor(PROGRESS_MODES, options.progressMode));
  xml.put('ProjectObjectId', keys.project(project));
  xml.put('RelationshipLagCalendar', wordFor(LAG_CALENDARS, options.lagCalendar));
  xml.put('StartToStartLagCalculationType', options.lagFromEarlyStart);
  xml.put('UseExpectedFinishDates', options.useExpectedFinish);
  xml.close();
}
