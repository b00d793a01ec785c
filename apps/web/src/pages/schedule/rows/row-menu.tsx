import { ITEM_TYPES, LIMITS, TYPES_WITH_CHILDREN } from '@gantry/domain';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { targetOf, type GridActions } from '../../../features/planning/wbs/wbs.queries.ts';
import type { ScheduleView } from '@gantry/plan-view';
import type { GanttEvents } from '../../../ui/gantt/chart.ts';
import { PointMenu } from '../../../ui/point-menu.tsx';
import type { RowHands } from './row-hands.ts';
import classes from '../schedule-page.module.css';

export type MenuPlace = Parameters<NonNullable<GanttEvents['contextMenu']>>[0];

/** The tints that a row can take. */
const TINTS = Array.from({ length: LIMITS.tints }, (_, index) => index + 1);

type Props = {
  place: MenuPlace | null;
  view: ScheduleView;
  selected: number[];
  actions: GridActions;
  hands: RowHands;
  readOnly: boolean;
  onWhy(id: number): void;
  /** Asks for the parts of a row; null where nobody may divide rows. */
  onDivide: ((id: number) => void) | null;
  /** Brings the row's bar into sight. */
  onGoTo(id: number): void;
  onClose(): void;
};

/** What can be done to the row or relation under the pointer; the same acts as in the toolbar and by keyboard. */
export function RowMenu({ place, view, selected, actions, hands, readOnly, onWhy, onDivide, onGoTo, onClose }: Props) {
  const { t } = useTranslation();
  if (!place || place.header) return null;
  const { row, link } = place;
  // A row of a group is nothing of the plan.
  const id = row >= 0 && view.rows.id[row] > 0 ? view.rows.id[row] : null;
  const ids = id !== null && selected.includes(id) ? selected : id === null ? [] : [id];
  const entries: { key: string; label: string; shortcut?: string; act(): void; danger?: boolean }[] = [];
  if (link >= 0 && !readOnly)
    entries.push({
      key: 'unrelate',
      label: t('relations.remove'),
      shortcut: 'Delete',
      act: () => actions.unrelate(view.links.id[link]),
      danger: true,
    });
  const arranged = view.groups !== undefined;
  const isTask = id !== null && view.rows.end[row] === row + 1;
  if (id !== null && !arranged && !readOnly) {
    entries.push(
      { key: 'before', label: t('wbs.add_before'), shortcut: 'Shift+Insert', act: () => actions.create(targetOf(view, row, 'before')) },
      { key: 'after', label: t('wbs.add_after'), shortcut: 'Insert', act: () => actions.create(targetOf(view, row, 'after')) },
      { key: 'inside', label: t('wbs.add_inside'), shortcut: 'Alt+Insert', act: () => actions.create(targetOf(view, row, 'inside')) },
      { key: 'indent', label: t('wbs.indent'), shortcut: 'Alt+Shift+→', act: () => actions.shift('indent', ids) },
      { key: 'outdent', label: t('wbs.outdent'), shortcut: 'Alt+Shift+←', act: () => actions.shift('outdent', ids) },
      { key: 'up', label: t('wbs.move_up'), shortcut: 'Alt+Shift+↑', act: () => actions.shift('up', ids) },
      { key: 'down', label: t('wbs.move_down'), shortcut: 'Alt+Shift+↓', act: () => actions.shift('down', [...ids].reverse()) },
    );
    entries.push({ key: 'cut', label: t('wbs.cut_rows'), shortcut: 'Ctrl+X', act: () => hands.copy(true) });
    const isDivided = isTask && TYPES_WITH_CHILDREN.includes(ITEM_TYPES[view.rows.type[row]]);
    if (isDivided && onDivide) entries.push({ key: 'divide', label: t('ai.divide'), act: () => onDivide(id) });
    if (view.rows.end[row] > row + 1) entries.push({ key: 'dissolve', label: t('wbs.dissolve'), act: () => actions.dissolve(id) });
  }
  if (id !== null) entries.push({ key: 'copy', label: t('wbs.copy_rows'), shortcut: 'Ctrl+C', act: () => hands.copy(false) });
  if (id !== null && !arranged && !readOnly)
    entries.push({ key: 'paste', label: t('wbs.paste_rows'), shortcut: 'Ctrl+V', act: () => hands.paste() });
  if (id !== null && !readOnly && (ids.length > 1 || isTask))
    entries.push({
      key: 'link',
      label: t(ids.length > 1 ? 'wbs.relate_selected' : 'wbs.link_by_arrows'),
      shortcut: 'Ctrl+F2',
      act: () => hands.link(),
    });
  if (id !== null) entries.push({ key: 'go', label: t('wbs.go_to_bar'), shortcut: 'Ctrl+Enter', act: () => onGoTo(id) });
  if (id !== null && isTask) entries.push({ key: 'why', label: t('why.title'), act: () => onWhy(id) });
  if (id !== null && !readOnly)
    entries.push({ key: 'delete', label: t('ui.delete'), shortcut: 'Delete', act: () => actions.remove(ids), danger: true });
  if (!entries.length) return null;
  return (
    <PointMenu at={place} width={320} onClose={onClose}>
      {entries.map(({ key, label, shortcut, act, danger }) => (
        <Menu.Item
          key={key}
          onClick={act}
          color={danger ? 'var(--gantry-error)' : undefined}
          rightSection={shortcut && <kbd>{shortcut}</kbd>}
        >
          {label}
        </Menu.Item>
      ))}
      {id !== null && !readOnly && (
        <>
          <Menu.Label>{t('column.tint')}</Menu.Label>
          <div className={classes.tints} role="group" aria-label={t('column.tint')}>
            {[0, ...TINTS].map((tint) => (
              <Menu.Item
                key={tint}
                className={classes.tint}
                data-tint={tint}
                aria-label={t(tint ? `tint.${tint}` : 'tint.none')}
                title={t(tint ? `tint.${tint}` : 'tint.none')}
                onClick={() => {
                  const changes = ids.map((each) => ({ id: each, fields: { tint: tint || null } }));
                  void actions.update(changes, changes);
                }}
              />
            ))}
          </div>
        </>
      )}
    </PointMenu>
  );
}
