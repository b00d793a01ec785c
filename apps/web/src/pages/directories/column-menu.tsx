import type { DirectoryAttribute } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { Menu } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { DirectoryColumn } from '../../features/catalog/directories/directories.columns.model.ts';
import type { DirectoryLook } from '../../features/catalog/directories/directory-grid.tsx';
import { type ConditionColumn, newCondition, NO_CONDITIONS } from '../../ui/conditions/conditions.ts';
import type { GanttEvents } from '../../ui/gantt/chart.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { PointMenu } from '../../ui/point-menu.tsx';

/** Position and subject of a menu of the grid. */
export type MenuAt = Parameters<NonNullable<GanttEvents['contextMenu']>>[0];

type Props = {
  at: MenuAt | null;
  columns: readonly DirectoryColumn[];
  conditions: readonly ConditionColumn[];
  look: DirectoryLook;
  readOnly: boolean;
  gantt: RefObject<Gantt | null>;
  filter: RowFilter | null;
  onFilter(filter: RowFilter | null): void;
  onGroup(column: string | null): void;
  onSort(sort: DirectoryLook['sort']): void;
  onEdit(attribute: DirectoryAttribute): void;
  onMove(attribute: DirectoryAttribute, index: number): void;
  onDelete(attribute: DirectoryAttribute): void;
  onClose(): void;
};

type Entry = { key: string; label: string; shortcut?: string; off?: boolean; grave?: boolean; act(): void };

/** What can be done with the column or the rows under the pointer. */
export function ColumnMenu(props: Props) {
  const { at, columns, onClose } = props;
  const { t } = useTranslation();
  const column = columns.find(({ id }) => id === at?.columnId);
  if (!at || (at.header && !column)) return null;
  const entries = at.header && column ? columnEntries(props, column, t) : rowEntries(props, at.row, column?.attribute ?? null, t);
  return (
    <PointMenu at={at} width="max-content" widest={360} onClose={onClose}>
      {at.header && <Menu.Label>{column?.title}</Menu.Label>}
      {entries.map(({ key, label, shortcut, off, grave, act }) => (
        <Menu.Item
          key={key}
          disabled={off === true}
          color={grave ? 'var(--gantry-error)' : undefined}
          rightSection={shortcut && <span style={{ color: 'var(--gantry-neutral-8)', fontSize: 11, marginLeft: 16 }}>{shortcut}</span>}
          onClick={act}
        >
          {label}
        </Menu.Item>
      ))}
    </PointMenu>
  );
}

function columnEntries(props: Props, column: DirectoryColumn, t: TFunction): Entry[] {
  const { look, conditions, filter, readOnly, columns } = props;
  const { id, attribute } = column;
  const sorted = look.sort?.column === id ? look.sort.direction : 0;
  const condition = conditions.find((each) => each.id === id);
  const attributes = columns.flatMap((each) => each.attribute ?? []);
  const index = attributes.findIndex((each) => each.id === attribute?.id);
  const base: Entry[] = [
    { key: 'up', label: t('wbs.sort_ascending'), off: sorted === 1, act: () => props.onSort({ column: id, direction: 1 }) },
    { key: 'down', label: t('wbs.sort_descending'), off: sorted === -1, act: () => props.onSort({ column: id, direction: -1 }) },
    { key: 'none', label: t('directory.sort_none'), off: !look.sort, act: () => props.onSort(null) },
    {
      key: 'filter',
      label: t('filter.by_column'),
      off: !condition,
      act: () =>
        condition && props.onFilter({ ...(filter ?? NO_CONDITIONS), conditions: [...(filter?.conditions ?? []), newCondition(condition)] }),
    },
    { key: 'group', label: t('grouping.by_column'), act: () => props.onGroup(id) },
  ];
  if (!attribute) return base;
  return [
    ...base,
    { key: 'edit', label: t('directory.edit_column'), off: readOnly, act: () => props.onEdit(attribute) },
    { key: 'left', label: t('directory.column_left'), off: readOnly || index === 0, act: () => props.onMove(attribute, index - 1) },
    {
      key: 'right',
      label: t('directory.column_right'),
      off: readOnly || index === attributes.length - 1,
      act: () => props.onMove(attribute, index + 1),
    },
    { key: 'delete', label: t('directory.delete_column'), off: readOnly, grave: true, act: () => props.onDelete(attribute) },
  ];
}

/** What can be done with rows, and with the column of the cell: its head is out of reach of the keyboard. */
function rowEntries({ gantt, readOnly, onEdit }: Props, row: number, attribute: DirectoryAttribute | null, t: TFunction): Entry[] {
  const events = gantt.current?.chart.options.events;
  const rows = gantt.current?.selected() ?? [];
  const none = readOnly || rows.length === 0;
  return [
    {
      key: 'before',
      label: t('directory.add_before'),
      shortcut: 'Shift+Insert',
      off: readOnly || row < 0,
      act: () => events?.insert?.(row, 'before'),
    },
    { key: 'after', label: t('directory.add_row'), shortcut: 'Insert', off: readOnly, act: () => events?.insert?.(row, 'after') },
    {
      key: 'inside',
      label: t('directory.add_inside'),
      shortcut: 'Alt+Insert',
      off: readOnly || row < 0,
      act: () => events?.insert?.(row, 'inside'),
    },
    { key: 'moveUp', label: t('directory.row_up'), shortcut: 'Alt+Shift+↑', off: none, act: () => events?.moveUp?.(rows) },
    { key: 'moveDown', label: t('directory.row_down'), shortcut: 'Alt+Shift+↓', off: none, act: () => events?.moveDown?.(rows) },
    { key: 'column', label: t('directory.edit_column'), off: readOnly || !attribute, act: () => attribute && onEdit(attribute) },
    { key: 'delete', label: t('ui.delete'), shortcut: 'Delete', off: none, grave: true, act: () => events?.remove?.(rows) },
  ];
}
