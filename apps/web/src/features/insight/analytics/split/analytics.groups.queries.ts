import type { SeriesKind } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../lib/calls/api-client.ts';
import { useAttributeTitles } from '../../../planning/attribute-calculate/attribute-calculate.queries.ts';
import { useConventions } from '../../analytics-settings/analytics-settings.queries.ts';
import { ATTRIBUTE, groupOptions } from './analytics.groups.model.ts';
import { type AnalyticsPlace, SERIES, worksOf } from '../analytics.queries.ts';

/** The dimensions that a place can be split by: of attributes those that its conventions name, else all. */
export function useGroupChoices({ kind, id }: Pick<AnalyticsPlace, 'kind' | 'id'>, nodeId: number | null) {
  const { i18n } = useTranslation();
  const { spaceId } = useParams({ strict: false }) as { spaceId?: string };
  const titles = useAttributeTitles(kind === 'version' ? { versionId: id } : nodeId === null ? {} : { nodeId });
  const { dimensions = [] } = useConventions(Number(spaceId), nodeId).data?.conventions ?? {};
  return useMemo(
    () => groupOptions(dimensions.length ? dimensions.map((one) => one.slice(ATTRIBUTE.length)) : titles, i18n),
    [dimensions, titles, i18n],
  );
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
