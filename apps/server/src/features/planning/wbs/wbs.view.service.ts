import { toWire } from '@gantry/contract';
import {
  attributeColumn,
  indicatorColumn,
  compileFilter,
  optionsOfAttribute,
  type RowFilter,
  type VersionRow,
  WBS_COLUMNS,
  type WbsColumnType,
  type WbsRow,
} from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { unhurried } from '../../../platform/turns.ts';
import { calculatedValues, readFormulaContent } from '../attribute-values/attribute-values.service.ts';
import { indicatorTexts } from '../indicator-values/indicator-values.service.ts';
import { readVersion, type VersionReader } from '../edits/edits.service.ts';
import { filters } from '../filters/filters.service.ts';
import { namesOutside } from '../links/links.limits.service.ts';
import { findFlags, saveFlag } from './wbs.flags.repository.ts';
import { comparatorOf, readersOf, type VersionContent } from './wbs.readers.rules.ts';
import { inTreeOrder } from './wbs.rules.ts';

type Page = {
  offset: number;
  limit?: number;
  filter?: number;
  filter_indicator?: number;
  target?: number;
  sort?: string;
  direction: 1 | -1;
};

async function contentOf(
  reader: VersionReader,
  indicators: Awaited<ReturnType<typeof indicatorTexts>>,
): Promise<VersionContent & { rows: WbsRow[] }> {
  const content = await readFormulaContent(reader);
  return {
    ...content,
    // Filters and sorting know what their user may see; a column out of sight is to them one that is not there.
    attributes: await reader.rows('attribute'),
    values: await reader.rows('attributeValue'),
    rows: inTreeOrder(content.rows),
    outside: await namesOutside(reader),
    calculated: calculatedValues(content),
    indicator: indicators(content, reader.mask),
  };
}

/** Rows of a version in tree order, a page of them; filtered by a filtering state and sorted among their siblings where asked. */
export async function listWbs(context: Context, versionId: number, page: Page) {
  const chosen = page.filter === undefined ? null : await filters.content(context, page.filter);
  const filter = page.filter_indicator === undefined ? chosen : withIndicator(chosen, page.filter_indicator);
  const indicators = filter || page.sort !== undefined ? await indicatorTexts(context, versionId) : null;
  return readVersion(context, versionId, async (reader) => {
    const content = indicators && (await contentOf(reader, indicators));
    if (page.filter_indicator !== undefined && !content?.indicator?.(page.filter_indicator))
      fail('indicator.not_found', { id: page.filter_indicator });
    let rows = content ? content.rows : inTreeOrder(await reader.rows('wbs'));
    if (content && page.sort !== undefined) {
      const column = readersOf(content)(page.sort);
      if (!column) fail('wbs.unknown_column', { column: page.sort });
      const compare = comparatorOf(column, page.direction);
      const places = [...rows.keys()].sort(compare);
      const placeOf = new Map(places.map((row, place) => [rows[row].id, place]));
      rows = inTreeOrder(rows.map((row) => ({ ...row, position: placeOf.get(row.id) as number }))).map(
        ({ id }) => byId(content.rows).get(id) as WbsRow,
      );
    }
    if (content && filter) rows = (await unhurried(passing({ ...content, rows }, filter, false))).rows;
    const from =
      page.target === undefined
        ? page.offset
        : Math.max(
            0,
            rows.findIndex(({ id }) => id === page.target),
          );
    const items = rows.slice(from, page.limit === undefined ? undefined : from + page.limit).map(toWire);
    return { revision: reader.head.revision, total: rows.length, items };
  });
}

/** A filter that rows pass where they also meet a rule of an indicator. */
function withIndicator(filter: RowFilter | null, indicatorId: number): RowFilter {
  const met = { column: indicatorColumn(indicatorId), operator: 'exists' as const, value: null };
  return { join: 'and', conditions: [met, ...(filter ? [filter as RowFilter & { join: 'and' | 'or' }] : [])] as RowFilter['conditions'] };
}

const maps = new WeakMap<object, Map<number, WbsRow>>();
function byId(rows: readonly WbsRow[]): Map<number, WbsRow> {
  let map = maps.get(rows);
  if (!map) maps.set(rows, (map = new Map(rows.map((row) => [row.id, row]))));
  return map;
}

const ROWS_A_STEP = 64;

function* passing(
  content: VersionContent,
  filter: RowFilter,
  withParents: boolean,
): Generator<void, { rows: WbsRow[]; ignored: string[] }, void> {
  const { test, ignored } = compileFilter(filter, readersOf(content));
  const parents = byId(content.rows);
  const kept = new Set<number>();
  for (const [index, row] of content.rows.entries()) {
    if (index % ROWS_A_STEP === 0) yield;
    if (test && !test(index)) continue;
    kept.add(row.id);
    let above = withParents ? row.parentId : null;
    while (above !== null && !kept.has(above)) {
      kept.add(above);
      above = parents.get(above)?.parentId ?? null;
    }
  }
  return { rows: content.rows.filter(({ id }) => kept.has(id)), ignored: ignored.map(({ column }) => column) };
}

/** Rows of a version that pass a filter, all without one, in tree order. */
export async function rowsPassing(
  context: Context,
  versionId: number,
  filter: RowFilter | null,
  withParents: boolean,
): Promise<{ revision: number; rows: WbsRow[]; ignored: string[]; calendars: VersionRow<'calendar'>[] }> {
  const indicators = filter && (await indicatorTexts(context, versionId));
  return readVersion(context, versionId, async (reader) => {
    const about = { revision: reader.head.revision, calendars: await reader.rows('calendar') };
    if (!filter || !indicators) return { ...about, rows: inTreeOrder(await reader.rows('wbs')), ignored: [] };
    return { ...about, ...(await unhurried(passing(await contentOf(reader, indicators), filter, withParents))) };
  });
}

/** Rows that pass a filter; columns that the version does not have are told. */
export async function filterWbs(context: Context, versionId: number, body: RowFilter & { with_parents: boolean; limit?: number }) {
  const indicators = await indicatorTexts(context, versionId);
  return readVersion(context, versionId, async (reader) => {
    const { rows, ignored } = await unhurried(passing(await contentOf(reader, indicators), body, body.with_parents));
    return { revision: reader.head.revision, total: rows.length, ignored, items: rows.slice(0, body.limit).map(toWire) };
  });
}

/** The columns that the grid of a version can show. */
export async function listColumns(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ rows, mask }) => [
    ...WBS_COLUMNS.map(({ id, type, editable }) => ({ id: id as string, type, name: null, editable })),
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
