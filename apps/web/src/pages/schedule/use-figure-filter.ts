import { readFigure } from '@gantry/contract';
import type { RowCondition } from '@gantry/domain';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type FigureSource, useFigureItems } from '../../features/insight/analytics/analytics.queries.ts';

/** No item has it: a list without values filters nothing. */
const NOBODY = 0;

/** The figure that the address names: the works that it is made of are shown, within whatever filter there is. */
export function useFigureFilter(source: FigureSource | null) {
  const { filter: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const figure = useMemo(() => (source === null ? null : readFigure(asked)), [asked, source]);
  const found = useFigureItems(source, figure).data;
  return useMemo(() => {
    if (!figure || !found) return null;
    const condition: RowCondition = { column: 'id', operator: 'filter_by_list', value: found.ids.length ? found.ids : [NOBODY] };
    const clear = () => void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, filter: undefined }) });
    return { figure, condition, count: found.ids.length, amount: found.amount, clear };
  }, [figure, found, navigate]);
}
