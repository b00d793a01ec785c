import { type Minute, parseMinute } from '@gantry/domain';

const minuteOf = (value: unknown): Minute | null => (typeof value === 'string' ? parseMinute(value) : ((value ?? null) as Minute | null));

/** The target dates of rows by their ids, which finishes are measured against. */
export function targetsOf(rows: readonly Record<string, unknown>[]): Map<number, { start: Minute; finish: Minute }> {
  const targets = new Map<number, { start: Minute; finish: Minute }>();
  for (const { id, targetStart, targetFinish } of rows) {
    const [start, finish] = [minuteOf(targetStart), minuteOf(targetFinish)];
    if (start !== null && finish !== null) targets.set(id as number, { start, finish });
  }
  return targets;
}
