import { minuteOf, defaultOptions, type PlanCalendar, type Shift } from '@gantry/domain';
import { emptyColumns, KIND, LINK, seededRandom, type NetworkColumns } from '@gantry/engine';

const HOUR = 60;
const DAY_MINUTES = 8 * HOUR;

/** A network that is the same on every machine: 1–3 predecessors (2 on average), all four link types, lags, five calendars, 17 years. */
export function syntheticColumns(count: number, seed = 1): NetworkColumns {
  const random = seededRandom(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const predecessors = new Int32Array(3 * count);
  const successors = new Int32Array(3 * count);
  let relationCount = 0;
  // A window keeps the number of activities side by side, and so the span of the whole, alike at every size.
  const width = Math.max(10, Math.round(count / 600));
  for (let item = 1; item < count; item++) {
    const links = 1 + whole(3);
    for (let link = 0; link < links; link++) {
      predecessors[relationCount] = Math.max(0, item - width - whole(width));
      successors[relationCount++] = item;
    }
  }
  const columns = emptyColumns(defaultOptions(minuteOf(2025, 1, 6, 8)), benchCalendars(), count, relationCount);
  for (let item = 0; item < count; item++) {
    columns.id[item] = item + 1;
    columns.kind[item] = KIND.task;
    columns.calendar[item] = whole(columns.calendars.length);
    columns.duration[item] = (1 + whole(20)) * DAY_MINUTES;
    columns.remaining[item] = columns.duration[item];
  }
  for (let relation = 0; relation < relationCount; relation++) {
    columns.relationId[relation] = relation + 1;
    columns.predecessor[relation] = predecessors[relation];
    columns.successor[relation] = successors[relation];
    columns.relationType[relation] = linkType(whole(100));
    columns.lag[relation] = whole(5) === 0 ? (whole(5) - 1) * DAY_MINUTES : 0;
  }
  return columns;
}

function linkType(percent: number): number {
  if (percent < 80) return LINK.fs;
  if (percent < 90) return LINK.ss;
  return percent < 98 ? LINK.ff : LINK.sf;
}

function benchCalendars(): PlanCalendar[] {
  const shifts = (...hours: [number, number][]): Shift[] =>
    hours.map(([start, finish]) => ({ start: start * HOUR, finish: finish * HOUR }));
  const week = (days: number, day: Shift[]) => Array.from({ length: 7 }, (_, weekday) => (weekday < days ? day : []));
  const holidays = Array.from({ length: 17 * 8 }, (_, at) => ({
    day: Math.floor(minuteOf(2025 + Math.floor(at / 8), 1 + ((at * 5) % 12), 1 + ((at * 7) % 28)) / 1440),
    shifts: [],
  }));
  const calendar = (id: number, days: number, day: Shift[], exceptions: PlanCalendar['exceptions']): PlanCalendar => ({
    id,
    name: `${days} days`,
    week: week(days, day),
    exceptions,
    baseId: null,
    minutesPerDay: DAY_MINUTES,
    minutesPerWeek: 5 * DAY_MINUTES,
    minutesPerMonth: 20 * DAY_MINUTES,
    minutesPerYear: 250 * DAY_MINUTES,
    isDefault: id === 1,
  });
  return [
    calendar(1, 5, shifts([8, 12], [13, 17]), holidays),
    calendar(2, 6, shifts([7, 12], [13, 18]), holidays),
    calendar(3, 7, shifts([0, 24]), []),
    calendar(
      4,
      5,
      shifts([9, 13], [14, 18]),
      holidays.filter((_, at) => at % 2 === 0),
    ),
    calendar(5, 4, shifts([7, 12], [13, 18]), holidays),
  ];
}
