import { type Indicator, rowSchema, toWire } from '@gantry/contract';
import { attributeOfColumn, compileFilter, MONEY_COLUMNS, type ReaderOf, type RowFilter, type WbsRow, withoutMoney } from '@gantry/domain';
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
import { unhurried } from '../../../../platform/http/turns.ts';
import { openWhole } from '../../attribute-values/attribute-values.service.ts';
import { hidesAnything, type Mask, type VersionReader } from '../../edits/edits.service.ts';
import { attachInSight } from '../../indicator-values/indicator-values.service.ts';
import { namesOutside } from '../../links/links.limits.service.ts';
import { findFlags } from '../wbs.flags.repository.ts';
import { openRows } from '../wbs.shown.service.ts';

/** Which rows of a version are asked for, and what of each. */
export type RowsAsked<F extends keyof WbsRow = keyof WbsRow> = {
  filter: RowFilter | null;
  withParents: boolean;
  /** Siblings are sorted by it; without the column rows stay in the order of the tree. */
  order: { sort: string; direction: 1 | -1 } | null;
  /** No row passes in a version without this column. */
  needed: string | null;
  /** Whose texts are answered beside each row. */
  column: string | null;
  /** All rows that pass, or those of a page; `target`: of the one that begins with this row. */
  page: { offset: number; limit: number; target?: number | undefined } | null;
  /** These rows alone, in their order; null: those of the tree. */
  only: readonly number[] | null;
  /** The fields that are answered, as columns; null: the whole row as JSON. */
  fields: readonly F[] | null;
};

/** The indicators that apply to a version; null where neither filter nor order is asked for. */
export type RowsQuestion = RowsAsked & { userId: number; indicators: readonly Indicator[] | null };

/** The rows in their order: columns of fields or JSON texts, and beside them texts of a column. Arrays of plain values, which travel fast between threads. */
export type RowsAnswer = {
  revision: number;
  /** How many rows pass. */
  count: number;
  next: number | null;
  /** Columns that the version does not have, or not for this person. */
  ignored: string[];
  lacks: { needed: boolean; order: boolean };
  ids: number[];
  parentIds: (number | null)[];
  columns: unknown[][];
  json: string[];
  texts: string[] | null;
};

/** Answers from the rows of a version as far as its reader sees it. `open`: how rows are read that nothing is asked of but themselves. */
export async function answerRows(
  reader: VersionReader,
  { userId, indicators, filter, withParents, order, needed, column, page, only, fields }: RowsQuestion,
  open = openRows,
): Promise<RowsAnswer> {
  const { view, readerOf } = indicators
    ? await openColumns(reader, userId, indicators)
    : { view: await open(reader), readerOf: NO_COLUMNS };
  const lacks = { needed: needed !== null && !readerOf(needed), order: order !== null && !readerOf(order.sort) };
  const sorting = order && !lacks.order ? await unhurried(sorted(view, readerOf, order)) : null;
  const { places, ignored } = lacks.needed
    ? { places: [], ignored: [] }
    : only
      ? { places: only.flatMap((id) => view.rowOfId.get(id) ?? []), ignored: [] }
      : await unhurried(passing(view, readerOf, filter, withParents, sorting));
  const from =
    page?.target === undefined
      ? (page?.offset ?? 0)
      : Math.max(
          0,
          places.findIndex((row) => view.rows.id[row] === page.target),
        );
  const end = page ? from + page.limit : places.length;
  const rows = places.slice(from, end).map((row) => seenRow(reader.mask, view, row));
  const stated = column === null ? null : readerOf(column);
  return {
    revision: reader.head.revision,
    count: places.length,
    next: end < places.length ? end : null,
    ignored,
    lacks,
    ids: rows.map(({ id }) => id),
    parentIds: rows.map(({ parentId }) => parentId),
    columns: fields ? fields.map((field) => rows.map((row) => row[field])) : [],
    json: fields ? [] : rows.map((row) => JSON.stringify(SHOWN.parse(toWire(row)))),
    texts: stated?.kind === 'text' ? places.slice(from, end).map((row) => stated.at(row)) : null,
  };
}
const SHOWN = rowSchema('wbs');

/** The rows of a version with what its columns say to the caller: a column out of their sight is one that is not there. */
async function openColumns(
  reader: VersionReader,
  userId: number,
  indicators: readonly Indicator[],
): Promise<{ view: ReadRows; readerOf: ReaderOf }> {
  const document = await openWhole(reader);
  attachInSight(document, indicators, reader.mask);
  const outside = new Map<number, RelatedOutside[]>();
  for (const { itemId, side, name } of await namesOutside(reader))
    outside.set(itemId, [...(outside.get(itemId) ?? []), { side, other: { code: '', name } }]);
  const { checked } = await findFlags(reader.db, reader.key, userId);
  const view = { ...layOutRows(document, () => false), document, ticked: new Set(checked), outside };
  const read = readersOf(view);
  return { view, readerOf: (column) => (isOutOfSight(reader.mask, column) ? null : read(column)) };
}

/** A row as it is shown: the document holds what columns and formulas count with, also for who sees no costs. */
const seenRow = (mask: Mask | null, view: ReadRows, row: number): WbsRow =>
  mask?.money === false ? withoutMoney('wbs', shownRow(view, row)) : shownRow(view, row);

/** Whether a column shows what somebody may not see. */
export const isOutOfSight = (mask: Mask | null, column: string): boolean =>
  hidesAnything(mask) && (mask.hidden.has(attributeOfColumn(column) ?? 0) || (!mask.money && MONEY_COLUMNS.has(column)));

const NO_COLUMNS: ReaderOf = () => null;
/** Files and answers have no reader whose language is known here. */
const COLLATOR = collatorOf('en');

/** Place to row, siblings ordered by a column. */
function sorted(view: ReadRows, readerOf: ReaderOf, { sort, direction }: NonNullable<RowsAsked['order']>): Steps<Int32Array> {
  return sortRows(view, { reader: readerOf(sort) as NonNullable<ReturnType<ReaderOf>>, direction, collator: COLLATOR });
}

/** The rows that pass a filter, all without one, in an order or that of the tree. */
function* passing(
  view: ReadRows,
  readerOf: ReaderOf,
  filter: RowFilter | null,
  withParents: boolean,
  order: Int32Array | null,
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
