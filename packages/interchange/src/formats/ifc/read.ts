import { ITEM_TYPES, type Minute } from '@gantry/domain';
import { blankItem, NOTHING_STORED, PLAIN_DETAILS } from '../../blank.ts';
import { blankProject } from '../../blank-project.ts';
import { collectFindings } from '../../findings.ts';
import { entitiesOf } from '../../ifc/entities.ts';
import { type ReadIfcSchedule, readTasks } from '../../ifc/read-schedule.ts';
import { scanStep } from '../../ifc/step/step-scan.ts';
import { decodeEscapes } from '../../ifc/step/step-values.ts';
import type { ByteSource, ImportedProject, ReadOptions, ReadResult } from '../../project-file.ts';
import { collectBytes } from '../../text/byte-lines.ts';
import { decoderOf } from '../../text/code-pages.ts';

const LARGEST = 500 << 20;
/** The attribute that names the elements of a work by their GUIDs: a link of models reads it. */
const ELEMENTS = 'IFC GUID';
/** Guards texts of works that have thousands of elements. */
const MOST_ELEMENTS = 2000;

/** Reads the plan of an IFC file: tasks with their times, order, sequences and the GUIDs of their elements. */
export async function readIfcPlan(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const refuse = (code: string): ReadResult => {
    findings.add({ severity: 'error', code });
    return { project: null, findings: findings.list() };
  };
  const given = await collectBytes(source, LARGEST, options.onProgress);
  if (!given) return refuse('file.too_large');
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const data = /\bDATA\s*;/i.exec(bytes.toString('latin1', 0, Math.min(64 << 10, bytes.length)));
  if (!data) return refuse('file.no_schedule');
  const scan = scanStep(bytes, data.index + data[0].length, isOfPlan);
  if (!scan.isTerminated) findings.add({ severity: 'warning', code: 'file.truncated' });
  const decode = decoderOf(options.codePage ?? 'utf-8');
  const entities = entitiesOf(bytes, scan, (raw) => decodeEscapes(raw, (part) => (/[\u0080-\u00ff]/.test(part) ? decode(part) : part)));
  const read = readTasks(entities, findings);
  if (read.tasks.length === 0) return refuse('file.no_schedule');
  return {
    project: {
      format: 'ifc',
      producer: { program: '', version: null, exportedOn: null, user: null },
      codePage: null,
      currency: null,
      projects: [projectOf(read)],
      crossRelations: [],
      source: null,
    },
    findings: findings.list(),
  };
}

/** Shapes are most of a file and say nothing of time; elements are needed for their GUIDs. */
const isOfPlan = (type: string): boolean =>
  type.startsWith('IFC') &&
  !/^IFC(?:CARTESIAN|POLY|FACE|DIRECTION|AXIS|VECTOR|TRIANGULATED|CLOSEDSHELL|OPENSHELL|EDGE|VERTEX|STYLE|PROPERTYSINGLE)/.test(type);

function projectOf({ name, tasks, sequences, calendars, resources, assignments }: ReadIfcSchedule): ImportedProject {
  const dates = tasks.flatMap(({ start, actualStart }) => start ?? actualStart ?? []);
  const first = dates.reduce((least: Minute, date) => Math.min(least, date), dates[0] ?? 0);
  const project = blankProject(name, name, first);
  const { plan } = project;
  const ids = new Map(tasks.map(({ id }, index) => [id, index + 1]));
  const calendarIds = addCalendars(project, calendars);
  for (const task of tasks) {
    const { id, parentId, guid, type, code, name: called, elements, critical, calendarId, isMilestone: _, ...rest } = task;
    const itemId = ids.get(id)!;
    const kind = ITEM_TYPES.find((one) => one === type) ?? 'task';
    plan.items.push({
      ...blankItem(itemId, parentId === null ? null : (ids.get(parentId) ?? null), kind),
      code,
      name: called,
      ...rest,
      calendarId: calendarIds.get(calendarId ?? 0) ?? null,
    });
    project.details.push({ ...PLAIN_DETAILS, sourceId: guid ?? String(id), sourceTable: 'IfcTask', guid });
    project.stored.items.push({ ...NOTHING_STORED, critical });
    if (elements.length) {
      if (project.attributes.length === 0)
        project.attributes.push({ id: 1, sourceId: ELEMENTS, name: ELEMENTS, type: 'string', owner: 'task', origin: 'user_field', scope: 'project', values: [] }); // prettier-ignore
      project.values.push({ attributeId: 1, ownerId: itemId, value: elements.slice(0, MOST_ELEMENTS).join(' ') });
    }
  }
  for (const [index, { predecessorId, successorId, type, lagMinutes }] of sequences.entries()) {
    plan.relations.push({
      id: index + 1,
      predecessorId: ids.get(predecessorId)!,
      successorId: ids.get(successorId)!,
      type,
      lagMinutes,
      lagCalendar: null,
    });
    project.stored.relations.push({ impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null });
  }
  addResources(project, { resources, assignments }, { items: ids, calendars: calendarIds });
  return project;
}

