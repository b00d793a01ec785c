import { ITEM_TYPES, type Minute, type RelationType, type TaskStatus } from '@gantry/domain';
import type { Findings } from '../findings.ts';
import { parseDate, wholeMinutes } from '../text/dates.ts';
import { minutesOfDuration, MINUTES_A_DAY_OF_WORK } from './durations.ts';
import { type IfcCalendar, readCalendars } from './means/calendars.ts';
import { type IfcAssignment, type IfcResource, isResource, readResources } from './means/resources.ts';
import type { Entities, Entity } from './entities.ts';
import { refOf, refsOf, type StepValue, textOf } from './step/step-values.ts';
import type { IfcSequence, IfcTask } from './write-schedule.ts';

/** A task of a file with the GUIDs of the elements that it makes, or works on. */
export type ReadIfcTask = IfcTask & { elements: string[] };
export type ReadIfcSchedule = {
  name: string;
  tasks: ReadIfcTask[];
  sequences: IfcSequence[];
  calendars: IfcCalendar[];
  resources: IfcResource[];
  assignments: IfcAssignment[];
};

const MINUTES_A_DAY = 1440;
const IFC4_ARGUMENTS = 13;
const SEQUENCES: Readonly<Record<string, RelationType>> = {
  FINISH_START: 'fs',
  FINISH_FINISH: 'ff',
  START_START: 'ss',
  START_FINISH: 'sf',
};
const word = (value: StepValue | undefined): string => (value !== null && typeof value === 'object' && 'word' in value ? value.word : '');

/** Reads tasks, their times, order, sequences and elements of IFC2X3, IFC4 and IFC4X3; tasks stand behind those that they are below. */
export function readTasks(entities: Entities, findings: Findings): ReadIfcSchedule {
  const times = timesByTask(entities);
  const elements = elementsByTask(entities);
  const parents = new Map<number, number>();
  for (const { args } of entities.ofTypes('IFCRELNESTS')) {
    const whole = refOf(args[4]);
    if (whole !== null) for (const part of refsOf(args[5])) if (!parents.has(part)) parents.set(part, whole);
  }
  const all = new Map([...entities.ofTypes('IFCTASK')].map((task) => [task.id, task]));
  const below = new Map<number | null, Entity[]>();
  for (const task of all.values()) {
    const parent = parents.get(task.id) ?? null;
    const at = parent !== null && all.has(parent) ? parent : null;
    const list = below.get(at);
    if (list) list.push(task);
    else below.set(at, [task]);
  }
  const tasks: ReadIfcTask[] = [];
  const seen = new Set<number>();
  const put = (first: readonly Entity[]): void => {
    const stack = first.toReversed().map((task) => ({ task, parentId: null as number | null }));
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { task, parentId } = next;
      if (seen.has(task.id)) continue;
      seen.add(task.id);
      const children = below.get(task.id) ?? [];
      tasks.push(taskOf(task, parentId, children.length > 0, times.get(task.id), elements.get(task.id) ?? [], findings));
      stack.push(...children.toReversed().map((child) => ({ task: child, parentId: task.id as number | null })));
    }
  };
  put(below.get(null) ?? []);
  // Tasks that nest in each other stand below nothing.
  for (const task of all.values()) if (!seen.has(task.id)) put([task]);
  const name = textOf([...entities.ofTypes('IFCWORKSCHEDULE', 'IFCWORKPLAN', 'IFCPROJECT')].at(0)?.args[2]);
  const { calendars, calendarOf } = readCalendars(entities);
  for (const task of tasks) task.calendarId = calendarOf.get(task.id) ?? null;
  return { name, tasks, sequences: sequencesOf(entities, all, findings), calendars, ...readResources(entities, calendarOf) };
}

type Times = Pick<IfcTask, 'start' | 'finish' | 'actualStart' | 'actualFinish' | 'critical'> & {
  duration: number | null;
  remaining: number | null;
  completion: number | null;
};

