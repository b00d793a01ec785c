import { gwbs, type PageOfRows, toWire } from '@gantry/contract';
import { indicatorColumn, type RowFilter } from '@gantry/domain';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { sendWithRows } from '../../../platform/http/json-rows.ts';
import { getNode, validityOut } from '../../structure/eps/eps.service.ts';
import { filters } from '../filters/filters.service.ts';
import { listByIds, updateItems } from '../wbs/wbs.service.ts';
import { headOfRows, jsonOfRows, withIndicator } from '../wbs/wbs.view.service.ts';
import { listShownSchedules, type ShownSchedule } from './gwbs.repository.ts';

async function schedulesOf(context: Context, projectId: number): Promise<ShownSchedule[]> {
  await getNode(context, projectId, 'project');
  return context.read((db) => listShownSchedules(db, context.spaceId, projectId));
}

/** A row is named by its version and its id there; `json`: the row as JSON. */
function toRow({ id: schedule_id, version_id }: ShownSchedule, json: string, id: number, parentId: number | null): string {
  const name = (itemId: number) => `${version_id}-${itemId}`;
  const names = JSON.stringify({ id: name(id), parent_id: parentId === null ? null : name(parentId), schedule_id, version_id });
  return `${names.slice(0, -1)},"item":${json}}`;
}

type Reading = {
  filter: RowFilter | null;
  withParents: boolean;
  /** Of versions that have this column alone. */
  needed?: string | null;
  order?: { sort: string; direction: 1 | -1 } | null;
};

/** Sends rows of all schedules of a project that pass a filter, all without one, a page of them. Versions beside the page are not read where nothing is filtered. */
async function sendRowsOfProject(
  context: Context,
  projectId: number,
  { filter, withParents, needed = null, order = null }: Reading,
  page: PageOfRows,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const schedules: ReadSchedule[] = [];
  const items: string[] = [];
  const ignored = new Set<string>();
  let total = 0;
  for (const schedule of await schedulesOf(context, projectId)) {
    const isBeside = total + schedule.item_count <= page.offset || total >= page.offset + page.limit;
    const { calendars, ...head } = await headOfRows(context, schedule.version_id);
    const { remarks, ...shown } = schedule;
    const validity = validityOut(shown.calculation_status, remarks ?? []);
    const offset = Math.max(0, page.offset - total);
    const limit = Math.max(0, page.offset + page.limit - total - offset);
    const asked = { filter, withParents, needed, order, page: { offset, limit } };
    const read = !filter && isBeside ? null : await jsonOfRows(context, schedule.version_id, asked);
    const { revision } = read ?? head;
    schedules.push({ ...shown, ...validity, revision, calendars: calendars.map((calendar) => toWire(calendar)) });
    if (read) {
      for (const [at, json] of read.json.entries()) items.push(toRow(schedule, json, read.ids[at], read.parentIds[at]));
      for (const column of read.ignored) ignored.add(column);
    }
    total += read?.count ?? schedule.item_count;
  }
  const end = page.offset + page.limit;
  const answer = gwbs.list.output.omit({ items: true }).parse({ schedules, total, next: end < total ? end : null, ignored: [...ignored] });
  return sendWithRows(reply, answer, 'items', items);
}
type ReadSchedule = Omit<ShownSchedule, 'remarks'> &
  ReturnType<typeof validityOut> & { revision: number; calendars: ReturnType<typeof toWire>[] };

/** Sends rows of all schedules of a project, a page of them. */
export async function listProjectRows(
  context: Context,
  projectId: number,
  page: PageOfRows & { filter?: number; filter_indicator?: number; sort?: string; direction: 1 | -1 },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const chosen = page.filter === undefined ? null : await filters.content(context, page.filter);
  const order = page.sort === undefined ? null : { sort: page.sort, direction: page.direction };
  if (page.filter_indicator === undefined)
    return sendRowsOfProject(context, projectId, { filter: chosen, withParents: true, order }, page, reply);
  const reading = {
    order,
    filter: withIndicator(chosen, page.filter_indicator),
    withParents: true,
    needed: indicatorColumn(page.filter_indicator),
  };
  return sendRowsOfProject(context, projectId, reading, page, reply);
}

/** Sends rows of all schedules of a project that pass conditions, a page of them. */
export function filterProjectRows(
  context: Context,
  projectId: number,
  { with_parents, offset, limit, ...filter }: RowFilter & PageOfRows & { with_parents: boolean },
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendRowsOfProject(context, projectId, { filter, withParents: with_parents }, { offset, limit }, reply);
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
  const [item] = await listByIds(context, schedule.version_id, [itemId]);
  if (!item) fail('gwbs.not_found', { id: name });
  const above = item.parent_id as number | null;
  const parent = above === null ? null : `${schedule.version_id}-${above}`;
  return { row: { id: name, parent_id: parent, schedule_id: schedule.id, version_id: schedule.version_id, item } };
}

/** Changes fields of a row of a schedule of a project, as an edit of its version. */
export async function updateProjectRow(context: Context, projectId: number, name: string, fields: Record<string, unknown>) {
  const { schedule, itemId } = await find(context, projectId, name);
  return updateItems(context, schedule.version_id, [{ ...fields, id: itemId }]);
}
