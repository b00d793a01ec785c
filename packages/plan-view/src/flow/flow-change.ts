import { leftOfBegun, type Minute, type PlanRecords, type RelationType } from '@gantry/domain';

/** What one gesture of a cyclogram changes: a whole that is previewed, applied and undone as one. */
export type FlowChange = {
  /** Durations in working minutes, and starts, which become "not earlier" limits. */
  works: readonly { id: number; durationMinutes?: number; start?: Minute }[];
  /** Lags of relations that stand. */
  lags: readonly { relationId: number; lagMinutes: number }[];
  /** Relations that get other ends. */
  relinks: readonly { relationId: number; predecessorId: number; successorId: number }[];
  /** A work that becomes two: the share that its first part keeps, and the working minutes between the parts. */
  split: { id: number; share: number; gapMinutes: number } | null;
};

export const NO_CHANGE: FlowChange = { works: [], lags: [], relinks: [], split: null };

/** Whether a change is made of values alone, which a calculated network takes without being built anew. */
export const isOfValues = ({ relinks, split }: FlowChange): boolean => !relinks.length && !split;

/** The working minutes of the two parts of a work: nothing is lost, and neither part is empty. */
export function splitMinutes(minutes: number, share: number): [number, number] {
  const first = Math.min(Math.max(1, Math.round(minutes * share)), Math.max(1, minutes - 1));
  return [first, Math.max(1, minutes - first)];
}

type Relation = { id: number; predecessorId: number; successorId: number; type: RelationType; lagMinutes: number };

/** Which relations of a work that is split leave its finish, and so go over to its second part. */
export const leavesFinish = ({ type }: Pick<Relation, 'type'>): boolean => type === 'fs' || type === 'ff';
/** Which relations into a work that is split hold its finish. */
export const holdsFinish = ({ type }: Pick<Relation, 'type'>): boolean => type === 'ff' || type === 'sf';

/** The records of a plan as a change would leave them; the second part of a split work comes last, as `newId`. */
export function changedRecords(records: PlanRecords, change: FlowChange, newId: number): PlanRecords {
  const works = new Map(change.works.map((work) => [work.id, work]));
  const lags = new Map(change.lags.map(({ relationId, lagMinutes }) => [relationId, { lagMinutes, lagShare: null }]));
  const relinks = new Map(change.relinks.map(({ relationId, ...ends }) => [relationId, ends]));
  const changed: PlanRecords = {
    ...records,
    wbs: records.wbs.map((row) => changedWork(row, works.get(row['id'] as number))),
    relation: records.relation.map((row) => {
      const id = row['id'] as number;
      return lags.has(id) || relinks.has(id) ? { ...row, ...lags.get(id), ...relinks.get(id) } : row;
    }),
  };
  return change.split ? splitRecords(changed, change.split, newId) : changed;
}

function changedWork(row: Record<string, unknown>, work: FlowChange['works'][number] | undefined): Record<string, unknown> {
  if (!work) return row;
  const { durationMinutes, start } = work;
  return {
    ...row,
    ...(durationMinutes === undefined ? {} : { durationMinutes, remainingMinutes: leftOf(row, durationMinutes) }),
    ...(start === undefined ? {} : { startLimitType: row['startLimitType'] ?? 'not_earlier', startLimitDate: start }),
  };
}

/** What is left of a work that is to take so many minutes, as the version would store it. */
export function leftOf({ status, progress }: Record<string, unknown>, durationMinutes: number): number {
  return status === 'in_progress' ? leftOfBegun({ durationMinutes, progress: progress as number }) : durationMinutes;
}

function splitRecords(records: PlanRecords, { id, share, gapMinutes }: NonNullable<FlowChange['split']>, newId: number): PlanRecords {
  const whole = records.wbs.find((row) => row['id'] === id);
  if (!whole) return records;
  const [first, second] = splitMinutes(whole['durationMinutes'] as number, share);
  const lengthOf = (minutes: number) => ({ durationMinutes: minutes, remainingMinutes: minutes });
  const between = { ...records.relation[0], id: newId, predecessorId: id, successorId: newId, type: 'fs', lagMinutes: gapMinutes };
  return {
    ...records,
    wbs: [
      ...records.wbs.map((row) => (row === whole ? { ...row, ...lengthOf(first) } : row)),
      { ...whole, ...lengthOf(second), id: newId, startLimitType: null, startLimitDate: null },
    ],
    relation: [
      ...records.relation.map((row) => {
        const relation = row as unknown as Relation;
        if (relation.predecessorId === id && leavesFinish(relation)) return { ...row, predecessorId: newId };
        return relation.successorId === id && holdsFinish(relation) ? { ...row, successorId: newId } : row;
      }),
      { lagCalendar: null, driving: false, lagShare: null, ...between },
    ],
  };
}
