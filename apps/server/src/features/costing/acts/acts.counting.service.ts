import { dayOf, eachDay, parseMinute, runOfDays, type VersionRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { readVersion, type VersionReader } from '../../planning/edits/edits.service.ts';
import {
  byRow,
  type CostLink,
  distributeRows,
  factorsOf,
  pricesOf,
  readCostSettings,
  takenByWorks,
  takingsOfRow,
  volumesOfWorks,
  weightsOf,
} from '../cost-links/cost-links.service.ts';
import {
  atPrices,
  dividedAnew,
  estimatesForCosts,
  pricesOfEstimate,
  rowsOfEstimate,
  type RowPrices,
  type StoredRow,
} from '../estimates/estimates.doors.service.ts';
import { type ActLine, type IssuedLine, sumLines } from './acts.repository.ts';
import { limitedCosts, limitedLine, LIMITED } from './acts.limited.service.ts';
import { type Done, doneOf, executedOf, quantityOf } from './acts.rules.ts';

export type Counted = { lines: ActLine[]; excess: { line: ActLine; quantity: bigint }[]; currency: string; digits: number };
/** What a line is of: a row of an estimate, or a limited cost by its name. */
export const keyOfLine = ({ estimate_id, estimate_row_id, name }: Pick<ActLine, 'estimate_id' | 'estimate_row_id' | 'name'>): string =>
  estimate_id === LIMITED ? `limited ${name}` : `${estimate_id} ${estimate_row_id}`;

/** Amounts of rows by a contract; null: by the estimate. */
type Prices = { estimateId: number; amounts: ReadonlyMap<number, number> } | null;

type Since = {
  /** What issued acts have of each row. */
  before: ReadonlyMap<string, IssuedLine>;
  prices: Prices;
  /** Rows of which nothing is new are lines too. */
  idle?: boolean;
};

/** What issued acts have of each row, and of that what some of them have. */
export async function issuedByRow(
  db: Db,
  spaceId: number,
  acts: readonly { id: number }[],
  late: readonly { id: number }[] = [],
): Promise<Map<string, IssuedLine>> {
  const [ids, lateIds] = [acts, late].map((list) => list.map(({ id }) => id));
  const lines = ids.length ? await sumLines(db, spaceId, ids, lateIds) : [];
  return new Map(lines.map((line) => [keyOfLine(line), line]));
}

/**
 * The lines of the next act: what is executed of each row up to a day, less what issued acts have of it. Rows that the estimate lost, or
 * that works carry no more, give back what they had.
 */
export async function countAct(
  context: Context,
  versionId: number,
  scheduleId: number,
  to: string,
  { before: issued, prices, idle = false }: Since,
): Promise<Counted> {
  const settings = await readCostSettings(context, scheduleId);
  const levels = pricesOf(settings);
  return readVersion(context, versionId, async (reader) => {
    const whole = reader.whole();
    const links = (await whole.rows('costLink')).filter(({ estimateId }) => !prices || estimateId === prices.estimateId);
    const estimates = await estimatesForCosts(context, reader.db, [...new Set(links.map(({ estimateId }) => estimateId))]);
    const counted: Counted = { lines: [], excess: [], currency: '', digits: 2 };
    const done = await doneByWork(whole, links, to);
    const weight = await weightsOf(whole, links, settings.by);
    const factor = settings.by_coefficients ? await factorsOf(whole, links) : null;
    const open = new Map(issued);
    const limited = prices ? null : await limitedCosts(whole, settings, links);
    const put = (base: ActLine, executed: { quantity: bigint; amount: bigint }): ActLine => {
      const before = open.get(keyOfLine(base));
      open.delete(keyOfLine(base));
      const line = { ...base, quantity: executed.quantity - (before?.quantity ?? 0n), amount: executed.amount - (before?.amount ?? 0n) };
      if (idle || line.quantity !== 0n || line.amount !== 0n) counted.lines.push(line);
      return line;
    };
    for (const [at, estimate] of [...estimates.values()].entries()) {
      if (at > 0 && (estimate.currency !== counted.currency || estimate.digits !== counted.digits))
        fail('estimate.currency_differs', { own: counted.currency, file: estimate.currency });
      Object.assign(counted, { currency: estimate.currency, digits: estimate.digits });
      const own = byRow(links.filter(({ estimateId }) => estimateId === estimate.id));
      const ownLevels = await pricesOfEstimate(reader.db, context.spaceId, estimate.id, levels);
      for (const row of await rowsOfEstimate(reader.db, context.spaceId, estimate.id)) {
        const rowLinks = own.get(row.id);
        if (!rowLinks || (prices && !prices.amounts.has(row.id))) continue;
        const linked = linkedRow(row, ownLevels, prices);
        const takings = takingsOfRow(rowLinks, linked, settings.by, weight);
        const parts = takings.map((taking, place) => ({ taking, done: done(rowLinks[place].itemId) }));
        const base = blankLine(estimate, row, linked.amount ?? 0);
        const taken = takenByWorks(rowLinks, linked, settings.by, weight, factor) ?? base.whole_amount;
        const executed = executedOf({ quantity: base.whole_quantity, amount: taken }, parts);
        const line = put(base, executed);
        if (limited) {
          const { parts: split } = distributeRows(rowLinks, new Map([[row.id, linked]]), settings.by, weight, factor);
          limited.add(
            rowLinks.map((link, place) => ({ itemId: link.itemId, parts: split.get(link.id) ?? [], done: parts[place].done })),
            executed.amount,
          );
        }
        if (executed.excess > 0n) counted.excess.push({ line, quantity: executed.excess });
      }
    }
    for (const { name, whole: all, executed } of limited?.lines() ?? []) put(limitedLine(name, all), { quantity: 0n, amount: executed });
    for (const { late: _late, ...before } of open.values())
      if (before.quantity !== 0n || before.amount !== 0n)
        counted.lines.push({ ...before, quantity: -before.quantity, amount: -before.amount, lost: true });
    return counted;
  });
}

/** What links divide of a row: its amount by the contract or by the estimate, and its parts. */
const linkedRow = (row: StoredRow, levels: RowPrices, prices: Prices) => {
  const { id, kind } = row;
  if (!prices) return { id, kind, ...atPrices(row, levels) };
  const amount = prices.amounts.get(id) ?? 0;
  const { parts } = dividedAnew(row, { current: amount });
  return { id, kind, amount, parts };
};

function blankLine(estimate: { id: number; number: string; name: string }, row: StoredRow, amount: number): ActLine {
  return {
    estimate_id: estimate.id,
    estimate_row_id: row.id,
    estimate: `${estimate.number} ${estimate.name}`.trim(),
    number: row.number,
    code: row.code,
    name: row.name,
    unit: row.unit,
    quantity: 0n,
    amount: 0n,
    whole_quantity: quantityOf(row.quantity),
    whole_amount: BigInt(amount),
    lost: false,
  };
}

/** What is done of the works of some links up to a day; of a link to nothing nothing is. */
async function doneByWork(reader: VersionReader, links: readonly CostLink[], to: string): Promise<(itemId: number | null) => Done | null> {
  const ids = [...new Set(links.flatMap(({ itemId }) => itemId ?? []))];
  const last = dayOf(parseMinute(`${to}T00:00`) ?? 0);
  const volumes = await volumesOfWorks(reader, ids);
  const facts = new Map<number, number>();
  for (const series of await reader.rowsBy('daySeries', 'itemId', ids)) {
    if (series.measure !== 'volume' || series.mode !== 'fact' || series.resourceId !== null) continue;
    facts.set(series.itemId, (facts.get(series.itemId) ?? 0) + sumUpTo(series, last));
  }
  const works = new Map((await reader.rows('wbs', ids)).map((row) => [row.id, row]));
  return (itemId) => {
    if (itemId === null) return null;
    const work = works.get(itemId);
    if (!work) return { over: 0n, under: 1n };
    const finished = work.actualFinish !== null && work.actualFinish.slice(0, 10) <= to;
    const volume = facts.has(itemId) ? (volumes.get(itemId) ?? 0) : 0;
    return doneOf(volume, facts.get(itemId) ?? 0, finished ? 1 : progressAt(work, to));
  };
}

/** Progress has no days: it counts from the day on which the work started. */
const progressAt = (work: VersionRow<'wbs'>, to: string): number =>
  work.actualStart !== null && work.actualStart.slice(0, 10) <= to ? work.progress : 0;

function sumUpTo(series: VersionRow<'daySeries'>, last: number): number {
  const run = runOfDays(series.days);
  if (series.lastDay <= last || !run) return series.total;
  let sum = 0;
  eachDay(run, (day, value) => {
    if (day <= last) sum += value;
  });
  return sum;
}
