import { compileCalendar, endOfWork, LINK, startOfWork, workBefore, type CalendarPool, type NetworkColumns } from '@gantry/engine';

/** Read where they are used; an import is read from memory each time. */
const { fs, ff, ss, sf } = LINK;

/** A network whose items stand in topological order, its relations grouped by each end: nothing is compiled while it is measured. */
type Bare = ReturnType<typeof bareNetwork>;

/** Lays a network out for `scheduleBare`; relations of the network lead from lower to higher items. */
export function bareNetwork(columns: NetworkColumns, pool: CalendarPool) {
  const count = columns.itemCount;
  const calendars = columns.calendars.map((calendar) => compileCalendar(calendar, pool));
  const before = byEnd(columns.successor, count);
  const after = byEnd(columns.predecessor, count);
  const dates = Array.from({ length: 5 }, () => new Int32Array(count));
  return { columns, calendars, before, after, dates };
}

/**
 * The least that a calculation by P6's law of links costs: early and late dates and total float over typed arrays, with the same tables of
 * calendars, in memory that is kept from one to the next. No limits, no progress, no free float, drivers, paths, log or parents: what the
 * product takes beyond it is its own.
 */
export function scheduleBare({ columns, calendars, before, after, dates }: Bare): Int32Array {
  const { calendar: calendarOf, remaining, relationType, lag, predecessor, successor, itemCount: count } = columns;
  const { dataDate } = columns.options;
  const [earlyStart, earlyFinish, lateStart, lateFinish, float] = dates;
  let last = dataDate;
  for (let item = 0; item < count; item++) {
    const calendar = calendars[calendarOf[item]];
    const minutes = remaining[item];
    let start = dataDate;
    for (let at = before.offset[item]; at < before.offset[item + 1]; at++) {
      const link = before.list[at];
      const type = relationType[link];
      const from = predecessor[link];
      let moment = type === fs || type === ff ? earlyFinish[from] : earlyStart[from];
      if (lag[link] !== 0) {
        const own = calendars[calendarOf[from]];
        const work = workBefore(own, moment) + lag[link];
        moment = lag[link] > 0 ? endOfWork(own, work) : startOfWork(own, work);
      }
      if (type === ff || type === sf) moment = startOfWork(calendar, workBefore(calendar, moment) - minutes);
      if (moment > start) start = moment;
    }
    const work = workBefore(calendar, start);
    earlyStart[item] = startOfWork(calendar, work);
    const finish = endOfWork(calendar, work + minutes);
    earlyFinish[item] = finish;
    if (finish > last) last = finish;
  }
  for (let item = count - 1; item >= 0; item--) {
    const calendar = calendars[calendarOf[item]];
    const minutes = remaining[item];
    let finish = last;
    for (let at = after.offset[item]; at < after.offset[item + 1]; at++) {
      const link = after.list[at];
      const type = relationType[link];
      let moment = type === fs || type === ss ? lateStart[successor[link]] : lateFinish[successor[link]];
      if (lag[link] !== 0) {
        const work = workBefore(calendar, moment) - lag[link];
        moment = lag[link] > 0 ? startOfWork(calendar, work) : endOfWork(calendar, work);
      }
      if (type === ss || type === sf) moment = endOfWork(calendar, workBefore(calendar, moment) + minutes);
      if (moment < finish) finish = moment;
    }
    const work = workBefore(calendar, finish);
    lateFinish[item] = endOfWork(calendar, work);
    lateStart[item] = startOfWork(calendar, work - minutes);
    float[item] = work - workBefore(calendar, earlyFinish[item]);
  }
  return float;
}

function byEnd(ends: Int32Array, count: number): { offset: Int32Array; list: Int32Array } {
  const offset = new Int32Array(count + 1);
  for (const end of ends) offset[end + 1]++;
  for (let item = 0; item < count; item++) offset[item + 1] += offset[item];
  const next = offset.slice(0, count);
  const list = new Int32Array(ends.length);
  ends.forEach((end, link) => {
    list[next[end]++] = link;
  });
  return { offset, list };
}
