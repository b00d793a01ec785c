import { type Minute, NO_DATE, planOfRecords } from '@gantry/domain';
import {
  columnsOf,
  compileCalendar,
  type Edit,
  LIMIT,
  openTimetable,
  recalculate,
  STATUS,
  type Timetable,
  timetableResult,
  workBetween,
} from '@gantry/engine';
import { type PlanColumns, recordsOfColumns } from './wbs.plan.model.ts';

/** What the page asks: open a plan (rows in the order of the grid), or what a held bar would do to it. */
export type PreviewRequest =
  | { open: { columns: PlanColumns; dataDate: Minute } }
  | { ask: number; rows: number[]; minutes: Minute; kind: 'move' | 'start' | 'finish' };

/** Start and finish of every row as they would be. */
export type PreviewAnswer = { ask: number; start: Int32Array; finish: Int32Array };

let timetable: Timetable | null = null;
/** Takes the plan back to what it was before the last question. */
let back: Edit[] = [];

type Column = 'startLimit' | 'startLimitDate' | 'duration' | 'remaining';

self.onmessage = ({ data }: MessageEvent<PreviewRequest>) => {
  if ('open' in data) {
    timetable = openTimetable(columnsOf(planOfRecords(recordsOfColumns(data.open.columns), data.open.dataDate)));
    back = [];
    return;
  }
  if (!timetable) return;
  recalculate(timetable, back);
  const before = timetableResult(timetable);
  const edits = data.rows.flatMap((row) => editsOf(timetable as Timetable, row, data, before.start[row], before.finish[row]));
  back = edits.map((edit) => ({ ...edit, value: (timetable as Timetable).network.columns[edit.column][edit.item] }));
  recalculate(timetable, edits);
  const { start, finish } = timetableResult(timetable);
  const answer: PreviewAnswer = { ask: data.ask, start: start.slice(), finish: finish.slice() };
  self.postMessage(answer, { transfer: [answer.start.buffer, answer.finish.buffer] });
};

/** What a held bar means for its item: moved work gets a "not earlier" limit, a stretched end another duration. */
function editsOf(
  { network }: Timetable,
  item: number,
  { minutes, kind }: { minutes: Minute; kind: 'move' | 'start' | 'finish' },
  start: Minute,
  finish: Minute,
) {
  const { columns } = network;
  const set = (column: Column, value: number) => ({ item, column, value });
  if (start === NO_DATE || finish === NO_DATE || columns.status[item] === STATUS.completed) return [];
  const limit =
    kind === 'finish' || columns.status[item] !== STATUS.notStarted
      ? []
      : [set('startLimit', LIMIT.notEarlier), set('startLimitDate', start + minutes)];
  if (kind === 'move') return limit;
  const calendar = compileCalendar(columns.calendars[Math.max(0, columns.calendar[item])]);
  const [from, to] = kind === 'start' ? [start + minutes, finish] : [start, finish + minutes];
  const worked = Math.max(0, workBetween(calendar, from, to));
  const done = columns.duration[item] - columns.remaining[item];
  return [...limit, set('duration', worked), set('remaining', Math.max(0, worked - done))];
}
