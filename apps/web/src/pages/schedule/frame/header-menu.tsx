import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { newCondition, NO_CONDITIONS } from '../../../ui/conditions/conditions.ts';
import { PointMenu } from '../../../ui/point-menu.tsx';
import type { MenuPlace } from '../rows/row-menu.tsx';
import type { ScheduleLook } from '../use-schedule-view.ts';

/** What can be done with the column under the pointer. */
export function HeaderMenu({ place, look, onClose }: { place: MenuPlace | null; look: ScheduleLook; onClose(): void }) {
  const { t } = useTranslation();
  const id = place?.header ? place.columnId : null;
  const info = look.infos.find((candidate) => candidate.id === id);
  if (!place || !info) return null;
  const { layout, setLayout } = look;
  const frozen = layout.frozen.includes(info.id);
  const sorted = layout.sort?.column === info.id ? layout.sort.direction : 0;
  const column = look.conditionColumns.find((candidate) => candidate.id === info.id);
  const levels = look.grouping?.levels ?? [];
  const entries: { key: string; label: string; off?: boolean; act(): void }[] = [
    { key: 'up', label: t('wbs.sort_ascending'), off: sorted === 1, act: () => setLayout({ sort: { column: info.id, direction: 1 } }) },
    {
      key: 'down',
      label: t('wbs.sort_descending'),
      off: sorted === -1,
      act: () => setLayout({ sort: { column: info.id, direction: -1 } }),
    },
    { key: 'plan', label: t('wbs.sort_none'), off: !layout.sort, act: () => setLayout({ sort: null }) },
    {
      key: 'filter',
      label: t('filter.by_column'),
      off: !column,
      act: () => {
        const filter = look.filter ?? NO_CONDITIONS;
        if (column) look.setFilter({ ...filter, conditions: [...filter.conditions, newCondition(column)] }, look.filterPresetId);
      },
    },
    {
      key: 'group',
      label: t('grouping.by_column'),
      off: levels.some((level) => level.column === info.id),
      act: () =>
        look.setGrouping(
          {
            levels: [...levels, { column: info.id, direction: 1, period: info.type === 'date' ? 'month' : null }],
            subtotals: look.grouping?.subtotals ?? true,
          },
          look.groupPresetId,
        ),
    },
    {
      key: 'freeze',
      label: t(frozen ? 'layout.unfreeze' : 'layout.freeze'),
      act: () => setLayout({ frozen: frozen ? layout.frozen.filter((other) => other !== info.id) : [...layout.frozen, info.id] }),
    },
    {
      key: 'hide',
      label: t('layout.hide'),
      off: info.id === 'name' || layout.columns.length < 2,
      act: () => setLayout({ columns: layout.columns.filter((other) => other !== info.id) }),
    },
  ];
  return (
    <PointMenu at={place} width={240} onClose={onClose}>
      <Menu.Label>{info.title}</Menu.Label>
      {entries.map(({ key, label, off, act }) => (
        <Menu.Item key={key} disabled={off === true} onClick={act}>
          {label}
        </Menu.Item>
      ))}
    </PointMenu>
  );
}
