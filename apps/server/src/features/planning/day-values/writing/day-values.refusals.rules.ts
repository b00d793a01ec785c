import type { DayCells, ErrorCode } from '@gantry/contract';
import { type DataMode, type Day, MONEY_MEASURES, type WbsRow } from '@gantry/domain';
import { closedDay, textOfDay, valueProblem, withoutDays } from '../day-values.rules.ts';

/** Why a cell is not written, and what the text of the reason names. */
export type CellRefusal = { code: ErrorCode; named: Record<string, string | number> };

const because = (code: ErrorCode, named: Record<string, string | number> = {}): CellRefusal => ({ code, named });

/** What a person may write in a version. */
export type Writer = { userId: number; mayPlan: boolean; seesMoney: boolean };

type Known = { row: WbsRow | undefined; isForeign: boolean; hasResource(id: number): boolean };

/** Why nothing of a row is written in a measure and a mode; null when it may be. */
export function refusalOfRow(
  { item_id: id, measure, mode, resource_id: resourceId }: Pick<DayCells, 'item_id' | 'measure' | 'mode' | 'resource_id'>,
  { row, isForeign, hasResource }: Known,
  { userId, mayPlan, seesMoney }: Writer,
): CellRefusal | null {
  if (!row) return because('wbs.not_found', { id });
  const { name } = row;
  const without = withoutDays(row);
  if (without) return because(without, { name });
  if (mode !== 'fact' && !row.dayPlanned) return because('values.not_by_days', { name });
  if (!seesMoney && MONEY_MEASURES.has(measure)) return because('auth.forbidden', { right: 'cost.read' });
  if (mode === 'fact' && isForeign) return because('report.not_yours', { name });
  if (mode === 'approved_plan' && !mayPlan && row.curatorId !== userId) return because('report.not_the_curator', { name });
  if (mode === 'plan' && !mayPlan) return because('auth.forbidden', { right: 'plan.edit' });
  return resourceId === null || hasResource(resourceId) ? null : because('values.unknown_resource', { id: resourceId });
}

type Where = {
  mode: DataMode;
  /** The first day that may be changed; null = any. */
  from: Day | null;
  /** The last day that may have facts. */
  lastFact: Day;
  mayPlan: boolean;
  /** Whether facts of closed days count on the first open one. */
  takesLate: boolean;
  /** The person whose approved hours the cell holds. */
  held: { people: string; hours: number } | null;
};

/** Why a value of a day is not written; `late` where it counts on the first open day; null when it is written as it is. */
export function refusalOfDay(day: Day, value: number | null, where: Where): CellRefusal | 'late' | null {
  const { mode, from, mayPlan, held } = where;
  const problem = valueProblem(mode, day, value, where.lastFact);
  if (problem) return because(problem);
  if (held) return because('values.of_timesheets', held);
  if (value !== null && value < 0 && (mode !== 'fact' || !mayPlan)) return because('values.negative');
  if (closedDay([day], from) === null) return null;
  return mode === 'fact' && where.takesLate
    ? 'late'
    : because('values.period_closed', { day: textOfDay(day), from: textOfDay(from ?? day) });
}
