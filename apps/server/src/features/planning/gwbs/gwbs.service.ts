import { type PageOfRows, toWire } from '@gantry/contract';
import { indicatorColumn, type RowFilter, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode, validityOut } from '../../structure/eps/eps.service.ts';
import { filters } from '../filters/filters.service.ts';
import { updateItems } from '../wbs/wbs.service.ts';
import { headOfRows, rowsPassing, withIndicator } from '../wbs/wbs.view.service.ts';
import { listShownSchedules, type ShownSchedule } from './gwbs.repository.ts';

async function schedulesOf(context: Context, projectId: number): Promise<ShownSchedule[]> {
  await getNode(context, projectId, 'project');
  return context.read((db) => listShownSchedules(db, context.spaceId, projectId));
}

function toRow({ id, version_id }: ShownSchedule, item: WbsRow) {
  const name = (itemId: number) => `${version_id}-${itemId}`;
  return {
    id: name(item.id),
    parent_id: item.parentId === null ? null : name(item.parentId),
    schedule_id: id,
    version_id,
    item: toWire(item),
  };
}

type Reading = {
  filter: RowFilter | null;
  withParents: boolean;
  /** Of versions that have this column alone. */
  needed?: string | null;
  order?: { sort: string; direction: 1 | -1 } | null;
};

/** Rows of all schedules of a project that pass a filter, all without one, a page of them. Versions beside the page are not read where nothing is filtered. */
async function rowsOfProject(
  context: Context,
  projectId: number,
  { filter, withParents, needed = null, order = null }: Reading,
  page: PageOfRows,
) {
  const [schedules, items, ignored] = [[] as ReadSchedule[], [] as ReturnType<typeof toRow>[], new Set<string>()];
  let total = 0;
  for (const schedule of await schedulesOf(context, projectId)) {
    const isBeside = total + schedule.item_count <= page.offset || total >= page.offset + page.limit;
    const read =
      !filter && isBeside
        ? { ...(await headOfRows(context, schedule.version_id)), rows: [], count: schedule.item_count, ignored: [] }
        : await rowsPassing(context, schedule.version_id, filter, withParents, { needed, order });
    const { remarks, ...shown } = schedule;
    const validity = validityOut(shown.calculation_status, remarks ?? []);
    schedules.push({ ...shown, ...validity, revision: read.revision, calendars: read.calendars.map((calendar) => toWire(calendar)) });
    const from = Math.max(0, page.offset - total);
    for (const row of read.rows.slice(from, Math.max(from, page.offset + page.limit - total))) items.push(toRow(schedule, row));
    total += read.count;
    for (const column of read.ignored) ignored.add(column);
  }
  const end = page.offset + page.limit;
  return { schedules, total, next: end < total ? end : null, ignored: [...ignored], items };
}
type ReadSchedule = Omit<ShownSchedule, 'remarks'> &
  ReturnType<typeof validityOut> & { revision: number; calendars: ReturnType<typeof toWire>[] };

/** Rows of all schedules of a project, a page of them. */
export async function listProjectRows(
  context: Context,
  projectId: number,
  page: PageOfRows & { filter?: number; filter_indicator?: number; sort?: string; direction: 1 | -1 },
) {
  const chosen = page.filter === undefined ? null : await filters.content(context, page.filter);
  const order = page.sort === undefined ? null : { sort: page.sort, direction: page.direction };
  if (page.filter_indicator === undefined) return rowsOfProject(context, projectId, { filter: chosen, withParents: true, order }, page);
  const reading = {
    order,
    filter: withIndicator(chosen, page.filter_indicator),
    withParents: true,
    needed: indicatorColumn(page.filter_indicator),
  };
  return rowsOfProject(context, projectId, reading, page);
}

/** Rows of all schedules of a project that pass conditions, a page of them. */
export function filterProjectRows(
  context: Context,
  projectId: number,
  { with_parents, offset, limit, ...filter }: RowFilter & PageOfRows & { with_parents: boolean },
) {
  return rowsOfProject(context, projectId, { filter, withParents: with_parents }, { offset, limit });
}

/** The schedule that a row's name points into; refused where it is none of the project's. */
async function find(context: Context, projectId: number, name: string): Promise<{ schedule: ShownSchedule; itemId: number }> {
  const [versionId, itemId] = name.split('-').map(Number);
  const schedule = (await schedulesOf(context, projectId)).find(({ version_id }) => version_id === versionId);
  if (!schedule) fail('gwbs.not_found', { id: name });
  return { schedule, itemId };
}

/** One row of a schedule of a project. */
export async function describeProjectRow(context: Context, projectId: number, name: string) {
  const { schedule, itemId } = await find(context, projectId, name);
  const { rows } = await rowsPassing(context, schedule.version_id, null, false);
  const row = rows.find(({ id }) => id === itemId);
  if (!row) fail('gwbs.not_found', { id: name });
  return { row: toRow(schedule, row) };
}

/** Changes fields of a row of a schedule of a project, as an edit of its version. */
export async function updateProjectRow(context: Context, projectId: number, name: string, fields: Record<string, unknown>) {
  const { schedule, itemId } = await find(context, projectId, name);
  return updateItems(context, schedule.version_id, [{ ...fields, id: itemId }]);
}
