import type { ResourceMeasure } from '../enumerations.ts';
import type { TakenNorm } from './norms.ts';
import type { ResourceRate } from './plan.ts';
import { fieldsOf, type VersionTable } from './version-tables.ts';

/** Measures of days that are amounts of money. */
export const MONEY_MEASURES: ReadonlySet<string> = new Set<ResourceMeasure>(['cost', 'distributed_price', 'cost_by_distributed_price']);

/** Columns of the grid that show money, whatever attributes a version has. */
export const MONEY_COLUMNS: ReadonlySet<string> = new Set(['plannedCost', 'actualCost', 'cost']);

const nothing = (): number => 0;
const WITHOUT: { [T in VersionTable]?: Record<string, (value: unknown) => unknown> } = {
  wbs: { cost: () => null },
  resource: {
    pricePerUnit: () => null,
    rates: (rates) => (rates as ResourceRate[] | null)?.map((rate) => ({ ...rate, prices: rate.prices.map(() => null) })) ?? null,
  },
  assignment: { plannedCost: nothing, actualCost: nothing, remainingCost: nothing },
  directoryValue: {
    cost: nothing,
    norm: (taken) => {
      const { norm, ...rest } = taken as TakenNorm;
      return { ...rest, norm: { ...norm, price: 0 } };
    },
  },
};

/** Whether a table of version content tells money in its fields. */
export const holdsMoney = (table: VersionTable): boolean => table in WITHOUT;

/** A row, or some fields of one, without what it tells of money; the same object where it tells nothing. */
export function withoutMoney<R extends object>(table: VersionTable, row: R): R {
  const fields = WITHOUT[table];
  if (!fields) return row;
  const reported = Object.entries(fields).filter(([name]) => name in row);
  return { ...row, ...Object.fromEntries(reported.map(([name, without]) => [name, without((row as Record<string, unknown>)[name])])) };
}

/** The same of a row that travels as values in the order of its fields. */
export function valuesWithoutMoney(table: VersionTable): ((values: readonly unknown[]) => unknown[]) | null {
  const fields = WITHOUT[table];
  if (!fields) return null;
  const at = fieldsOf(table).map(({ name }) => fields[name]);
  return (values) => values.map((value, index) => (at[index] ? at[index](value) : value));
}

/** Some fields of a row without those that tell money: what a change says of it. */
export function fieldsWithoutMoney<R extends object>(table: VersionTable, fields: R): R {
  const money = WITHOUT[table];
  return money ? (Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in money))) as R) : fields;
}

/** Whether a row of a table says money as a whole: the days of a measure of money. */
export const isOfMoney = (table: VersionTable, row: object): boolean =>
  table === 'daySeries' && MONEY_MEASURES.has(String((row as { measure?: unknown }).measure));
