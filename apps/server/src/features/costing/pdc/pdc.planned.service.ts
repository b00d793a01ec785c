import { type Day, parseMinute, splitTotal, type WbsRow } from '@gantry/domain';
import { type CompiledCalendar, shapeOfDistribution, spreadOverSpan, type SpreadShape } from '@gantry/engine';
import { calendarsOf, daysOfPlannedPrice } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { readVersion, type VersionReader } from '../../planning/edits/edits.service.ts';
import { sumByDay } from '../../planning/day-values/day-values.service.ts';
import { dividedAnew, rowsById } from '../estimates/estimates.doors.service.ts';
import { distributeRows, readCostSettings, weightsOf } from '../cost-links/cost-links.service.ts';
import { listCarriers, type PdcLine } from './pdc.repository.ts';
import { billsOfPlan, type Billed, inPricesOfQuarters, monthOfDay } from './pdc.rules.ts';

export type Planned = { versionId: number; bills: Billed[]; open: bigint; deflated: bigint };

const sumOf = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, amount) => sum + amount, 0n);

type Contract = { estimateId: number | null; vatRate: string | null; payment: { advance: string; retention: string; lag_days: number } };

/**
 * The bills that a plan leads to: prices of rows over the works that carry them, over their planned days or else their dates, and so by
 * months, in the prices of their quarters. Of several schedules the counted version with most of the rows; null where no plan that the caller sees has any.
 */
export async function planOf(context: Context, contract: Contract, lines: readonly PdcLine[]): Promise<Planned | null> {
  const { estimateId } = contract;
  if (estimateId === null || !lines.length) return null;
  const carrier = await context.read(async (db) => {
    for (const one of await listCarriers(db, context.spaceId, estimateId))
      if (await holdsAt(context, db, one.schedule_id, 'plan.read')) return one;
    return null;
  });
  if (!carrier) return null;
  const settings = await readCostSettings(context, carrier.schedule_id);
  return readVersion(context, carrier.version_id, async (reader) => {
    const whole = reader.whole();
    const links = await whole.rowsBy('costLink', 'estimateId', [estimateId]);
    const amounts = new Map(lines.map(({ estimate_row_id: id, amount }) => [id, amount]));
    // Acts bill rows that the estimate has, each of their parts by itself.
    const stored = await rowsById(reader.db, context.spaceId, estimateId, [...amounts.keys()]);
    const rows = new Map(
      stored.map((row) => {
        const amount = amounts.get(row.id) ?? 0;
        return [row.id, { id: row.id, kind: row.kind, amount, parts: dividedAnew(row, { current: amount }).parts }];
      }),
    );
    const split = distributeRows(links, rows, settings.by, await weightsOf(whole, links, settings.by));
    const byWork = new Map<number, bigint>();
    for (const { id, itemId } of links) if (itemId !== null) byWork.set(itemId, (byWork.get(itemId) ?? 0n) + (split.amounts.get(id) ?? 0n));
    const months = new Map<string, bigint>();
    for (const [itemId, weights] of await weightsByMonth(whole, [...byWork.keys()])) {
      const amount = byWork.get(itemId) ?? 0n;
      const exact = [...weights.values()].map((weight) => amount * weight);
      const under = [...weights.values()].reduce((sum, weight) => sum + weight, 0n);
      byWork.delete(itemId);
      for (const [at, part] of splitTotal(amount, exact, under).entries()) {
        const month = [...weights.keys()][at];
        months.set(month, (months.get(month) ?? 0n) + part);
      }
    }
    const planned = sumOf(months.values());
    const deflated = inPricesOfQuarters(months, settings.deflators);
    const price = lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return {
      versionId: carrier.version_id,
      bills: billsOfPlan(deflated, contract),
      open: price - planned,
      deflated: sumOf(deflated.values()) - planned,
    };
  });
}

const WEIGHT_SCALE = 1e6;
/** The number of parts that divide the price of a work without days over its dates. */
const PARTS = 1e9;

/**
 * How much of each work lies in each month: as the day grid lays its price, else over the working time of its dates by the distribution of
 * the place. Works without dates are left out.
 */
async function weightsByMonth(reader: VersionReader, ids: number[]): Promise<Map<number, Map<string, bigint>>> {
  const seriesOf = Map.groupBy(await reader.rowsBy('daySeries', 'itemId', ids), ({ itemId }) => itemId);
  const [settings, calendar] = [await reader.rows('settings'), await reader.rows('calendar')];
  const distributions = settings[0]?.distributions ?? {};
  const how = shapeOfDistribution(distributions.distributed_price);
  const calendarOf = calendarsOf({ settings, calendar });
  const works = new Map<number, Map<string, bigint>>();
  for (const row of await reader.rows('wbs', ids)) {
    const days = daysOfPlannedPrice(seriesOf.get(row.id) ?? [], distributions, sumByDay) ?? overDates(row, calendarOf(row), how);
    const months = new Map<string, bigint>();
    for (const [day, value] of days) {
      const month = monthOfDay(day);
      const weight = BigInt(Math.round(Math.max(0, value) * WEIGHT_SCALE));
      if (weight > 0n) months.set(month, (months.get(month) ?? 0n) + weight);
    }
    if (months.size) works.set(row.id, months);
  }
  return works;
}

function overDates({ start, finish }: WbsRow, calendar: CompiledCalendar, how: SpreadShape): Map<Day, number> {
  const [from, to] = [parseMinute(start ?? ''), parseMinute(finish ?? '')];
  if (from === null || to === null || to < from) return new Map();
  const { firstDay, units } = spreadOverSpan(PARTS, 0, { start: from, finish: to, calendar }, how);
  return new Map([...units].map((value, at) => [firstDay + at, value]));
}