const number = (value: StepValue | undefined): number | null => {
  const plain = value !== null && typeof value === 'object' && 'type' in value ? value.value : value;
  return typeof plain === 'number' ? plain : null;
};
const flagOf = (value: StepValue | undefined): boolean | null => ({ T: true, F: false })[word(value)] ?? null;

function timesByTask(entities: Entities): Map<number, Times> {
  const found = new Map<number, Times>();
  for (const task of entities.ofTypes('IFCTASK')) {
    const time = entities.of(refOf(task.args[11]));
    if (!time?.type.startsWith('IFCTASKTIME')) continue;
    const { args } = time;
    const isElapsed = word(args[3]) === 'ELAPSEDTIME';
    const at = (place: number): Minute | null => parseDate(textOf(args[place]));
    const long = (place: number): number | null => minutesOfDuration(textOf(args[place]), isElapsed);
    found.set(task.id, {
      start: at(5) ?? at(7),
      finish: at(6) ?? at(8),
      actualStart: at(16),
      actualFinish: at(17),
      critical: flagOf(args[13]),
      duration: long(4),
      remaining: long(18),
      completion: number(args[19]),
    });
  }
  // IFC2X3 has dates of parts, and durations in seconds.
  for (const { args } of entities.ofTypes('IFCRELASSIGNSTASKS')) {
    const time = entities.of(refOf(args[7]));
    if (time?.type !== 'IFCSCHEDULETIMECONTROL') continue;
    const at = (place: number): Minute | null => dateOf(entities, refOf(time.args[place]));
    const seconds = (place: number): number | null => {
      const value = number(time.args[place]);
      return value === null ? null : Math.round(value / 60);
    };
    for (const task of refsOf(args[4]))
      found.set(task, {
        start: at(8) ?? at(6),
        finish: at(12) ?? at(10),
        actualStart: at(5),
        actualFinish: at(9),
        critical: flagOf(time.args[18]),
        duration: seconds(13),
        remaining: seconds(15),
        completion: number(time.args[22]),
      });
  }
  return found;
}

function dateOf(entities: Entities, id: number | null): Minute | null {
  const entity = entities.of(id);
  const [date, time] =
    entity?.type === 'IFCDATEANDTIME' ? [entities.of(refOf(entity.args[0])), entities.of(refOf(entity.args[1]))] : [entity, null];
  if (date?.type !== 'IFCCALENDARDATE') return null;
  const two = (value: StepValue | undefined): string => String(number(value) ?? 0).padStart(2, '0');
  const clock = time?.type === 'IFCLOCALTIME' ? `T${two(time.args[0])}:${two(time.args[1])}` : '';
  return parseDate(`${String(number(date.args[2]) ?? 0).padStart(4, '0')}-${two(date.args[1])}-${two(date.args[0])}${clock}`);
}

/** Elements by task: what it makes (assigned to a product), and what it is given (assigned to the process). */
function elementsByTask(entities: Entities): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const put = (task: number, element: Entity | null): void => {
    const guid = textOf(element?.args[0]);
    if (!element || element.type === 'IFCTASK' || isResource(element.type) || guid.length !== 22) return;
    const known = found.get(task);
    if (!known) found.set(task, [guid]);
    else if (!known.includes(guid)) known.push(guid);
  };
  for (const { args } of entities.ofTypes('IFCRELASSIGNSTOPRODUCT'))
    for (const task of refsOf(args[4])) put(task, entities.of(refOf(args[6])));
  for (const { args } of entities.ofTypes('IFCRELASSIGNSTOPROCESS')) {
    const task = refOf(args[6]);
    if (task !== null) for (const element of refsOf(args[4])) put(task, entities.of(element));
  }
  return found;
}

