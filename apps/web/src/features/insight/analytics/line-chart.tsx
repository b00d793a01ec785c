import type { SeriesPeriod } from '@gantry/contract';
import { useElementSize } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPeriod } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { everyNth, layOutPoints, type LineStyle, nearestLine, pathOf, topOf } from './analytics.model.ts';
import classes from './analytics.module.css';

const HEIGHT = 150;
const LEFT = 46;
const BOTTOM = 18;
const LABEL_PX = 58;
const FALLBACK_WIDTH = 320;

/** A line of a chart: what is drawn at each period, and what the table says of it; `axis` 2 has its own scale at the right. */
export type ChartLine = {
  key: string;
  name: string;
  style: LineStyle;
  axis: 1 | 2;
  shown: readonly (number | null)[];
  values: readonly (number | null)[];
};

type Props = {
  periods: readonly string[];
  period: SeriesPeriod;
  lines: readonly ChartLine[];
  title: string;
  /** What the picture shows, in words. */
  sentence: string;
  /** Shown where there is no line. */
  nothing: string;
  /** The period that it stands at before somebody walks. */
  from: number;
  /** Columns instead of curves. */
  bars?: boolean;
  /** On paper picture and table both stand. */
  still?: boolean;
  /** Opens what falls on a period of a line, both by their places; where it is given, Enter and a click do. */
  onOpen?: ((line: number, period: number) => void) | undefined;
};

/**
 * Lines over periods: arrows walk the periods and, where points open, the lines; Enter opens what is behind a point, T swaps in the table,
 * a sentence says what the picture shows.
 */
