import type { CustomCost, FigureSeries } from '@gantry/contract';
import { formatMinute, type Minute } from '@gantry/domain';
import { amountOf, paymentsOf } from '@gantry/engine';
import { MEASURE_DECIMALS } from '@gantry/plan-view';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { axisOf, dateOf, tierOf } from '../sums/analytics.axis.rules.ts';
import { askOfVersion, ROWS_AT_ONCE } from '../analytics.facts.service.ts';
import { addLine, type PeriodLines } from '../facts/analytics.pack.rules.ts';
import { placeOf, type Scope, stateOf, withMoneyInSight } from '../analytics.place.service.ts';
import { listSizes } from '../analytics.repository.ts';
import { ofEachPart } from '../sums/analytics.sums.rules.ts';
import { seesAttributes } from './analytics.sight.service.ts';

const { cost: DECIMALS } = MEASURE_DECIMALS;

/** An amount of each work of a place laid over time in a chosen way, and how it is paid. */
export async function readCustomCost(context: Context, scope: Scope, custom: CustomCost): Promise<FigureSeries> {
  const place = await placeOf(context, scope);
  const inSight = await withMoneyInSight(context, place.versions);
  const ids = inSight.map(({ version_id }) => version_id);
  const sizes = await context.read((db) => listSizes(db, context.spaceId, ids));
  const rows = sizes.reduce((sum, one) => sum + one.rows, 0);
  // The server lays the amount out again for each question, so it refuses what would take long.
  if (rows > ROWS_AT_ONCE) fail('analytics.too_large', { rows, most: ROWS_AT_ONCE });
  const attribute = 'attribute' in custom.source ? custom.source.attribute : null;
  const laid: { part_id: number; lines: PeriodLines }[] = [];
  let [unknown, dataDate] = [0, null as Minute | null];
  for (const version of inSight) {
    if (attribute !== null && !(await seesAttributes(context, version.version_id, [attribute]))) continue;
    const { outcome, dataDate: date } = await askOfVersion(
      context,
      version.version_id,
      { do: 'custom', custom },
      { attributes: attribute !== null },
    );
    dataDate = Math.max(dataDate ?? date, date);
    if (outcome.custom) laid.push({ part_id: version.part_id, lines: outcome.custom[tierOf(custom.period)] });
    else unknown += 1;
  }
  if (attribute !== null && unknown > 0 && !laid.length) fail('analytics.no_attribute', { name: attribute });
  const sums: PeriodLines = {};
  for (const { lines } of laid) if (lines['accrued']) addLine(sums, 'accrued', lines['accrued']);
  const ofPart = ofEachPart(laid, ({ part_id }) => part_id);
  return {
    scope,
    kind: 'custom-cost',
    period: custom.period,
    unit: { kind: 'money', text: '' },
    data_date: dataDate === null ? null : formatMinute(dataDate),
    ...linesOf(sums, custom),
    parts: place.parts.map((part) => ({
      ...part,
      totals: {
        accrued: amountOf(
          ofPart(part).reduce((sum, { lines }) => sum + unitsIn(lines), 0),
          DECIMALS,
        ),
      },
    })),
    state: await stateOf(
      context,
      { versions: laid.length, outdated: [], job_id: null, computed_at: null },
      place,
      place.versions.length - laid.length,
    ),
  };
}

const unitsIn = (lines: PeriodLines): number => (lines['accrued']?.units ?? []).reduce((sum, value) => sum + value, 0);

function linesOf(sums: PeriodLines, { payment, period }: CustomCost): Pick<FigureSeries, 'periods' | 'lines'> {
  const axis = axisOf(sums, period);
  const accrued = axis.unitsOf(sums['accrued']);
  const { advance = 0, retention = 0, lag_days: lag = 0 } = payment ?? {};
  // A period accrues at its end; the delay of payment counts from there.
  const { paid, retained } = paymentsOf(accrued, { advance, retention, paidIn: (index) => axis.indexOf(axis.dayAt(index + 1) + lag) });
  const count = payment ? paid.length : axis.count;
  const line = (key: string, units: readonly number[]) => {
    let sum = 0;
    const values = Array.from({ length: count }, (_, index) => units[index] ?? 0);
    return {
      key,
      name: '',
      group: null,
      values: values.map((value) => amountOf(value, DECIMALS)),
      cumulative: values.map((value) => amountOf((sum += value), DECIMALS)),
      total: amountOf(sum, DECIMALS),
    };
  };
  return {
    periods: Array.from({ length: count }, (_, index) => dateOf(axis.dayAt(index))),
    lines: [line('accrued', accrued), ...(payment ? [line('paid', paid), line('retained', retained)] : [])],
  };
}
