import type { FigureNarrowing } from '@gantry/contract';
import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { indicatorOptions, useIndicatorsAt } from '../../../catalog/indicators/indicators.queries.ts';
import { useFilters } from '../../../planning/filters/filters.queries.ts';
import { worksOf } from '../analytics.queries.ts';
import type { AskedWorks } from './analytics.works.store.ts';

/** The filtering states of a person and the indicators of a place, and which works they are asked to select; `waits` until that is known. */
export function useWorksHere(spaceId: number, nodeId: number | null, asked: AskedWorks) {
  const filters = useFilters(spaceId, '');
  const judging = useIndicatorsAt(spaceId, nodeId);
  const indicators = judging.data?.indicators ?? [];
  const filter = filters.items.find(({ id }) => String(id) === asked.filter)?.id;
  const indicator = indicators.find(({ id }) => String(id) === asked.indicator)?.id;
  const works: FigureNarrowing = worksOf({
    ...(filter === undefined ? {} : { filter }),
    ...(indicator === undefined ? {} : { indicator }),
  });
  const waits = (asked.filter !== null && !filters.known) || (asked.indicator !== null && judging.isPending);
  const names = [filters.items.find(({ id }) => id === filter)?.name, indicators.find(({ id }) => id === indicator)?.name];
  return { filters: filters.items, indicators, works, waits, names: names.filter((name) => name !== undefined) };
}

/** The same in the address of a page. */
export const worksInAddress = ({ filter, indicator }: FigureNarrowing): { works_filter?: string; works_indicator?: string } => ({
  ...(filter === undefined ? {} : { works_filter: String(filter) }),
  ...(indicator === undefined ? {} : { works_indicator: String(indicator) }),
});
/** An address of digits alone is read as a number. */
type InAddress = { works_filter?: string | number; works_indicator?: string | number };
export const worksAskedBy = ({ works_filter: filter, works_indicator: indicator }: InAddress): AskedWorks => ({
  filter: filter === undefined ? null : String(filter),
  indicator: indicator === undefined ? null : String(indicator),
});

type Props = Pick<ReturnType<typeof useWorksHere>, 'filters' | 'indicators' | 'works'> & { onChange(asked: AskedWorks): void };

/** Chooses the works that figures are about: those that pass a saved filtering state, and those that meet an indicator. */
export function WorksChoice({ filters, indicators, works, onChange }: Props) {
  const { t } = useTranslation();
  const chosen = { filter: works.filter?.toString() ?? null, indicator: works.indicator?.toString() ?? null };
  if (!filters.length && !indicators.length) return null;
  const select = (which: keyof AskedWorks, data: { value: string; label: string }[]) =>
    data.length > 0 && (
      <Select
        size="xs"
        flex="1 1 140px"
        maw={220}
        clearable
        searchable={data.length > 8}
        aria-label={t(`analytics.by_${which}`)}
        placeholder={t(`analytics.by_${which}`)}
        value={chosen[which]}
        data={data}
        onChange={(value) => onChange({ ...chosen, [which]: value })}
      />
    );
  return (
    <Group gap={6} role="group" aria-label={t('analytics.which_works')}>
      {select(
        'filter',
        filters.map(({ id, name, own, owner }) => ({ value: String(id), label: own ? name : `${name} · ${owner}` })),
      )}
      {select('indicator', indicatorOptions(indicators))}
    </Group>
  );
}
