import type { ScoreboardFigure, ScoreboardLight, ScoreboardRow } from '@gantry/contract';
import { TREND_SIZE, trendPoints } from '@gantry/scene';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { SHAPE_OF, valueText } from '../../../ui/text/scores.ts';
import classes from './scoreboard.module.css';

/** A light as shape and word. */
export function LightBadge({ light }: { light: ScoreboardLight }) {
  const { t } = useTranslation();
  return (
    <span className={classes.badge} data-light={light}>
      <span aria-hidden>{SHAPE_OF[light]} </span>
      {t(`scoreboard.light_${light}`)}
    </span>
  );
}

/** A value as people read it in the unit of its figure. */
export const FigureValue = ({ figure, value }: { figure: ScoreboardFigure; value: number | null }) => <>{valueText(figure, value)}</>;

/** What a figure was reported to be on earlier data dates, as a line and in words; nothing where it was reported once. */
export function FigureTrend({
  figure,
  trend,
  previous,
}: { figure: ScoreboardFigure } & Pick<ScoreboardRow['cells'][number], 'trend' | 'previous'>) {
  const { t, i18n } = useTranslation();
  const known = trend.filter(({ value }) => value !== null);
  if (known.length < 2) return null;
  const words = known.map(({ day, value }) => `${formatLocal(day, undefined, i18n.language)}: ${valueText(figure, value)}`).join(', ');
  return (
    <span className={classes.trend} title={words}>
      <svg {...TREND_SIZE} role="img" aria-label={t('scoreboard.trend', { values: words })}>
        <polyline points={trendPoints(trend.map(({ value }) => value)).join(' ')} />
      </svg>
      {previous !== null && <span>{t('scoreboard.previous', { value: valueText(figure, previous) })}</span>}
    </span>
  );
}
