import { COST_PARTS, type CostPart, type Decimal, roundedQuotient, usualPart } from '@gantry/domain';
import type { Mask } from '@gantry/engine';
import { fail } from '../../../platform/fail.ts';
import type { StoredRow } from './estimates.repository.ts';

/** Indices of parts of costs and of the rest of them, for the rows whose code and section fit; null: for all. */
export type IndexLine = { code: Mask | null; section: Mask | null; parts: ReadonlyMap<CostPart, Decimal>; rest: Decimal | null };
/**
 * The base level by the indices of a quarter. `sections` are the paths of the sections that rows of an estimate stand in, by the id of the last;
 * `fitting` keeps the lines of a code in a section.
 */
type Indexed = {
  level: 'indexed';
  quarter: string;
  lines: readonly IndexLine[];
  sections?: ReadonlyMap<number, string>;
  fitting?: Map<string, readonly IndexLine[]>;
};
/** The prices that rows are taken at: a level of the estimate, or its base level by indices. */
export type RowPrices = { level: 'base' } | { level: 'current' } | Indexed;

type PricedRow = Pick<StoredRow, 'parent_id' | 'kind' | 'code' | 'base' | 'current' | 'parts' | 'base_parts'>;

/** What a row comes to, and what that is made of (null: one part by its kind), in minor units; each part is indexed and rounded by itself. */
export function atPrices(row: PricedRow, prices: RowPrices): { amount: number | null; parts: number[] | null } {
  if (prices.level === 'current') return { amount: row.current, parts: row.parts };
  if (prices.level === 'base' || row.base === null) return { amount: row.base, parts: row.base_parts };
  const lines = linesFor(row, prices);
  if (!row.base_parts) return { amount: indexed(row.base, usualPart(row.kind), lines, prices), parts: null };
  const parts = row.base_parts.map((amount, at) => indexed(amount, COST_PARTS[at], lines, prices));
  return { amount: parts.reduce((sum, part) => sum + part, 0), parts };
}

/** Prices for the rows of one estimate, given the sections of it: read only where an index asks for them. */
export async function pricesIn(prices: RowPrices, sectionsOf: () => Promise<readonly Section[]>): Promise<RowPrices> {
  if (prices.level !== 'indexed' || !prices.lines.some(({ code, section }) => code || section)) return prices;
  const sections = new Map<number, string>();
  if (prices.lines.some(({ section }) => section))
    for (const { id, parent_id, name } of await sectionsOf()) {
      const above = sections.get(parent_id ?? 0);
      sections.set(id, above ? `${above}/${name}` : name);
    }
  return { ...prices, sections, fitting: new Map() };
}
export type Section = Pick<StoredRow, 'id' | 'parent_id' | 'name'>;

function linesFor({ code, parent_id }: PricedRow, { lines, sections, fitting }: Indexed): readonly IndexLine[] {
  if (!fitting) return lines;
  const key = `${parent_id ?? ''} ${code}`;
  const before = fitting.get(key);
  if (before) return before;
  const section = sections?.get(parent_id ?? 0) ?? '';
  const own = lines.filter((line) => (!line.code || line.code.test(code)) && (!line.section || line.section.test(section)));
  fitting.set(key, own);
  return own;
}

function indexed(amount: number, part: CostPart, lines: readonly IndexLine[], { quarter }: Indexed): number {
  if (amount === 0) return 0;
  const found = lines.find(({ parts, rest }) => parts.has(part) || rest);
  const index = found?.parts.get(part) ?? found?.rest ?? fail('cost_link.no_index', { part, quarter });
  return Number(roundedQuotient(BigInt(amount) * index.units, 10n ** BigInt(index.decimals)));
}
