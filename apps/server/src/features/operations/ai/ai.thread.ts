import type { AiDates } from '@gantry/contract';
import {
  type Diff,
  type ExternalLimit,
  fieldsOf,
  formatMinute,
  NO_DATE,
  parseMinute,
  PLAN_TABLES,
  planOfRecords,
  type PlanRecords,
  recordOf,
} from '@gantry/domain';
import { calculate, withScenarios } from '@gantry/engine';
import { recordsOf } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';

export type DatesInput = {
  rows: Record<(typeof PLAN_TABLES)[number], unknown[][]>;
  dataDate: number;
  limits: ExternalLimit[];
  /** The change that is tried. */
  diff: Pick<Diff, 'wbs' | 'relation'>;
  itemId: number;
};

serveThread<DatesInput, AiDates>(({ rows, dataDate, limits, diff, itemId }) => {
  const records = recordOf(PLAN_TABLES, (table) => recordsOf(table, rows[table]) as Record<string, unknown>[]);
  const before = datesOf(records, dataDate, limits);
  const after = datesOf(changed(records, diff, itemId), dataDate, limits);
  const added = new Set((diff.wbs?.added ?? []).map(({ id }) => id));
  const parts = [...added].flatMap((id) => after.byId.get(id) ?? []);
  const whole = parts.map(({ finish }) => finish).filter((finish) => finish !== NO_DATE);
  const moved = [...before.byId].filter(([id, was]) => {
    const is = after.byId.get(id);
    return id !== itemId && is && (was.start !== is.start || was.finish !== is.finish);
  });
  const text = (minute: number | undefined): string | null => (minute === undefined || minute === NO_DATE ? null : formatMinute(minute));
  return {
    finish_before: text(before.last),
    finish_after: text(after.last),
    row_start: text(before.byId.get(itemId)?.start),
    row_finish_before: text(before.byId.get(itemId)?.finish),
    row_finish_after: text(whole.length ? Math.max(...whole) : undefined),
    moved: moved.length,
    critical: parts.some(({ critical }) => critical),
  };
});

function datesOf(records: PlanRecords, dataDate: number, limits: ExternalLimit[]) {
  const { plan } = withScenarios(planOfRecords(records, dataDate, limits));
  const result = calculate(plan);
  let last = NO_DATE;
  for (const finish of result.finish) if (finish !== NO_DATE && (last === NO_DATE || finish > last)) last = finish;
  const of = (at: number) => ({ start: result.start[at], finish: result.finish[at], critical: result.critical[at] === 1 });
  return { last, byId: new Map(plan.items.map(({ id }, at) => [id, of(at)])) };
}

/** Records with a change of rows and relations; new rows stand behind the row that they are parts of. */
function changed(records: PlanRecords, { wbs, relation }: DatesInput['diff'], itemId: number): PlanRecords {
  const minutes = fieldsOf('wbs').flatMap(({ name, kind }) => (kind === 'minute' ? [name] : []));
  const inMinutes = (row: object): Record<string, unknown> => {
    const record: Record<string, unknown> = { ...row };
    for (const name of minutes) if (typeof record[name] === 'string') record[name] = parseMinute(record[name]);
    return record;
  };
  const patches = new Map((wbs?.updated ?? []).map(({ id, after }) => [id, inMinutes(after)]));
  const gone = new Set((relation?.removed ?? []).map(({ id }) => id));
  return {
    ...records,
    wbs: records.wbs.flatMap((row) => [
      { ...row, ...patches.get(row['id'] as number) },
      ...(row['id'] === itemId ? (wbs?.added ?? []).map(inMinutes) : []),
    ]),
    relation: [...records.relation.filter(({ id }) => !gone.has(id as number)), ...(relation?.added ?? []).map((row) => ({ ...row }))],
  };
}
