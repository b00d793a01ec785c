import type { api, Output } from '@gantry/contract';
import { MINUTES_PER_DAY, parseMinute } from '@gantry/domain';

type State = Output<typeof api.timetable.state>;
type Issue = State['issues'][number];

/** Issues whose rows belong together, one after the other. */
const CHAINS = new Set(['timetable.ring', 'timetable.out_of_sequence']);

/** Remarks of one kind, and how many there are; each line names rows that belong together. */
export type IssueGroup = { code: string; lines: number[][]; count: number };

/** The remarks of a calculation by kind, in the order in which the kinds come first. */
export function groupIssues(issues: readonly Issue[]): IssueGroup[] {
  const groups = new Map<string, IssueGroup>();
  for (const { code, parameters, items } of issues) {
    const group = groups.get(code) ?? { code, lines: [], count: 0 };
    groups.set(code, group);
    group.lines.push(...(items.length && !CHAINS.has(code) ? items.map((id) => [id]) : [items]));
    // Of many remarks the first ones are listed.
    group.count = Math.max(group.count, group.lines.length, Number(parameters['count'] ?? 0));
  }
  return [...groups.values()];
}

/** What a calculation came to beside the one before it. */
export type CalculationResult = {
  finish: string | null;
  /** How far the finish has moved in whole days, and in minutes; null where there was none before. */
  moved: { days: number; minutes: number } | null;
  critical: { before: number | null; after: number };
};

type Told = Pick<State, 'finish' | 'critical_count' | 'calculated_at'>;

/** Compares two states of a version; null where the later one holds no calculation of its own. */
export function resultOf(before: Told, after: Told): CalculationResult | null {
  if (after.calculated_at === null || after.calculated_at === before.calculated_at) return null;
  const [from, to] = [before.finish, after.finish].map((date) => (date === null ? null : parseMinute(date)));
  const minutes = from === null || to === null ? null : to - from;
  return {
    finish: after.finish,
    moved: minutes === null ? null : { days: Math.trunc(minutes / MINUTES_PER_DAY), minutes },
    critical: { before: before.calculated_at === null ? null : before.critical_count, after: after.critical_count },
  };
}
