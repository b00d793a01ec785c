import { type Diff, type NoticeKind, NOTICE_KIND_NAMES } from '@gantry/domain';

/** Who of an edit is newly named for which works: by kind, then person. */
export type Assigned = Map<NoticeKind, Map<number, number[]>>;

const FIELDS = { executorId: 'executor_assigned_to_task', curatorId: 'curator_assigned_to_task' } as const;

/** Persons that an edit names as executor or curator of works, and curators of works whose estimate came. Nobody hears of their own act. */
export function assignedBy(diff: Diff, actorId: number): Assigned {
  const assigned: Assigned = new Map();
  const add = (kind: NoticeKind, person: unknown, work: number): void => {
    if (typeof person !== 'number' || person === actorId) return;
    const people = assigned.get(kind) ?? new Map<number, number[]>();
    const works = people.get(person);
    if (works) works.push(work);
    else people.set(person, [work]);
    assigned.set(kind, people);
  };
  for (const row of diff.wbs?.added ?? []) {
    add(FIELDS.executorId, row.executorId, row.id);
    add(FIELDS.curatorId, row.curatorId, row.id);
  }
  for (const { id, after } of diff.wbs?.updated ?? []) {
    if ('executorId' in after) add(FIELDS.executorId, after.executorId, id);
    if ('curatorId' in after) add(FIELDS.curatorId, after.curatorId, id);
  }
  return assigned;
}

/** Works whose estimate an edit set anew: their curators are asked to accept it. */
export function estimatedBy(diff: Diff): number[] {
  return (diff.wbs?.updated ?? []).flatMap(({ id, before, after }) => {
    const [was, is] = [before.extra?.estimate, after.extra?.estimate];
    return 'extra' in after && is && JSON.stringify(is) !== JSON.stringify(was) ? [id] : [];
  });
}

/** Counts as the page shows them. */
export function statusOf(counts: readonly { kind: NoticeKind; listed: number; area: number }[], areaKinds: readonly NoticeKind[]) {
  const known = counts.filter(({ kind }) => NOTICE_KIND_NAMES.includes(kind));
  return {
    unread: known.reduce((sum, { listed }) => sum + listed, 0),
    area: known.reduce((sum, { kind, area }) => sum + (areaKinds.includes(kind) ? area : 0), 0),
    by_kind: Object.fromEntries(known.filter(({ listed }) => listed).map(({ kind, listed }) => [kind, listed])),
  };
}

/** The day after a day, of `2026-03-02`. */
export function dayAfter(day: string, days = 1): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whether a kind is shown on the desktop: unless somebody does not want it there. */
export const isOnDesktop = (chosen: Partial<Record<string, boolean>>, kind: NoticeKind): boolean => chosen[kind] ?? true;
