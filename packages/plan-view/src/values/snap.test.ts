import { minuteOf } from '@gantry/domain';
import { compileCalendar } from '@gantry/engine';
import { expect, test } from 'vitest';
import { snapMoment } from './snap.ts';

const shift = [{ start: 8 * 60, finish: 17 * 60 }];
const calendar = compileCalendar({ week: [shift, shift, shift, shift, shift, [], []], exceptions: [] });
// 2026-03-02 is a Monday.
const at = (day: number, hour: number, minute = 0) => minuteOf(2026, 3, day, hour, minute);

test.each([
  ['a start by minutes: where work goes on', at(3, 10, 17), 'start', 'minute', at(3, 10, 17)],
  ['a start at night by minutes', at(3, 20), 'start', 'minute', at(4, 8)],
  ['a start by hours', at(3, 10, 17), 'start', 'hour', at(3, 10)],
  ['a start by days', at(3, 10, 17), 'start', 'day', at(3, 8)],
  ['a start late in a day goes to the next', at(3, 21), 'start', 'day', at(4, 8)],
  ['a start on a day off', at(7, 9), 'start', 'day', at(9, 8)],
  ['a finish by days ends the day', at(3, 15, 41), 'finish', 'day', at(3, 17)],
  ['a finish early in a day ends the one before', at(4, 3), 'finish', 'day', at(3, 17)],
  ['a finish on a day off', at(8, 3), 'finish', 'day', at(6, 17)],
  ['a start by weeks', at(5, 12), 'start', 'week', at(2, 8)],
  ['a start by months', at(20, 12), 'start', 'month', minuteOf(2026, 4, 1, 8)],
] as const)('%s', (_what, minute, edge, unit, wanted) => expect(snapMoment(calendar, minute, edge, unit)).toBe(wanted));
