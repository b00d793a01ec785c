import type { RowFilter } from '@gantry/domain';
import { Menu, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EstimateFilter } from '../../features/costing/estimates/estimates.model.ts';
import { type ConditionColumn, newCondition, NO_CONDITIONS } from '../../ui/conditions/conditions.ts';
import { FilterPopover } from '../../ui/conditions/filter-popover.tsx';
import type { GanttEvents } from '../../ui/gantt/chart.ts';
import { PointMenu } from '../../ui/point-menu.tsx';

/** Position and subject of a menu of the grid. */
export type MenuAt = Parameters<NonNullable<GanttEvents['contextMenu']>>[0];

type Props = {
  words: string;
  shownBy: EstimateFilter;
  offered: EstimateFilter[];
  columns: readonly ConditionColumn[];
  filter: RowFilter | null;
  matched: number | null;
  count: number;
  /** Where the menu of a column is wanted; null nowhere. */
  menu: MenuAt | null;
  onWords(words: string): void;
  onShownBy(filter: EstimateFilter): void;
  onFilter(filter: RowFilter | null): void;
  onMenuClose(): void;
  /** Opens what the file states of a row. */
  onDetails(row: number): void;
};

/** What narrows the rows of an estimate: words, a view, and conditions on columns, which the menu of a column begins. */
export function EstimateFilters({ words, shownBy, offered, columns, filter, matched, count, menu, ...on }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const column = columns.find(({ id }) => id === menu?.columnId);
  const begin = (about: ConditionColumn): void => {
    on.onFilter({ ...(filter ?? NO_CONDITIONS), conditions: [...(filter?.conditions ?? []), newCondition(about)] });
    setOpened(true);
  };
  return (
    <>
      <TextInput
        size="xs"
        flex="1 1 140px"
        maw={256}
        leftSection={<IconSearch size={14} />}
        placeholder={t('estimate.search')}
        aria-label={t('estimate.search')}
        value={words}
        onChange={(event) => on.onWords(event.currentTarget.value)}
      />
      <Select
        size="xs"
        flex="1 1 140px"
        maw={170}
        aria-label={t('estimate.filter')}
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: t(`estimate.filter_${value}`) }))}
        value={shownBy}
        onChange={(value) => on.onShownBy(value ?? 'all')}
      />
      <FilterPopover {...{ opened, columns, filter, matched, count }} onOpen={setOpened} onFilter={on.onFilter} />
      {menu && column && (
        <PointMenu at={menu} width="max-content" widest={360} onClose={on.onMenuClose}>
          {!menu.header && <Menu.Item onClick={() => on.onDetails(menu.row)}>{t('estimate.row_details')}</Menu.Item>}
          <Menu.Label>{column.title}</Menu.Label>
          <Menu.Item onClick={() => begin(column)}>{t('filter.by_column')}</Menu.Item>
          <Menu.Item disabled={!filter} onClick={() => on.onFilter(null)}>
            {t('filter.reset')}
          </Menu.Item>
        </PointMenu>
      )}
    </>
  );
}
