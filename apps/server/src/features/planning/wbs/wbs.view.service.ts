import {
  attributeColumn,
  fieldsOf,
  indicatorColumn,
  optionsOfAttribute,
  type RowFilter,
  WBS_COLUMNS,
  type WbsColumnType,
  type WbsRow,
} from '@gantry/domain';
import type { PageOfRows } from '@gantry/contract';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { sendWithRows } from '../../../platform/http/json-rows.ts';
import { atMost, signalOf } from '../../../platform/http/turns.ts';
import { openThread, READING_MEMORY, type Thread } from '../../../platform/jobs/workers.ts';
import { type Connection, type Database, perDatabase } from '../../../platform/postgres/database.ts';
import { readVersion } from '../edits/edits.service.ts';
import { filters } from '../filters/filters.service.ts';
import { indicatorsFor } from '../indicator-values/indicator-values.service.ts';
import { answerRows, isOutOfSight, type RowsAnswer, type RowsAsked } from './read/wbs.read.service.ts';
import type { RowsThreadInput } from './read/wbs.read.thread.ts';
import { findFlags, saveFlag } from './wbs.flags.repository.ts';

export type { RowsAnswer } from './read/wbs.read.service.ts';

type RowsThread = Thread<RowsThreadInput, RowsAnswer | null>;

/** Versions with more rows are read by the thread: their rows would hold up the calls of others. */
const MOST_HERE = 2_000;

/** Questions that wait for the thread; more would wait longer than their callers do. */
const MOST_WAITING = 200;

const rowsOfDatabase = perDatabase(() => ({
  thread: null as RowsThread | null,
  mostHere: MOST_HERE,
  inTurn: atMost(1, MOST_WAITING),
}));

/** Opens the thread that answers from the rows of large versions; it reads them by a connection of its own. */
export function openRowsThread(services: { database: Database }, connection: Connection, mostHere = MOST_HERE): RowsThread {
  const thread: RowsThread = openThread(new URL('./read/wbs.read.thread.ts', import.meta.url), READING_MEMORY, connection);
  Object.assign(rowsOfDatabase(services), { thread, mostHere });
  return thread;
}

/** What the caller sees of the rows of a version: here where it is small, else in the thread. The signal ends the wait for it. */
async function readRows(context: Context, versionId: number, asked: RowsAsked, signal?: AbortSignal): Promise<RowsAnswer> {
  const isPlain = !asked.filter && !asked.order && asked.needed === null && asked.column === null;
  const question = { ...asked, userId: context.userId, indicators: isPlain ? null : await indicatorsFor(context, versionId) };
  const { thread, mostHere, inTurn } = rowsOfDatabase(context);
  const here = await readVersion(context, versionId, async (reader) =>
    thread && reader.head.item_count > mostHere ? null : answerRows(reader, question),
  );
  if (here || !thread) return here as RowsAnswer;
  const { spaceId, userId, token } = context;
  const who = { userId, token: token && { rights: token.rights } };
  const answer = await inTurn(() => thread.run({ key: { spaceId, versionId }, who, question }), signal);
  return answer ?? fail('version.not_found', { id: versionId });
}

const ALL_ROWS = {
  filter: null,
  withParents: false,
  order: null,
  needed: null,
  column: null,
  page: null,
  only: null,
  fields: null,
} satisfies RowsAsked;

type Page = PageOfRows & {
  filter?: number;
  filter_indicator?: number;
  target?: number;
  sort?: string;
  direction: 1 | -1;
};

/** Sends a page of the rows in tree order, optionally filtered by a filtering state and sorted among siblings. */
export async function listWbs(
  context: Context,
  versionId: number,
  { filter: filterId, filter_indicator: indicatorId, sort, direction, ...page }: Page,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const chosen = filterId === undefined ? null : await filters.content(context, filterId);
  const asked: RowsAsked = {
    ...ALL_ROWS,
    filter: indicatorId === undefined ? chosen : withIndicator(chosen, indicatorId),
    needed: indicatorId === undefined ? null : indicatorColumn(indicatorId),
    order: sort === undefined ? null : { sort, direction },
    page,
  };
  const answer = await readRows(context, versionId, asked, signalOf(reply));
  if (answer.lacks.needed) fail('indicator.not_found', { id: indicatorId });
  if (answer.lacks.order) fail('wbs.unknown_column', { column: sort });
  const { revision, count: total, next } = answer;
  return sendWithRows(reply, { revision, total, next }, 'items', answer.json);
}

