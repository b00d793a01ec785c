import { parseDate } from '../../../text/dates.ts';
import type { PlanCalendar } from '@gantry/domain';
import type { Findings } from '../../../findings.ts';
import type { ImportedProject, ItemDetails, ProjectFile } from '../../../project-file.ts';
import type { RawTables } from '../../../raw.ts';
import { findCycles } from '../../../cycles.ts';
import type { CodePage } from '../../../text/code-pages.ts';
import { mapAttributes } from './attributes.ts';
import { mapCalendars } from './calendars.ts';
import { mapItems } from './items.ts';
import { mapNotes } from './notes.ts';
import { mapOptions } from './options.ts';
import { mapRelations } from './relations.ts';
import { mapResources } from './resources.ts';
import { indexBy, openTables } from '../table-view.ts';
import type { Tables } from '../table-view.ts';

/** Gives the rows of an XER file their meaning. */
export function mapXer(source: RawTables, codePage: CodePage, findings: Findings): ProjectFile {
  const tables = openTables(source, findings);
  const projectRows = projectRowsOf(tables, findings);
  const keys = [...projectRows.keys()];
  const calendars = mapCalendars(tables);
  if (tables.view('CALENDAR').rowCount === 0) findings.add({ severity: 'warning', code: 'table.missing', table: 'CALENDAR' });
  const network = mapItems(tables, keys, calendars, findings);
  const relations = mapRelations(tables, keys, network);
  const resources = mapResources(tables, keys, network, calendars);
  const attributes = mapAttributes(tables, network, resources, keys);
  const notes = mapNotes(tables, keys, network);
  linkPrimaryResources();
  const calendarKeys = new Map([...calendars.byKey].map(([key, { id }]) => [id, key]));

  const projects = keys.map((key): ImportedProject => {
    const row = projectRows.get(key)!;
    const { items, details, stored } = network.byProject.get(key)!;
    const linked = relations.byProject.get(key)!;
    const assigned = resources.byProject.get(key)!;
    let earliest = Infinity;
    for (const item of items) if (item.start !== null && item.start < earliest) earliest = item.start;
    const { options, floatPathEndKey } = mapOptions(tables, key, row, calendars, earliest === Infinity ? 0 : earliest);
    if (options.floatPaths) options.floatPaths.endItemId = network.tasks.get(floatPathEndKey)?.item.id ?? null;
    const usedIds = new Set(assigned.assignments.map((assignment) => assignment.resourceId));
    const used = [...resources.byKey.values()].filter(({ resource }) => usedIds.has(resource.id));
    const ownAttributes = attributes.definitions.filter(({ projectKey }) => projectKey === '' || projectKey === key);
    const project = tables.view('PROJECT');
    const ownCalendars = calendarsOf(key);
    reportCycles(tables, findings, linked.sourceRows, findCycles(items, linked.relations), key);
    return {
      sourceId: key,
      code: row < 0 ? key : project.text(row, 'proj_short_name'),
      name: items[0]?.type === 'sum' ? items[0].name : row < 0 ? key : project.text(row, 'proj_short_name'),
      baselineOf: (row >= 0 && project.text(row, 'orig_proj_id')) || null,
      plan: {
        options,
        calendars: ownCalendars,
        items,
        relations: linked.relations,
        resources: used.map(({ resource }) => resource),
        assignments: assigned.assignments,
        externalLimits: relations.limits.get(key)!,
      },
      attributes: ownAttributes.map(({ definition }) => definition),
      values: [...(attributes.values.get(key) ?? []), ...(attributes.values.get('') ?? []).filter((value) => usedIds.has(value.ownerId))],
      ...notes.get(key)!,
      baselines: [],
      calendarSourceIds: ownCalendars.map(({ id }) => calendarKeys.get(id) ?? null),
      details,
      stored: { items: stored, relations: linked.stored },
      assignmentDetails: assigned.details,
      resourceDetails: used.map(({ details: known }) => known),
    };

    function calendarsOf(projectKey: string): PlanCalendar[] {
      const all = calendars.byKey.size > 0 ? [...calendars.byKey.values()] : [calendars.defaultCalendar];
      const needed = new Set<number | null>(items.map((item) => item.calendarId));
      return all.filter(({ id }) => needed.has(id) || (calendars.projectOf.get(id) ?? projectKey) === projectKey);
    }
  });

  return {
    format: 'xer',
    producer: {
      program: 'Primavera P6',
      version: source.header[1]?.trim() || null,
      exportedOn: parseDate(source.header[2] ?? ''),
      user: source.header[5]?.trim() || source.header[4]?.trim() || null,
    },
    codePage,
    currency: /^[A-Za-z]{3}$/.test(source.header[8]?.trim() ?? '') ? source.header[8].trim().toUpperCase() : null,
    projects,
    crossRelations: relations.cross,
    source,
  };

  function linkPrimaryResources(): void {
    const tasks = tables.view('TASK');
    const places = new Map<number, ItemDetails>();
    for (const { items, details } of network.byProject.values()) items.forEach((item, i) => places.set(item.id, details[i]));
    for (let row = 0; row < tasks.rowCount; row++) {
      const key = tasks.text(row, 'rsrc_id');
      if (key === '') continue;
      const place = network.tasks.get(tasks.text(row, 'task_id'));
      const resource = resources.byKey.get(`R${key}`);
      if (!resource) tasks.report('info', 'reference.dangling', row, 'rsrc_id');
      else if (place) places.get(place.item.id)!.primaryResourceId = resource.resource.id;
    }
  }
}

/** Rows of PROJECT by key; projects that only other tables name get row −1. */
function projectRowsOf(tables: Tables, findings: Findings): Map<string, number> {
  const project = tables.view('PROJECT');
  const rows = indexBy(project, 'proj_id');
  if (project.rowCount === 0) findings.add({ severity: 'error', code: 'table.missing', table: 'PROJECT' });
  for (const name of ['PROJWBS', 'TASK']) {
    const view = tables.view(name);
    for (let row = 0; row < view.rowCount; row++) {
      const key = view.text(row, 'proj_id');
      if (rows.has(key)) continue;
      if (project.rowCount > 0) view.report('warning', 'project.without_row', row, 'proj_id');
      rows.set(key, -1);
    }
  }
  return rows;
}

function reportCycles(tables: Tables, findings: Findings, sourceRows: readonly number[], rings: string[][], projectKey: string): void {
  if (rings.length === 0) return;
  const line = sourceRows.length > 0 ? tables.view('TASKPRED').line(sourceRows[0]) : 0;
  for (const path of rings) {
    findings.add({
      severity: 'error',
      code: 'relation.ring',
      line,
      table: 'TASKPRED',
      field: 'pred_task_id',
      parameters: { path, project: projectKey },
    });
  }
}
