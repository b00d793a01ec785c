import { Checkbox, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCircle,
  IconCircleCheckFilled,
  IconDots,
  IconLoader2,
  IconLock,
} from '@tabler/icons-react';
import type { DragEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal } from '../../../../lib/dates.ts';
import { formatCount } from '../../../../lib/numbers.ts';
import type { StructureRow } from '../eps.model.ts';
import { type Calculated, calculationText, isPartial, validityText } from '../eps.validity.model.ts';
import { NameEditor } from './name-editor.tsx';
import { NodeIcon } from '../node-icon.tsx';
import classes from './eps-grid.module.css';

/** What a row of the grid can tell its grid. */
export type RowEvents = {
  onToggle: (row: StructureRow) => void;
  onCheck: (row: StructureRow, checked: boolean, range: boolean) => void;
  onMenu: (row: StructureRow, x: number, y: number) => void;
  onRenamed: (row: StructureRow, name: string | null) => void;
  onDrag: (row: StructureRow, event: DragEvent) => void;
  onDragOver: (row: StructureRow, event: DragEvent) => void;
  onDrop: (row: StructureRow, event: DragEvent) => void;
};

type Props = RowEvents & {
  row: StructureRow;
  id: string;
  top: number;
  index: number;
  selected: boolean;
  checked: boolean;
  /** Null where the person may not check rows. */
  checkable: boolean;
  editing: boolean;
  draggable: boolean;
  dropHere: boolean;
};

const INDENT = 18;

/** One row of the structure: a node or a version. */
export function EpsGridRow({ row, id, top, index, selected, checked, checkable, editing, draggable, dropHere, ...on }: Props) {
  const { t } = useTranslation();
  const openMenu = (event: MouseEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    on.onMenu(row, box.left, box.bottom);
  };
  return (
    <div
      id={id}
      data-key={row.key}
      role="row"
      aria-rowindex={index + 2}
      aria-level={row.level + 1}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.expanded : undefined}
      aria-selected={selected}
      className={classes.row}
      data-drop={dropHere || undefined}
      style={{ transform: `translateY(${top}px)` }}
      draggable={draggable && !editing}
      onDragStart={(event) => on.onDrag(row, event)}
      onDragOver={(event) => on.onDragOver(row, event)}
      onDrop={(event) => on.onDrop(row, event)}
    >
      <span role="gridcell" className={classes.check}>
        {checkable && (
          <Checkbox
            size="xs"
            tabIndex={-1}
            checked={checked}
            aria-label={t('eps.check', { name: row.name })}
            onChange={(event) =>
              on.onCheck(row, event.currentTarget.checked, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)
            }
          />
        )}
      </span>
      <span role="gridcell" className={classes.name} style={{ paddingLeft: row.level * INDENT }}>
        {row.hasChildren ? (
          <UnstyledButton
            tabIndex={-1}
            className={classes.toggle}
            aria-label={t(row.expanded ? 'eps.collapse' : 'eps.expand', { name: row.name })}
            onClick={() => on.onToggle(row)}
          >
            {row.expanded ? <IconChevronDown size={14} stroke={1.5} /> : <IconChevronRight size={14} stroke={1.5} />}
          </UnstyledButton>
        ) : (
          <span className={classes.toggle} />
        )}
        <NodeIcon kind={row.type === 'node' ? row.node.kind : `version_${row.version.kind}`} />
        {editing ? (
          <NameEditor name={row.name} onDone={(name) => on.onRenamed(row, name)} />
        ) : (
          <span className={classes.label} title={row.name} data-strong={(row.type === 'node' && row.level === 0) || undefined}>
            {row.name}
          </span>
        )}
        {row.type === 'version' && row.version.locked && (
          <IconLock size={14} stroke={1.5} aria-label={t('versions.locked')} className={classes.lock} />
        )}
        <UnstyledButton tabIndex={-1} className={classes.more} aria-label={t('ui.more')} onClick={openMenu}>
          <IconDots size={16} stroke={1.5} />
        </UnstyledButton>
      </span>
      <span role="gridcell" className={classes.kind}>
        {row.type === 'node' ? t(`eps.kind_${row.node.kind}`) : t(`versions.kind_${row.version.kind}`)}
      </span>
      <span role="gridcell" className={classes.calculation}>
        {row.type === 'version' && <CalculationState version={row.version} />}
      </span>
      <span role="gridcell" className={classes.items}>
        {row.type === 'version' && formatCount(row.version.item_count)}
      </span>
      <span role="gridcell" className={classes.date}>
        {row.type === 'version' && formatLocal(row.version.data_date)}
      </span>
      <span role="gridcell" className={classes.updated}>
        {formatInstant(row.type === 'version' ? row.version.updated_at : row.node.updated_at)}
      </span>
    </div>
  );
}

/** What is known of the dates of a version: not calculated, calculating, and once they are calculated whether they hold. */
function CalculationState({ version }: { version: Calculated }) {
  const { t } = useTranslation();
  const { calculation_status: status } = version;
  const Shape = isPartial(version) ? IconAlertTriangle : [IconCircle, IconCircleCheckFilled, IconLoader2][status];
  return (
    <>
      <Shape size={14} stroke={1.5} aria-hidden className={classes.state} data-status={isPartial(version) ? 'partial' : status} />
      <span className={classes.stateText} title={validityText(version, t)}>
        {calculationText(version, t)}
      </span>
    </>
  );
}
