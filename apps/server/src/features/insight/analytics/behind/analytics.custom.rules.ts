import type { CustomCost } from '@gantry/contract';
import type { AnyRow, Minute } from '@gantry/domain';
import { type CompiledCalendar, type Spread, spreadOverSpan } from '@gantry/engine';
import { calendarsOf, MEASURE_DECIMALS } from '@gantry/plan-view';
import { countedOf, minute } from '../facts/analytics.counts.rules.ts';
import { monthOf, openLines, weekOf } from '../facts/analytics.facts.rules.ts';
import { attributeNamed, type GroupTables } from '../facts/analytics.groups.rules.ts';
import type { PeriodLines } from '../facts/analytics.pack.rules.ts';

const DECIMALS = MEASURE_DECIMALS.cost;

/** An amount of each work laid over its dates in a chosen way; null where the version has no such source. */
export function accruedOf(tables: GroupTables, dataDate: Minute, custom: CustomCost): { week: PeriodLines; month: PeriodLines } | null {
  const amounts = amountsOf(tables, custom);
  if (!amounts) return null;
  const calendarOf = calendarsOf(tables);
  const lines = openLines();
  for (const row of countedOf(tables.wbs).works) {
    const amount = amounts.get(row.id) ?? 0;
    const calendar = calendarOf(row);
    const span = datesOf(row, custom.on, dataDate);
    if (!amount || !calendar || !span) continue;
    lines.add('accrued', layOut(amount, { ...span, calendar }, custom.spread));
  }
  return { week: lines.by(weekOf), month: lines.by(monthOf) };
}

function amountsOf(tables: GroupTables, { source }: CustomCost): Map<unknown, number> | null {
  const amounts = new Map<unknown, number>();
  const add = (item: unknown, value: unknown) => {
    if (typeof value === 'number' && Number.isFinite(value)) amounts.set(item, (amounts.get(item) ?? 0) + value);
  };
  if ('measure' in source) {
    const kinds = new Map(tables.resource.map((row) => [row.id, row['kind']]));
    for (const one of tables.assignment)
      if (source.measure === 'cost') add(one['itemId'], one['plannedCost']);
      else if (kinds.get(Number(one['resourceId'])) !== 'material') add(one['itemId'], one['plannedUnits']);
    return amounts;
  }
  const attribute = attributeNamed((tables.attribute ?? []) as (AnyRow & { sourceId?: unknown; name?: unknown })[], source.attribute);
  if (!attribute) return null;
  for (const value of tables.attributeValue ?? []) if (value['attributeId'] === attribute.id) add(value['itemId'], value['value']);
  return amounts;
}

type Span = { start: Minute; finish: Minute };

function datesOf(row: AnyRow, on: CustomCost['on'], dataDate: Minute): Span | null {
  const of = (start: string, finish: string, end: Minute | null = null): Span | null => {
    const [from, to] = [minute(row[start]), minute(row[finish]) ?? end];
    return from === null || to === null ? null : { start: from, finish: Math.max(from, to) };
  };
  if (on === 'fact') return of('actualStart', 'actualFinish', dataDate);
  const own = of('start', 'finish');
  return on === 'plan' ? own : (of(`${on}Start`, `${on}Finish`) ?? own);
}

const layOut = (amount: number, span: Span & { calendar: CompiledCalendar }, spread: CustomCost['spread']): Spread =>
  spreadOverSpan(amount, DECIMALS, span, typeof spread === 'object' ? { shape: 'curve', curve: spread.curve } : { shape: spread });
