import { pageOf, type PageOfRows, toWire } from '@gantry/contract';
import {
  attributeColumn,
  attributeOfColumn,
  compileFilter,
  indicatorColumn,
  MONEY_COLUMNS,
  optionsOfAttribute,
  type ReaderOf,
  type RowFilter,
  type VersionRow,
  WBS_COLUMNS,
  type WbsColumnType,
  type WbsRow,
  withoutMoney,
} from '@gantry/domain';
import {
  collatorOf,
  filterRows,
  layOutRows,
  readersOf,
  type ReadRows,
  ROWS_A_TEST,
  type RelatedOutside,
  shownRow,
  sortRows,
  type Steps,
} from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { unhurried } from '../../../platform/http/turns.ts';
import { openWhole } from '../attribute-values/attribute-values.service.ts';
import { openJudge } from '../indicator-values/indicator-values.service.ts';
import { hidesAnything, type Mask, readVersion, type VersionReader } from '../edits/edits.service.ts';
import { filters } from '../filters/filters.service.ts';
import { namesOutside } from '../links/links.limits.service.ts';
import { findFlags, saveFlag } from './wbs.flags.repository.ts';
import { openRows } from './wbs.shown.service.ts';

type Page = PageOfRows & {
  filter?: number;
  filter_indicator?: number;
  target?: number;
  sort?: string;
  direction: 1 | -1;
};

/** The rows of a version with what its columns say to the caller: a column out of their sight is one that is not there. */
async function openColumns(
  context: Context,
  reader: VersionReader,
  judge: Awaited<ReturnType<typeof openJudge>>,
): Promise<{ view: ReadRows; readerOf: ReaderOf }> {
  const document = await openWhole(reader);
  judge(document, reader.mask);
  const outside = new Map<number, RelatedOutside[]>();
  for (const { itemId, side, name } of await namesOutside(reader))
    outside.set(itemId, [...(outside.get(itemId) ?? []), { side, other: { code: '', name } }]);
  const { checked } = await findFlags(reader.db, reader.key, context.userId);
  const view = { ...layOutRows(document, () => false), document, ticked: new Set(checked), outside };
  const read = readersOf(view);
  return { view, readerOf: (column) => (isOutOfSight(reader.mask, column) ? null : read(column)) };
}

/** A row as it is shown: the document holds what columns and formulas count with, also for who sees no costs. */
const seenRow = (mask: Mask | null, view: ReadRows, row: number): WbsRow =>
  mask?.money === false ? withoutMoney('wbs', shownRow(view, row)) : shownRow(view, row);

const isOutOfSight = (mask: Mask | null, column: string): boolean =>
  hidesAnything(mask) && (mask.hidden.has(attributeOfColumn(column) ?? 0) || (!mask.money && MONEY_COLUMNS.has(column)));

/** Returns a page of the rows in tree order, optionally filtered by a filtering state and sorted among siblings. */
export async function listWbs(context: Context, versionId: number, page: Page) {
  const chosen = page.filter === undefined ? null : await filters.content(context, page.filter);
  const filter = page.filter_indicator === undefined ? chosen : withIndicator(chosen, page.filter_indicator);
  const judge = filter || page.sort !== undefined ? await openJudge(context, versionId) : null;
  return readVersion(context, versionId, async (reader) => {
    const { view, readerOf } = judge ? await openColumns(context, reader, judge) : { view: await openRows(reader), readerOf: NO_COLUMNS };
    if (page.filter_indicator !== undefined && !readerOf(indicatorColumn(page.filter_indicator)))
      fail('indicator.not_found', { id: page.filter_indicator });
    const order = page.sort === undefined ? null : await unhurried(sorted(view, readerOf, page.sort, page.direction));
    const { places } = await unhurried(passing(view, readerOf, filter, false, order));
    const from =
      page.target === undefined
        ? page.offset
        : Math.max(
            0,
            places.findIndex((row) => view.rows.id[row] === page.target),
          );
    const { rows, next } = pageOf(places, { offset: from, limit: page.limit });
    const items = rows.map((row) => toWire(seenRow(reader.mask, view, row)));
    return { revision: reader.head.revision, total: places.length, next, items };
  });
}

