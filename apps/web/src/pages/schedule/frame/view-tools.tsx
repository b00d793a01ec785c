import type { Minute } from '@gantry/domain';
import { Indicator, Pill, Popover, Stack } from '@mantine/core';
import { IconColumns3, IconFilter, IconLayersLinked, type Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FigureBadge } from '../../../features/insight/analytics/works/figure-badge.tsx';
import { QuickViews } from '../../../features/planning/filters/quick-views.tsx';
import { FilterPanel } from '../../../features/planning/filters/filter-panel.tsx';
import { countConditions } from '../../../ui/conditions/conditions.ts';
import { GroupingPanel } from '../../../features/planning/grouping/grouping-panel.tsx';
import { LayoutPanel } from '../../../features/planning/layouts/layout-panel.tsx';
import { toggledColumn } from '../../../features/planning/wbs/wbs.queries.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ScheduleLook } from '../use-schedule-view.ts';

type Panel = 'filter' | 'grouping' | 'layout';

/** Columns and layouts, filter and grouping of the open version. */
export function ViewTools({
  look,
  count,
  mayShare,
  narrow,
  dataDate = null,
}: {
  look: ScheduleLook;
  count: number;
  mayShare: boolean;
  narrow?: boolean;
  dataDate?: Minute | null;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Panel | null>(null);
  const tool = (panel: Panel, icon: Icon, label: string, width: number, on: number, contents: ReactNode) => (
    <Popover
      key={panel}
      opened={open === panel}
      onChange={(opened) => setOpen(opened ? panel : null)}
      width={width}
      position="bottom-start"
      withinPortal
      trapFocus
      closeOnClickOutside
    >
      <Indicator disabled={on === 0} label={on > 1 ? on : undefined} size={on > 1 ? 13 : 7} offset={5}>
        <Popover.Target>
          <IconButton
            icon={icon}
            label={label}
            variant={on ? 'light' : 'subtle'}
            aria-expanded={open === panel}
            onClick={() => setOpen(open === panel ? null : panel)}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown style={{ maxWidth: 'calc(100vw - 16px)' }}>{open === panel && contents}</Popover.Dropdown>
    </Popover>
  );
  const usual = look.infos.map(({ id }) => id);
  return (
    <>
      {look.figure && <FigureBadge {...look.figure} onClear={look.figure.clear} />}
      {look.judging.name !== null && (
        <Pill
          withRemoveButton
          onRemove={look.judging.clear}
          title={t('indicators.filtered')}
          removeButtonProps={{ 'aria-label': t('analytics.show_all_works'), 'aria-hidden': false, tabIndex: 0 }}
        >
          {look.judging.name}
        </Pill>
      )}
      {tool(
        'filter',
        IconFilter,
        t('filter.title'),
        narrow ? 480 : 560,
        look.shown?.matched === null ? 0 : countConditions(look.filter),
        <Stack gap={12}>
          <QuickViews dataDate={dataDate} filter={look.filter} onFilter={(filter) => look.setFilter(filter, null)} />
          <FilterPanel
            presets={look.filterPresets}
            columns={look.conditionColumns}
            form={look.form}
            filter={look.filter}
            presetId={look.filterPresetId}
            maySharePresets={mayShare}
            matched={look.shown?.matched ?? null}
            count={count}
            ignored={look.shown?.ignored ?? []}
            onFilter={look.setFilter}
          />
        </Stack>,
      )}
      {tool(
        'grouping',
        IconLayersLinked,
        t('grouping.title'),
        440,
        look.grouping?.levels.length ?? 0,
        <GroupingPanel
          presets={look.groupPresets}
          columns={look.infos}
          grouping={look.grouping}
          presetId={look.groupPresetId}
          maySharePresets={mayShare}
          onGrouping={look.setGrouping}
        />,
      )}
      {tool(
        'layout',
        IconColumns3,
        t('layout.title'),
        380,
        0,
        <LayoutPanel
          presets={look.layoutPresets}
          columns={look.infos}
          layout={look.layout}
          rows={{ filter: look.filter, grouping: look.grouping }}
          presetId={look.layoutPresets.active?.id ?? null}
          maySharePresets={mayShare}
          onLayout={look.setLayout}
          onToggle={(id) => look.setLayout({ columns: toggledColumn(look.layout.columns, id, usual) })}
          onPreset={look.choosePresetLayout}
          colours={look.indicators}
        />,
      )}
    </>
  );
}
