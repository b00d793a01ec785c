import { type AnyRow, parseMinute } from '@gantry/domain';
import fc from 'fast-check';
import type { GroupTables } from '../../../features/insight/analytics/facts/analytics.groups.rules.ts';

export const at = (text: string) => parseMinute(text) as number;
const MONDAY = at('2026-01-05T00:00');
export const DATA_DATE = at('2026-02-16T00:00');
const week = Array.from({ length: 7 }, (_, index) => (index < 5 ? [{ start: 540, finish: 1020 }] : []));
const CALENDAR = { id: 1, name: '', week, exceptions: [], baseId: null, minutesPerDay: 480, isDefault: true } as unknown as AnyRow;
const resource = ['labour', 'material'].map((kind, index): AnyRow => ({ id: index + 1, kind, code: kind, unit: 'h', calendarId: null }));

export const someWork = fc.record({
  type: fc.constantFrom('task', 'task', 'task', 'draft', 'milestone_start'),
  status: fc.constantFrom('not_started', 'in_progress', 'completed'),
  executorId: fc.constantFrom(null, 3, 4),
  curatorId: fc.constantFrom(null, 7),
  critical: fc.boolean(),
  name: fc.constantFrom('Piling', 'Raft', 'Walls “A”', ''),
  progress: fc.constantFrom(0, 0.25, 1),
  parent: fc.constantFrom(1, 2, null),
  begins: fc.nat({ max: 60 }),
  takes: fc.integer({ min: 1, max: 40 }),
  late: fc.constantFrom<number | null>(null, -3, 0, 9),
  cost: fc.constantFrom(0, 10, 999.99, 3e9),
  hours: fc.constantFrom(0, 8, 12.345),
  recorded: fc.constantFrom(null, null, 'cost', 'labour'),
});
type DrawnWork = typeof someWork extends fc.Arbitrary<infer T> ? T : never;

/** Works below two phases, each with an assignment of people and one of material. */
export function versionOf(works: readonly DrawnWork[]): GroupTables {
  const phases = [1, 2].map((id): AnyRow => ({ id, parentId: id === 2 ? 1 : null, type: 'sum', name: `Phase ${id}`, code: '' }));
  const wbs = works.map(({ parent, begins, takes, late, cost: _cost, hours: _hours, recorded: _recorded, ...more }, index): AnyRow => {
    const [start, finish] = [MONDAY + begins * 1440 + 540, MONDAY + (begins + takes) * 1440 + 1020];
    const begun = more.status !== 'not_started';
    return {
      id: index + 3,
      parentId: parent,
      schedulingKind: 'task',
      calendarId: 1,
      code: `W${index}`,
      start,
      finish,
      actualStart: begun ? start : null,
      actualFinish: more.status === 'completed' ? finish : null,
      totalFloatMinutes: index * 60 - 60,
      targetStart: late === null ? null : start,
      targetFinish: late === null ? null : finish - late * 1440,
      nearCritical: !more.critical,
      earlyStart: start,
      earlyFinish: finish,
      lateStart: start + 1440,
      lateFinish: finish + 1440,
      volume: null,
      volumeUnit: '',
      ...more,
    };
  });
  const assignment = works.flatMap(({ cost, hours, progress }, index): AnyRow[] =>
    [1, 2].map((resourceId) => ({
      id: index * 2 + resourceId,
      itemId: index + 3,
      resourceId,
      lagMinutes: 0,
      curve: null,
      plannedUnits: hours,
      actualUnits: hours * progress,
      remainingUnits: hours * (1 - progress),
      plannedCost: cost,
      actualCost: cost * progress,
      remainingCost: cost * (1 - progress),
    })),
  );
  const daySeries = works.flatMap(({ recorded, begins, takes }, index): AnyRow[] =>
    (['fact', 'approved_plan'] as const).flatMap((mode, place) =>
      recorded === null
        ? []
        : [
            {
              id: index * 2 + place + 1,
              itemId: index + 3,
              resourceId: null,
              measure: recorded,
              mode,
              days: [0, 1].map((day) => ({ day: MONDAY / 1440 + begins + day, value: takes + place * day })),
            },
          ],
    ),
  );
  return { wbs: [...phases, ...wbs], assignment, resource, calendar: [CALENDAR], daySeries, settings: [] };
}

/** A version of a few random works. */
export const someVersion = fc.array(someWork, { minLength: 1, maxLength: 12 }).map(versionOf);