/** A filter that rows pass where they also meet a rule of an indicator. */
export function withIndicator(filter: RowFilter | null, indicatorId: number): RowFilter {
  const met = { column: indicatorColumn(indicatorId), operator: 'exists' as const, value: null };
  return { join: 'and', conditions: [met, ...(filter ? [filter as RowFilter & { join: 'and' | 'or' }] : [])] as RowFilter['conditions'] };
}

const NO_COLUMNS: ReaderOf = () => null;
/** Files and answers have no reader whose language is known here. */
const COLLATOR = collatorOf('en');

/** Place to row, siblings ordered by a column. */
function sorted(view: ReadRows, readerOf: ReaderOf, column: string, direction: 1 | -1): Steps<Int32Array> {
  const reader = readerOf(column);
  if (!reader) fail('wbs.unknown_column', { column });
  return sortRows(view, { reader, direction, collator: COLLATOR });
}

/** The rows that pass a filter, all without one, in an order or that of the tree. */
function* passing(
  view: ReadRows,
  readerOf: ReaderOf,
  filter: RowFilter | null,
  withParents: boolean,
  order: Int32Array | null = null,
): Steps<{ places: number[]; ignored: string[] }> {
  const { test, ignored } = filter ? compileFilter(filter, readerOf) : { test: null, ignored: [] };
  const hidden = test && withParents ? (yield* filterRows(view, test)).hidden : null;
  const places: number[] = [];
  for (let place = 0; place < view.rows.count; place += 1) {
    if (place % ROWS_A_TEST === 0) yield;
    const row = order ? order[place] : place;
    if (hidden ? !hidden[row] : !test || test(row)) places.push(row);
  }
  return { places, ignored: ignored.map(({ column }) => column) };
}

/** Rows of a version that pass a filter, all without one, in tree order; with what a column of texts says of each where one is asked for. */
export async function rowsPassing(
  context: Context,
  versionId: number,
  filter: RowFilter | null,
  withParents: boolean,
  {
    column = null,
    needed = null,
    order = null,
  }: {
    /** Whose texts are read. */
    column?: string | null;
    /** Without it no row passes. */
    needed?: string | null;
    /** Siblings are sorted by it; a version without the column keeps the order of its tree. */
    order?: { sort: string; direction: 1 | -1 } | null;
  } = {},
): Promise<{
  revision: number;
  rows: WbsRow[];
  texts: string[] | null;
  count: number;
  ignored: string[];
  calendars: VersionRow<'calendar'>[];
}> {
  const judge = filter || column !== null || order ? await openJudge(context, versionId) : null;
  return readVersion(context, versionId, async (reader) => {
    const { view, readerOf } = judge ? await openColumns(context, reader, judge) : { view: await openRows(reader), readerOf: NO_COLUMNS };
    const isBlind = needed !== null && !readerOf(needed);
    const isUnknown = order !== null && !readerOf(order.sort);
    const sorting = order && !isUnknown ? await unhurried(sorted(view, readerOf, order.sort, order.direction)) : null;
    const { places, ignored } = isBlind
      ? { places: [], ignored: [] }
      : await unhurried(passing(view, readerOf, filter, withParents, sorting));
    if (isUnknown) ignored.push(order.sort);
    const rows = places.map((row) => seenRow(reader.mask, view, row));
    const stated = column === null ? null : readerOf(column);
    const texts = stated?.kind === 'text' ? places.map((row) => stated.at(row)) : null;
    return { revision: reader.head.revision, rows, texts, count: rows.length, ignored, calendars: await reader.rows('calendar') };
  });
}

/** What stands beside the rows of a version. */
export async function headOfRows(context: Context, versionId: number): Promise<{ revision: number; calendars: VersionRow<'calendar'>[] }> {
  return readVersion(context, versionId, async ({ head, rows }) => ({ revision: head.revision, calendars: await rows('calendar') }));
}

/** Rows that pass a filter; columns that the version does not have are told. */
export async function filterWbs(context: Context, versionId: number, body: RowFilter & PageOfRows & { with_parents: boolean }) {
  const judge = await openJudge(context, versionId);
  return readVersion(context, versionId, async (reader) => {
    const { view, readerOf } = await openColumns(context, reader, judge);
    const { places, ignored } = await unhurried(passing(view, readerOf, body, body.with_parents));
    const { rows, next } = pageOf(places, body);
    return {
      revision: reader.head.revision,
      total: places.length,
      next,
      ignored,
      items: rows.map((row) => toWire(seenRow(reader.mask, view, row))),
    };
  });
}

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
