import { type Figure, WORK_COUNTS } from '@gantry/contract';
import type { AnyRow, Minute } from '@gantry/domain';
import { dayOfDate } from '../sums/analytics.axis.rules.ts';
import { type Conventions, underConventions, USUAL_CONVENTIONS } from '../facts/analytics.conventions.rules.ts';
import { belowRow, countedOf, worksBehind } from '../facts/analytics.counts.rules.ts';
import { BY_ITEM, crossed, crossedKey, groupingOf, type GroupTables } from '../facts/analytics.groups.rules.ts';
import { type LineRule, rulesOf } from '../facts/analytics.lines.rules.ts';
import { layOutWorks, unitsBetween } from '../facts/analytics.walk.rules.ts';

/** A work and what it brings to a figure, in whole units. */
export type RowAmount = { row: AnyRow; units: number };
/** What a figure of a version is made of: the works that bring something, and the digits of their units. */
export type FigureRows = { decimals: number; rows: RowAmount[] };

/** The works of one value of a dimension (empty: of all), and below a row where one is named. */
export type WorksAsked = { dimension: string; key: string; below?: number | undefined };

/** The ids of such works; null where the version has no such dimension. */
export function idsWithin(all: GroupTables, { dimension, key, below }: WorksAsked): Int32Array | null {
  const grouping = dimension === '' ? null : groupingOf(all, dimension);
  if (dimension !== '' && !grouping) return null;
  const isBelow = below === undefined ? () => true : belowRow(all.wbs, below);
  return Int32Array.from(
    all.wbs.flatMap((row) => ((grouping ? grouping.of(row, null).key === key : key === '') && isBelow(row) ? [row.id] : [])),
  );
}

/** The line of a figure; null where its kind has no such line. */
export const lineOfFigure = ({ kind, line, measure }: Figure): LineRule | null =>
  kind === 'stats' ? null : (rulesOf(kind, measure).lines.find(({ key }) => key === line) ?? null);

/** Whether a figure is of versions whose money the caller may see. */
export const isAboutMoney = ({ kind, measure, sight }: Pick<Figure, 'kind' | 'measure' | 'sight'>): boolean =>
  sight === 'money' || (kind !== 'stats' && rulesOf(kind, measure).money);

/** The dimension that groups the works of a figure, as facts store it. */
export function dimensionOfFigure({ kind, group, across }: Pick<Figure, 'kind' | 'group' | 'across'>): string | null {
  if (kind === 'volume') return BY_ITEM;
  if (group === undefined || group === 'part') return kind === 'graph-by-executor' ? 'executor' : null;
  return across === undefined ? group : crossed(group, across);
}

/** The key of the group that a figure is of. */
export function keyOfFigure({ kind, item, key, across, across_key }: Figure): string | undefined {
  if (kind === 'volume') return item;
  return key === undefined || across === undefined ? key : crossedKey(key, across_key ?? '');
}

/**
 * The works that a figure is made of, the largest amounts first: laid out by the same walk as the figure itself, so that they come to it to
 * the last digit. Null where there is no such figure.
 */
export function rowsBehind(
  whole: GroupTables,
  dataDate: Minute,
  figure: Figure,
  conventions: Conventions = USUAL_CONVENTIONS,
): FigureRows | null {
  const dimension = dimensionOfFigure(figure);
  const wantsGroup = keyOfFigure(figure);
  const grouping = dimension === null || wantsGroup === undefined ? null : groupingOf(whole, dimension);
  if (dimension !== null && wantsGroup !== undefined && !grouping) return null;
  const inGroup = (row: AnyRow, resourceId: number | null) => !grouping || grouping.of(row, resourceId).key === wantsGroup;
  const counted = underConventions(whole, dataDate, conventions);
  const { tables } = counted;
  const { works } = countedOf(tables.wbs);
  if (figure.kind === 'stats') {
    const count = WORK_COUNTS.find((one) => one === figure.line);
    if (!count) return null;
    return {
      decimals: 0,
      rows: worksBehind(count, tables.wbs, dataDate).flatMap((row) => (inGroup(row, null) ? [{ row, units: 1 }] : [])),
    };
  }
  const rule = lineOfFigure(figure);
  // Volumes of several items are in several units.
  if (!rule || (figure.kind === 'volume' && figure.item === undefined)) return null;
  const signs = new Map(rule.of);
  const from = rule.level || figure.from === undefined ? Number.NEGATIVE_INFINITY : dayOfDate(figure.from);
  const to = figure.to === undefined ? Number.POSITIVE_INFINITY : dayOfDate(figure.to);
  const amounts = new Map<AnyRow, number>();
  layOutWorks(counted, works, dataDate, (key) => {
    const sign = signs.get(key);
    if (sign === undefined) return null;
    return (row, spread, resourceId) => {
      if (!inGroup(row, resourceId)) return;
      const units = unitsBetween(spread, from, to) * sign;
      if (units !== 0) amounts.set(row, (amounts.get(row) ?? 0) + units);
    };
  });
  const rows = works.flatMap((row): RowAmount[] => {
    const units = amounts.get(row) ?? 0;
    return units === 0 ? [] : [{ row, units }];
  });
  return { decimals: rulesOf(figure.kind, figure.measure).decimals, rows: rows.toSorted((a, b) => Math.abs(b.units) - Math.abs(a.units)) };
}
