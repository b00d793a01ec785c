import { SegmentedControl } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/numbers.ts';
import type { Breakdown } from '../models.queries.ts';
import type { Elements } from '../viewer/models.styles.model.ts';
import { type Grouping, GROUPINGS, linesOf, type TreeLine } from './models.tree.model.ts';
import classes from './tree.module.css';

const LINE = 26;

type Props = {
  models: readonly { id: number; name: string }[];
  trees: ReadonlyMap<number, Breakdown>;
  selected: Elements;
  hidden: Elements;
  onSelect: (model: number, entities: readonly number[], more: boolean) => void;
  onHide: (model: number, entities: readonly number[], hide: boolean) => void;
  onFit: () => void;
  /** The kind that dragged elements are known by; null: they are not dragged. */
  dragged: string | null;
};

/** Elements of the models that are shown, by storey, type or layer. Arrows walk, Enter chooses, Space hides. */
export function ModelTree({ models, trees, selected, hidden, onSelect, onHide, onFit, dragged }: Props) {
  const { t } = useTranslation();
  const [by, setBy] = useState<Grouping>('storey');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const lines = useMemo(() => linesOf(models, trees, by, closed, opened), [models, trees, by, closed, opened]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: () => LINE, overscan: 12 });

  const open = ({ key, level, open: isOpen }: TreeLine): void => {
    const flip = (set: ReadonlySet<string>): ReadonlySet<string> => {
      const next = new Set(set);
      if (!next.delete(key)) next.add(key);
      return next;
    };
    if (isOpen === null) return;
    if (level === 1) setClosed(flip);
    else setOpened(flip);
  };
  const isHidden = ({ model, entities }: TreeLine): boolean => {
    const set = hidden.get(model);
    return set !== undefined && entities.every((entity) => set.has(entity));
  };
  const isSelected = ({ model, entities }: TreeLine): boolean => {
    const set = selected.get(model);
    return set !== undefined && entities.length > 0 && entities.every((entity) => set.has(entity));
  };
  const go = (to: number): void => {
    const next = Math.min(Math.max(to, 0), lines.length - 1);
    setCurrent(next);
    rows.scrollToIndex(next);
  };
  const press = (event: KeyboardEvent): void => {
    const line = lines[current];
    if (!line) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      PageDown: () => go(current + 15),
      PageUp: () => go(current - 15),
      ArrowRight: () => (line.open === false ? open(line) : go(current + 1)),
      ArrowLeft: () => (line.open ? open(line) : go(lines.findLastIndex((one, index) => index < current && one.level < line.level))),
      Enter: () => onSelect(line.model, line.entities, event.shiftKey || event.ctrlKey || event.metaKey),
      ' ': () => onHide(line.model, line.entities, !isHidden(line)),
      f: onFit,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className={classes.frame}>
      <SegmentedControl
        size="xs"
        fullWidth
        value={by}
        aria-label={t('model.group_by')}
        data={GROUPINGS.map((value) => ({ value, label: t(`model.by_${value}`) }))}
        onChange={(value) => setBy(value)}
      />
      <div
        ref={scroller}
        className={classes.scroller}
        role="tree"
        aria-label={t('model.tree')}
        tabIndex={0}
        onKeyDown={press}
        aria-activedescendant={lines[current] ? `tree-line-${current}` : undefined}
      >
        <div style={{ height: rows.getTotalSize() }} className={classes.room} role="presentation">
          {rows.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (!line) return null;
            const [out, chosen] = [isHidden(line), isSelected(line)];
            return (
              <div
                key={line.key}
                id={`tree-line-${index}`}
                role="treeitem"
                aria-level={line.level}
                aria-selected={chosen}
                {...(line.open === null ? {} : { 'aria-expanded': line.open })}
                data-current={index === current || undefined}
                data-chosen={chosen || undefined}
                data-hidden={out || undefined}
                className={classes.line}
                style={{ top: start, paddingInlineStart: line.level * 14 - 8 }}
                onClick={(event) => {
                  setCurrent(index);
                  onSelect(line.model, line.entities, event.shiftKey || event.ctrlKey || event.metaKey);
                }}
                onDoubleClick={onFit}
                draggable={dragged !== null}
                onDragStart={(event) => {
                  if (dragged === null) return;
                  event.dataTransfer.setData(dragged, line.key);
                  event.dataTransfer.effectAllowed = 'link';
                  if (!chosen) onSelect(line.model, line.entities, false);
                }}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  className={classes.mark}
                  onClick={(event) => {
                    event.stopPropagation();
                    open(line);
                  }}
                >
                  {line.open === null ? null : line.open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                </button>
                <bdi className={classes.name}>{line.name || t('model.nameless')}</bdi>
                {line.open !== null && <span className={classes.count}>{formatCount(line.entities.length)}</span>}
                <button
                  type="button"
                  tabIndex={-1}
                  className={classes.eye}
                  aria-label={t(out ? 'model.show' : 'model.hide')}
                  onClick={(event) => {
                    event.stopPropagation();
                    onHide(line.model, line.entities, !out);
                  }}
                >
                  {out ? <IconEyeOff size={14} /> : <IconEye size={14} />}
                </button>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
