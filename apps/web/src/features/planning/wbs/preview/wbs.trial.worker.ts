import { NO_DATE, planOfRecords, type PlanRecords } from '@gantry/domain';
import {
  columnsOf,
  LIMIT,
  openTimetable,
  shownDatesAfter,
  STATUS,
  type Timetable,
  timetableResult,
  type ValueEdit,
  withScenarios,
} from '@gantry/engine';
import { changedRecords, type FlowChange, isOfValues, recordsOfColumns } from '@gantry/plan-view';
import type { PreviewPlan } from './wbs.preview.worker.ts';

/** What the page asks: open a plan (rows in the order of the grid), or what a change would do to its dates. */
export type TrialRequest = { open: PreviewPlan } | { change: FlowChange };

/** Start and finish of every row as they would be, in the order of the grid; the second part of a split work comes last. */
export type TrialAnswer = { start: Int32Array; finish: Int32Array };

let plan: PreviewPlan | null = null;
let records: PlanRecords | null = null;
let network: { timetable: Timetable; items: Map<number, number>; relations: Map<number, number>; back: Map<string, ValueEdit> } | null =
  null;

const opened = (from: PlanRecords, { dataDate, limits }: PreviewPlan): Timetable =>
  openTimetable(columnsOf(withScenarios(planOfRecords(from, dataDate, limits)).plan));
const placesOf = (rows: readonly Record<string, unknown>[]) => new Map(rows.map((row, index) => [row['id'] as number, index]));

self.onmessage = ({ data }: MessageEvent<TrialRequest>) => {
  if ('open' in data) {
    plan = data.open;
    records = recordsOfColumns(plan.columns);
    network = null;
    return;
  }
  if (!plan || !records) return;
  const { start, finish } = isOfValues(data.change) ? afterValues(records, plan, data.change) : afterAll(records, plan, data.change);
  const answer: TrialAnswer = { start: start.slice(), finish: finish.slice() };
  self.postMessage(answer, { transfer: [answer.start.buffer, answer.finish.buffer] });
};

/** A network of other relations or works is built for the one question. */
function afterAll(from: PlanRecords, of: PreviewPlan, change: FlowChange) {
  const newId = from.wbs.reduce((most, row) => Math.max(most, row['id'] as number), 0) + 1;
  return timetableResult(opened(changedRecords(from, change, newId), of));
}

/** The network that stands takes values; what an earlier question changed and this one does not is put back. */
function afterValues(from: PlanRecords, of: PreviewPlan, change: FlowChange) {
  network ??= { timetable: opened(from, of), items: placesOf(from.wbs), relations: placesOf(from.relation), back: new Map() };
  const { timetable, items, relations, back } = network;
  const { columns } = timetable.network;
  const edits = new Map(back);
  const put = (key: string, edit: ValueEdit, before: ValueEdit): void => {
    if (!back.has(key)) back.set(key, before);
    edits.set(key, edit);
  };
  const set = (item: number, column: 'duration' | 'remaining' | 'startLimit' | 'startLimitDate', value: number): void =>
    put(`${item} ${column}`, { item, column, value }, { item, column, value: columns[column][item] });
  const atRest = (item: number, column: 'duration' | 'remaining'): number => {
    const known = back.get(`${item} ${column}`);
    return known && 'value' in known ? known.value : columns[column][item];
  };
  for (const { id, durationMinutes, start } of change.works) {
    const item = items.get(id);
    if (item === undefined || columns.status[item] === STATUS.completed) continue;
    if (durationMinutes !== undefined) {
      const done = atRest(item, 'duration') - atRest(item, 'remaining');
      set(item, 'duration', durationMinutes);
      set(item, 'remaining', Math.max(0, durationMinutes - done));
    }
    if (start !== undefined && start !== NO_DATE && columns.status[item] === STATUS.notStarted) {
      set(item, 'startLimit', LIMIT.notEarlier);
      set(item, 'startLimitDate', start);
    }
  }
  for (const { relationId, lagMinutes } of change.lags) {
    const relation = relations.get(relationId);
    if (relation !== undefined) put(`lag ${relation}`, { relation, lag: lagMinutes }, { relation, lag: columns.lag[relation] });
  }
  return shownDatesAfter(timetable, [...edits.values()]);
}
