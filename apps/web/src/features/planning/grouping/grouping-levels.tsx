import type { RowGrouping } from '@gantry/contract';
import { PERIODS, type WbsColumnType } from '@gantry/domain';
import { Button, Group, Select, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';

type Props = {
  columns: readonly { id: string; title: string; type: WbsColumnType }[];
  grouping: RowGrouping | null;
  onGrouping(grouping: RowGrouping | null): void;
  /** What stands at the end of the line below the levels. */
  children?: ReactNode;
};

const MOST_LEVELS = 6;
const INSIDE = { withinPortal: false } as const;

/** What rows are grouped by, level by level. */
export function GroupingLevels({ columns, grouping, onGrouping, children }: Props) {
  const { t } = useTranslation();
  const levels = grouping?.levels ?? [];
  const set = (next: RowGrouping['levels']): void =>
    onGrouping(next.length ? { levels: next, subtotals: grouping?.subtotals ?? true } : null);
  const change = (index: number, part: Partial<RowGrouping['levels'][number]>): void =>
    set(levels.map((level, at) => (at === index ? { ...level, ...part } : level)));
  const typeOf = (column: string): WbsColumnType | undefined => columns.find(({ id }) => id === column)?.type;
  const free = columns.filter(({ id }) => !levels.some(({ column }) => column === id));
  return (
    <>
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
          onChange={(event) => grouping && onGrouping({ ...grouping, subtotals: event.currentTarget.checked })}
        />
        {children}
      </Group>
    </>
  );
}
