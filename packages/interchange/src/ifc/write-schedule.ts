import type { Minute, RelationType, TaskStatus } from '@gantry/domain';
import { formatDate } from '../text/dates.ts';
import { addCalendar, type IfcCalendar } from './means/calendars.ts';
import { addCosts, addResources, type IfcAssignment, type IfcResource } from './means/resources.ts';
import { durationOfMinutes } from './durations.ts';
import { scanStep } from './step/step-scan.ts';
import { ifcGuid, stepText } from './write-primitives.ts';

/** A work, or a phase that others stand below, as IFC tells it. Dates are minutes. */
export type IfcTask = {
  id: number;
  parentId: number | null;
  /** The GUID that it came with; null: one is made of its id. */
  guid: string | null;
  type: string;
  code: string;
  name: string;
  isMilestone: boolean;
  status: TaskStatus;
  start: Minute | null;
  finish: Minute | null;
  durationMinutes: number;
  remainingMinutes: number;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  /** 0…1. */
  progress: number;
  critical: boolean | null;
  /** The calendar of the plan that it works by; none: the usual one. */
  calendarId?: number | null;
};
export type IfcSequence = { predecessorId: number; successorId: number; type: RelationType; lagMinutes: number };
/** A plan for an IFC file: `key` makes the GUIDs of what has none. */
export type IfcSchedule = {
  key: string;
  name: string;
  dataDate: Minute;
  tasks: readonly IfcTask[];
  sequences: readonly IfcSequence[];
  calendars?: readonly IfcCalendar[];
  resources?: readonly IfcResource[];
  assignments?: readonly IfcAssignment[];
};
/** Elements by the works that they are made in. */
export type IfcOutputs = ReadonlyMap<number, readonly { guid: string; name: string }[]>;

const SEQUENCES: Record<RelationType, string> = { fs: 'FINISH_START', ff: 'FINISH_FINISH', ss: 'START_START', sf: 'START_FINISH' };
const STATUSES: Record<TaskStatus, string> = { not_started: 'NOTSTARTED', in_progress: 'STARTED', completed: 'COMPLETED' };
const GUID = /^[0-3][0-9A-Za-z_$]{21}$/;

const date = (minute: Minute | null): string => (minute === null ? '$' : `'${formatDate(minute)}:00'`);
const real = (value: number): string => (Number.isInteger(value) ? `${value}.` : String(value));

type Lines = { add: (entity: string) => string };

/** Writes tasks with their times, order, sequences and elements; answers the entity of the schedule. */
function addSchedule(
  lines: Lines,
  { key, name, dataDate, tasks, sequences, calendars = [], resources = [], assignments = [] }: IfcSchedule,
  elementsOf: (taskId: number) => string[],
): string {
  const { add } = lines;
  const guid = (text: string): string => `'${ifcGuid(`${key} ${text}`)}'`;
  const list = (ids: readonly string[]): string => `(${ids.join(',')})`;
  const starts = tasks.flatMap(({ start }) => start ?? []);
  const begin = starts.reduce((least, start) => Math.min(least, start), starts.length ? Infinity : dataDate);
  const schedule = add(
    `IFCWORKSCHEDULE(${guid('schedule')},$,${stepText(name)},$,$,$,${date(dataDate)},$,$,$,$,${date(begin)},$,.PLANNED.)`,
  );
  const entities = new Map<number, string>();
  const below = new Map<number | null, string[]>();
  for (const task of tasks) {
    const { start, finish, actualStart, actualFinish, durationMinutes, remainingMinutes, progress, critical } = task;
    const flag = critical === null ? '$' : critical ? '.T.' : '.F.';
    const time = add(
      `IFCTASKTIME($,$,$,.WORKTIME.,'${durationOfMinutes(durationMinutes)}',${date(start)},${date(finish)},$,$,$,$,$,$,${flag},$,$,` +
        `${date(actualStart)},${date(actualFinish)},'${durationOfMinutes(remainingMinutes)}',${real(progress)})`,
    );
    const own = task.guid && GUID.test(task.guid) ? `'${task.guid}'` : guid(`task ${task.id}`);
    const entity = add(
      `IFCTASK(${own},$,${stepText(task.name)},$,${stepText(task.type)},${stepText(task.code)},$,'${STATUSES[task.status]}',$,` +
        `${task.isMilestone ? '.T.' : '.F.'},$,${time},.CONSTRUCTION.)`,
    );
    entities.set(task.id, entity);
    const parent = task.parentId !== null && entities.has(task.parentId) ? task.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), entity]);
    const elements = elementsOf(task.id);
    for (const [at, element] of elements.entries())
      add(`IFCRELASSIGNSTOPRODUCT(${guid(`task ${task.id} makes ${at}`)},$,$,$,(${entity}),.PROCESS.,${element})`);
  }
  for (const [parent, children] of below) {
    const whole = parent === null ? undefined : entities.get(parent);
    if (whole) add(`IFCRELNESTS(${guid(`task ${parent} has`)},$,$,$,${whole},${list(children)})`);
    else add(`IFCRELASSIGNSTOCONTROL(${guid('schedule has')},$,$,$,${list(children)},.PROCESS.,${schedule})`);
  }
  for (const [index, { predecessorId, successorId, type, lagMinutes }] of sequences.entries()) {
    const [before, after] = [entities.get(predecessorId), entities.get(successorId)];
    if (!before || !after) continue;
    const lag = lagMinutes === 0 ? '$' : add(`IFCLAGTIME($,$,$,IFCDURATION('${durationOfMinutes(lagMinutes)}'),.WORKTIME.)`);
    add(`IFCRELSEQUENCE(${guid(`sequence ${index}`)},$,$,$,${before},${after},${lag},.${SEQUENCES[type]}.,$)`);
  }
  const calendarEntities = new Map(calendars.map((calendar) => [calendar.id, addCalendar(add, guid(`calendar ${calendar.id}`), calendar)]));
  for (const { id, isDefault } of calendars) {
    const calendar = calendarEntities.get(id);
    const own = tasks.flatMap((task) => (task.calendarId === id ? (entities.get(task.id) ?? []) : []));
    if (own.length) add(`IFCRELASSIGNSTOCONTROL(${guid(`calendar ${id} is of`)},$,$,$,${list(own)},.PROCESS.,${calendar})`);
    if (isDefault) add(`IFCRELASSIGNSTOCONTROL(${guid(`calendar ${id} is usual`)},$,$,$,(${schedule}),.CONTROL.,${calendar})`);
  }
  const writing = { add, guid, taskOf: (id: number) => entities.get(id), calendarOf: (id: number) => calendarEntities.get(id) };
  addResources(writing, resources, assignments);
  addCosts(writing, name, assignments);
  return schedule;
}

