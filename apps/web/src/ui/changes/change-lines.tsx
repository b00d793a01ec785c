import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './change-lines.module.css';
import type { ChangeLine } from './changes.ts';
import scrolled from '../text/scrolled-lines.module.css';

type Props = {
  lines: readonly ChangeLine[];
  kind: 'add' | 'update' | 'delete';
  nameOf(field: string): string;
  shown(field: string, value: unknown): string;
  busy: boolean;
  /** What stands before: what the column is called. */
  beforeTitle?: string;
  /** Asks for the next page, where there is one. */
  onEnd?: (() => void) | undefined;
};

const LINE_HEIGHT = 26;

/** What would change, field by field, however many lines there are. */
export function ChangeLines({ lines, kind, nameOf, shown, busy, beforeTitle, onEnd }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const visible = rows.getVirtualItems();
  // Of rows that go, or that are refused, there are none.
  const hasFields = useMemo(() => lines.some(({ type }) => type === 'field'), [lines]);
  const atEnd = (visible.at(-1)?.index ?? 0) >= lines.length - 1;
  useEffect(() => {
    if (atEnd && !busy) onEnd?.();
  }, [atEnd, busy, onEnd]);
  return (
    <div ref={scroller} className={`${scrolled.lines} ${classes.table}`} tabIndex={0} role="table" aria-rowcount={lines.length + 1}>
      {(lines.length === 0 || hasFields) && (
        <div className={scrolled.head} role="row">
          <span role="columnheader">{t('import.preview_field')}</span>
          <span role="columnheader">{beforeTitle ?? t('import.preview_before')}</span>
          <span role="columnheader">{t('import.preview_after')}</span>
        </div>
      )}
      {busy && lines.length === 0 && <Loader size="sm" m="md" />}
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {visible.map(({ key, index, start }) => {
          const line = lines[index];
          const look = `${scrolled.line} ${scrolled.placed} ${classes.line}`;
          const place = { 'data-index': index, ref: rows.measureElement, style: { transform: `translateY(${start}px)` }, role: 'row' };
          if (line.type === 'row')
            return (
              <div key={key} {...place} className={`${look} ${classes.row}`}>
                <span role="cell">
                  {line.label} {line.note && <span className={classes.note}>{line.note}</span>}
                </span>
              </div>
            );
          return (
            <div key={key} {...place} className={look}>
              <span role="cell" className={classes.field}>
                {nameOf(line.field)}
              </span>
              <span role="cell" className={classes.before} data-gone={kind === 'delete' || undefined}>
                {kind === 'add' ? '' : shown(line.field, line.before)}
              </span>
              <span role="cell" className={classes.after} data-new={kind !== 'delete' || undefined}>
                {kind === 'delete' ? '' : shown(line.field, line.after)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
