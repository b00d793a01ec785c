import { type LitPlace, SCOREBOARD_FIGURES, type ScoreboardFigure, type ScoreboardLight, type WorkCount } from '@gantry/contract';
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

/** The count whose works explain a figure. */
const WORKS_BEHIND: Record<ScoreboardFigure, WorkCount> = {
  progress: 'works',
  progress_behind: 'overdue',
  deviation_days: 'late_against_target',
  spit: 'overdue',
  spi: 'overdue',
  cpi: 'works',
  overdue: 'overdue',
  negative_float: 'negative_float',
  late_against_target: 'late_against_target',
  critical: 'critical',
  works: 'works',
};

type Link = { to: string; search: Record<string, string> };

/** The link to the works of a schedule that explain a figure, or to the dashboard of a place. */
export function reasonLink(
  spaceId: number,
  { id, version_id, kind }: Pick<LitPlace, 'id' | 'version_id' | 'kind'>,
  figure?: ScoreboardFigure,
): Link {
  if (version_id !== null) return { to: `/${spaceId}/schedule/${version_id}`, search: figure ? { figure: WORKS_BEHIND[figure] } : {} };
  return { to: `/${spaceId}/analytics`, search: kind === 'space' ? {} : { node: String(id) } };
}
