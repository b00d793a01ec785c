import type { ChangePart } from '@gantry/contract';
import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldName, useShownValue } from './import-words.tsx';
import { kindOf, linesOf } from './import.model.ts';
import { useChanges } from './import.queries.ts';
import classes from './import-preview.module.css';

const LINE_HEIGHT = 26;

/** The rows of one part of a proposal, field by field, however many there are. */
export function ImportChanges({ proposalId, part }: { proposalId: number; part: ChangePart }) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const shown = useShownValue();
  const scroller = useRef<HTMLDivElement>(null);
  const { data, hasNextPage, isFetching, fetchNextPage } = useChanges(proposalId, part);
  const lines = useMemo(() => linesOf((data?.pages ?? []).flatMap(({ changes }) => changes)), [data]);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const visible = rows.getVirtualItems();
  const atEnd = (visible.at(-1)?.index ?? 0) >= lines.length - 1;
  useEffect(() => {
    if (atEnd && hasNextPage && !isFetching) void fetchNextPage();
  }, [atEnd, hasNextPage, isFetching, fetchNextPage]);
  const kind = kindOf(part);
  return (
    <div ref={scroller} className={classes.lines} tabIndex={0} role="table" aria-rowcount={lines.length + 1}>
      <div className={classes.head} role="row">
        <span role="columnheader">{t('import.preview_field')}</span>
        <span role="columnheader">{t('import.preview_before')}</span>
        <span role="columnheader">{t('import.preview_after')}</span>
      </div>
      {isFetching && lines.length === 0 && <Loader size="sm" m="md" />}
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {visible.map(({ key, index, start }) => {
          const line = lines[index];
          const place = { 'data-index': index, ref: rows.measureElement, style: { transform: `translateY(${start}px)` }, role: 'row' };
          if (line.type === 'row')
            return (
              <div key={key} {...place} className={`${classes.line} ${classes.row}`}>
                <span role="cell">{line.label}</span>
              </div>
            );
          return (
            <div key={key} {...place} className={classes.line}>
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
