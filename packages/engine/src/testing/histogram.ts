import { amountOf } from '../spread/spread.ts';
import type { Spread } from '../spread/spread.ts';
import { weekdays } from './picture.ts';

/** A spread as columns, one a day: a mark for every `step` of the amount (`#`, below nothing `-`), the exact amount and the day under it. */
export function histogramOf(spread: Spread, step: number): string {
  const values = [...spread.units].map((units) => amountOf(units, spread.decimals));
  return columnsOf(values, weekdays(spread.firstDay, values.length), step);
}

/** Columns over captions: see `histogramOf`. */
export function columnsOf(values: readonly number[], captions: readonly string[], step: number): string {
  const texts = values.map((value) => (value === 0 ? '.' : String(value)));
  const width = Math.max(...texts.map((text) => text.length), ...captions.map((caption) => caption.length));
  const heights = values.map((value) => (value === 0 ? 0 : Math.max(1, Math.round(Math.abs(value) / step))));
  const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(width)).join(' ');
  const rows: string[] = [];
  for (let height = Math.max(0, ...heights); height > 0; height--)
    rows.push(row(heights.map((own, i) => (own < height ? '' : values[i] < 0 ? '-' : '#'))));
  return [...rows, row(texts), row(captions)].map((line) => line.trimEnd()).join('\n');
}

/** Several spreads under each other on one axis of days: exact amounts, `.` for a day without any, blank outside of a spread. */
export function daysTable(rows: Readonly<Record<string, Spread>>): string {
  const used = Object.values(rows).filter((spread) => spread.units.length > 0);
  const first = Math.min(...used.map((spread) => spread.firstDay));
  const end = Math.max(...used.map((spread) => spread.firstDay + spread.units.length));
  if (used.length === 0) return Object.keys(rows).join('\n');
  const cellsOf = (spread: Spread) =>
    Array.from({ length: end - first }, (_, i) => {
      const units = spread.units[first + i - spread.firstDay];
      return units === undefined ? '' : units === 0 ? '.' : String(amountOf(units, spread.decimals));
    });
  const lines = [
    { name: '', cells: weekdays(first, end - first) },
    ...Object.entries(rows).map(([name, spread]) => ({ name, cells: cellsOf(spread) })),
  ];
  const label = Math.max(...lines.map(({ name }) => name.length));
  const width = Math.max(...lines.flatMap(({ cells }) => cells.map((cell) => cell.length)));
  return lines.map(({ name, cells }) => [name.padEnd(label), ...cells.map((cell) => cell.padStart(width))].join(' ').trimEnd()).join('\n');
}
