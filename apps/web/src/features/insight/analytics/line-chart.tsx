import type { SeriesPeriod } from '@gantry/contract';
import { drawLineChart, type LineChart as DrawnChart, layOutLineChart } from '@gantry/scene';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPeriod } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { ChartPicture, LineSample } from '../../../ui/charts/chart-picture.tsx';
import { TableFiles } from '../../../ui/charts/table-files.tsx';
import { useBox } from '../../../ui/charts/use-box.ts';
import { type ChartLine, drawnChart } from './analytics.charts.model.ts';
import { nearestLine } from './analytics.model.ts';
import classes from './analytics.module.css';

const HEIGHT = 174;
const FALLBACK_WIDTH = 320;

type Props = {
  periods: readonly string[];
  period: SeriesPeriod;
  lines: readonly ChartLine[];
  /** Between the earliest and the latest of what may be. */
  band?: DrawnChart['band'];
  title: string;
  /** What the picture shows, in words. */
  sentence: string;
  /** Shown where there is no line. */
  nothing: string;
  /** The period that it stands at before somebody walks. */
  from: number;
  /** Columns instead of curves. */
  bars?: boolean;
  /** Opens what falls on a period of a line, both by their places; where it is given, Enter and a click do. */
  onOpen?: ((line: number, period: number) => void) | undefined;
};

/**
 * Lines over periods: arrows walk the periods and, where points open, the lines; Enter opens what is behind a point, T swaps in the table,
 * a sentence says what the picture shows.
 */
export function LineChart({ periods, period, lines, band = null, title, sentence, nothing, from, bars = false, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const { ref, width: measured } = useBox();
  const [at, setAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const [asTable, setAsTable] = useState(false);
  const tableId = useId();
  const amount = (value: number | null | undefined) => formatNumber(value, { decimals: 0 });
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
  const width = Math.max(160, measured || FALLBACK_WIDTH);
  const drawn = drawnChart({ periods, period, lines, band, bars }, i18n);
  const { left, top, step, tops, bottoms, height } = layOutLineChart(drawn, width, HEIGHT);
  const periodAt = ({ nativeEvent }: MouseEvent) =>
    Math.min(periods.length - 1, Math.max(0, Math.floor((nativeEvent.offsetX - left) / step)));
  const onClick = (event: MouseEvent): void => {
    const index = periodAt(event);
    const value = bottoms[1] + ((height + top - event.nativeEvent.offsetY) / height) * (tops[1] - bottoms[1]);
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
        <ChartPicture
          width={width}
          height={HEIGHT}
          draw={(scene) => drawLineChart(scene, drawn, { x: 0, y: 0, width, height: HEIGHT }, here)}
          opens={onOpen !== undefined}
          onPointerMove={(event) => setAt(periodAt(event))}
          onPointerLeave={() => setAt(null)}
          onClick={onOpen && onClick}
        />
      </div>
      <dl className={classes.readout} aria-live="polite">
        <div className={classes.when}>
          <dt>{t(bars ? 'analytics.in' : 'analytics.until_end_of')}</dt>
          <dd>{named(periods[here])}</dd>
        </div>
        {lines.map(({ key, name, style, shown }, index) => (
          <div key={key} data-chosen={onOpen && index === line ? '' : undefined}>
            <dt>
              <LineSample style={style} />
              {name}
            </dt>
            <dd>{amount(shown[here]) || '–'}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className={classes.link} aria-expanded={asTable} aria-controls={tableId} onClick={() => setAsTable(!asTable)}>
        {t(asTable ? 'analytics.hide_table' : 'analytics.show_table')}
      </button>
      {asTable && <TableFiles of={tableId} title={title} className={classes.link} />}
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
                    <td key={key} data-exact={values[index] ?? undefined}>
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
