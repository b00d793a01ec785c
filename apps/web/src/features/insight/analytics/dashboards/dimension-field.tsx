import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dimensionName } from '../split/analytics.groups.model.ts';
import { useGroupChoices } from '../split/analytics.groups.queries.ts';
import type { AnalyticsPlace } from '../analytics.queries.ts';

/** Asks what the rows of a matrix are; a dimension that is not offered at this place stays. */
export function DimensionField({ here, value, onChange }: { here: AnalyticsPlace; value: string; onChange(group: string): void }) {
  const { t, i18n } = useTranslation();
  const choices = useGroupChoices(here, here.kind === 'space' || here.kind === 'version' ? null : here.id);
  const data = choices.some((one) => one.value === value) ? choices : [...choices, { value, label: dimensionName(value, i18n) }];
  return (
    <Select
      searchable
      label={t('dashboard.rows')}
      value={value}
      allowDeselect={false}
      data={data}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}
