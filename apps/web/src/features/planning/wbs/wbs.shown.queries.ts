import { compileFilter, type RowCondition, type RowFilter } from '@gantry/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { runInSlices } from '../../../lib/slices.ts';
import {
  clearContext,
  collatorOf,
  type ColumnInfo,
  fillValues,
  filterRows,
  type GroupingWords,
  groupLevels,
  groupPlan,
  layOutLinks,
  readersOf,
  type RowSort,
  type ScheduleView,
  sortRows,
  type Steps,
} from '@gantry/plan-view';
import type { ScheduleSession } from './wbs.store.ts';

/** Filters, sorting and grouping that the person chose for a version. */
export type Shape = {
  filter: RowFilter | null;
  sort: { column: string; direction: 1 | -1 } | null;
  grouping: {
    levels: { column: string; direction: 1 | -1; period: 'day' | 'week' | 'month' | 'quarter' | 'year' | null }[];
    subtotals: boolean;
  } | null;
};

/** Rows as the grid shows them: the version's own with some hidden or in another order, or laid anew in groups. */
export type Shown = {
  view: ScheduleView;
  hidden: Uint8Array | null;
  order: Int32Array | null;
  /** How many rows passed the filter; null without one. */
  matched: number | null;
  /** Conditions on columns that this version does not have. */
  ignored: RowCondition[];
};

const REAPPLY_MS = 500;

const plain = (view: ScheduleView): Shown => ({ view, hidden: null, order: null, matched: null, ignored: [] });

function* shape(
  view: ScheduleView,
  wanted: Shape,
  infos: readonly ColumnInfo[],
  words: GroupingWords,
  isFolded: (path: string) => boolean,
): Steps<Shown> {
  const readerOf = readersOf(view);
  const collator = collatorOf(words.language);
  const { test, ignored } = wanted.filter ? compileFilter(wanted.filter, readerOf) : { test: null, ignored: [] };
  const sortReader = wanted.sort && readerOf(wanted.sort.column);
  const sort: RowSort | null = wanted.sort && sortReader ? { reader: sortReader, direction: wanted.sort.direction, collator } : null;
  const levels = wanted.grouping ? groupLevels(wanted.grouping.levels, infos, readerOf, words) : [];
  if (levels.length && wanted.grouping) {
    let matched = 0;
    const keeps = test && ((row: number) => test(row) && ++matched > 0);
    const grouped = yield* groupPlan(view, levels, { keeps, sort, collator, subtotals: wanted.grouping.subtotals, isFolded });
    const links = layOutLinks(view.document, grouped);
    return { view: { ...view, ...grouped, links }, hidden: null, order: null, matched: test ? matched : null, ignored };
  }
  const filtered = test ? yield* filterRows(view, test) : null;
  const order = sort ? yield* sortRows(view, sort) : null;
  return { view, hidden: filtered?.hidden ?? null, order, matched: filtered?.matched ?? null, ignored };
}

/**
 * The rows to show. Filtering, sorting and grouping run beside the person's work in slices of a few milliseconds; until they
 * are done the former rows stay. They are applied again shortly after rows have changed.
 */
export function useShown(
  session: Pick<ScheduleSession, 'onPatch'> | null,
  view: ScheduleView | null,
  wanted: Shape,
  infos: readonly ColumnInfo[],
  words: GroupingWords,
): { shown: Shown | null; busy: boolean } {
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef(shown);
  latest.current = shown;
  const active = wanted.filter !== null || wanted.sort !== null || wanted.grouping !== null;

  const isFolded = useCallback((path: string): boolean => {
    const { groups, rows } = latest.current?.view ?? {};
    const index = groups?.paths.indexOf(path) ?? -1;
    return index >= 0 && rows !== undefined && rows.collapsed[rows.id.indexOf(-1 - index)] === 1;
  }, []);

  /** Restarts the running computation. */
  const running = useRef<AbortController | null>(null);
  const apply = useCallback(() => {
    running.current?.abort();
    if (!view) return;
    if (!active) {
      if (latest.current?.hidden) clearContext(view);
      setShown(null);
      return;
    }
    const aborter = new AbortController();
    running.current = aborter;
    setBusy(true);
    void runInSlices(shape(view, wanted, infos, words, isFolded), aborter.signal).then((result) => {
      if (!result || aborter.signal.aborted) return;
      if (!result.hidden) clearContext(result.view);
      setShown(result);
      setBusy(false);
    });
  }, [view, wanted, infos, words, active, isFolded]);

  useEffect(() => {
    apply();
    return () => running.current?.abort();
  }, [apply]);

  useEffect(() => {
    if (!session || !active) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.onPatch(() => {
      const now = latest.current?.view;
      if (now?.groups) fillValues(now.document, now);
      clearTimeout(timer);
      timer = setTimeout(apply, REAPPLY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, active, apply]);

  return useMemo(() => {
    if (!view) return { shown: null, busy: false };
    if (!active || !shown) return { shown: plain(view), busy: active && busy };
    // Links and calendars may be newer than the rows' arrangement.
    const fresh = shown.view.rows === view.rows ? { ...shown, view } : shown;
    return { shown: fresh, busy };
  }, [view, shown, active, busy]);
}
