import type { Minute, RowFilter } from '@gantry/domain';
import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOOK_AHEAD_WEEKS, QUICK_VIEWS, quickFilter } from './filters.model.ts';

type Props = { dataDate: Minute | null; filter: RowFilter | null; onFilter(filter: RowFilter | null): void };

/** Views at one click; a second click shows all rows again. */
export function QuickViews({ dataDate, filter, onFilter }: Props) {
  const { t } = useTranslation();
  const [weeks, setWeeks] = useState(3);
  const now = JSON.stringify(filter);
  const chosenWeeks = (
    <Select
      key="weeks"
      size="xs"
      w={60}
      allowDeselect={false}
      aria-label={t('filter.weeks')}
      comboboxProps={{ withinPortal: false }}
      value={String(weeks)}
      data={LOOK_AHEAD_WEEKS.map(String)}
      onChange={(value) => {
        const next = Number(value);
        const ahead = JSON.stringify(quickFilter('look_ahead', dataDate, weeks)) === now;
        setWeeks(next);
        if (ahead && filter) onFilter(quickFilter('look_ahead', dataDate, next));
      }}
    />
  );
  return (
    <Group gap={4} role="group" aria-label={t('filter.views')}>
      {QUICK_VIEWS.map((name) => {
        const wanted = quickFilter(name, dataDate, weeks);
        const on = wanted !== null && JSON.stringify(wanted) === now;
        const button = (
          <Button
            key={name}
            size="compact-xs"
            variant={on ? 'filled' : 'default'}
            aria-pressed={on}
            disabled={wanted === null}
            onClick={() => onFilter(on ? null : wanted)}
          >
            {t(`filter.view_${name}`, { count: weeks })}
          </Button>
        );
        return name === 'look_ahead' ? [button, chosenWeeks] : button;
      })}
    </Group>
  );
}
