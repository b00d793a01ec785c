import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { columnsOf, LIMIT } from '../network/columns.ts';
import { chartPlan } from '../testing/chart.ts';
import { MS_PROJECT_OPTIONS } from '../testing/chart-options.ts';
import { atDay, onDay } from '../testing/chart-calendars.ts';
import { draw } from '../testing/drawing.ts';
import { differences, editsBetween } from '../testing/edited.ts';
import { calculate, calculateColumns } from './calculate.ts';
import { openTimetable, recalculate, shownDatesAfter, timetableItem, timetableResult, type Timetable } from './incremental.ts';

const POOL = new Map();
const opened = (text: string, options: Partial<CalculationOptions> = {}): Timetable =>
  openTimetable(columnsOf(chartPlan(text, options)), POOL);

/** A chain of so many items of a day, and one of another length beside it. */
const chain = (count: number) => `${Array.from({ length: count }, (_, at) => `I${at} 1d ${at > 0 ? `I${at - 1}` : ''}`).join('\n')}\nZ 2d`;

/** Opens the first chart and builds it anew as the second; draws both and tells where that is not a whole calculation. */
function rebuilt(before: string, after: string, options: Partial<CalculationOptions> = {}, optionsAfter = options): string {
  const plan = chartPlan(before, options);
  const next = chartPlan(after, optionsAfter);
  const timetable = openTimetable(columnsOf(plan), POOL);
  const first = draw(plan, timetableResult(timetable));
  const { whole, items } = recalculate(timetable, [{ rebuild: () => columnsOf(next) }]);
  expect([whole, items]).toEqual([true, next.items.map((_, at) => at)]);
  expect(differences(timetableResult(timetable), calculate(next, POOL))).toEqual([]);
  return first + draw(next, timetableResult(timetable));
}

describe('edits that build the network anew', () => {
  it('a new item', () => {
    expect(rebuilt('A 2d\nB 1d A', 'A 2d\nC 2d A\nB 1d C')).toBe(`
  MTW
A ##
B   #

  MTWTF
A ##
C   ##
B     #
`);
  });

  it('an item less', () => {
    expect(rebuilt('A 2d\nB 3d A\nC 1d B', 'A 2d\nC 1d A')).toBe(`
  MTWTFssM
A ##
B   ###
C        #

  MTW
A ##
C   #
`);
  });

  it('a relation less, a relation of another type', () => {
    expect(rebuilt('A 3d\nB 1d A\nC 1d A', 'A 3d\nB 1d\nC 1d A:ff')).toBe(`
  MTWT
A ###
B    #
C    #

  MTW
A ###
B =--
C   #
`);
  });

  it('progress', () => {
    expect(rebuilt('A 3d\nB 1d A', 'A 3d as=0 rem=1d\nB 1d A', { dataDate: atDay(1, 0) })).toBe(`
  MTWTF
A  ###
B     #

  MTW
A x#
B   #
`);
  });

  it('another calendar', () => {
    expect(rebuilt('A 6d\nB 1d A', 'A 6d cal=seven\nB 1d A')).toBe(`
  MTWTFssMT
A #####..#
B         #

  MTWTFssM
A ======-
B        #
`);
  });

  it('other options', () => {
    const text = 'A 4d as=0 rem=3d\nB 3d A as=0 rem=2d';
    const options = { dataDate: atDay(1, 0) };
    expect(rebuilt(text, text, options, { ...options, progressMode: 'progress_override' })).toBe(`
  MTWTFssM
A x###
B xxxx#..#

  MTWT
A x###
B x==-
`);
  });

  it('a parent, a milestone, a draft', () => {
    expect(rebuilt('S 0d sum\nA 2d in=S\nB 1d A', 'S 0d sum\nA 2d in=S\nB 0d A mf in=S\nD 1d draft at=4')).toBe(`
  MTW
S ##
A ##
B   #

  MTWTF
S ##
A ##
B  o
D     =
`);
  });

  it('values beside it are written first, in the order of the edits', () => {
    const timetable = opened('A 2d\nB 1d A');
    recalculate(timetable, [
      { item: 0, column: 'remaining', value: 4 * 480 },
      { rebuild: (columns) => ({ ...columns, remaining: columns.remaining.map((value, item) => (item === 1 ? 2 * 480 : value)) }) },
    ]);
    const { remaining } = timetableResult(timetable);
    expect(Array.from(remaining)).toEqual([4 * 480, 2 * 480]);
  });
});

