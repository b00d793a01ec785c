import { SCOREBOARD_FIGURES, type ScoreboardFigure, type ScoreboardLight } from '@gantry/contract';
import { formatCount, formatNumber } from '../../lib/numbers.ts';

/** Lights differ by shape and word, not by colour alone. */
export const SHAPE_OF: Record<ScoreboardLight, string> = { ok: '●', watch: '▲', act: '■', none: '○' };

/** A figure of a scoreboard as people read it. */
export function valueText(figure: ScoreboardFigure, value: number | null): string {
  if (value === null) return '–';
  const { unit } = SCOREBOARD_FIGURES[figure];
  if (unit === 'share') return `${formatNumber(value * 100, { decimals: 0 })} %`;
  return unit === 'index' ? formatNumber(value) : formatCount(value);
}