/** A plan as an IFC4 file of its own; elements are named in it by their GUIDs, without shapes. */
export function writeIfcSchedule(plan: IfcSchedule, outputs: IfcOutputs = new Map()): string {
  const entities: string[] = [];
  const add = (entity: string): string => `#${entities.push(`#${entities.length + 1}=${entity};`)}`;
  const guid = (text: string): string => `'${ifcGuid(`${plan.key} ${text}`)}'`;
  const unit = add('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)');
  const project = add(`IFCPROJECT(${guid('project')},$,${stepText(plan.name)},$,$,$,$,$,${add(`IFCUNITASSIGNMENT((${unit}))`)})`);
  const elements = new Map<string, string>();
  const elementOf = ({ guid: own, name }: { guid: string; name: string }): string => {
    const known = elements.get(own) ?? add(`IFCBUILDINGELEMENTPROXY(${stepText(own)},$,${stepText(name)},$,$,$,$,$,$)`);
    elements.set(own, known);
    return known;
  };
  const schedule = addSchedule({ add }, plan, (id) => (outputs.get(id) ?? []).map(elementOf));
  add(`IFCRELDECLARES(${guid('project has')},$,$,$,${project},(${schedule}))`);
  return [
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [4D]'),'2;1');",
    `FILE_NAME(${stepText(plan.name)},'${formatDate(plan.dataDate)}:00',(''),(''),'','Gantry','');`,
    "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
    ...entities,
    'ENDSEC;\nEND-ISO-10303-21;\n',
  ].join('\n');
}

const ENDING = /ENDSEC\s*;\s*END-ISO-10303-21\s*;?\s*$/i;

/**
 * A model with a plan in it, tied to its elements: the file as it came, and the plan before its end. Null where the file is no IFC4 or
 * later: IFC2X3 has other entities for time.
 */
export function appendIfcSchedule(bytes: Buffer, plan: IfcSchedule, outputs: IfcOutputs): Buffer | null {
  const head = bytes.toString('latin1', 0, Math.min(64 << 10, bytes.length));
  const data = /\bDATA\s*;/i.exec(head);
  if (!data || !/FILE_SCHEMA\s*\(\s*\(\s*'IFC4/i.test(head)) return null;
  const tailFrom = Math.max(0, bytes.length - 4096);
  const ending = ENDING.exec(bytes.toString('latin1', tailFrom));
  if (!ending) return null;
  const scan = scanStep(bytes, data.index + data[0].length, (type) => type.startsWith('IFC'));
  const wanted = new Set([...outputs.values()].flat().map(({ guid }) => guid));
  const found = new Map<string, string>();
  let [last, project] = [0, ''];
  for (const [index, id] of scan.ids.entries()) {
    last = Math.max(last, id);
    const start = scan.starts[index];
    // The GUID of what has one stands first.
    const guid = /^\(\s*'([^']{22})'/.exec(bytes.toString('latin1', start, Math.min(start + 40, scan.ends[index])))?.[1];
    if (guid === undefined) continue;
    if (wanted.has(guid) && !found.has(guid)) found.set(guid, `#${id}`);
    if (scan.names[scan.types[index]] === 'IFCPROJECT') project = `#${id}`;
  }
  const entities: string[] = [];
  const add = (entity: string): string => {
    last++;
    entities.push(`#${last}=${entity};`);
    return `#${last}`;
  };
  const schedule = addSchedule({ add }, plan, (id) => (outputs.get(id) ?? []).flatMap(({ guid }) => found.get(guid) ?? []));
  if (project) add(`IFCRELDECLARES('${ifcGuid(`${plan.key} project has`)}',$,$,$,${project},(${schedule}))`);
  const at = tailFrom + ending.index;
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`${entities.join('\n')}\n`, 'latin1'), bytes.subarray(at)]);
}