describe('how much is visited', () => {
  it('an edit at the end of a chain touches the end', () => {
    const timetable = opened(chain(100));
    const { items, whole } = recalculate(timetable, [{ item: 98, column: 'startLimit', value: LIMIT.notEarlier }]);
    expect([items, whole]).toEqual([[], false]);
  });

  it('one in the middle moves what follows; what comes before keeps its late dates, as the end moves with it', () => {
    const timetable = opened(chain(40));
    const { items, whole, projectFinish } = recalculate(timetable, [{ item: 20, column: 'remaining', value: 960 }]);
    expect([items.length, whole, onDay(projectFinish)]).toEqual([21, true, '56 16:00']);
  });

  it('what has float and no successors moves alone', () => {
    const timetable = opened(chain(100));
    const { items, whole } = recalculate(timetable, [{ item: 100, column: 'remaining', value: 3 * 480 }]);
    expect([items, whole]).toEqual([[100], false]);
  });

  it('a plan with an item as late as possible is calculated as a whole', () => {
    const timetable = opened(`${chain(10)}\nL 1d alap`);
    const { whole, items } = recalculate(timetable, [{ item: 10, column: 'remaining', value: 3 * 480 }]);
    expect([whole, items.length]).toEqual([true, 12]);
  });

  it.each([1, 60])('what %i edits move beyond a twentieth, and more than some tens, is run through in order', (count) => {
    const timetable = opened(`${chain(100)}\nQ 200d`);
    const edits = [...Array(count).keys()].map((item) => ({ item, column: 'remaining' as const, value: 960 }));
    expect(recalculate(timetable, edits).whole).toBe(true);
    expect(differences(timetableResult(timetable), calculateColumns(timetable.network.columns, POOL))).toEqual([]);
    expect(timetable.network.marks.every((mark) => mark === 0)).toBe(true);
  });

  it('rows, drafts and levels of effort are edited without moving anything', () => {
    const timetable = opened('S 0d sum\nA 2d in=S\nD 1d draft at=3\nL 1d loe A:ss A:ff');
    for (const item of [0, 2, 3]) expect(recalculate(timetable, [{ item, column: 'remaining', value: 960 }]).items).toEqual([]);
    expect(differences(timetableResult(timetable), calculateColumns(timetable.network.columns, POOL))).toEqual([]);
  });

  it('a lag of a relation that is not in the network moves nothing', () => {
    const timetable = opened('A 2d\nD 1d draft A\nL 1d loe A:ss');
    expect(recalculate(timetable, [{ relation: 0, lag: 480 }]).items).toEqual([]);
    expect(recalculate(timetable, [{ relation: 1, lag: 480 }]).items).toEqual([]);
    expect(onDay(timetableResult(timetable).earlyStart[2])).toBe('1 08:00');
  });

  it('a lag that has run out by progress is counted anew', () => {
    const timetable = opened('A 1d as=0 af=0\nB 1d A+1d', { dataDate: atDay(2, 0) });
    recalculate(timetable, [{ relation: 0, lag: 3 * 480 }]);
    expect(onDay(timetableResult(timetable).earlyStart[1])).toBe('4 08:00');
    recalculate(timetable, [{ relation: 0, lag: -480 }]);
    expect(onDay(timetableResult(timetable).earlyStart[1])).toBe('2 08:00');
  });

  it('a cycle keeps its link left out', () => {
    const timetable = opened('A 1d C\nB 1d A\nC 1d B');
    recalculate(timetable, [{ item: 0, column: 'remaining', value: 960 }]);
    expect(differences(timetableResult(timetable), calculateColumns(timetable.network.columns, POOL))).toEqual([]);
    expect(recalculate(timetable, [{ relation: 0, lag: 480 }]).items).toEqual([]);
  });
});

