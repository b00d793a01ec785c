import { type FigureCrossing, OTHER_GROUPS } from '@gantry/contract';
import { amountOf } from '@gantry/engine';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { axisOf, tierOf } from './analytics.axis.rules.ts';
import type { Counted } from '../analytics.facts.service.ts';
import { withAttributeInSight } from '../behind/analytics.sight.service.ts';
import { crossed, crossedKey } from '../facts/analytics.groups.rules.ts';
import { sumGroups } from './analytics.group-sums.rules.ts';
import { MOST_OF_PLACE, namesOf, type Question, worksIn } from './analytics.grouped.service.ts';
import { eachUpToDate } from './analytics.parts.service.ts';
import { largestOf, ofEachPart, totalOf } from './analytics.sums.rules.ts';

type Side = { key: string; name: string };
type Cell = { row: Side; column: Side; units: number };

/** What is planned by two dimensions at once; null where the question crosses none. */
export async function crossOf(context: Context, { query, versions, parts, asked }: Omit<Question, 'kind' | 'facts'>) {
  const { group, across, top } = query;
  const rule = asked.rules.lines.find(({ key }) => key === 'plan' || key === 'finishes_plan');
  if (group === undefined || across === undefined || !rule) return null;
  const dimension = group === 'part' ? across : crossed(group, across);
  const seen = await withAttributeInSight(context, versions, dimension);
  const wanted = new Set(rule.of.map(([key]) => key));
  const facts = { ...worksIn(query), tier: tierOf(query.period), dimension, together: group !== 'part' };
  const found = new Map<string, Cell>();
  // Amounts of periods are whole units: those of some versions are added to those of the others.
  const add = (of: readonly Counted[], sidesOf: (key: string, name: string) => Pick<Cell, 'row' | 'column'>): void => {
    for (const { key, name, lines } of sumGroups(of, dimension, wanted)) {
      const sides = sidesOf(key, name);
      const place = crossedKey(sides.row.key, sides.column.key);
      const cell = found.get(place) ?? { ...sides, units: 0 };
      cell.units += totalOf(lines, rule, axisOf(lines, query.period, asked.window));
      found.set(place, cell);
    }
    if (found.size > MOST_OF_PLACE.ranked) fail('request.limit_reached', { most: MOST_OF_PLACE.ranked });
  };
  const state = await eachUpToDate(context, seen, facts, (kept) => {
    const ofPart = ofEachPart(kept, ({ version }) => version.part_id);
    if (group === 'part')
      for (const part of parts)
        add(ofPart(part), (key, name) => ({ row: { key: String(part.id), name: part.name }, column: { key, name } }));
    else
      add(kept, (keys, names) => {
        const [[row, column], [rowName, columnName]] = [JSON.parse(keys), JSON.parse(names)] as [string, string][];
        return { row: { key: row, name: rowName }, column: { key: column, name: columnName } };
      });
  });
  const cells = [...found.values()];
  const sides = (of: 'row' | 'column', by: string) =>
    namesOf(context, by, [...new Map(cells.map((cell) => [cell[of].key, cell[of]])).values()]);
  const names = { row: await sides('row', group), column: await sides('column', across) };
  const cross = crossingOf(cells, top, asked.rules.decimals);
  const called = (side: Side, of: 'row' | 'column'): string => names[of].get(side.key) ?? side.name;
  return {
    cross: {
      columns: cross.columns.map((one) => ({ ...one, name: called(one, 'column') })),
      rows: cross.rows.map((one) => ({ ...one, name: called(one, 'row') })),
    },
    hidden: versions.length - seen.length,
    state: { outdated: state.outdated, job_id: state.job_id },
  };
}

/** Cells as a table of the largest rows and columns; what is left of either stands under `others`, so that nothing is lost. */
export function crossingOf(cells: readonly Cell[], top: number, decimals: number): FigureCrossing {
  const filled = cells.filter(({ units }) => units !== 0);
  const sidesOf = (of: 'row' | 'column') => {
    const sums = new Map<string, Side & { sum: number }>();
    for (const cell of filled) {
      const sum = sums.get(cell[of].key)?.sum ?? 0;
      sums.set(cell[of].key, { ...cell[of], sum: sum + cell.units });
    }
    const sorted = [...sums.values()].toSorted((a, b) => Math.abs(b.sum) - Math.abs(a.sum) || a.key.localeCompare(b.key));
    const { shown, rest } = largestOf(sorted, top, ({ key }) => key);
    const sides: Side[] = shown.map(({ key, name }) => ({ key, name }));
    const all = rest.length ? [...sides, { key: OTHER_GROUPS, name: '' }] : sides;
    const at = new Map([...shown, ...rest].map(({ key }, index) => [key, Math.min(index, shown.length)]));
    return { all, at };
  };
  const [rows, columns] = [sidesOf('row'), sidesOf('column')];
  const units = rows.all.map(() => columns.all.map(() => 0));
  for (const { row, column, units: more } of filled) units[rows.at.get(row.key) ?? top][columns.at.get(column.key) ?? top] += more;
  return {
    columns: columns.all,
    rows: rows.all.map((row, index) => ({
      ...row,
      values: units[index].map((value) => amountOf(value, decimals)),
      total: amountOf(
        units[index].reduce((sum, value) => sum + value, 0),
        decimals,
      ),
    })),
  };
}