/** Gives a project the calendars of its file, the usual one first; without any it keeps that of five days. */
function addCalendars({ plan, calendarSourceIds }: ImportedProject, calendars: ReadIfcSchedule['calendars']): Map<number, number> {
  const ids = new Map<number, number>();
  if (calendars.length === 0) return ids;
  const [standard] = plan.calendars.splice(0);
  calendarSourceIds.splice(0);
  const usual = calendars.find(({ isDefault }) => isDefault) ?? calendars[0];
  for (const { id, name, week, exceptions } of calendars) {
    ids.set(id, ids.size + 1);
    const minutes = week.map((shifts) => shifts.reduce((sum, { start, finish }) => sum + finish - start, 0));
    const [day, all] = [Math.max(...minutes), minutes.reduce((sum, one) => sum + one, 0)];
    const lengths =
      day > 0 ? { minutesPerDay: day, minutesPerWeek: all, minutesPerMonth: Math.round(all * 4.3), minutesPerYear: all * 50 } : {};
    plan.calendars.push({ ...standard, ...lengths, id: ids.size, name, week, exceptions, isDefault: id === usual.id });
    calendarSourceIds.push(String(id));
  }
  plan.options.defaultCalendarId = ids.get(usual.id) ?? 1;
  return ids;
}

function addResources(
  { plan, resourceDetails, assignmentDetails }: ImportedProject,
  { resources, assignments }: Pick<ReadIfcSchedule, 'resources' | 'assignments'>,
  { items, calendars }: { items: ReadonlyMap<number, number>; calendars: ReadonlyMap<number, number> },
): void {
  const ids = new Map(resources.map(({ id }, index) => [id, index + 1]));
  for (const { id, calendarId, ...resource } of resources) {
    plan.resources.push({ ...resource, id: ids.get(id)!, calendarId: calendars.get(calendarId ?? 0) ?? null, pricePerUnit: null });
    resourceDetails.push({ sourceId: String(id), parentSourceId: null, isRole: false, guid: null, rates: [] });
  }
  const none = {
    plannedStart: null,
    plannedFinish: null,
    actualStart: null,
    actualFinish: null,
    remainingStart: null,
    remainingFinish: null,
  };
  for (const { itemId, resourceId, curve = null, ...amounts } of assignments) {
    const [item, resource] = [items.get(itemId), ids.get(resourceId)];
    if (item === undefined || resource === undefined) continue;
    const id = plan.assignments.length + 1;
    const costs = { plannedCost: 0, actualCost: 0, remainingCost: 0, ...amounts };
    const rest = { remainingMinutes: null, lagMinutes: 0, driving: false, curve };
    plan.assignments.push({ id, itemId: item, resourceId: resource, ...costs, ...rest });
    assignmentDetails.push({ sourceId: String(id), ...none, pricePerUnit: null, plannedUnitsPerHour: null, remainingUnitsPerHour: null, curveName: null }); // prettier-ignore
  }
}
