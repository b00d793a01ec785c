import { type ExternalLimit, type Minute, NO_DATE, planOfRecords } from '@gantry/domain';
import {
  columnsOf,
  compileCalendar,
  explain,
  type ExplainedItem,
  LIMIT,
  openTimetable,
  shownDatesAfter,
  STATUS,
  type Timetable,
  withScenarios,
  workBetween,
} from '@gantry/engine';
import { type PlanColumns, recordsOfColumns } from '@gantry/plan-view';

/** What the page asks: open a plan (rows in the order of the grid), why a row starts when it starts, or what a held bar would do. */
export type PreviewRequest =
  | { open: PreviewPlan }
  | { explain: number }
  | { ask: number; rows: number[]; minutes: Minute; kind: 'move' | 'start' | 'finish' };

/** A plan as it stands, with what other schedules ask of it. */
export type PreviewPlan = { columns: PlanColumns; dataDate: Minute; limits: ExternalLimit[] };

/** Start and finish of every row as they would be. */
export type PreviewAnswer = { ask: number; start: Int32Array; finish: Int32Array };

/** Why a row starts when it starts, the row first. */
export type Explanation = { explained: (ExplainedItem & { scenario: number | null })[] };

let timetable: Timetable | null = null;
/** The scenario that gave an item its remaining duration; null where it is the entered one. */
let scenarioOf: (itemId: number) => number | null = () => null;
/** The rows that are held, with their dates and their columns as they were when they were taken. */
let held: { rows: number[]; start: Minute[]; finish: Minute[]; back: Map<string, ValueOf> } | null = null;

type Column = 'startLimit' | 'startLimitDate' | 'duration' | 'remaining';
type ValueOf = { item: number; column: Column; value: number };

self.onmessage = ({ data }: MessageEvent<PreviewRequest>) => {
  if ('open' in data) {
    const { columns, dataDate, limits } = data.open;
    const forecast = withScenarios(planOfRecords(recordsOfColumns(columns), dataDate, limits));
    timetable = openTimetable(columnsOf(forecast.plan));
    scenarioOf = (item) => forecast.forecasts.get(item)?.scenariosUsed.at(-1) ?? null;
    held = null;
    return;
  }
  if (!timetable) return;
  if ('explain' in data) {
    const explained = explain(timetable, data.explain).map((one) => ({ ...one, scenario: scenarioOf(one.itemId) }));
    self.postMessage({ explained } satisfies Explanation);
    return;
  }
  if (!held || held.rows.join() !== data.rows.join()) take(timetable, data.rows);
  const { start, finish } = shownDatesAfter(timetable, editsFor(timetable, data));
  const answer: PreviewAnswer = { ask: data.ask, start: start.slice(), finish: finish.slice() };
  self.postMessage(answer, { transfer: [answer.start.buffer, answer.finish.buffer] });
};

/** Lets go of the rows that were held and takes others, with the dates that they have at rest. */
function take(open: Timetable, rows: number[]): void {
  const { start, finish } = shownDatesAfter(open, [...(held?.back.values() ?? [])]);
  held = { rows, start: rows.map((row) => start[row]), finish: rows.map((row) => finish[row]), back: new Map() };
}

/** The edits of a question; what an earlier question changed and this one does not is put back with them. */
function editsFor(open: Timetable, question: { minutes: Minute; kind: 'move' | 'start' | 'finish' }): ValueOf[] {
  const { rows, start, finish, back } = held as NonNullable<typeof held>;
  const edits = new Map(back);
  rows.forEach((row, at) => {
    for (const edit of editsOf(open, row, question, start[at], finish[at], back)) {
      const key = `${edit.item} ${edit.column}`;
      if (!back.has(key)) back.set(key, { ...edit, value: open.network.columns[edit.column][edit.item] });
      edits.set(key, edit);
    }
  });
  return [...edits.values()];
}

/** What a held bar means for its item: moved work gets a "not earlier" limit, a stretched end another duration. */
function editsOf(
  { network }: Timetable,
  item: number,
  { minutes, kind }: { minutes: Minute; kind: 'move' | 'start' | 'finish' },
  start: Minute,
  finish: Minute,
  back: ReadonlyMap<string, ValueOf>,
): ValueOf[] {
  const { columns } = network;
  const set = (column: Column, value: number): ValueOf => ({ item, column, value });
  const atRest = (column: Column): number => back.get(`${item} ${column}`)?.value ?? columns[column][item];
  if (start === NO_DATE || finish === NO_DATE || columns.status[item] === STATUS.completed) return [];
  const limit =
    kind === 'finish' || columns.status[item] !== STATUS.notStarted
      ? []
      : [set('startLimit', LIMIT.notEarlier), set('startLimitDate', start + minutes)];
  if (kind === 'move') return limit;
  const calendar = compileCalendar(columns.calendars[Math.max(0, columns.calendar[item])]);
  const [from, to] = kind === 'start' ? [start + minutes, finish] : [start, finish + minutes];
  const worked = Math.max(0, workBetween(calendar, from, to));
  const done = atRest('duration') - atRest('remaining');
  return [...limit, set('duration', worked), set('remaining', Math.max(0, worked - done))];
}
