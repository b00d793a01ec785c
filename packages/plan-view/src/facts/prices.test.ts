import { type AnyRow, type Distributions, minuteAt, MINUTES_PER_DAY } from '@gantry/domain';
import { expect, test } from 'vitest';
import { daysOfPlannedPrice, layOutPrices, PRICE_MEASURES } from './prices.ts';

/** A day of March 2025. */
const march = (day: number): number => minuteAt(`2025-03-${String(day).padStart(2, '0')}T00:00`) / MINUTES_PER_DAY;
type Days = Record<number, number>;
const pairs = (values: Days) => Object.entries(values).map(([day, value]) => ({ day: march(Number(day)), value }));
const series = (measure: string, mode: string, values: Days, resourceId: number | null = null): AnyRow => ({
  id: 9,
  itemId: 1,
  resourceId,
  measure,
  mode,
  days: pairs(values),
});

type Given = { own?: object; distributions?: Distributions; assignment?: AnyRow[]; resource?: AnyRow[] };
const tablesOf = (daySeries: AnyRow[], { own = { volume: 3, cost: 100 }, distributions = {}, assignment = [], resource = [] }: Given) => ({
  wbs: [{ id: 1, ...own }],
  assignment,
  resource,
  calendar: [],
  daySeries,
  settings: [{ id: 1, distributions }],
});
/** Days of the first price and of the second one, planned and done, by days of March. */
function laid(daySeries: AnyRow[], given: Given = {}) {
  const found = layOutPrices(tablesOf(daySeries, given), PRICE_MEASURES, new Map([[1, true]]));
  return Object.fromEntries(
    found.map(({ measure, mode, days }) => [
      `${measure === 'distributed_price' ? 'price' : 'spent'} ${mode}`,
      Object.fromEntries([...days].map(([day, value]) => [day - march(1) + 1, value])),
    ]),
  );
}

const FACTS = series('volume', 'fact', { 3: 1, 4: 1, 5: 1 });

test('a price of 100 over facts of 1, 1, 1 of 3 goes by the distribution of the place, its cost like the volume', () => {
  const evenly = { 3: 33.33, 4: 33.34, 5: 33.33 };
  expect(laid([FACTS])).toEqual({ 'price fact': evenly, 'spent fact': evenly });
  expect(laid([FACTS], { distributions: { distributed_price: { mode: 'end' } } })).toEqual({
    'price fact': { 3: 0, 4: 0, 5: 100 },
    'spent fact': evenly,
  });
  const start = { distributed_price: { mode: 'start' }, cost_by_distributed_price: { mode: 'start' } } as const;
  expect(laid([FACTS], { distributions: start })).toEqual({ 'price fact': { 3: 100, 4: 0, 5: 0 }, 'spent fact': evenly });
});

test('days that somebody typed stand, and those of the other mode follow from the volume beside them', () => {
  const plan = series('volume', 'plan', { 3: 1, 10: 2 });
  expect(laid([FACTS, plan, series('distributed_price', 'fact', { 4: 70 })])).toMatchObject({
    'price fact': { 4: 70 },
    'price plan': { 3: 33.33, 10: 66.67 },
    'spent fact': { 3: 33.33, 4: 33.34, 5: 33.33 },
  });
});

test('a price needs a cost and a volume; approved plans and works that nobody asked for bring nothing', () => {
  expect(laid([FACTS], { own: { volume: 3, cost: null } })).toEqual({});
  expect(laid([series('volume', 'approved_plan', { 3: 3 })])).toEqual({});
  expect(layOutPrices(tablesOf([FACTS], {}), PRICE_MEASURES, new Map([[2, true]]))).toEqual([]);
});

test('of several materials the one that carries the volume counts', () => {
  const part = (id: number, resourceId: number, more: object) =>
    ({ id, itemId: 1, resourceId, plannedUnits: 4, plannedCost: 50, actualUnits: 0, extra: null, ...more }) as unknown as AnyRow;
  const given = {
    own: { volume: null, cost: null },
    assignment: [part(1, 7, { extra: { carriesVolume: true } }), part(2, 8, {})],
    resource: [{ id: 7, kind: 'material', unit: 'm3' } as unknown as AnyRow, { id: 8, kind: 'material', unit: 't' } as unknown as AnyRow],
  };
  const facts = [series('volume', 'fact', { 3: 1 }, 7), series('volume', 'fact', { 4: 3 }, 8)];
  expect(laid(facts, given)['price fact']).toEqual({ 3: 25 });
});

test('a price that is known elsewhere is planned by typed days of the price, else by those of the volume', () => {
  const daysOf = (rows: readonly AnyRow[]) =>
    new Map(rows.flatMap(({ days }) => (days as { day: number; value: number }[]).map(({ day, value }) => [day, value])));
  const planned = (rows: AnyRow[], distributions: Distributions = {}) => {
    const days = daysOfPlannedPrice(rows as (AnyRow & { measure: 'volume'; mode: 'plan' })[], distributions, daysOf);
    return days && [...days].map(([day, value]) => [day - march(1) + 1, value]);
  };
  const volume = series('volume', 'plan', { 3: 1, 4: 0, 10: 2 });
  expect(planned([volume, FACTS])).toEqual([
    [3, 1],
    [10, 2],
  ]);
  expect(planned([volume], { distributed_price: { mode: 'start' } })).toEqual([[3, 1]]);
  expect(planned([volume], { distributed_price: { mode: 'end' } })).toEqual([[10, 2]]);
  expect(planned([volume, series('distributed_price', 'plan', { 5: 40 })], { distributed_price: { mode: 'end' } })).toEqual([[5, 40]]);
  expect(planned([FACTS])).toBeNull();
});
