import { type ExternalLimit, type Minute, NO_DATE, planOfRecords, type PlanRecords } from '@gantry/domain';
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
import { changedRecords, type FlowChange, isOfValues, leftOf } from './flow-change.ts';

/** Start and finish of every row, in the order of the records; the second part of a split work comes last. They stand until the next question. */
export type TriedDates = { start: Int32Array; finish: Int32Array };

/** A plan on which changes are tried: each answer is of the plan as it stands with the one change. */
export function openFlowTrial(records: PlanRecords, dataDate: Minute, limits: ExternalLimit[]): (change: FlowChange) => TriedDates {
  const opened = (from: PlanRecords): Timetable => openTimetable(columnsOf(withScenarios(planOfRecords(from, dataDate, limits)).plan));
  const newId = records.wbs.reduce((most, row) => Math.max(most, row['id'] as number), 0) + 1;
  let values: ReturnType<typeof openValues> | null = null;
  return (change) => {
    // A network of other relations or works is built for the one question.
    if (!isOfValues(change)) return timetableResult(opened(changedRecords(records, change, newId)));
    values ??= openValues(records, opened(records));
    return values(change);
  };
}

const placesOf = (rows: readonly Record<string, unknown>[]) => new Map(rows.map((row, index) => [row['id'] as number, index]));

/** The network that stands takes values; what an earlier question changed and this one does not is put back. */
function openValues(records: PlanRecords, timetable: Timetable) {
  const [items, relations] = [placesOf(records.wbs), placesOf(records.relation)];
  const back = new Map<string, ValueEdit>();
  const { columns } = timetable.network;
  return (change: FlowChange): TriedDates => {
    const edits = new Map(back);
    const put = (key: string, edit: ValueEdit, before: ValueEdit): void => {
      if (!back.has(key)) back.set(key, before);
      edits.set(key, edit);
    };
    const set = (item: number, column: 'duration' | 'remaining' | 'startLimit' | 'startLimitDate', value: number): void =>
      put(`${item} ${column}`, { item, column, value }, { item, column, value: columns[column][item] });
    for (const { id, durationMinutes, start } of change.works) {
      const item = items.get(id);
      if (item === undefined || columns.status[item] === STATUS.completed) continue;
      if (durationMinutes !== undefined) {
        set(item, 'duration', durationMinutes);
        set(item, 'remaining', leftOf(records.wbs[item], durationMinutes));
      }
      if (start !== undefined && start !== NO_DATE && columns.status[item] === STATUS.notStarted) {
        if (records.wbs[item]['startLimitType'] === null) set(item, 'startLimit', LIMIT.notEarlier);
        set(item, 'startLimitDate', start);
      }
    }
    for (const { relationId, lagMinutes } of change.lags) {
      const relation = relations.get(relationId);
      if (relation !== undefined) put(`lag ${relation}`, { relation, lag: lagMinutes }, { relation, lag: columns.lag[relation] });
    }
    return shownDatesAfter(timetable, [...edits.values()]);
  };
}
