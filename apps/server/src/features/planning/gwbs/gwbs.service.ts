import { gwbs, type PageOfRows, toWire } from '@gantry/contract';
import { indicatorColumn, type RowFilter } from '@gantry/domain';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { sendWithRows } from '../../../platform/http/json-rows.ts';
import { signalOf } from '../../../platform/http/turns.ts';
import { getNode, validityOut } from '../../structure/eps/eps.service.ts';
import { filters } from '../filters/filters.service.ts';
import { listByIds, updateItems } from '../wbs/wbs.service.ts';
import { jsonOfRows, type RowsAnswer, withIndicator } from '../wbs/wbs.view.service.ts';
import { listCalendarsOf, listShownSchedules, type ShownSchedule } from './gwbs.repository.ts';

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

/** Schedules whose rows stand on one page: each is opened by itself. A page of many small ones ends with the last of them. */
export const SCHEDULES_A_PAGE = 200;
/** What a filter over a project reads at most: every page reads the versions before it again. */
const MOST_FILTERED = { works: 500_000, schedules: 2_000 };

/**
 * Sends rows of all schedules of a project that pass a filter, all without one, a page of them. Without a filter versions beside the page
 * are not read; with one those behind a full page are not, and no total is told.
 */
async function sendRowsOfProject(
  context: Context,
  projectId: number,
  { filter, withParents, needed = null, order = null }: Reading,
  page: PageOfRows,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const all = await schedulesOf(context, projectId);
  if (filter) refuseTooMany(all);
  const signal = signalOf(reply);
  const end = page.offset + page.limit;
  const read = new Map<number, RowsAnswer>();
  let total = 0;
  /** Where the page ends before it is full, and how many schedules of a filter are not read. */
  let [endsAt, unread] = [null as number | null, 0];
  for (const schedule of all) {
    const isBehind = endsAt !== null || total >= end;
    if (filter && isBehind) unread += Math.min(1, schedule.item_count);
    else if (!isBehind && (filter || (schedule.item_count && total + schedule.item_count > page.offset))) {
      const offset = Math.max(0, page.offset - total);
      const asked = { filter, withParents, needed, order, page: { offset, limit: end - total - offset } };
      const answer = await jsonOfRows(context, schedule.version_id, asked, signal);
      read.set(schedule.version_id, answer);
      total += answer.count;
      if (!filter && read.size === SCHEDULES_A_PAGE) endsAt = total;
    } else total += schedule.item_count;
  }
  const next = unread ? end : endsAt !== null && endsAt < Math.min(end, total) ? endsAt : end < total ? end : null;
  const answer = gwbs.list.output.omit({ items: true }).parse({
    schedules: await withCalendars(context, all, read),
    total: unread ? null : total,
    next,
    ignored: [...new Set([...read.values()].flatMap(({ ignored }) => ignored))],
  });
  const items = all.flatMap((schedule) => {
    const { json, ids, parentIds } = read.get(schedule.version_id) ?? NOTHING;
    return json.map((row, at) => toRow(schedule, row, ids[at], parentIds[at]));
  });
  return sendWithRows(reply, answer, 'items', items);
}

const NOTHING: Pick<RowsAnswer, 'json' | 'ids' | 'parentIds'> = { json: [], ids: [], parentIds: [] };

function refuseTooMany(schedules: readonly ShownSchedule[]): void {
  const works = schedules.reduce((sum, { item_count: count }) => sum + count, 0);
  if (works > MOST_FILTERED.works || schedules.length > MOST_FILTERED.schedules) fail('gwbs.too_large', MOST_FILTERED);
}

/** Schedules as they are told, with the calendars of those that have rows on the page. */
async function withCalendars(context: Context, all: readonly ShownSchedule[], read: ReadonlyMap<number, RowsAnswer>) {
  const here = [...read].flatMap(([id, { ids }]) => (ids.length ? [id] : []));
  const calendars = here.length ? await context.read((db) => listCalendarsOf(db, context.spaceId, here)) : null;
  return all.map(({ remarks, ...shown }) => ({
    ...shown,
    ...validityOut(shown.calculation_status, remarks ?? []),
    revision: read.get(shown.version_id)?.revision ?? shown.revision,
    calendars: (calendars?.get(shown.version_id) ?? []).map(toWire),
  }));
}

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
