import type { HealthCheckName } from '@gantry/contract';
import type { Plan, PlanItem } from '@gantry/domain';
import type { HealthFix } from '@gantry/engine';

/** Checks whose fixes would guess at what happened, or cut more than is needed. */
const UNSAFE: ReadonlySet<HealthCheckName> = new Set<HealthCheckName>(['rings', 'invalid_dates', 'broken_critical_path']);

/** Whether a fix may be offered: it changes nothing that was reported, and one like it can be taken back. */
export const isSafe = (check: HealthCheckName, { command }: HealthFix): boolean => !UNSAFE.has(check) && command !== 'set_actual';

/** A plan with fixes applied. */
export function mended(plan: Plan, fixes: readonly HealthFix[]): Plan {
  const removed = new Set(fixes.flatMap((fix) => (fix.command === 'remove_relation' ? [fix.relationId] : [])));
  const lags = new Map(fixes.flatMap((fix) => (fix.command === 'set_lag' ? [[fix.relationId, fix.lagMinutes] as const] : [])));
  const changed = new Map<number, Partial<PlanItem>>();
  const change = (id: number, fields: Partial<PlanItem>): void => void changed.set(id, { ...changed.get(id), ...fields });
  for (const fix of fixes) {
    if (fix.command === 'set_calendar') change(fix.itemId, { calendarId: fix.calendarId });
    else if (fix.command === 'set_duration')
      change(fix.itemId, { durationMinutes: fix.durationMinutes, remainingMinutes: fix.durationMinutes });
    else if (fix.command === 'set_limit')
      change(
        fix.itemId,
        fix.end === 'start'
          ? { startLimitType: fix.type, ...(fix.type === null ? { startLimitDate: null } : {}) }
          : { finishLimitType: fix.type, ...(fix.type === null ? { finishLimitDate: null } : {}) },
      );
  }
  const last = plan.relations.reduce((most, { id }) => Math.max(most, id), 0);
  const added = fixes.flatMap((fix, index) =>
    fix.command === 'add_relation'
      ? [
          {
            id: last + 1 + index,
            predecessorId: fix.predecessorId,
            successorId: fix.successorId,
            type: fix.type,
            lagMinutes: 0,
            lagCalendar: null,
          },
        ]
      : [],
  );
  return {
    ...plan,
    items: plan.items.map((item) => ({ ...item, ...changed.get(item.id) })),
    relations: [
      ...plan.relations
        .filter(({ id }) => !removed.has(id))
        .map((relation) => ({ ...relation, lagMinutes: lags.get(relation.id) ?? relation.lagMinutes })),
      ...added,
    ],
  };
}
