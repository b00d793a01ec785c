import type { SeriesKind } from '@gantry/contract';
import { ROW_FORMULA_FIELDS } from '@gantry/engine';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../lib/calls/api-client.ts';
import { useFormulaNames } from '../../../planning/attribute-calculate/attribute-calculate.queries.ts';
import { groupOptions } from './analytics.groups.model.ts';
import { type AnalyticsPlace, SERIES, worksOf } from '../analytics.queries.ts';

const FIELDS: ReadonlySet<string> = new Set(ROW_FORMULA_FIELDS.map(([name]) => name));

/** The dimensions that a place can be split by; of an open version its own attributes too, those of imported files among them. */
export function useGroupChoices({ kind, id }: Pick<AnalyticsPlace, 'kind' | 'id'>, nodeId: number | null) {
  const { i18n } = useTranslation();
  const { data } = useFormulaNames(kind === 'version' ? { versionId: id } : nodeId === null ? {} : { nodeId });
  return useMemo(() => {
    const attributes = (data?.names ?? []).filter(({ name }) => !FIELDS.has(name)).map(({ title }) => title);
    return groupOptions(attributes, i18n);
  }, [data, i18n]);
}

/** A measure of a place by a dimension, the largest groups first; null: by none. */
export function useGroups({ kind: scope, id, ...place }: AnalyticsPlace, kind: SeriesKind, group: string | null, revision?: number) {
  const query = { period: 'year' as const, group: group ?? undefined, ...worksOf(place) };
  return useQuery({
    queryKey: ['analytics', scope, id, kind, 'by', query, revision],
    queryFn: ({ signal }) => call(SERIES[scope][kind], { params: { id }, query }, { signal, quiet: true }),
    enabled: group !== null,
    staleTime: 0,
  });
}
