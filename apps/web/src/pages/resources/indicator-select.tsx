import { Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Indicator, indicatorOptions, useIndicatorsAt } from '../../features/catalog/indicators/indicators.queries.ts';

/** The indicator that the address names, where it judges schedules of the place, and the others that do. */
export function useIndicatorHere(spaceId: number, nodeId: number | null) {
  const { filter_indicator: asked } = useSearch({ strict: false }) as { filter_indicator?: string | number };
  const { data, isPending } = useIndicatorsAt(spaceId, nodeId);
  const indicators = data?.indicators ?? [];
  const chosen = indicators.find(({ id }) => String(id) === String(asked)) ?? null;
  return { indicators, chosen, asked: asked === undefined ? undefined : String(asked), waits: asked !== undefined && isPending };
}

type Props = { indicators: readonly Indicator[]; chosen: Indicator | null };

/** Narrows what is counted to works that meet a rule of an indicator; nothing where no indicator judges here. */
export function IndicatorSelect({ indicators, chosen }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!indicators.length) return null;
  return (
    <Select
      size="xs"
      w={150}
      clearable
      searchable={indicators.length > 8}
      aria-label={t('resource.indicator')}
      title={chosen ? t('indicators.filtered') : t('resource.indicator')}
      placeholder={t('resource.indicator')}
      value={chosen && String(chosen.id)}
      onChange={(id) =>
        void navigate({
          to: '.',
          search: (before: Record<string, unknown>) => ({ ...before, filter_indicator: id ?? undefined }),
          replace: true,
        })
      }
      data={indicatorOptions(indicators)}
    />
  );
}
