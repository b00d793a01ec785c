import { api, type ComparedValue, type DifferenceKind, type DifferenceOrigin, type Output, type ValueQuestion } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type Comparison = { scheduleId: number; versionIds: number[]; kinds: DifferenceKind[]; origin: DifferenceOrigin; search: string };

const PAGE = 500;

const filterOf = ({ versionIds, kinds, origin, search }: Comparison) => ({
  version_ids: versionIds,
  origin,
  search,
  ...(kinds.length ? { kinds } : {}),
});

/** Loads the differences between versions page by page. */
export function useComparison(comparison: Comparison) {
  return useInfiniteQuery({
    queryKey: ['compare', comparison],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.compare.compare,
        { params: { id: comparison.scheduleId }, body: { ...filterOf(comparison), offset: pageParam, limit: PAGE } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { differences }) => sum + differences.length, 0);
      return shown < last.total ? shown : undefined;
    },
    enabled: comparison.versionIds.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

const LOADS = 3;

/** All rows of a comparison, page by page; begun anew where a version was edited between two pages. */
async function loadRows(comparison: Comparison, all: boolean, signal: AbortSignal, loads = LOADS): Promise<ComparedRows> {
  const ask = (offset: number) =>
    call(api.compare.rows, { params: { id: comparison.scheduleId }, body: { ...filterOf(comparison), all, offset } }, { signal });
  const first = await ask(0);
  const rows = [...first.rows];
  const stateOf = ({ versions }: ComparedRows) => versions.map(({ id, revision }) => `${id} ${revision}`).join();
  for (let { next } = first; next !== null;) {
    const page = await ask(next);
    if (stateOf(page) !== stateOf(first) && loads > 1) return loadRows(comparison, all, signal, loads - 1);
    for (const row of page.rows) rows.push(row);
    next = page.next;
  }
  return { ...first, next: null, rows };
}

/** Rows of two versions as one tree with their dates in each; all of them, or those that differ. */
export function useComparedRows(comparison: Comparison, all: boolean, shown: boolean) {
  return useQuery({
    queryKey: ['compare-rows', comparison, all],
    queryFn: ({ signal }) => loadRows(comparison, all, signal),
    enabled: shown && comparison.versionIds.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export type ComparedRows = Output<typeof api.compare.rows>;

/** Which amounts of which versions are compared by periods. */
export type ValueComparison = ValueQuestion & { scheduleId: number; versionIds: number[]; changes: ValueChange[]; search: string };
export type ValueChange = ComparedValue['change'];

const questionOf = ({ versionIds, measure, series, period, changes, search }: ValueComparison) => ({
  version_ids: versionIds,
  measure,
  series,
  period,
  search,
  ...(changes.length ? { changes } : {}),
});

/** Volume, labour or cost of versions by periods; the periods of rows come page by page. */
export function useComparedValues(comparison: ValueComparison) {
  return useInfiniteQuery({
    queryKey: ['compare-values', comparison],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.compare.values,
        { params: { id: comparison.scheduleId }, body: { ...questionOf(comparison), offset: pageParam, limit: PAGE } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { lines }) => sum + lines.length, 0);
      return shown < last.total && last.lines.length > 0 ? shown : undefined;
    },
    enabled: comparison.versionIds.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Amounts by periods as a file. */
export async function fetchValues(comparison: ValueComparison, format: 'csv' | 'xlsx', language: Language): Promise<Blob> {
  const blob: unknown = await call(api.compare.exportValues, {
    params: { id: comparison.scheduleId },
    body: { ...questionOf(comparison), format, language },
  });
  return blob as Blob;
}

/** The comparison as a file. */
export async function fetchComparison(comparison: Comparison, format: 'csv' | 'xlsx', language: Language): Promise<Blob> {
  const blob: unknown = await call(api.compare.exportComparison, {
    params: { id: comparison.scheduleId },
    body: { ...filterOf(comparison), format, language },
  });
  return blob as Blob;
}
