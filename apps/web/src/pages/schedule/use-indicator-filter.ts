import { indicatorColumn, type RowCondition } from '@gantry/domain';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

/** The indicator that the address names: rows are shown that meet one of its rules, within whatever filter there is. */
export function useIndicatorFilter(indicators: readonly { id: number; name: string }[] | undefined) {
  const { filter_indicator: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const indicator = indicators?.find(({ id }) => String(id) === asked) ?? null;
  return useMemo(
    () => ({
      name: indicator?.name ?? null,
      clear: () => void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, filter_indicator: undefined }) }),
      condition: indicator && ({ column: indicatorColumn(indicator.id), operator: 'exists', value: null } satisfies RowCondition),
    }),
    [indicator, navigate],
  );
}
