import type { ScoreboardColumn, ScoreboardRow } from '@gantry/contract';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHAPE_OF, valueText } from '../../../ui/text/scores.ts';
import { FigureTrend } from './scoreboard-badge.tsx';
import { cellAfter } from './scoreboard.model.ts';
import classes from './scoreboard.module.css';

type Props = {
  label: string;
  columns: readonly ScoreboardColumn[];
  rows: readonly ScoreboardRow[];
  onOpen(row: ScoreboardRow, column?: ScoreboardColumn): void;
};

/** Places by figures: arrows walk the cells, Enter opens the place of a row. */
export function ScoreboardMatrix({ label, columns, rows, onOpen }: Props) {
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ row: 0, column: 0 });
  const here = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, columns.length) };
  const opens = ({ version_id, has_parts }: ScoreboardRow): boolean => version_id !== null || has_parts;
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = cellAfter(event.key, here, rows.length, columns.length + 1);
    if (to) {
      event.preventDefault();
      setAt(to);
      grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row} ${to.column}"]`)?.focus();
    } else if (event.key === 'Enter' && opens(rows[here.row])) {
      event.preventDefault();
      onOpen(rows[here.row], columns[here.column - 1]);
    }
  };
  const cell = (row: number, column: number) => ({
    'data-cell': `${row} ${column}`,
    tabIndex: here.row === row && here.column === column ? 0 : -1,
    onFocus: () => setAt({ row, column }),
  });
  return (
    <div className={classes.room}>
      <div ref={grid} role="grid" aria-label={label} className={classes.matrix} onKeyDown={onKeyDown}>
        <div role="rowgroup" className={classes.heads}>
          <div role="row">
            <div role="columnheader">{t('scoreboard.place')}</div>
            {columns.map(({ figure }) => (
              <div key={figure} role="columnheader" title={t(`scoreboard.hint_${figure}`)}>
                {t(`scoreboard.figure_${figure}`)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.rows}>
          {rows.map((row, index) => (
            <div role="row" key={row.id} data-opens={opens(row) || undefined}>
              <div role="rowheader" {...cell(index, 0)}>
                <span className={classes.light} data-light={row.light} title={t(`scoreboard.light_${row.light}`)} aria-hidden>
                  {SHAPE_OF[row.light]}
                </span>
                {opens(row) ? (
                  <button type="button" tabIndex={-1} className={classes.open} onClick={() => onOpen(row)}>
                    <bdi>{row.name}</bdi>
                  </button>
                ) : (
                  <bdi>{row.name}</bdi>
                )}
                <small className={classes.path}>
                  {row.path.join(' / ')}
                  <span className={classes.unseen}>{t(`scoreboard.light_${row.light}`)}</span>
                </small>
              </div>
              {row.cells.map(({ value, light, hidden_red, trend, previous }, column) => (
                <div key={columns[column]?.figure ?? column} role="gridcell" {...cell(index, column + 1)} data-light={light}>
                  {opens(row) && columns[column] && value !== null ? (
                    <button type="button" tabIndex={-1} className={classes.open} onClick={() => onOpen(row, columns[column])}>
                      <span>{valueText(columns[column].figure, value)}</span>
                    </button>
                  ) : (
                    <span>{columns[column] ? valueText(columns[column].figure, value) : ''}</span>
                  )}
                  {light !== 'none' && (
                    <small>
                      <span aria-hidden>{SHAPE_OF[light]} </span>
                      {t(`scoreboard.light_${light}`)}
                    </small>
                  )}
                  {columns[column] && <FigureTrend figure={columns[column].figure} trend={trend} previous={previous} />}
                  {hidden_red > 0 && (
                    <small className={classes.below}>
                      <span aria-hidden>■ </span>
                      {t('scoreboard.hidden_red', { count: hidden_red })}
                    </small>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
