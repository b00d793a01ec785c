import type { AnalyticsSeries, FigureLine } from '@gantry/contract';
import { useElementSize } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPeriod } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { deviationOf, everyNth, layOutPoints, nearestLine, pathOf, shownLines, styleOf, topOf } from './analytics.model.ts';
import classes from './analytics.module.css';

const HEIGHT = 150;
const LEFT = 46;
const BOTTOM = 18;
const LABEL_PX = 58;
const FALLBACK_WIDTH = 320;

type Props = {
  series: AnalyticsSeries;
  title: string;
  still?: boolean;
  /** Opens what falls on a period of a line; where it is given, Enter and a click do. */
  onFigure?(line: FigureLine, index: number): void;
};

/**
 * Curves of a series, cumulative: arrows walk the periods and the lines, Enter opens what is behind a point, T swaps in the table, a
 * sentence says what the picture shows. On paper, `still`, both stand.
 */
export function SeriesChart({ series, title, still = false, onFigure }: Props) {
  const { t, i18n } = useTranslation();
  const { ref, width: measured } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const [asTable, setAsTable] = useState(still);
  const tableId = useId();
  const lines = shownLines(series);
  const { periods, unit, period } = series;
  const amount = (value: number | null | undefined) => formatNumber(value, { decimals: 0 });
  const short = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const named = (first: string) => formatPeriod(first, period, i18n);
  const here =
    at ??
    Math.max(0, lines.find(({ key }) => key.endsWith('fact'))?.cumulative.findLastIndex((value) => value !== null) ?? periods.length - 1);
  const sentence = useSentence(series, title);

  const line = Math.min(chosen, lines.length - 1);
  const open = (of: number, index: number): void => {
    setChosen(of);
    if (lines[of].values[index]) onFigure?.(lines[of], index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = onFigure ? { ArrowDown: 1, ArrowUp: lines.length - 1 }[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      return setChosen((line + step) % lines.length);
    }
    if (event.key === 'Enter' && onFigure) return open(line, here);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: periods.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(Math.min(periods.length - 1, Math.max(0, to)));
    } else if (event.code === 'KeyT' && !event.ctrlKey && !event.metaKey) setAsTable(!asTable);
  };

  if (!lines.length) return <p className={classes.nothing}>{t('analytics.nothing', { kind: t(`analytics.unit_${unit.kind}`) })}</p>;
  const width = Math.max(120, (measured || FALLBACK_WIDTH) - LEFT - 6);
  const top = topOf(Math.max(...lines.flatMap(({ cumulative }) => cumulative.map((value) => value ?? 0))));
  const every = everyNth(periods.length, Math.floor(width / LABEL_PX));
  const step = width / periods.length;
  const periodAt = ({ nativeEvent }: MouseEvent) =>
    Math.min(periods.length - 1, Math.max(0, Math.floor((nativeEvent.offsetX - LEFT) / step)));
  const onClick = (event: MouseEvent): void => {
    const index = periodAt(event);
    open(nearestLine(lines, index, ((HEIGHT + 6 - event.nativeEvent.offsetY) / HEIGHT) * top), index);
  };
  return (
    <figure className={classes.chart} ref={ref} aria-label={title}>
      <div
        className={classes.canvas}
        // A picture that is walked by keys, as a slider is.
        role="slider"
        tabIndex={0}
        aria-label={`${sentence} ${t(onFigure ? 'analytics.keys_open' : 'analytics.keys')}`}
        aria-valuemin={1}
        aria-valuemax={periods.length}
        aria-valuenow={here + 1}
        aria-valuetext={`${named(periods[here])}: ${lines.map(({ key, cumulative }) => `${t(`analytics.line_${key}`)} ${amount(cumulative[here]) || '–'}`).join(', ')}`}
        onKeyDown={onKeyDown}
      >
        <svg
          width={width + LEFT + 6}
          height={HEIGHT + BOTTOM + 6}
          aria-hidden
          data-opens={onFigure ? '' : undefined}
          onPointerMove={(event) => setAt(periodAt(event))}
          onPointerLeave={() => setAt(null)}
          onClick={onFigure && onClick}
        >
          <g transform={`translate(${LEFT} 6)`}>
            {[0, 0.5, 1].map((share) => (
              <g key={share} transform={`translate(0 ${HEIGHT - share * HEIGHT})`}>
                <line x2={width} className={share === 0 ? classes.zero : classes.rule} />
                <text x={-6} dy="0.32em" textAnchor="end" className={classes.axis}>
                  {short.format(share * top)}
                </text>
              </g>
            ))}
            {periods.map((first, index) =>
              index % every === 0 && index * step + LABEL_PX <= width + 6 ? (
                <text key={first} x={index * step} y={HEIGHT + 14} className={classes.axis}>
                  {named(first)}
                </text>
              ) : null,
            )}
            <line x1={(here + 1) * step} x2={(here + 1) * step} y2={HEIGHT} className={classes.cursor} />
            {lines.map(({ key, cumulative }) => {
              const { colour, width: stroke, dash, step: stepped } = styleOf(key);
              return (
                <path
                  key={key}
                  data-line={key}
                  d={pathOf(layOutPoints(cumulative, top, { width, height: HEIGHT }), HEIGHT, stepped)}
                  fill="none"
                  stroke={`var(${colour})`}
                  strokeWidth={stroke}
                  strokeDasharray={dash}
                  strokeLinejoin="round"
                />
              );
            })}
          </g>
        </svg>
      </div>
      <dl className={classes.readout} aria-live="polite">
        <div className={classes.when}>
          <dt>{t('analytics.until_end_of')}</dt>
          <dd>{named(periods[here])}</dd>
        </div>
        {lines.map(({ key, cumulative }, index) => (
          <div key={key} data-chosen={onFigure && index === line ? '' : undefined}>
            <dt>
              <LineKey name={key} />
              {t(`analytics.line_${key}`)}
            </dt>
            <dd>{amount(cumulative[here]) || '–'}</dd>
          </div>
        ))}
      </dl>
      {!still && (
        <button type="button" className={classes.link} aria-expanded={asTable} aria-controls={tableId} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'analytics.hide_table' : 'analytics.show_table')}
        </button>
      )}
      {asTable && (
        <div className={classes.scroll} id={tableId} tabIndex={0} role="region" aria-label={t('analytics.table_of', { title })}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t(`analytics.period_${period}`)}</th>
                {lines.map(({ key }) => (
                  <th key={key} scope="col">
                    {t(`analytics.line_${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {periods.map((first, index) => (
                <tr key={first}>
                  <th scope="row">{named(first)}</th>
                  {lines.map(({ key, values }, of) => (
                    <td key={key}>
                      {onFigure && values[index] ? (
                        <button type="button" className={classes.open} onClick={() => open(of, index)}>
                          {amount(values[index])}
                        </button>
                      ) : (
                        amount(values[index]) || '–'
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}

/** How a line is drawn, beside its name. */
function LineKey({ name }: { name: string }) {
  const { colour, width, dash } = styleOf(name);
  return (
    <svg width={18} height={8} aria-hidden>
      <line x1={0} x2={18} y1={4} y2={4} stroke={`var(${colour})`} strokeWidth={width} strokeDasharray={dash} />
    </svg>
  );
}

/** What a picture shows in words: how far what was done is from what was promised by now. */
function useSentence(series: AnalyticsSeries, title: string): string {
  const { t } = useTranslation();
  const deviation = deviationOf(series);
  if (!deviation) return t('analytics.sentence_plain', { title });
  const share = Math.round((deviation.fact / deviation.target - 1) * 100);
  const key = share === 0 ? 'on' : share > 0 ? 'ahead' : 'behind';
  return t(`analytics.sentence_${key}`, { title, share: Math.abs(share) });
}
