import type { RowFilter } from '@gantry/domain';
import { Button, Group, Indicator, Popover, Stack, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { ConditionPicker } from './condition-picker.tsx';
import { type ConditionColumn, countConditions, DAYS_OF_EIGHT_HOURS, NO_CONDITIONS } from './conditions.ts';

type Props = {
  opened: boolean;
  columns: readonly ConditionColumn[];
  filter: RowFilter | null;
  /** How many rows pass, of how many; null without a filter. */
  matched: number | null;
  count: number;
  onOpen(opened: boolean): void;
  onFilter(filter: RowFilter | null): void;
};

/** A button of a toolbar with the conditions that rows must meet. */
export function FilterPopover({ opened, columns, filter, matched, count, onOpen, onFilter }: Props) {
  const { t } = useTranslation();
  const conditions = countConditions(filter);
  return (
    <Popover opened={opened} onChange={onOpen} width={560} position="bottom-start" withinPortal trapFocus returnFocus>
      <Indicator disabled={conditions === 0} label={conditions > 1 ? conditions : undefined} size={conditions > 1 ? 13 : 7} offset={5}>
        <Popover.Target>
          <IconButton
            icon={IconFilter}
            label={t('filter.title')}
            variant={conditions ? 'light' : 'subtle'}
            aria-expanded={opened}
            onClick={() => onOpen(!opened)}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown style={{ maxWidth: 'calc(100vw - 16px)' }}>
        <Stack gap={8}>
          <ConditionPicker
            columns={columns}
            form={DAYS_OF_EIGHT_HOURS}
            value={filter ?? NO_CONDITIONS}
            onChange={(next) => onFilter(countConditions(next) ? next : null)}
          />
          <Group justify="space-between">
            <Text size="xs" c="dimmed" aria-live="polite">
              {matched === null ? t('filter.nothing') : t('filter.matched', { matched, count })}
            </Text>
            <Button size="compact-xs" variant="subtle" onClick={() => onFilter(null)}>
              {t('filter.reset')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
