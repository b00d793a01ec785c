import type { Minute } from '@gantry/domain';
import type { ImportedProject } from '../project-file.ts';
import { COLUMNS } from './columns.ts';
import type { Cell, ColumnKey, Table } from './columns.ts';
import { formatLink } from './links.ts';

/** A project as a table: one row an item in preorder, attributes of items as further columns; the header of costs names their currency. */
export function tableOfProject(project: ImportedProject, currency: string | null): Table {
  const { items, relations, resources, assignments, calendars } = project.plan;
  const columns = COLUMNS.filter(({ key }) => key !== 'duration');
  const attributes = project.attributes.filter(({ owner }) => owner === 'task' || owner === 'sum');
  const values = new Map(project.values.map(({ attributeId, ownerId, value }) => [`${attributeId} ${ownerId}`, value]));
  const calendarNames = new Map(calendars.map(({ id, name }) => [id, name]));
  const codes = codesOf(items.map(({ id, code }) => ({ id, code })));
  const links = new Map<number, string[]>();
  for (const { predecessorId, successorId, type, lagMinutes } of relations) {
    push(links, successorId, formatLink({ code: codes.get(predecessorId) ?? '', type, lagMinutes }));
  }
  const resourceCodes = new Map(resources.map(({ id, code, name }) => [id, code || name]));
  const work = new Map<number, string[]>();
  for (const { itemId, resourceId, plannedUnits } of assignments) push(work, itemId, `${resourceCodes.get(resourceId)} (${plannedUnits})`);
  const levels = new Map<number | null, number>([[null, 0]]);
  const rows = items.map((item, i): Cell[] => {
    const level = (levels.get(item.parentId) ?? 0) + 1;
    levels.set(item.id, level);
    const stored = project.stored.items[i];
    const cells: Record<Exclude<ColumnKey, 'duration'>, Cell> = {
      level,
      code: codes.get(item.id)!,
      name: item.name,
      type: item.type,
      scheduling: item.schedulingKind,
      calendar: calendarNames.get(item.calendarId ?? -1) ?? null,
      status: item.type === 'sum' ? null : item.status,
      durationHours: item.type === 'sum' ? null : hours(item.durationMinutes),
      remainingHours: item.type === 'sum' ? null : hours(item.remainingMinutes),
      progress: item.type === 'sum' ? null : Math.round(item.progress * 1e6) / 1e4,
      start: moment(item.start),
      finish: moment(item.finish),
      actualStart: moment(item.actualStart),
      actualFinish: moment(item.actualFinish),
      startLimitType: item.startLimitType,
      startLimitDate: moment(item.startLimitDate),
      finishLimitType: item.finishLimitType,
      finishLimitDate: moment(item.finishLimitDate),
      deadline: moment(item.deadline),
      volume: item.volume ?? null,
      volumeUnit: item.volumeUnit || null,
      labourHours: item.labourHours ?? null,
      cost: item.cost ?? null,
      predecessors: links.get(item.id)?.join('; ') ?? null,
      resources: work.get(item.id)?.join('; ') ?? null,
      earlyStart: moment(stored.earlyStart),
      earlyFinish: moment(stored.earlyFinish),
      lateStart: moment(stored.lateStart),
      lateFinish: moment(stored.lateFinish),
      totalFloatHours: hours(stored.totalFloatMinutes),
      freeFloatHours: hours(stored.freeFloatMinutes),
    };
    const own = attributes.map((definition): Cell => {
      const value = values.get(`${definition.id} ${item.id}`);
      if (value === undefined) return null;
      if (definition.type === 'list') {
        const listed = definition.values.find(({ id }) => id === value);
        return listed ? listed.name || listed.code : null;
      }
      return definition.type === 'date' ? { minute: Number(value) } : value;
    });
    return [...columns.map(({ key }) => cells[key as Exclude<ColumnKey, 'duration'>]), ...own];
  });
  return {
    headers: [
      ...columns.map(({ key, header }) => (key === 'cost' && currency ? `${header} (${currency})` : header)),
      ...attributes.map(({ name }) => name),
    ],
    rows,
  };
}

/** Codes that tell items apart: an empty or repeated one gets a number. */
function codesOf(items: readonly { id: number; code: string }[]): Map<number, string> {
  const codes = new Map<number, string>();
  const taken = new Set<string>();
  items.forEach(({ id, code }, i) => {
    let unique = code || String(i + 1);
    for (let n = 2; taken.has(unique); n++) unique = `${code || i + 1}~${n}`;
    taken.add(unique);
    codes.set(id, unique);
  });
  return codes;
}

function push(map: Map<number, string[]>, key: number, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function moment(minute: Minute | null): Cell {
  return minute === null ? null : { minute };
}

function hours(minutes: number | null): number | null {
  return minutes === null ? null : Math.round((minutes / 60) * 1e6) / 1e6;
}
