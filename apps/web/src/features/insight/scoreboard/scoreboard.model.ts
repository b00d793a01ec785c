import { SCOREBOARD_FIGURES, type ScoreboardColumn, type ScoreboardFigure } from '@gantry/contract';

/** All figures in the order that they are offered in. */
export const FIGURES = Object.keys(SCOREBOARD_FIGURES) as ScoreboardFigure[];
/** The columns of a new board. */
const USUAL: readonly ScoreboardFigure[] = ['progress', 'progress_behind', 'deviation_days', 'spit', 'cpi', 'overdue', 'negative_float'];

/** A column with its usual limits. */
export function usualColumn(figure: ScoreboardFigure): ScoreboardColumn {
  const { warn, error } = SCOREBOARD_FIGURES[figure];
  return { figure, warn, error };
}
export const usualColumns = (): ScoreboardColumn[] => USUAL.map(usualColumn);

/** Limits are typed in per cent where the values are shares. */
export const typedLimit = (figure: ScoreboardFigure, limit: number | null): number | null =>
  limit === null || SCOREBOARD_FIGURES[figure].unit !== 'share' ? limit : Math.round(limit * 1e6) / 1e4;
export const limitOf = (figure: ScoreboardFigure, typed: number | null): number | null =>
  typed === null || SCOREBOARD_FIGURES[figure].unit !== 'share' ? typed : typed / 100;

/** Whether the limits of a column stand in the order that its side asks for. */
export function isInOrder({ figure, warn, error }: ScoreboardColumn): boolean {
  const { worse } = SCOREBOARD_FIGURES[figure];
  return worse === null || warn === null || error === null || (worse === 'above' ? warn <= error : warn >= error);
}

type Cell = { row: number; column: number };

/** The cell that a key leads to in a matrix; column 0 is the name. Null where the key is none of its own. */
export function cellAfter(key: string, { row, column }: Cell, rows: number, columns: number): Cell | null {
  const to = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
    PageUp: { row: 0, column },
    PageDown: { row: rows - 1, column },
  }[key];
  return to ? { row: Math.min(rows - 1, Math.max(0, to.row)), column: Math.min(columns - 1, Math.max(0, to.column)) } : null;
}
