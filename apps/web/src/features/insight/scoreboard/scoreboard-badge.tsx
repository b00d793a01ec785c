import type { ScoreboardFigure, ScoreboardLight } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
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