/** Sends rows that pass a filter; columns that the version does not have are named. */
export async function filterWbs(
  context: Context,
  versionId: number,
  { with_parents: withParents, offset, limit, ...filter }: RowFilter & PageOfRows & { with_parents: boolean },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await readRows(context, versionId, { ...ALL_ROWS, filter, withParents, page: { offset, limit } }, signalOf(reply));
  const { revision, count: total, next, ignored } = answer;
  return sendWithRows(reply, { revision, total, next, ignored }, 'items', answer.json);
}

/** A filter that rows pass where they also meet a rule of an indicator. */
export function withIndicator(filter: RowFilter | null, indicatorId: number): RowFilter {
  const met = { column: indicatorColumn(indicatorId), operator: 'exists' as const, value: null };
  return { join: 'and', conditions: [met, ...(filter ? [filter as RowFilter & { join: 'and' | 'or' }] : [])] as RowFilter['conditions'] };
}

/** A page of the rows of a version that pass a filter, all without one, each as JSON; an order by a column that it lacks is ignored. */
export async function jsonOfRows(
  context: Context,
  versionId: number,
  asked: Partial<RowsAsked>,
  signal?: AbortSignal,
): Promise<RowsAnswer> {
  const answer = await readRows(context, versionId, { ...ALL_ROWS, ...asked }, signal);
  return answer.lacks.order && asked.order ? { ...answer, ignored: [...answer.ignored, asked.order.sort] } : answer;
}

/** Some fields of the rows of a version that pass a filter, all without one, in tree order; with what a column of texts says of each where one is asked for. */
export async function rowsPassing<F extends keyof WbsRow>(
  context: Context,
  versionId: number,
  filter: RowFilter | null,
  fields: readonly F[],
  { column = null, needed = null }: Partial<Pick<RowsAsked, 'column' | 'needed'>> = {},
): Promise<{ revision: number; rows: Pick<WbsRow, F>[]; texts: string[] | null; ignored: string[] }> {
  const answer = await readRows(context, versionId, { ...ALL_ROWS, filter, column, needed, fields });
  const { revision, texts, ignored } = answer;
  return { revision, rows: rowsOfColumns(answer, fields), texts, ignored };
}

const rowsOfColumns = <F extends keyof WbsRow>({ ids, columns }: RowsAnswer, fields: readonly F[]): Pick<WbsRow, F>[] =>
  ids.map((_id, at) => {
    const row: Record<string, unknown> = {};
    for (const [index, field] of fields.entries()) row[field] = columns[index][at];
    return row as Pick<WbsRow, F>;
  });

/** Some rows as people see them, by their ids; the tree is read only where a phase is among them. */
export async function shownRows(context: Context, versionId: number, ids: readonly number[]): Promise<Map<number, WbsRow>> {
  const rows = await readVersion(context, versionId, (reader) => reader.rows('wbs', ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const phases = rows.filter(({ type }) => type === 'sum').map(({ id }) => id);
  if (!phases.length) return byId;
  const answer = await readRows(context, versionId, { ...ALL_ROWS, only: phases, fields: FIELDS });
  for (const row of rowsOfColumns(answer, FIELDS)) byId.set(row.id, row);
  return byId;
}
const FIELDS = fieldsOf('wbs').map(({ name }) => name as keyof WbsRow);

/** The columns that the grid of a version can show. */
export async function listColumns(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ rows, mask }) => [
    ...WBS_COLUMNS.filter(({ id }) => !isOutOfSight(mask, id)).map(({ id, type, editable }) => ({
      id: id as string,
      type,
      name: null,
      editable,
    })),
    ...(await rows('attribute')).map(({ id, type, name, options }) => ({
      id: attributeColumn(id),
      type: type satisfies WbsColumnType,
      name,
      editable: !optionsOfAttribute(options).formula && !mask?.readOnly.has(id),
    })),
  ]);
}

/** What the caller has ticked and folded in a version. */
export async function readFlags(context: Context, versionId: number) {
  return readVersion(context, versionId, ({ db, key }) => findFlags(db, key, context.userId));
}

/** Sets a flag of rows for the caller, of all rows where no ids are given. */
export async function setFlag(context: Context, versionId: number, flag: 'checked' | 'folded', ids: number[] | undefined, on: boolean) {
  await readVersion(context, versionId, async () => undefined);
  await context.write((tx) => saveFlag(tx, { spaceId: context.spaceId, versionId }, context.userId, flag, ids ?? null, on));
}
