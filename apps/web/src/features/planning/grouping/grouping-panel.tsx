import { api, type RowGrouping } from '@gantry/contract';
import { PERIODS, type WbsColumnType } from '@gantry/domain';
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Presets } from '../../../lib/storage/presets.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PresetBar } from '../../../ui/conditions/preset-bar.tsx';

type Props = {
  presets: Presets<RowGrouping>;
  columns: readonly { id: string; title: string; type: WbsColumnType }[];
  grouping: RowGrouping | null;
  presetId: number | null;
  maySharePresets: boolean;
  onGrouping(grouping: RowGrouping | null, presetId: number | null): void;
};

const MOST_LEVELS = 6;
const INSIDE = { withinPortal: false } as const;

/** What rows are grouped by, level by level, and the groupings that were saved. */
export function GroupingPanel({ presets, columns, grouping, presetId, maySharePresets, onGrouping }: Props) {
  const { t } = useTranslation();
  const levels = grouping?.levels ?? [];
  const saved = presets.items.find(({ id }) => id === presetId);
  const set = (next: RowGrouping['levels']): void =>
    onGrouping(next.length ? { levels: next, subtotals: grouping?.subtotals ?? true } : null, presetId);
  const change = (index: number, part: Partial<RowGrouping['levels'][number]>): void =>
    set(levels.map((level, at) => (at === index ? { ...level, ...part } : level)));
  const typeOf = (column: string): WbsColumnType | undefined => columns.find(({ id }) => id === column)?.type;
  const free = columns.filter(({ id }) => !levels.some(({ column }) => column === id));
  return (
    <Stack gap={8}>
      <PresetBar
        presets={presets}
        chosen={presetId}
        content={grouping}
        changed={saved !== undefined && JSON.stringify(saved.content) !== JSON.stringify(grouping)}
        nameSchema={api.grouping.create.body.shape.name}
        maySharePresets={maySharePresets}
        onChoose={(preset) => onGrouping(preset?.content ?? null, preset?.id ?? null)}
      />
      {levels.map(({ column, direction, period }, index) => (
        <Group key={index} gap={4} wrap="nowrap">
          <Text size="xs" w={14} ta="right">
            {index + 1}
          </Text>
          <Select
            size="xs"
            flex={1}
            searchable
            allowDeselect={false}
            aria-label={t('grouping.by')}
            comboboxProps={INSIDE}
            value={column}
            data={columns
              .filter(({ id }) => id === column || free.some((other) => other.id === id))
              .map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(id) => id && change(index, { column: id, period: typeOf(id) === 'date' ? 'month' : null })}
          />
          {typeOf(column) === 'date' && (
            <Select
              size="xs"
              w={104}
              allowDeselect={false}
              aria-label={t('grouping.period')}
              comboboxProps={INSIDE}
              value={period ?? 'day'}
              data={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
              onChange={(value) => change(index, { period: value })}
            />
          )}
          <IconButton
            icon={direction === 1 ? IconArrowUp : IconArrowDown}
            label={t(direction === 1 ? 'wbs.sort_descending' : 'wbs.sort_ascending')}
            variant="subtle"
            onClick={() => change(index, { direction: direction === 1 ? -1 : 1 })}
          />
          <IconButton
            icon={IconX}
            label={t('grouping.remove_level')}
            variant="subtle"
            onClick={() => set(levels.filter((_level, at) => at !== index))}
          />
        </Group>
      ))}
      <Group justify="space-between">
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          disabled={levels.length >= MOST_LEVELS || free.length === 0}
          onClick={() => {
            const [next] = levels.length ? free : free.filter(({ id }) => id === 'status').concat(free);
            set([...levels, { column: next.id, direction: 1, period: next.type === 'date' ? 'month' : null }]);
          }}
        >
          {t('grouping.add_level')}
        </Button>
        <Switch
          size="xs"
          label={t('grouping.subtotals')}
          disabled={!grouping}
          checked={grouping?.subtotals ?? true}
          onChange={(event) => grouping && onGrouping({ ...grouping, subtotals: event.currentTarget.checked }, presetId)}
        />
        <Button size="compact-xs" variant="subtle" onClick={() => onGrouping(null, null)}>
          {t('grouping.off')}
        </Button>
      </Group>
    </Stack>
  );
}