function taskOf(
  { id, args }: Entity,
  parentId: number | null,
  isParent: boolean,
  times: Times | undefined,
  elements: string[],
  findings: Findings,
): ReadIfcTask {
  const { start = null, finish = null, actualStart = null, actualFinish = null, critical = null, completion = null } = times ?? {};
  // IFC2X3 has no long description before the status.
  const [statusAt, milestoneAt] = args.length < IFC4_ARGUMENTS ? [6, 8] : [7, 9];
  const isMilestone = flagOf(args[milestoneAt]) === true;
  const stated = ITEM_TYPES.find((type) => type === textOf(args[4]));
  const type = isParent ? 'sum' : (stated ?? (isMilestone ? 'milestone_finish' : 'task'));
  const counted = isMilestone ? 0 : (times?.duration ?? workingMinutes(start, finish));
  const duration = wholeMinutes(Math.max(0, counted)) ?? 0;
  const share = completion === null ? null : completion > 1 ? completion / 100 : completion;
  const text = textOf(args[statusAt]).toUpperCase();
  const isDone = actualFinish !== null || share === 1 || text === 'COMPLETED';
  const progress = isDone ? 1 : Math.min(Math.max(share ?? 0, 0), 1);
  const status: TaskStatus = isDone
    ? 'completed'
    : actualStart !== null || progress > 0 || text === 'STARTED'
      ? 'in_progress'
      : 'not_started';
  if (!times && !isParent) findings.add({ severity: 'info', code: 'task.no_times', value: textOf(args[2]) || textOf(args[0]) });
  return {
    id,
    parentId,
    guid: textOf(args[0]) || null,
    type,
    code: textOf(args[5]),
    name: textOf(args[2]) || textOf(args[5]),
    isMilestone,
    status,
    start,
    finish,
    durationMinutes: duration,
    remainingMinutes: wholeMinutes(Math.max(0, times?.remaining ?? duration * (1 - progress))) ?? 0,
    actualStart,
    actualFinish,
    progress,
    critical,
    elements,
  };
}

/** Working minutes between two dates, by weeks of five days of eight hours; for tasks whose file states no duration. */
function workingMinutes(start: Minute | null, finish: Minute | null): number {
  if (start === null || finish === null || finish <= start) return 0;
  const [first, last] = [Math.floor(start / MINUTES_A_DAY), Math.floor((finish - 1) / MINUTES_A_DAY)];
  const weeks = Math.floor((last - first + 1) / 7);
  let days = weeks * 5;
  // Day 0, the first of 1990, was a Monday.
  for (let day = first + weeks * 7; day <= last; day++) if (((day % 7) + 7) % 7 < 5) days++;
  return Math.max(days, 1) * MINUTES_A_DAY_OF_WORK;
}

function sequencesOf(entities: Entities, tasks: ReadonlyMap<number, Entity>, findings: Findings): IfcSequence[] {
  const found: IfcSequence[] = [];
  for (const { args } of entities.ofTypes('IFCRELSEQUENCE')) {
    const [predecessorId, successorId] = [refOf(args[4]), refOf(args[5])];
    if (predecessorId === null || successorId === null || !tasks.has(predecessorId) || !tasks.has(successorId)) {
      findings.add({ severity: 'warning', code: 'reference.dangling', table: 'IfcRelSequence', field: textOf(args[0]), value: '' });
      continue;
    }
    const lag = entities.of(refOf(args[6]));
    const seconds = number(args[6]);
    const value = lag?.args[3];
    const stated = value !== null && typeof value === 'object' && 'type' in value ? textOf(value.value) : textOf(value);
    const minutes = seconds !== null ? seconds / 60 : lag ? (minutesOfDuration(stated, word(lag.args[4]) === 'ELAPSEDTIME') ?? 0) : 0;
    found.push({ predecessorId, successorId, type: SEQUENCES[word(args[7])] ?? 'fs', lagMinutes: wholeMinutes(minutes) ?? 0 });
  }
  return found;
}
