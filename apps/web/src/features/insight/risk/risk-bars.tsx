import type { RiskResultRow } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import classes from './risk.module.css';

const WIDTH = 320;
const HEIGHT = 90;

/** How many runs end when, with the plan and P80 marked; a sentence says the same. */
export function RiskBars({ finish, sentence }: { finish: RiskResultRow['finish']; sentence: string }) {
  const { t } = useTranslation();
  const { bars, planned, p80 } = finish;
  const most = Math.max(...bars.map(({ count }) => count));
  const step = WIDTH / bars.length;
  const placeOf = (date: string): number => {
    const bar = bars.findIndex(({ to }) => date < to);
    return ((bar < 0 ? bars.length : bar) + 0.5) * step;
  };
  return (
    <figure className={classes.chart} aria-label={t('risk.bars')}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`} role="img" aria-label={sentence}>
        {bars.map(({ from, count }, index) => {
          const height = (count / most) * (HEIGHT - 12);
          return <rect key={from} x={index * step + 0.5} y={HEIGHT - height} width={Math.max(0.5, step - 1)} height={height} />;
        })}
        {(
          [
            ['planned', planned],
            ['p80', p80],
          ] as const
        ).map(([level, date]) => (
          <g key={level} data-level={level} transform={`translate(${Math.min(WIDTH - 1, placeOf(date))} 0)`}>
            <line y1={level === 'p80' ? 0 : 12} y2={HEIGHT} />
            <text
              x={placeOf(date) > WIDTH - 60 ? -3 : 3}
              y={level === 'p80' ? 8 : 20}
              textAnchor={placeOf(date) > WIDTH - 60 ? 'end' : 'start'}
            >
              {level === 'p80' ? 'P80' : t('risk.planned')}
            </text>
          </g>
        ))}
        <text x={0} y={HEIGHT + 12}>
          {formatLocal(bars[0]?.from)}
        </text>
        <text x={WIDTH} y={HEIGHT + 12} textAnchor="end">
          {formatLocal(bars.at(-1)?.from)}
        </text>
      </svg>
      <figcaption>{sentence}</figcaption>
    </figure>
  );
}
