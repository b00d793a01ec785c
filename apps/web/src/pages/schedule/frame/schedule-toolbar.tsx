import { type Minute, PERIODS, type Period } from '@gantry/domain';
import { Menu, Popover, SegmentedControl } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsHorizontal,
  IconFold,
  IconHistory,
  IconIndentDecrease,
  IconIndentIncrease,
  IconLayoutSidebar,
  IconLink,
  IconListCheck,
  IconPlus,
  IconProgressCheck,
  IconReplace,
  IconSearch,
  IconTableOptions,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react';
import { PERIOD_PIXELS } from '@gantry/scene';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { EditsHistory } from '../../../features/planning/edits/edits-history.tsx';
import { sightOf } from '../edit-sight.ts';
import { type LoadStrip, LoadStripTool } from '../../../features/planning/resources/load-strip.tsx';
import { useHistory } from '../../../features/planning/edits/edits.queries.ts';
import type { GridActions } from '../../../features/planning/wbs/wbs.queries.ts';
import type { ScheduleView } from '@gantry/plan-view';
import { targetOf } from '../../../features/planning/wbs/wbs.queries.ts';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { ExportButton } from './export-button.tsx';
import classes from '../schedule-page.module.css';
import type { ScheduleLook } from '../use-schedule-view.ts';
import { ViewTools } from './view-tools.tsx';

type Props = {
  versionId: number;
  view: ScheduleView;
  revision: number;
  gantt: RefObject<Gantt | null>;
  actions: GridActions;
  selected: number[];
  look: ScheduleLook;
  dataDate: Minute | null;
  mayShare: boolean;
  readOnly: boolean;
  onFind(): void;
  onBulk(): void;
  onReplace(): void;
  /** Whether values by days stand in the place of the chart. */
  cells: boolean;
  onCells(): void;
  strip: LoadStrip;
};

/** The period whose scale is nearest to a zoom. */
function periodOf(pixelsPerDay: number): Period {
  return PERIODS.reduce((best, period) =>
    Math.abs(Math.log(PERIOD_PIXELS[period] / pixelsPerDay)) < Math.abs(Math.log(PERIOD_PIXELS[best] / pixelsPerDay)) ? period : best,
  );
}

/** Acts on rows, history, columns and scale of the open version. */
export function ScheduleToolbar({
  versionId,
  view,
  revision,
  gantt,
  actions,
  selected,
  look,
  dataDate,
  mayShare,
  readOnly,
  onFind,
  onBulk,
  onReplace,
  cells,
  onCells,
  strip,
}: Props) {
  const { layout: settings, setLayout: onSettings } = look;
  const { t } = useTranslation();
  const history = useHistory(versionId, revision, 1).data;
  const none = selected.length === 0;
  const rowOf = (id: number): number => view.rowOfId.get(id) ?? -1;
  const insert = () =>
    actions.create(none ? { parentId: null, afterId: undefined } : targetOf(view, rowOf(selected[selected.length - 1]), 'after'));
  const relateSelected = () => selected.slice(1).forEach((id, index) => actions.relate(selected[index], id, 'fs'));

  return (
    <Toolbar className={classes.toolbar} label={t('schedule.toolbar')}>
      <IconButton
        icon={IconArrowBackUp}
        label={t('edits.undo')}
        shortcut="Ctrl+Z"
        disabled={readOnly || !history?.can_undo}
        onClick={() => actions.undo()}
      />
      <IconButton
        icon={IconArrowForwardUp}
        label={t('edits.redo')}
        shortcut="Ctrl+Y"
        disabled={readOnly || !history?.can_redo}
        onClick={() => actions.redo()}
      />
      <Popover width={360} position="bottom-start" withinPortal trapFocus returnFocus>
        <Popover.Target>
          <IconButton icon={IconHistory} label={t('edits.history')} />
        </Popover.Target>
        <Popover.Dropdown>
          <EditsHistory versionId={versionId} revision={revision} readOnly={readOnly} sight={sightOf(view)} />
        </Popover.Dropdown>
      </Popover>
      <span className={classes.divider} />
      <IconButton icon={IconPlus} label={t('wbs.add')} shortcut="Insert" disabled={readOnly} onClick={insert} />
      <IconButton
        icon={IconTrash}
        label={t(none && view.ticked.size ? 'wbs.delete_ticked' : 'ui.delete')}
        shortcut="Delete"
        disabled={readOnly || (none && view.ticked.size === 0)}
        onClick={() => actions.remove(selected)}
      />
      <IconButton
        icon={IconIndentDecrease}
        label={t('wbs.outdent')}
        shortcut="Alt+Shift+←"
        disabled={readOnly || none}
        onClick={() => actions.shift('outdent', selected)}
      />
      <IconButton
        icon={IconIndentIncrease}
        label={t('wbs.indent')}
        shortcut="Alt+Shift+→"
        disabled={readOnly || none}
        onClick={() => actions.shift('indent', selected)}
      />
      <IconButton icon={IconLink} label={t('wbs.relate_selected')} disabled={readOnly || selected.length < 2} onClick={relateSelected} />
      <span className={classes.divider} />
      <Menu withinPortal>
        <Menu.Target>
          <IconButton icon={IconFold} label={t('wbs.fold')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => gantt.current?.foldAll(false)}>{t('wbs.unfold_all')}</Menu.Item>
          <Menu.Item onClick={() => gantt.current?.foldAll(true)}>{t('wbs.fold_all')}</Menu.Item>
          {[1, 2, 3, 4].map((level) => (
            <Menu.Item key={level} onClick={() => gantt.current?.foldAll(true, level)}>
              {t('wbs.fold_to_level', { level })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ViewTools look={look} count={view.rows.count} mayShare={mayShare} dataDate={dataDate} />
      <IconButton icon={IconSearch} label={t('find.title')} shortcut="Ctrl+F" onClick={onFind} />
      <IconButton icon={IconListCheck} label={t('bulk.title')} disabled={readOnly} onClick={onBulk} />
      <IconButton icon={IconReplace} label={t('replacement.title')} disabled={readOnly} onClick={onReplace} />
      <IconButton
        icon={settings.showLinks ? IconUnlink : IconLink}
        label={t(settings.showLinks ? 'wbs.hide_links' : 'wbs.show_links')}
        onClick={() => onSettings({ showLinks: !settings.showLinks })}
      />
      <IconButton icon={IconProgressCheck} label={t('values.refresh')} disabled={readOnly} onClick={() => actions.refreshValues()} />
      <IconButton
        icon={IconTableOptions}
        label={t('values.cells')}
        variant={cells ? 'light' : 'subtle'}
        aria-pressed={cells}
        onClick={onCells}
      />
      <ExportButton versionId={versionId} selected={selected} shown={look.shown} />
      <span className={classes.spring} />
      {!cells && (
        <>
          <LoadStripTool strip={strip} />
          <SegmentedControl
            size="xs"
            aria-label={t('schedule.scale')}
            value={periodOf(settings.pixelsPerDay)}
            data={PERIODS.map((period) => ({ value: period, label: t(`period.${period}`) }))}
            onChange={(period) => gantt.current?.zoomPeriod(period)}
          />
          <IconButton
            icon={IconArrowsHorizontal}
            label={t('schedule.fit')}
            shortcut="Alt+0"
            onClick={() => gantt.current?.fit('schedule')}
          />
          <IconButton
            icon={IconLayoutSidebar}
            label={t('schedule.panes')}
            onClick={() => onSettings({ panes: settings.panes === 'both' ? 'grid' : settings.panes === 'grid' ? 'chart' : 'both' })}
          />
        </>
      )}
    </Toolbar>
  );
}
