import { compileFilter, type RowCondition, type RowFilter } from '@gantry/domain';
import { newRows } from '@gantry/scene';
import { useEffect, useRef, useState } from 'react';
import { runInSlices } from '../../../lib/slices.ts';
import { clearContext, collatorOf, filterRows, groupRows, type RowSort, sortRows, type Steps } from '@gantry/plan-view';
import { shortDate } from '../../../ui/gantt/labels.ts';
import { type CellSource, cellWriter, type DirectoryColumn, readersOf } from './directories.columns.model.ts';
import type { DirectoryView } from './directories.store.ts';

/** Filters, sorting and columns that the person chose for a directory. */
export type DirectoryShape = {
  filter: RowFilter | null;
  sort: { column: string; direction: 1 | -1 } | null;
  /** The column that rows are grouped by. */
  group: string | null;
};

/** Rows as the grid shows them. */
export type ShownDirectory = {
  view: DirectoryView;
  hidden: Uint8Array | null;
  order: Int32Array | null;
  /** How many rows passed the filter; null without one. */
  matched: number | null;
  ignored: RowCondition[];
};

function* shape(
  view: DirectoryView,
  wanted: DirectoryShape,
  columns: readonly DirectoryColumn[],
  source: CellSource,
  language: string,
  isFolded: (path: string) => boolean,
): Steps<ShownDirectory> {
  const writerOf = (id: string) => cellWriter(columns.find((column) => column.id === id) ?? columns[0], view.document, source);
  const readerOf = readersOf(columns, () => view, writerOf);
  const collator = collatorOf(language);
  const { test, ignored } = wanted.filter ? compileFilter(wanted.filter, readerOf) : { test: null, ignored: [] };
  const sortReader = wanted.sort && readerOf(wanted.sort.column);
  const sort: RowSort | null = wanted.sort && sortReader ? { reader: sortReader, direction: wanted.sort.direction, collator } : null;
  const groupReader = wanted.group === null ? null : readerOf(wanted.group);
  const column = columns.find(({ id }) => id === wanted.group);
  if (groupReader && column) {
    let matched = 0;
    const write = writerOf(column.id);
    const title = (value: string | number | null): string => `${column.title}: ${groupName(value)}`;
    const groupName = (value: string | number | null): string => {
      if (value === null || value === '') return source.t('wbs.group_empty');
      if (groupReader.kind === 'minute') return shortDate(value as number);
      if (column.type === 'flag') return write(value === 'true');
      return groupReader.kind === 'text' ? String(value) : write(value);
    };
    const keeps = test && ((row: number) => test(row) && ++matched > 0);
    const options = { keeps, sort, collator, subtotals: false, isFolded, make: newRows };
    const grouped = yield* groupRows(view, [{ reader: groupReader, direction: 1, period: 'month', title }], options);
    return { view: { ...view, ...grouped }, hidden: null, order: null, matched: test ? matched : null, ignored };
  }
  const filtered = test ? yield* filterRows(view, test) : null;
  const order = sort ? yield* sortRows(view, sort) : null;
  return { view, hidden: filtered?.hidden ?? null, order, matched: filtered?.matched ?? null, ignored };
}

/** The rows to show; filtering, sorting and grouping run in slices beside the person's work, until they are done the former rows stay. */
export function useShownDirectory(
  view: DirectoryView | null,
  wanted: DirectoryShape,
  columns: readonly DirectoryColumn[],
  source: CellSource,
  language: string,
): ShownDirectory | null {
  const [shown, setShown] = useState<ShownDirectory | null>(null);
  const latest = useRef(shown);
  latest.current = shown;
  const active = wanted.filter !== null || wanted.sort !== null || wanted.group !== null;
  useEffect(() => {
    if (!view || !active) {
      if (latest.current && view) clearContext(view);
      setShown(null);
      return undefined;
    }
    const isFolded = (path: string): boolean => {
      const { groups, rows } = latest.current?.view ?? {};
      const index = groups?.paths.indexOf(path) ?? -1;
      return index >= 0 && rows !== undefined && rows.collapsed[rows.id.indexOf(-1 - index)] === 1;
    };
    const aborter = new AbortController();
    void runInSlices(shape(view, wanted, columns, source, language, isFolded), aborter.signal).then((result) => {
      if (!result || aborter.signal.aborted) return;
      if (!result.hidden) clearContext(result.view);
      setShown(result);
    });
    return () => aborter.abort();
  }, [view, wanted, columns, source, language, active]);
  if (!view) return null;
  if (!active || !shown || shown.view.directory.id !== view.directory.id)
    return { view, hidden: null, order: null, matched: null, ignored: [] };
  return shown.view.rows === view.rows ? { ...shown, view } : shown;
}
