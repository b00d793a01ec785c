import { daysTable, histogramOf } from '../../testing/histogram.ts';
import { FIRST_DAY, workCalendar } from '../../testing/started-work-chart.ts';
import { spreadSeries } from '../assignment.ts';
import { spreadOverSpan, totalOf, type SpreadShape } from '../spread.ts';

/**
 * What charts show of a spread: `columns` the amounts of the days, a mark for every `mark` of them, from a row `40 from 0@9 to 4@17`
 * of days counted from a Monday; `series` plan, fact and rest of an assignment, whose amounts are options (`planned=20`) and whose days
 * stand in rows: `plan 0..3`, `early 2..7` a span, `started 0`, `ended 2`, `today 2@13` a moment, `days 44 4` and `facts 33` a digit a day.
 */
export const spreadDrawers = {
  columns: ([row]: string[], words: ReadonlyMap<string, string>) => {
    const [, amount, from, to] = /^(\S+) from (\S+) to (\S+)$/.exec(row) ?? [];
    const span = { start: momentOf(from), finish: momentOf(to), calendar: workCalendar(words.get('calendar') ?? 'five') };
    const spread = spreadOverSpan(Number(amount), Number(words.get('decimals') ?? 0), span, shapeOf(words.get('how')));
    const total = totalOf(spread) === Number(amount) ? [] : [`adds up to ${totalOf(spread)}`];
    return [...histogramOf(spread, Number(words.get('mark') ?? 1)).split('\n'), ...total];
  },
  series: (rows: string[], words: ReadonlyMap<string, string>) => {
    const given = new Map(rows.map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]));
    const end = (name: string, at: number) => given.get(name)?.split('..')[at];
    const moment = (day: string | undefined, hour: number) =>
      day === undefined ? null : momentOf(day.includes('@') ? day : `${day}@${hour}`);
    const amount = (name: string) => Number(words.get(name) ?? 0);
    const { plan, fact, remaining } = spreadSeries(
      {
        planned: amount('planned'),
        actual: amount('actual'),
        remaining: amount('remaining'),
        decimals: amount('decimals'),
        how: shapeOf(words.get('how')),
        plannedDays: daysOf(given.get('days')),
        actualDays: daysOf(given.get('facts')),
      },
      {
        plannedStart: moment(end('plan', 0), 9),
        plannedFinish: moment(end('plan', 1), 17),
        actualStart: moment(given.get('started'), 9),
        actualFinish: moment(given.get('ended'), 17),
        earlyStart: moment(end('early', 0), 9),
        earlyFinish: moment(end('early', 1), 17),
        dataDate: momentOf(given.get('today') ?? '0@0'),
        calendar: workCalendar(words.get('calendar') ?? 'five'),
      },
    );
    return daysTable({ plan, fact, left: remaining }).split('\n');
  },
};

function momentOf(text: string): number {
  const [day, hour] = text.split('@').map(Number);
  return (FIRST_DAY + day) * 1440 + Math.round(hour * 60);
}

/** `curve` is one without points, `fast` one that has all of it after half of the time. */
function shapeOf(word = 'evenly'): SpreadShape {
  if (word === 'fast') return { shape: 'curve', curve: Array.from({ length: 21 }, (_, at) => Math.min(100, at * 10)) };
  return word === 'curve' ? { shape: word, curve: [] } : { shape: word as Exclude<SpreadShape['shape'], 'curve'> };
}

function daysOf(row: string | undefined): Map<number, number> | null {
  if (row === undefined) return null;
  return new Map([...row].flatMap((cell, at) => (/\d/.test(cell) ? [[FIRST_DAY + at, Number(cell)] as const] : [])));
}
