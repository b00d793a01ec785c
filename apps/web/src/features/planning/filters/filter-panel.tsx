import { api } from '@gantry/contract';
import type { RowCondition, RowFilter } from '@gantry/domain';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Preset, Presets } from '../../../lib/storage/presets.ts';
import { PresetBar } from '../../../ui/conditions/preset-bar.tsx';
import { ConditionPicker } from '../../../ui/conditions/condition-picker.tsx';
import { type ConditionColumn, countConditions, NO_CONDITIONS, type ValueForm } from '../../../ui/conditions/conditions.ts';

type Props = {
  presets: Presets<RowFilter>;
  columns: readonly ConditionColumn[];
  form: ValueForm;
  filter: RowFilter | null;
  presetId: number | null;
  maySharePresets: boolean;
  /** How many rows pass, of how many. */
  matched: number | null;
  count: number;
  ignored: readonly RowCondition[];
  onFilter(filter: RowFilter | null, presetId: number | null): void;
};

/** Which rows are shown: conditions, and the filters that were saved. */
export function FilterPanel({ presets, columns, form, filter, presetId, maySharePresets, matched, count, ignored, onFilter }: Props) {
  const { t } = useTranslation();
  const saved = presets.items.find(({ id }) => id === presetId);
  const choose = (preset: Preset<RowFilter> | null): void => onFilter(preset?.content ?? null, preset?.id ?? null);
  return (
    <Stack gap={8}>
      <PresetBar
        presets={presets}
        chosen={presetId}
        content={filter}
        changed={saved !== undefined && JSON.stringify(saved.content) !== JSON.stringify(filter)}
        nameSchema={api.filters.create.body.shape.name}
        maySharePresets={maySharePresets}
        onChoose={choose}
      />
      <ConditionPicker
        key={presetId ?? 'own'}
        columns={columns}
        form={form}
        value={filter ?? NO_CONDITIONS}
        onChange={(next) => onFilter(countConditions(next) ? next : null, presetId)}
      />
      {ignored.length > 0 && (
        <Text size="xs" c="var(--gantry-warn)">
          {t('filter.ignored', { count: ignored.length })}
        </Text>
      )}
      <Group justify="space-between">
        <Text size="xs" c="dimmed" aria-live="polite">
          {matched === null ? t('filter.nothing') : t('filter.matched', { matched, count })}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={() => onFilter(null, null)}>
          {t('filter.reset')}
        </Button>
      </Group>
    </Stack>
  );
}
