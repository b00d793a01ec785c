import { MOST_DIMENSIONS } from '@gantry/contract';
import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAttributeTitles } from '../../planning/attribute-calculate/attribute-calculate.queries.ts';

const ATTRIBUTE = 'attribute:';

/** Asks by which attributes figures are grouped at a place; one that is not known there any more stays until it is taken out. */
export function DimensionsField({ value, scope, disabled, onChange }: Props) {
  const { t } = useTranslation();
  const titles = useAttributeTitles(scope === null ? {} : { nodeId: scope });
  const chosen = value.map((one) => one.slice(ATTRIBUTE.length));
  return (
    <MultiSelect
      searchable
      clearable
      label={t('conventions.dimensions')}
      description={t('conventions.dimensions_hint', { count: MOST_DIMENSIONS })}
      value={chosen}
      disabled={disabled}
      data={[...new Set([...titles, ...chosen])]}
      error={value.length > MOST_DIMENSIONS && t('validation.too_many_dimensions')}
      nothingFoundMessage={t('conventions.no_dimensions')}
      onChange={(names) => onChange(names.map((name) => ATTRIBUTE + name))}
    />
  );
}
type Props = { value: readonly string[]; scope: number | null; disabled: boolean; onChange(dimensions: string[]): void };
