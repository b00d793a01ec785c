import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { everyNth, topOf } from '@gantry/scene';
import type { LoadedResource } from '../../features/planning/resources/resources.load.model.ts';
import classes from './load-details.module.css';

const HEIGHT = 132;
const LEFT = 46;
const BOTTOM = 18;
const LABEL_PX = 64;
const FALLBACK_WIDTH = 420;

type Props = {
  resource: LoadedResource;
  starts: readonly string[];
  at: number | null;
  amount(value: number): string;
  named(first: string): string;
  onPick(at: number): void;
};

/** The load of one resource as a histogram with its limit as a stepped line. The table above holds the same figures for the keyboard. */
export function LoadBars({ resource: { values, capacity, over_days }, starts, at, amount, named, onPick }: Props) {
  const { t, i18n } = useTranslation();
  const { ref, width: measured } = useElementSize();
  const width = Math.max(160, (measured || FALLBACK_WIDTH) - LEFT - 8);
  const step = width / Math.max(1, values.length);
  const top = topOf(Math.max(...values, ...(capacity ?? [])));
  const every = everyNth(values.length, Math.floor(width / LABEL_PX));
  const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  const short = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const limit = capacity?.map((value, index) => `${index ? 'L' : 'M'}${index * step} ${y(value)}H${(index + 1) * step}`).join('');
  return (
    <div className={classes.bars} ref={ref}>
      <svg width={width + LEFT + 8} height={HEIGHT + BOTTOM + 6} role="img" aria-label={t('resource.bars')}>
        <g transform={`translate(${LEFT} 6)`}>
          {[0, 0.5, 1].map((share) => (
            <g key={share} transform={`translate(0 ${HEIGHT - share * HEIGHT})`}>
              <line x2={width} className={classes.rule} data-zero={share === 0 || undefined} />
              <text x={-6} dy="0.32em" textAnchor="end" className={classes.axis}>
                {short.format(share * top)}
              </text>
            </g>
          ))}
          {values.map((value, index) => (
            <g
              key={starts[index]}
              data-at={index}
              className={classes.period}
              data-selected={index === at || undefined}
              onClick={() => onPick(index)}
            >
              <rect className={classes.room} x={index * step} width={step} height={HEIGHT} />
              <rect
                className={classes.bar}
                data-over={over_days[index] > 0 || undefined}
                x={index * step + 1}
                width={Math.max(1, step - 2)}
                y={y(value)}
                height={HEIGHT - y(value)}
              />
              <title>{`${named(starts[index])}: ${amount(value) || '0'}`}</title>
              {index % every === 0 && index * step + LABEL_PX <= width + 8 && (
                <text x={index * step} y={HEIGHT + 14} className={classes.axis}>
                  {named(starts[index])}
                </text>
              )}
            </g>
          ))}
          {limit && <path d={limit} className={classes.limit} />}
        </g>
      </svg>
    </div>
  );
}
