import { rowFilter } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { columnTest, conditionColumns, countPassed } from '../../features/costing/estimates/estimates.filter.model.ts';
import {
  estimateColumns,
  type EstimateFilter,
  type EstimateSheet,
  hiddenRows,
  type IsLinked,
} from '../../features/costing/estimates/estimates.model.ts';
import type { EstimateHead } from '../../features/costing/estimates/estimates.queries.ts';

const FILTERS: EstimateFilter[] = ['all', 'checked', 'changed', 'priceless'];
const LINK_FILTERS: EstimateFilter[] = ['unlinked', 'linked'];
const NO_WIDTHS: Readonly<Record<string, number>> = {};
/** Beside the panel of links a narrow window shows amounts only with narrower columns before them. */
const NARROW_WIDTHS = { name: 180, works: 120, current: 120 };
/** So that the smallest window shows amounts too. */
const CRAMPED_WIDTHS = { name: 172, code: 84, unit: 56, quantity: 100, price: 100, current: 116 };
const NO_COLUMNS: ReturnType<typeof estimateColumns> = [];
const NOTHING_KEPT: { filter: RowFilter | null } = { filter: null };

type Shown = {
  divided: boolean;
  editable: boolean;
  /** Links with works are shown beside the rows. */
  linking: boolean;
  /** The window has little room beside them. */
  narrow: boolean;
  /** The window has little room at all. */
  cramped: boolean;
  works: Parameters<typeof estimateColumns>[2]['works'];
  isLinked: IsLinked;
};

/** The columns of an open estimate, and which of its rows are in sight; the server stores the conditions on columns for each person. */
export function useEstimateView(
  spaceId: number,
  id: number | null,
  estimate: EstimateHead | undefined,
  sheet: EstimateSheet | null,
  changes: number,
  { divided, editable, linking, narrow, cramped, works, isLinked }: Shown,
) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<EstimateFilter>('all');
  const [widths, setWidths] = useState(NO_WIDTHS);
  const [kept, setKept] = useUiState(spaceId, 'estimates', `filter-${id ?? 0}`, NOTHING_KEPT);
  const filter = useMemo(() => rowFilter.safeParse(kept.filter).data ?? null, [kept]);
  const { currency = '', counted } = estimate ?? {};
  const hasBase = counted?.base !== null;
  const usual = linking && narrow ? NARROW_WIDTHS : cramped ? CRAMPED_WIDTHS : NO_WIDTHS;
  const columns = useMemo(
    () =>
      sheet
        ? estimateColumns(
            () => sheet,
            { chosen: widths, usual },
            { currency, hasBase, divided, editable, works, t: (key, values) => t(key, values ?? {}) },
          )
        : NO_COLUMNS,
    [sheet, usual, widths, currency, hasBase, divided, editable, works, t],
  );
  // What is linked is known only while links are shown.
  const shownBy = linking || !LINK_FILTERS.includes(chosen) ? chosen : 'all';
  // Ticks and changed values can bring rows in and out of sight.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const test = useMemo(() => sheet && columnTest(filter, columns, sheet), [sheet, filter, columns, changes]);
  const hidden = useMemo(() => sheet && hiddenRows(sheet, words, shownBy, isLinked, test), [sheet, words, shownBy, isLinked, test]);
  const matched = useMemo(() => (sheet && test ? countPassed(sheet, test) : null), [sheet, test]);
  return {
    columns,
    hidden,
    /** No row fits. */
    isEmpty: hidden !== null && hidden.every((one) => one === 1),
    setWidth: (column: string, width: number): void => setWidths((before) => ({ ...before, [column]: Math.round(width) })),
    showAll(): void {
      setWords('');
      setChosen('all');
      setKept(NOTHING_KEPT);
    },
    filters: {
      words,
      shownBy,
      offered: linking ? [...FILTERS, ...LINK_FILTERS] : FILTERS,
      columns: conditionColumns(columns),
      filter,
      matched,
      count: sheet?.list.length ?? 0,
      onWords: setWords,
      onShownBy: setChosen,
      onFilter: (next: RowFilter | null): void => setKept({ filter: next }),
    },
  };
}
