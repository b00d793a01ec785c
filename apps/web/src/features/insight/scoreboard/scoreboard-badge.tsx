import type { ScoreboardFigure, ScoreboardLight, ScoreboardRow } from '@gantry/contract';
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

const [WIDTH, HEIGHT] = [64, 14];

/** What a figure was reported to be on earlier data dates, as a line and in words; nothing where it was reported once. */
export function FigureTrend({
  figure,
  trend,
  previous,
}: { figure: ScoreboardFigure } & Pick<ScoreboardRow['cells'][number], 'trend' | 'previous'>) {
  const { t, i18n } = useTranslation();
  const known = trend.flatMap(({ day, value }, index) => (value === null ? [] : [{ day, value, index }]));
  if (known.length < 2) return null;
  const values = known.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (index: number): number => 1 + (index / (trend.length - 1)) * (WIDTH - 2);
  const y = (value: number): number => (most === least ? HEIGHT / 2 : HEIGHT - 2 - ((value - least) / (most - least)) * (HEIGHT - 4));
  const words = known.map(({ day, value }) => `${formatLocal(day, undefined, i18n.language)}: ${valueText(figure, value)}`).join(', ');
  return (
    <span className={classes.trend} title={words}>
      <svg width={WIDTH} height={HEIGHT} role="img" aria-label={t('scoreboard.trend', { values: words })}>
        <polyline points={known.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')} />
      </svg>
      {previous !== null && <span>{t('scoreboard.previous', { value: valueText(figure, previous) })}</span>}
    </span>
  );
}