describe('the result after an edit', () => {
  it('is derived once, and anew after the next edit', () => {
    const timetable = opened('A 2d\nB 1d A');
    const first = timetableResult(timetable);
    expect(timetableResult(timetable)).toBe(first);
    recalculate(timetable, []);
    expect(timetableResult(timetable)).not.toBe(first);
  });

  it('of one item without the others', () => {
    const timetable = opened('S 0d sum\nA 2d in=S\nB 1d A\nZ 5d');
    const item = timetableItem(timetable, 1);
    expect(item && [onDay(item.earlyStart), onDay(item.earlyFinish), onDay(item.lateStart), onDay(item.lateFinish)]).toEqual([
      '0 08:00',
      '1 16:00',
      '2 08:00',
      '3 16:00',
    ]);
    expect(item && [item.totalFloat, item.freeFloat]).toEqual([960, 0]);
    expect(timetableItem(timetable, 0)).toBe(null);
  });

  it('there and back again is the same in every bit', () => {
    const timetable = opened('A 2d\nB 3d A+1d\nC 1d A:ss\nD 2d B C\nZ 12d', { openEndsCritical: true });
    const first = structuredClone(timetableResult(timetable));
    const other = columnsOf(chartPlan('A 5d snet=2\nB 3d A-1d\nC 1d A:ss+2d\nD 2d B C fnlt=4\nZ 12d', { openEndsCritical: true }));
    const there = editsBetween(timetable.network.columns, other);
    const back = editsBetween(other, columnsOf(chartPlan('A 2d\nB 3d A+1d\nC 1d A:ss\nD 2d B C\nZ 12d', { openEndsCritical: true })));
    recalculate(timetable, there);
    expect(differences(timetableResult(timetable), first)).not.toEqual([]);
    recalculate(timetable, back);
    expect(differences(timetableResult(timetable), first)).toEqual([]);
  });
});

describe('the dates of a bar that is held', () => {
  const shown = (text: string, after: string, options: Partial<CalculationOptions> = {}) => {
    const timetable = opened(text, options);
    const next = columnsOf(chartPlan(after, options));
    const { start, finish } = shownDatesAfter(timetable, editsBetween(timetable.network.columns, next));
    const whole = calculateColumns(next, POOL);
    expect([Array.from(start), Array.from(finish)]).toEqual([Array.from(whole.start), Array.from(whole.finish)]);
    return Array.from(start, (moment, at) => `${onDay(moment)}–${onDay(finish[at])}`).join(', ');
  };

  it('move with it, rows and levels of effort as well', () => {
    expect(shown('S 0d sum\nA 2d in=S\nB 1d A in=S\nL 1d loe A:ss B:ff', 'S 0d sum\nA 3d in=S\nB 1d A in=S\nL 1d loe A:ss B:ff')).toBe(
      '0 08:00–3 16:00, 0 08:00–2 16:00, 3 08:00–3 16:00, 0 08:00–3 16:00',
    );
  });

  it('of a WBS summary', () => {
    expect(shown('S 0d sum\nW 0d wbs in=S\nA 2d in=S', 'S 0d sum\nW 0d wbs in=S\nA 2d in=S snet=2')).toBe(
      '2 08:00–3 16:00, 2 08:00–3 16:00, 2 08:00–3 16:00',
    );
  });

  it('with an item as late as possible everything is calculated', () => {
    expect(shown('A 1d\nB 1d A alap\nC 3d', 'A 1d\nB 1d A alap\nC 5d')).toBe('0 08:00–0 16:00, 4 08:00–4 16:00, 0 08:00–4 16:00');
  });

  it('by MS Project from the finish as well', () => {
    const msproject = { ...MS_PROJECT_OPTIONS, scheduleFrom: 'finish' as const };
    expect(shown('A 1d\nZ 3d', 'A 2d\nZ 3d', { rules: 'msproject', projectStart: atDay(0), msproject })).toBe(
      '1 08:00–2 16:00, 0 08:00–2 16:00',
    );
  });

  it('actual dates and drafts stay', () => {
    expect(shown('A 4d as=0 rem=2d\nD 1d draft at=6', 'A 4d as=0 rem=3d\nD 1d draft at=6', { dataDate: atDay(2, 0) })).toBe(
      '0 08:00–4 16:00, 6 08:00–6 16:00',
    );
  });
});
