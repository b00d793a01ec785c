import type { PlayerMode } from '@gantry/plan-view';
import { useTranslation } from 'react-i18next';
import { chartOn } from './model-links.chart.model.ts';
import type { PlayerData } from '../model-links.queries.ts';
import classes from './player.module.css';

type Props = { works: PlayerData['works']; mode: PlayerMode; day: number; onWork: (id: number) => void };

/** Works about the day that is shown as bars over time, in step with the player: the line is the day. */
export function PlayerChart({ works, mode, day, onWork }: Props) {
  const { t } = useTranslation();
  const { lines, line } = chartOn(works, mode, day);
  if (lines.length === 0) return <p className={classes.empty}>{t('player.chart_none')}</p>;
  return (
    <div className={classes.chart}>
      <div className={classes.day} style={{ insetInlineStart: `calc(var(--names) + (100% - var(--names)) * ${line})` }} aria-hidden />
      <ul aria-label={t('player.chart')}>
        {lines.map(({ id, code, name, from, length, state, critical }) => (
          <li key={id} data-state={state}>
            <button type="button" onClick={() => onWork(id)} title={t(`player.state_${state}`)}>
              <bdi>{[code, name].filter(Boolean).join(' ')}</bdi>
            </button>
            <span className={classes.track}>
              <span
                className={classes.span}
                data-critical={critical || undefined}
                style={{ insetInlineStart: `${from * 100}%`, width: `${length * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
