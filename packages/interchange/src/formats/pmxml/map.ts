import { defaultOptions } from '@gantry/domain';
import type { CalculationOptions, ExternalLimit, PlanRelation } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import type { CrossEnd, CrossRelation, ImportedProject, Note, ProjectFile, StoredRelation } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { findCycles } from '../../cycles.ts';
import { plainText } from '../../text/plain-text.ts';
import { wholeMinutes } from '../../text/dates.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { mapPmxmlAttributes } from './map-attributes.ts';
import { mapPmxmlCalendars } from './map-calendars.ts';
import type { PmxmlCalendars } from './map-calendars.ts';
import { mapPmxmlItems } from './map-items.ts';
import type { PmxmlItems } from './map-items.ts';
import { mapPmxmlAssignments, mapPmxmlResources } from './map-resources.ts';
import { CRITICAL_TYPES, FLOAT_TYPES, LAG_CALENDARS, PROGRESS_MODES, RELATION_TYPES, meaningOf } from './words.ts';
import type { Words } from './words.ts';

const NOTHING: StoredRelation = { impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null };

type Place = { projectKey: string; itemId: number; code: string };

/** Gives the elements of a Primavera XML file their meaning. */
export function mapPmxml(root: ElementView, source: RawElements, findings: Findings): ProjectFile {
  const everything = [...root.children('Project'), ...root.children('BaselineProject')];
  // A project of which only keys are given stands for the other end of a relation.
  const views = everything.filter(
    (view) => view.has('DataDate') || view.has('PlannedStartDate') || view.has('ActivityDefaultActivityType'),
  );
  const holders = [root, ...views];
  const calendars = mapPmxmlCalendars(holders.flatMap((holder) => holder.children('Calendar')));
  const resources = mapPmxmlResources(root, calendars);
  const attributes = mapPmxmlAttributes(holders);
  const topics = new Map(root.children('NotebookTopic').map((view) => [view.text('ObjectId'), view.text('Name')]));
  const categories = new Map(root.children('ExpenseCategory').map((view) => [view.text('ObjectId'), view.text('Name')]));
  const places = new Map<string, Place>();
  let nextItem = 1;
  const built = views.map((view, i) => {
    const stated = view.text('ObjectId');
    const isTaken = views.findIndex((other) => other.text('ObjectId') === stated) < i;
    if (isTaken && stated !== '') view.report('error', 'row.duplicate_key', 'ObjectId');
    const key = isTaken || stated === '' ? `project-${i + 1}` : stated;
    const items = mapPmxmlItems(view, calendars, nextItem);
    nextItem += items.items.length;
    items.items.forEach((item, at) => {
      if (item.type !== 'sum') places.set(items.details[at].sourceId, { projectKey: key, itemId: item.id, code: item.code });
    });
    return { view, key, items };
  });
  const relations = mapRelations(root, everything, places);
  let nextAssignment = 1;
  const projects = built.map(({ view, key, items }, index): ImportedProject => {
    const assigned = mapPmxmlAssignments(view, resources, items.activities, nextAssignment);
    nextAssignment += assigned.assignments.length;
    const usedIds = new Set(assigned.assignments.map(({ resourceId }) => resourceId));
    const used = [...resources.byKey.values()].filter(({ resource }) => usedIds.has(resource.id));
    const primary = new Map(
      [...resources.byKey].filter(([id]) => id.startsWith('R')).map(([id, { resource }]) => [id.slice(1), resource.id]),
    );
    items.views.forEach(
      (element, i) => (items.details[i].primaryResourceId = (element && primary.get(element.text('PrimaryResourceObjectId'))) ?? null),
    );
    const own = relations.filter(({ from, to }) => from?.projectKey === key && to?.projectKey === key).map(({ relation }) => relation);
    for (const path of findCycles(items.items, own)) {
      findings.add({
        severity: 'error',
        code: 'relation.ring',
        table: 'Relationship',
        field: 'PredecessorActivityObjectId',
        parameters: { path, project: key },
      });
    }
    const keys = [...calendars.byKey].filter(([, { id }]) => isSeenBy(id, key));
    return {
      sourceId: key,
      code: view.text('Id') || view.text('Name'),
      name: view.text('Name'),
      baselineOf: view.name === 'BaselineProject' ? view.text('OriginalProjectObjectId') || null : null,
      plan: {
        options: optionsOf(view, root, calendars, items),
        calendars: keys.map(([, calendar]) => calendar),
        items: items.items,
        relations: own,
        resources: used.map(({ resource }) => resource),
        assignments: assigned.assignments,
        externalLimits: externalLimits(items),
      },
      attributes: attributes.definitions
        .filter(({ projectKey }) => projectKey === '' || projectKey === key)
        .map(({ definition }) => definition),
      values: [
        ...items.views.flatMap((element, i) =>
          element ? attributes.valuesOf(element, items.items[i].type === 'sum' ? 'sum' : 'task', items.items[i].id) : [],
        ),
        ...attributes.valuesOf(view, 'project', index + 1),
        ...used.flatMap(({ resource, view: element }) => attributes.valuesOf(element, 'resource', resource.id)),
        ...assigned.views.flatMap((element, i) => attributes.valuesOf(element, 'assignment', assigned.assignments[i].id)),
      ],
      notes: notesOf(view, items, topics),
      steps: view.children('ActivityStep').flatMap((step) => {
        const itemId = items.activities.get(step.text('ActivityObjectId'));
        if (itemId === undefined) return [];
        const completed = step.flag('IsCompleted');
        const progress = completed ? 1 : (step.number('PercentComplete') ?? 0);
        return [
          { itemId, sourceId: step.text('ObjectId'), name: step.text('Name'), weight: step.number('Weight') ?? 1, progress, completed },
        ];
      }),
      expenses: view.children('ActivityExpense').flatMap((expense) => {
        const itemId = items.activities.get(expense.text('ActivityObjectId'));
        const cost = (name: string): number => expense.number(name) ?? 0;
        if (itemId === undefined) return [];
        return [
          {
            itemId,
            sourceId: expense.text('ObjectId'),
            name: expense.text('ExpenseItem'),
            category: categories.get(expense.text('ExpenseCategoryObjectId')) ?? null,
            plannedCost: cost('PlannedCost'),
            actualCost: cost('ActualCost'),
            remainingCost: cost('RemainingCost'),
          },
        ];
      }),
      baselines: [],
      calendarSourceIds: keys.map(([id]) => id),
      details: items.details,
      stored: { items: items.stored, relations: own.map(() => NOTHING) },
      assignmentDetails: assigned.details,
      resourceDetails: used.map(({ details }) => details),
    };

    function isSeenBy(id: number, projectKey: string): boolean {
      return (calendars.projectOf.get(id) ?? projectKey) === projectKey || items.items.some(({ calendarId }) => calendarId === id);
    }
  });
  return {
    format: 'pmxml',
    producer: { program: 'Primavera P6', version: /\/V([\d.]+)\//.exec(source.namespace)?.[1] ?? null, exportedOn: null, user: null },
    codePage: null,
    currency: (root.child('DisplayCurrency')?.child('Currency') ?? root.child('Currency'))?.text('Id') || null,
    projects,
    crossRelations: relations.flatMap(({ cross }) => (cross ? [cross] : [])),
    source,
  };
}

type FoundRelation = { relation: PlanRelation; from: Place | undefined; to: Place | undefined; cross: CrossRelation | null };

function mapRelations(root: ElementView, projects: readonly ElementView[], places: ReadonlyMap<string, Place>): FoundRelation[] {
  const found: FoundRelation[] = [];
  for (const view of [root, ...projects].flatMap((holder) => holder.children('Relationship'))) {
    const type = meaningOf(RELATION_TYPES, view.text('Type'));
    if (!type) view.report('warning', 'enumeration.unknown', 'Type', { used: RELATION_TYPES[0][0] });
    const [fromKey, toKey] = [view.text('PredecessorActivityObjectId'), view.text('SuccessorActivityObjectId')];
    const [from, to] = [places.get(fromKey), places.get(toKey)];
    const lagMinutes = wholeMinutes((view.number('Lag') ?? 0) * 60) ?? 0;
    if ((!from && !to) || fromKey === toKey) {
      view.report('error', fromKey === toKey ? 'relation.to_itself' : 'reference.dangling', 'PredecessorActivityObjectId');
      continue;
    }
    const relation: PlanRelation = {
      id: found.length + 1,
      predecessorId: from?.itemId ?? 0,
      successorId: to?.itemId ?? 0,
      type: type ?? 'fs',
      lagMinutes,
      lagCalendar: null,
    };
    if (from && to && from.projectKey === to.projectKey) {
      found.push({ relation, from, to, cross: null });
      continue;
    }
    const end = (place: Place | undefined, key: string, project: string): CrossEnd => ({
      projectSourceId: place?.projectKey ?? (view.text(project) || null),
      itemSourceId: key,
      itemId: place?.itemId ?? null,
    });
    const predecessor = end(from, fromKey, 'PredecessorProjectObjectId');
    const successor = end(to, toKey, 'SuccessorProjectObjectId');
    if (!from || !to)
      view.report('info', 'relation.outside', from ? 'SuccessorActivityObjectId' : 'PredecessorActivityObjectId', {
        code: (from ?? to)!.code,
      });
    found.push({ relation, from, to, cross: { type: relation.type, lagMinutes, predecessor, successor, stored: NOTHING } });
  }
  return found;
}

function externalLimits({ items, stored }: PmxmlItems): ExternalLimit[] {
  const limits: ExternalLimit[] = [];
  items.forEach(({ id }, i) => {
    const { externalEarlyStart, externalLateFinish } = stored[i];
    if (externalEarlyStart !== null) limits.push({ itemId: id, kind: 'start_not_earlier', date: externalEarlyStart });
    if (externalLateFinish !== null) limits.push({ itemId: id, kind: 'finish_not_later', date: externalLateFinish });
  });
  return limits;
}

function notesOf(project: ElementView, items: PmxmlItems, topics: ReadonlyMap<string, string>): Note[] {
  const notes: Note[] = [];
  for (const name of ['ActivityNote', 'ProjectNote']) {
    for (const view of project.children(name)) {
      const text = plainText(view.text('Note').replace(/^\ufeff/, ''));
      const itemId =
        name === 'ActivityNote' ? items.activities.get(view.text('ActivityObjectId')) : items.nodes.get(view.text('WBSObjectId'));
      const isOfProject = name === 'ProjectNote' && view.text('WBSObjectId') === '';
      if (text === '') continue;
      notes.push({
        itemId: isOfProject ? null : (itemId ?? null),
        sourceId: view.text('ObjectId'),
        topic: topics.get(view.text('NotebookTopicObjectId')) ?? '',
        text,
      });
    }
  }
  return notes;
}

function optionsOf(view: ElementView, root: ElementView, calendars: PmxmlCalendars, items: PmxmlItems): CalculationOptions {
  const start = view.date('PlannedStartDate');
  const dataDate = view.date('DataDate') ?? start;
  if (dataDate === null) view.report('warning', 'project.no_data_date', 'DataDate');
  const options = defaultOptions(dataDate ?? 0);
  options.floatFromOwnProject = true;
  options.projectStart = start;
  options.mustFinishBy = view.date('MustFinishByDate');
  options.scheduledFinish = view.date('ScheduledFinishDate');
  const defaultCalendar = [...calendars.byKey.values()].find(({ isDefault }) => isDefault) ?? calendars.byKey.values().next().value;
  options.defaultCalendarId = (calendars.byKey.get(view.text('ActivityDefaultCalendarObjectId')) ?? defaultCalendar)?.id ?? null;
  options.criticalBy = meaningOf(CRITICAL_TYPES, view.text('CriticalActivityPathType')) ?? 'total_float';
  options.criticalFloatMinutes = Math.round((view.number('CriticalActivityFloatLimit') ?? 0) * 60) || 0;
  const stated =
    view.child('ScheduleOptions') ?? root.children('ScheduleOptions').find((own) => own.text('ProjectObjectId') === view.text('ObjectId'));
  if (!stated) return options;
  const flag = (name: string, otherwise: boolean): boolean => (stated.text(name) === '' ? otherwise : stated.flag(name));
  const word = <T>(words: Words<T>, name: string, otherwise: T): T => {
    const meaning = meaningOf(words, stated.text(name));
    if (meaning === undefined && stated.text(name) !== '') stated.report('warning', 'option.unknown', name);
    return meaning ?? otherwise;
  };
  options.progressMode = word(PROGRESS_MODES, 'OutOfSequenceScheduleType', options.progressMode);
  options.lagCalendar = word(LAG_CALENDARS, 'RelationshipLagCalendar', options.lagCalendar);
  options.floatType = word(FLOAT_TYPES, 'ComputeTotalFloatType', options.floatType);
  options.externalRelations = stated.flag('IgnoreOtherProjectRelationships') ? 'ignored' : 'live';
  options.openEndsCritical = stated.flag('MakeOpenEndedActivitiesCritical');
  options.lagFromEarlyStart = flag('StartToStartLagCalculationType', true);
  options.useExpectedFinish = flag('UseExpectedFinishDates', true);
  options.floatFromOwnProject = flag('CalculateFloatBasedOnFinishDate', true);
  if (stated.flag('MultipleFloatPathsEnabled')) {
    const count = stated.number('MaximumMultipleFloatPaths') || 1_000_000;
    const endItemId = items.activities.get(stated.text('MultipleFloatPathsEndingActivityObjectId')) ?? null;
    options.floatPaths = { count, by: flag('MultipleFloatPathsUseTotalFloat', true) ? 'total_float' : 'free_float', endItemId };
  }
  return options;
}
