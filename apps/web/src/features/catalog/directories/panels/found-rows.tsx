import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundRows } from '../directories.search.queries.ts';
import classes from '../row-picker.module.css';

type Props = {
  id: string;
  label: string;
  found: FoundRows;
  /** The row that Enter chooses; it is brought into view where the keyboard led to it. */
  active: { index: number; keyed: boolean };
  chosenId: number | undefined;
  /** Rows that are seen: their pages are wanted. */
  onSeen(from: number, to: number): void;
  onPoint(index: number): void;
  onChoose(index: number): void;
};

/** A name of one line with what stands above it; longer ones are measured. */
const LINE_HEIGHT = 42;

/** The list below a row picker, however many rows there are. */
export function FoundRowsList({ id, label, found, active, chosenId, onSeen, onPoint, onChoose }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: found.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 8,
  });
  const visible = rows.getVirtualItems();
  const [from, to] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0];
  useEffect(() => onSeen(from, to), [from, to, onSeen]);
  useEffect(() => {
    if (active.keyed && active.index < found.total) rows.scrollToIndex(active.index);
  }, [rows, active, found.total]);
  return (
    <>
      {/* The field keeps the keyboard: a press on the list must not take it. */}
      <div
        ref={scroller}
        id={id}
        className={classes.list}
        role="listbox"
        aria-label={label}
        onMouseDown={(event) => event.preventDefault()}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {visible.map(({ key, index, start }) => {
            const row = found.rowAt(index);
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                id={`${id}-${index}`}
                role="option"
                className={classes.option}
                aria-selected={row !== undefined && row.id === chosenId}
                aria-posinset={index + 1}
                aria-setsize={found.total}
                data-active={index === active.index || undefined}
                style={{ transform: `translateY(${start}px)` }}
                onMouseMove={() => onPoint(index)}
                onClick={() => onChoose(index)}
              >
                {row ? (
                  <>
                    <span className={classes.name}>
                      {row.code && <span className={classes.code}>{row.code}</span>} {row.name}
                    </span>
                    <span className={classes.unit}>{row.unit}</span>
                    {row.path.length > 0 && (
                      <span className={classes.path} title={row.path.join(' › ')}>
                        {row.path.join(' › ')}
                      </span>
                    )}
                  </>
                ) : (
                  <span className={classes.path}>…</span>
                )}
              </div>
            );
          })}
        </div>
      </div>
      <p className={classes.count} aria-live="polite">
        {found.total === 0 && !found.busy ? t('directory.no_row_found') : t('directory.count_rows', { count: found.total })}
      </p>
    </>
  );
}
