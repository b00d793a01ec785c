import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dropTarget } from '../eps.commands.model.ts';
import type { StructureRow, TreeIndex } from '../eps.model.ts';
import type { RowKey } from '../eps.store.ts';
import { EpsGridRow } from './eps-grid-row.tsx';
import { keyAction, type RowAction } from './eps.keys.model.ts';
import classes from './eps-grid.module.css';

type Props = {
  rows: StructureRow[];
  index: TreeIndex;
  selected: RowKey | null;
  checked: ReadonlySet<RowKey>;
  editing: RowKey | null;
  mayEdit: boolean;
  onSelect: (key: RowKey) => void;
  onOpen: (row: StructureRow) => void;
  onToggle: (row: StructureRow) => void;
  onCheck: (keys: RowKey[], checked: boolean) => void;
  onMenu: (row: StructureRow, x: number, y: number) => void;
  onRenamed: (row: StructureRow, name: string | null) => void;
  onMoveSchedule: (scheduleId: number, groupId: number | null) => void;
  /** Keys that mean an action on the selected row: rename, delete, create, move. */
  onAction: (action: RowAction, row: StructureRow | null) => void;
};

/** Of the rows and of the head above them. */
const ROW_HEIGHT = 28;
const domId = (key: RowKey): string => `eps-${key}`;

/** The structure as one dense tree: virtual rows, one stop for Tab, everything by keyboard. */
export function EpsGrid(props: Props) {
  const { rows, index, selected, checked, editing, mayEdit } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const lastChecked = useRef<RowKey | null>(null);
  const [drag, setDrag] = useState<{ scheduleId: number; over: RowKey | null } | null>(null);
  const at = rows.findIndex((row) => row.key === selected);
  const current = at < 0 ? null : rows[at];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
  });

  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  // Leaving the name field gives the keyboard back to the tree.
  useEffect(() => {
    if (editing === null && document.activeElement === document.body) grid.current?.focus();
  }, [editing]);

  const check = (row: StructureRow, value: boolean, range: boolean): void => {
    const from = range ? rows.findIndex(({ key }) => key === lastChecked.current) : -1;
    const to = rows.indexOf(row);
    const keys = from < 0 ? [row.key] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ key }) => key);
    lastChecked.current = row.key;
    props.onCheck(keys, value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (editing !== null) return;
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1, 1);
    const action = keyAction(event, rows, at, page);
    if (!action) return;
    event.preventDefault();
    if (action.do === 'select') props.onSelect(action.key);
    else if (action.do === 'toggle') props.onToggle(action.row);
    else if (action.do === 'open') props.onOpen(action.row);
    else if (action.do === 'check') {
      if (mayEdit) check(action.row, !checked.has(action.row.key), false);
    } else if (action.do === 'menu') {
      const box = document.getElementById(domId(action.row.key))?.getBoundingClientRect();
      if (box) props.onMenu(action.row, box.left + 60, box.bottom);
    } else props.onAction(action, current);
  };

  // The rows themselves take no events: the grid is the one thing that has the focus.
  const rowAt = (event: MouseEvent): StructureRow | undefined => {
    const key = (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'];
    return rows.find((row) => row.key === key);
  };
  const onControl = (event: MouseEvent): boolean => (event.target as Element).closest('button, input, label') !== null;
  const onClick = (event: MouseEvent): void => {
    const row = rowAt(event);
    if (row) props.onSelect(row.key);
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const row = rowAt(event);
    if (row && !onControl(event)) props.onOpen(row);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const row = rowAt(event);
    if (!row || row.key === editing) return;
    event.preventDefault();
    props.onSelect(row.key);
    props.onMenu(row, event.clientX, event.clientY);
  };

  const startDrag = (row: StructureRow, event: DragEvent): void => {
    if (row.type !== 'node') return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', row.name);
    setDrag({ scheduleId: row.node.id, over: null });
  };
  const dragOver = (row: StructureRow, event: DragEvent): void => {
    if (!drag) return;
    const target = dropTarget(drag.scheduleId, row, index);
    if (target) event.preventDefault();
    if (drag.over !== (target ? row.key : null)) setDrag({ ...drag, over: target ? row.key : null });
  };
  const drop = (row: StructureRow, event: DragEvent): void => {
    const target = drag && dropTarget(drag.scheduleId, row, index);
    if (!drag || !target) return;
    event.preventDefault();
    props.onMoveSchedule(drag.scheduleId, target.groupId);
    setDrag(null);
  };

  return (
    <div
      ref={grid}
      role="treegrid"
      aria-label={t('eps.structure')}
      aria-multiselectable={mayEdit}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={current ? domId(current.key) : undefined}
      tabIndex={0}
      className={classes.grid}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onContextMenu={onContextMenu}
      onDragEnd={() => setDrag(null)}
    >
      <div ref={scroller} className={classes.scroller} role="rowgroup">
        <div role="row" className={classes.head}>
          <span role="columnheader" aria-label={t('eps.checked')} />
          <span role="columnheader" className={classes.name}>
            {t('ui.name')}
          </span>
          <span role="columnheader" className={classes.kind}>
            {t('eps.kind')}
          </span>
          <span role="columnheader" className={classes.calculation}>
            {t('versions.calculation')}
          </span>
          <span role="columnheader" className={classes.items}>
            {t('versions.items')}
          </span>
          <span role="columnheader" className={classes.date}>
            {t('versions.data_date')}
          </span>
          <span role="columnheader" className={classes.updated}>
            {t('versions.updated')}
          </span>
        </div>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              <EpsGridRow
                key={row.key}
                row={row}
                id={domId(row.key)}
                top={item.start - ROW_HEIGHT}
                index={item.index}
                selected={row.key === selected}
                checked={checked.has(row.key)}
                checkable={mayEdit}
                editing={row.key === editing}
                draggable={mayEdit && row.type === 'node' && row.node.kind === 'schedule'}
                dropHere={drag?.over === row.key}
                onToggle={props.onToggle}
                onCheck={check}
                onMenu={props.onMenu}
                onRenamed={props.onRenamed}
                onDrag={startDrag}
                onDragOver={dragOver}
                onDrop={drop}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
