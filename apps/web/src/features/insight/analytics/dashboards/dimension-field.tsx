import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dimensionName } from '../split/analytics.groups.model.ts';
import { useGroupChoices } from '../split/analytics.groups.queries.ts';
import type { AnalyticsPlace } from '../analytics.queries.ts';

type Props = {
  here: AnalyticsPlace;
  group: string;
  /** Null: the columns are periods. */
  across: string | null;
  onChange(sides: { group: string; across: string | null }): void;
};

const PERIODS = 'periods';

/** Asks what the rows and columns of a matrix are; a dimension that is not offered at this place stays. */
export function DimensionField({ here, group, across, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const choices = useGroupChoices(here, here.kind === 'space' || here.kind === 'version' ? null : here.id);
  const including = (value: string) =>
    choices.some((one) => one.value === value) ? choices : [...choices, { value, label: dimensionName(value, i18n) }];
  return (
    <>
      <Select
        searchable
        label={t('dashboard.rows')}
        value={group}
        allowDeselect={false}
        data={including(group)}
        onChange={(chosen) => chosen !== null && onChange({ group: chosen, across: across === chosen ? null : across })}
      />
      <Select
        searchable
        label={t('dashboard.columns')}
        value={across ?? PERIODS}
        allowDeselect={false}
        data={[
          { value: PERIODS, label: t('dashboard.by_periods') },
          ...including(across ?? group).filter(({ value }) => value !== group && value !== 'part'),
        ]}
        onChange={(chosen) => chosen !== null && onChange({ group, across: chosen === PERIODS ? null : chosen })}
      />
    </>
  );
}