export function LineChart({ periods, period, lines, title, sentence, nothing, from, bars = false, still = false, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const { ref, width: measured } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const [asTable, setAsTable] = useState(still);
  const tableId = useId();
  const amount = (value: number | null | undefined) => formatNumber(value, { decimals: 0 });
  const short = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  const named = (first: string) => formatPeriod(first, period, i18n);
  const here = Math.min(periods.length - 1, at ?? from);

  const line = Math.min(chosen, lines.length - 1);
  const open = (of: number, index: number): void => {
    setChosen(of);
    if (lines[of].values[index]) onOpen?.(of, index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const walk = onOpen ? { ArrowDown: 1, ArrowUp: lines.length - 1 }[event.key] : undefined;
    if (walk !== undefined) {
      event.preventDefault();
      return setChosen((line + walk) % lines.length);
    }
    if (event.key === 'Enter' && onOpen) return open(line, here);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: periods.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(Math.min(periods.length - 1, Math.max(0, to)));
    } else if (event.code === 'KeyT' && !event.ctrlKey && !event.metaKey) setAsTable(!asTable);
  };

  if (!lines.length) return <p className={classes.nothing}>{nothing}</p>;
  const right = lines.some(({ axis }) => axis === 2) ? LEFT : 6;
  const width = Math.max(120, (measured || FALLBACK_WIDTH) - LEFT - right);
  const topFor = (axis: 1 | 2) =>
    topOf(Math.max(0, ...lines.flatMap((line) => (line.axis === axis ? line.shown.map((value) => value ?? 0) : []))));
  const tops = { 1: topFor(1), 2: topFor(2) };
  const every = everyNth(periods.length, Math.floor(width / LABEL_PX));
  const step = width / periods.length;
  const periodAt = ({ nativeEvent }: MouseEvent) =>
    Math.min(periods.length - 1, Math.max(0, Math.floor((nativeEvent.offsetX - LEFT) / step)));
  const onClick = (event: MouseEvent): void => {
    const index = periodAt(event);
    const value = ((HEIGHT + 6 - event.nativeEvent.offsetY) / HEIGHT) * tops[1];
    open(
      nearestLine(
        lines.map(({ shown }) => ({ cumulative: shown })),
        index,
        value,
      ),
      index,
    );
  };
  return (
    <figure className={classes.chart} ref={ref} aria-label={title}>
      <div
        className={classes.canvas}
        // A picture that is walked by keys, as a slider is.
        role="slider"
        tabIndex={0}
        aria-label={`${sentence} ${t(onOpen ? 'analytics.keys_open' : 'analytics.keys')}`}
        aria-valuemin={1}
        aria-valuemax={periods.length}
        aria-valuenow={here + 1}
        aria-valuetext={`${named(periods[here])}: ${lines.map(({ name, shown }) => `${name} ${amount(shown[here]) || '–'}`).join(', ')}`}
        onKeyDown={onKeyDown}
      >
        <svg
          width={width + LEFT + right}
          height={HEIGHT + BOTTOM + 6}
          aria-hidden
          onPointerMove={(event) => setAt(periodAt(event))}
          onPointerLeave={() => setAt(null)}
          data-opens={onOpen ? '' : undefined}
          onClick={onOpen && onClick}
        >
          <g transform={`translate(${LEFT} 6)`}>
            {[0, 0.5, 1].map((share) => (
              <g key={share} transform={`translate(0 ${HEIGHT - share * HEIGHT})`}>
                <line x2={width} className={share === 0 ? classes.zero : classes.rule} />
                <text x={-6} dy="0.32em" textAnchor="end" className={classes.axis}>
                  {short.format(share * tops[1])}
                </text>
                {right === LEFT && (
                  <text x={width + 6} dy="0.32em" className={classes.axis}>
                    {short.format(share * tops[2])}
                  </text>
                )}
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
            {bars
              ? lines.map((line, index) => (
                  <Columns key={line.key} line={line} index={index} of={lines.length} step={step} top={tops[line.axis]} />
                ))
              : lines.map(({ key, shown, axis, style: { colour, width: stroke, dash, step: stepped } }) => (
                  <path
                    key={key}
                    data-line={key}
                    d={pathOf(layOutPoints(shown, tops[axis], { width, height: HEIGHT }), HEIGHT, stepped)}
                    fill="none"
                    stroke={`var(${colour})`}
                    strokeWidth={stroke}
                    strokeDasharray={dash}
                    strokeLinejoin="round"
                  />
                ))}
          </g>
        </svg>
      </div>
      <dl className={classes.readout} aria-live="polite">
        <div className={classes.when}>
          <dt>{t(bars ? 'analytics.in' : 'analytics.until_end_of')}</dt>
          <dd>{named(periods[here])}</dd>
        </div>
        {lines.map(({ key, name, style, shown }, index) => (
          <div key={key} data-chosen={onOpen && index === line ? '' : undefined}>
            <dt>
              <LineKey style={style} />
              {name}
            </dt>
            <dd>{amount(shown[here]) || '–'}</dd>
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
                {lines.map(({ key, name }) => (
                  <th key={key} scope="col">
                    {name}
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
                      {onOpen && values[index] ? (
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

/** One line as columns beside those of the others. */
function Columns({ line, index, of, step, top }: { line: ChartLine; index: number; of: number; step: number; top: number }) {
  const width = Math.max(1, (step * 0.8) / of);
  return (
    <g data-line={line.key} fill={`var(${line.style.colour})`}>
      {line.shown.map((value, period) => {
        const height = Math.max(0, ((value ?? 0) / top) * HEIGHT);
        // Periods stand in one order and none is twice.
        // oxlint-disable-next-line react/no-array-index-key
        return <rect key={period} x={period * step + step * 0.1 + index * width} y={HEIGHT - height} width={width} height={height} />;
      })}
    </g>
  );
}

/** How a line is drawn, beside its name. */
function LineKey({ style: { colour, width, dash } }: { style: LineStyle }) {
  return (
    <svg width={18} height={8} aria-hidden>
      <line x1={0} x2={18} y1={4} y2={4} stroke={`var(${colour})`} strokeWidth={width} strokeDasharray={dash} />
    </svg>
  );
}
