import type { ComparedValue, ValueQuestion } from '@gantry/contract';
import { formatMinute, MINUTES_PER_DAY } from '@gantry/domain';
import { byPeriod, type Spread, sumSpreads } from '@gantry/engine';
import { layOutAmounts } from '@gantry/plan-view';
import { alignSides, rowOf, type Side, textOf } from './compare.align.rules.ts';

/** A version with the data date that its facts end at, in minutes. */
export type ValueSide = Side & { dataDate: number };

/** Most stored lines; further ones are only counted. */
export const MOST_LINES = 200_000;

export type ComparedValues = { totals: ComparedValue[]; lines: ComparedValue[]; counts: Record<ComparedValue['change'], number> };

/** What volume, labour or cost falls on each period in several versions: of all rows together, and row by row where it falls at all. */
export function compareValues(sides: readonly ValueSide[], question: ValueQuestion, withSame = false): ComparedValues {
  const { entities, entityOf } = alignSides(sides);
  const spreads = sides.map((side, index) => spreadsOf(side, question, (id) => entityOf.wbs[index].get(id) ?? -1));
  const counts = { added: 0, removed: 0, changed: 0, same: 0 };
  const lines: ComparedValue[] = [];
  for (const [at, entity] of entities.wbs.entries()) {
    const first = rowOf(entity);
    const item = { ids: entity.map((row) => row?.id ?? null), code: textOf(first, 'code'), name: textOf(first, 'name') };
    for (const line of linesOf(
      spreads.map((of) => of.get(at) ?? []),
      question,
    )) {
      counts[line.change] += 1;
      if ((withSame || line.change !== 'same') && lines.length < MOST_LINES) lines.push({ item, ...line });
    }
  }
  const totals = linesOf(
    spreads.map((of) => [...of.values()].flat()),
    question,
  );
  return { totals: totals.map((line) => ({ item: null, ...line })), lines, counts };
}

/** One measure by periods in each version, each told how it compares with the first. */
function linesOf(spreads: readonly (readonly Spread[])[], { period }: ValueQuestion): Omit<ComparedValue, 'item'>[] {
  const values = new Map<number, number[]>();
  for (const [side, list] of spreads.entries()) {
    if (!list.length) continue;
    for (const { from, value } of byPeriod(sumSpreads(list), period)) {
      const row = values.get(from) ?? spreads.map(() => 0);
      row[side] = value;
      values.set(from, row);
    }
  }
  return [...values]
    .filter(([, row]) => row.some((value) => value !== 0))
    .sort(([a], [b]) => a - b)
    .map(([from, row]) => ({ from: formatMinute(from * MINUTES_PER_DAY).slice(0, 10), values: row, change: changeOf(row) }));
}

function changeOf([first, ...others]: number[]): ComparedValue['change'] {
  if (others.every((value) => value === first)) return 'same';
  if (first === 0) return 'added';
  return others.every((value) => value === 0) ? 'removed' : 'changed';
}

/** The amounts of one measure by days, by the entity of the row. */
function spreadsOf({ rows, dataDate }: ValueSide, { measure, series }: ValueQuestion, entityOf: (id: number) => number) {
  const found = new Map<number, Spread[]>();
  for (const { itemId, spread } of layOutAmounts(rows, { measure, series, dataDate })) {
    const entity = entityOf(itemId);
    const list = found.get(entity);
    if (list) list.push(spread);
    else found.set(entity, [spread]);
  }
  return found;
}
