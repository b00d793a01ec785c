import { api, type HeldHours, type LateFact } from '@gantry/contract';
import { compileCalendar } from '@gantry/engine';
import { dayOf, type Diff, minuteOf } from '@gantry/domain';
import type { ScheduleView } from '@gantry/plan-view';
import { act } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { smallView } from '../../../../../../../packages/plan-view/src/testing/small-view.ts';
import { answer, asked } from '../../../../testing/fake-server.ts';
import { runHook } from '../../../../testing/show.tsx';
import type { ScheduleSession } from '../../wbs/wbs.queries.ts';
import {
  type CellLine,
  cellsOfEntered,
  type CellUnit,
  daysOfTyped,
  periodsFrom,
  periodStart,
  sumOfCells,
  sumOfPeriod,
} from './day-values.cells.model.ts';
import { createDayTiles, type SumsAsked, TILE_DAYS, type TileAsked } from './day-values.tiles.store.ts';
import { useDayCells } from './day-values.cells.queries.ts';

const march = (day: number, month = 3, year = 2026): number => dayOf(minuteOf(year, month, day));
const shift = (start: number, finish: number) => [{ start, finish }];
const day = shift(540, 1020);
/** Monday to Friday from nine to five, a Friday of half a day. */
const calendar = compileCalendar({
  id: 1,
  week: [day, day, day, day, shift(540, 780), [], []],
  exceptions: [],
  baseId: null,
  minutesPerDay: 480,
} as never);

describe('periods', () => {
  test('begin with a Monday or the first of a month, over the turn of a year', () => {
    expect(periodStart(march(12, 3, 2025), 'week')).toBe(march(10, 3, 2025));
    expect(periodStart(march(31, 12, 2025), 'month')).toBe(march(1, 12, 2025));
    const [december, january] = periodsFrom(march(5, 12, 2025), 'month');
    expect([december.last - december.first + 1, january.first]).toEqual([31, march(1, 1, 2026)]);
  });

  test('add their days up; nothing is not 0, and what is not read is neither', () => {
    const week = { id: 'w', first: 10, last: 16 };
    expect(sumOfPeriod(week, () => null)).toBeNull();
    expect(sumOfPeriod(week, (at) => (at < 12 ? 0.1 : null))).toBe(0.2);
    expect(sumOfPeriod(week, (at) => (at === 16 ? undefined : 1))).toBeUndefined();
    expect(sumOfCells([1, null, '2', 0.2])).toEqual({ count: 2, sum: 1.2 });
  });

  test('a typed week is laid over its working time to the last hundredth (G12)', () => {
    const week = { id: 'w', first: march(10, 3, 2025), last: march(16, 3, 2025) };
    expect([...daysOfTyped(week, 500, calendar).values()]).toEqual([111.11, 111.11, 111.11, 111.11, 55.56, null, null]);
    expect([...daysOfTyped(week, null, calendar).values()]).toEqual([null, null, null, null, null, null, null]);
    const sunday = { id: 'd', first: march(16, 3, 2025), last: march(16, 3, 2025) };
    expect([...daysOfTyped(sunday, 3, calendar)]).toEqual([[march(16, 3, 2025), 3]]);
  });

  test('go to the call as runs that keep what lies between', () => {
    const days = new Map([
      [march(5), 2],
      [march(3), 1],
      [march(3) + 400, null],
    ]);
    expect(cellsOfEntered(new Map([[7, days]]), 'volume', 'fact')).toEqual([
      { item_id: 7, resource_id: null, measure: 'volume', mode: 'fact', first_day: '2026-03-03', values: [1, 'keep', 2] },
      { item_id: 7, resource_id: null, measure: 'volume', mode: 'fact', first_day: '2027-04-07', values: [null] },
    ]);
  });
});

const gridRow = (item_id: number, plan: (number | null)[]) => {
  const none = plan.map(() => null);
  return { item_id, plan, fact: none, approved: none, total: 50, planned: 0, done: 0, undistributed: 8, deviation: -1 };
};
const pageOf = (
  rows: ReturnType<typeof gridRow>[],
  from: string | null = null,
  beside: { late?: LateFact[]; held?: HeldHours[] } = {},
) => ({
  revision: 1,
  key_day: '2026-03-10',
  limits: { plan: { days: from === null ? null : 0, from }, fact: { days: null, from: null, late: false } },
  total: rows.length,
  rows,
  late: beside.late ?? [],
  held: beside.held ?? [],
});

describe('tiles', () => {
  const asks: TileAsked[] = [];
  const tilesOf = (
    read = (asked: TileAsked) =>
      Promise.resolve(
        pageOf([
          gridRow(
            2,
            Array.from({ length: TILE_DAYS }, (_, at) => asked.from + at),
          ),
        ]),
      ),
  ) => {
    asks.length = 0;
    summed.length = 0;
    return createDayTiles({
      measure: 'volume',
      worksInOrder: () => WORKS,
      changed: () => undefined,
      readSums,
      read: (one) => {
        asks.push(one);
        return read(one);
      },
    });
  };
  const WORKS = [2, 3, 5];
  const summed: SumsAsked[] = [];
  const readSums = async (one: SumsAsked) => {
    summed.push(one);
    const plan = Array.from({ length: TILE_DAYS }, () => summed.length);
    return { rows: one.ids.map((id) => ({ item_id: id, plan, fact: plan, approved: plan })) };
  };
  const settled = () => vi.waitFor(() => expect(asks.length).toBeGreaterThan(0)).then(() => Promise.resolve());
  const update = (id: number, days: Record<string, number | null>): Diff => ({
    daySeries: { added: [], removed: [], updated: [{ id, before: {}, after: { days } }] },
  });
  const name = { itemId: 2, measure: 'volume', mode: 'plan', isOnly: true } as const;

  test('are asked for once when their cells come into sight', async () => {
    const tiles = tilesOf();
    for (const at of [320, 321, 351]) expect(tiles.valueAt(2, at, 'plan')).toBeUndefined();
    expect(tiles.valueAt(99, 320, 'plan')).toBeUndefined();
    await settled();
    await vi.waitFor(() => expect(tiles.valueAt(2, 321, 'plan')).toBe(321));
    expect(asks).toEqual([{ offset: 0, limit: 256, from: 320, to: 351, measure: 'volume' }]);
    expect(tiles.shortOf(2)?.undistributed).toBe(8);
    tiles.close();
  });

  test('take pushed days in at once, and are read anew where a gap or another row says so', async () => {
    const tiles = tilesOf();
    tiles.valueAt(2, 320, 'plan');
    await settled();
    await vi.waitFor(() => expect(tiles.valueAt(2, 320, 'plan')).toBe(320));
    tiles.take(update(9, { 320: 7, 400: 1 }), () => name);
    expect([tiles.valueAt(2, 320, 'plan'), tiles.valueAt(2, 321, 'plan')]).toEqual([7, 321]);
    await vi.waitFor(() => expect(asks).toHaveLength(2));
    tiles.take(update(9, { 320: 9 }), () => ({ ...name, measure: 'labour' }));
    tiles.take(null, () => null);
    expect(tiles.valueAt(2, 320, 'plan')).toBeUndefined();
    await vi.waitFor(() => expect(asks).toHaveLength(3));
    tiles.close();
  });

  test('sums of summaries in sight are asked for together, and stay until a change has brought newer ones', async () => {
    const tiles = tilesOf();
    expect([tiles.sumAt(1, 320, 'plan'), tiles.sumAt(4, 330, 'plan')]).toEqual([undefined, undefined]);
    await vi.waitFor(() => expect(tiles.sumAt(1, 321, 'plan')).toBe(1));
    expect(summed).toEqual([{ ids: [1, 4], from: 320, to: 320 + TILE_DAYS - 1, measure: 'volume' }]);
    tiles.take(update(9, { 320: 7 }), () => ({ itemId: 2, measure: 'volume', mode: 'plan', isOnly: true }));
    expect(tiles.sumAt(1, 320, 'plan')).toBe(1);
    await vi.waitFor(() => expect(tiles.sumAt(1, 320, 'plan')).toBe(2), { timeout: 3000 });
    expect(summed).toHaveLength(2);
    tiles.close();
  });

  test('that were refused are asked for again', async () => {
    let isBroken = true;
    const tiles = tilesOf(() => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve(pageOf([gridRow(2, [4])]))));
    tiles.valueAt(2, 320, 'plan');
    await settled();
    isBroken = false;
    await vi.waitFor(() => expect(tiles.valueAt(2, 320, 'plan')).toBe(4));
    tiles.close();
  });
});

describe('cells of a version', () => {
  let view: ScheduleView;
  const may = { plan: true, fact: false, approved_plan: false };
  const first = march(2);

  beforeEach(() => {
    view = smallView();
    const plan = Array.from({ length: TILE_DAYS }, () => 1);
    answer(
      api.dayValues.grid,
      pageOf(
        [2, 3, 5].map((id) => gridRow(id, plan)),
        '2026-03-04',
      ),
    );
  });

  const shown = (line: CellLine = 'plan', locked = false, unit: CellUnit = 'day'): { current: ReturnType<typeof useDayCells> } => {
    const session = {
      versionId: 1,
      view: () => view,
      onDiff: () => () => undefined,
      run: (send: () => Promise<unknown>) => send(),
    } as unknown as ScheduleSession;
    return runHook(() =>
      useDayCells({
        session,
        shown: view,
        gantt: createRef(),
        on: true,
        line,
        measure: 'volume',
        unit,
        start: first,
        mayWrite: () => may,
        locked,
      }),
    );
  };
  const columnOf = (result: { current: ReturnType<typeof useDayCells> }, of: number) =>
    result.current.grid?.columns.find(({ id }) => id === `days:${of}`);
  const rowOf = (id: number) => view.rowOfId.get(id) as number;

  test('are of works alone, closed before the editing period, with the sum of a summary', async () => {
    const result = shown();
    await vi.waitFor(() => expect(columnOf(result, first)?.text(rowOf(2))).toBe('1'));
    expect(columnOf(result, first + 3)?.text(rowOf(1))).toBe('2');
    // A percentage is of the total of the work.
    expect(columnOf(result, first)?.whole?.(rowOf(2))).toBe(50);
    const editable = (at: number, id: number) => columnOf(result, at)?.editable?.(rowOf(id));
    expect([editable(first, 2), editable(first + 2, 2), editable(first + 2, 1)]).toEqual([false, true, false]);
    expect([columnOf(result, first)?.ground?.(rowOf(2)), columnOf(result, first + 3)?.ground?.(rowOf(2))]).toEqual(['closed', null]);
  });

  test('a fact that counts on another day marks both days, and says of which day it is and where it counts', async () => {
    const late = {
      item_id: 2,
      resource_id: null,
      measure: 'volume' as const,
      of_day: '2026-03-02',
      day: '2026-03-04',
      amount: 2.5,
      name: 'Ivan',
      at: '',
    };
    answer(api.dayValues.grid, pageOf([gridRow(2, [1])], '2026-03-04', { late: [late, { ...late, of_day: '2026-03-01', amount: -1 }] }));
    const result = shown('fact');
    const noteAt = (of: number, id: number) => columnOf(result, of)?.note?.(rowOf(id));
    columnOf(result, first)?.text(rowOf(2));
    await vi.waitFor(() => expect(noteAt(first, 2)).toBe('2.50 of 02.03.2026 counts on 04.03.2026 (Ivan)'));
    expect(noteAt(first + 2, 2)).toBe('2.50 of 02.03.2026 counts on 04.03.2026 (Ivan) · −1 of 01.03.2026 counts on 04.03.2026 (Ivan)');
    expect([noteAt(first + 1, 2), noteAt(first, 3)]).toEqual(['', '']);
  });

  test('hours that were approved in timesheets stand: their day says whose they are and takes nothing that is typed', async () => {
    const held = { item_id: 2, day: '2026-03-05', user_id: 4, name: 'Boris', hours: 7.5 };
    answer(api.dayValues.grid, pageOf([gridRow(2, [1])], null, { held: [held, { ...held, user_id: 5, name: 'Clara', hours: 8 }] }));
    may.fact = true;
    const result = shown('fact');
    const text = '7.50 h of Boris approved in timesheets · 8 h of Clara approved in timesheets';
    columnOf(result, first)?.text(rowOf(2));
    await vi.waitFor(() => expect(columnOf(result, first + 3)?.note?.(rowOf(2))).toBe(text));
    const column = columnOf(result, first + 3);
    expect([column?.editable?.(rowOf(2)), column?.whyNot?.(rowOf(2)), column?.ground?.(rowOf(2))]).toEqual([false, text, 'closed']);
    expect(columnOf(result, first + 2)?.editable?.(rowOf(2))).toBe(true);
    may.fact = false;
  });

  test.each(['plan', 'fact', 'approved_plan'] as const)('of a locked version take nothing and say that it is locked: %s', async (line) => {
    const was = { ...may };
    Object.assign(may, { plan: true, fact: true, approved_plan: true });
    const column = columnOf(shown(line, true), first + 3);
    expect([column?.editable?.(rowOf(2)), column?.whyNot?.(rowOf(2))]).toEqual([false, 'The version is locked. Unlock it to change it.']);
    Object.assign(may, was);
  });

  test('a work whose materials are in several units has no total, and its cell says why', async () => {
    answer(api.dayValues.grid, pageOf([{ ...gridRow(2, [1]), total: null, mixed_units: true }, gridRow(3, [1])] as never));
    const result = shown();
    const total = () => result.current.grid?.columns.find(({ id }) => id === 'short:total');
    columnOf(result, first)?.text(rowOf(2));
    await vi.waitFor(() => expect(total()?.text(rowOf(3))).toBe('50'));
    expect([total()?.text(rowOf(2)), total()?.note?.(rowOf(2))]).toEqual(['', expect.stringMatching(/^Materials in several units/)]);
    expect(total()?.note?.(rowOf(3))).toBe('');
  });

  test('plans of who may not plan take nothing and say so', async () => {
    may.plan = false;
    const column = columnOf(shown(), first + 3);
    expect([column?.editable?.(rowOf(2)), column?.whyNot?.(rowOf(2))]).toEqual([false, 'Your role in this space does not allow this']);
    may.plan = true;
  });

  test('a block with a refused cell is written but for that one, whose corner says why', async () => {
    const result = shown();
    answer(api.dayValues.setDays, () => ({
      revision: 2,
      diff: {},
      written: 3,
      late: [],
      long: [],
      refused: [
        { item_id: 3, day: '2026-03-06', code: 'values.negative' },
        { item_id: 2, day: '2026-03-05', code: 'values.period_closed', parameters: { day: '2026-03-05', from: '2026-03-06' } },
      ],
    }));
    const columns = [first + 3, first + 4].map((at) => `days:${at}`);
    const edits = [2, 3].flatMap((id, line) =>
      columns.map((columnId, at) => ({ row: rowOf(id), columnId, value: line && at ? -4 : line * 10 + at })),
    );
    let refused: unknown;
    await act(async () => {
      refused = await result.current.grid?.edit(edits);
    });
    expect(refused).toEqual([
      { row: rowOf(3), columnId: columns[1], text: 'A plan or a report is not below zero' },
      { row: rowOf(2), columnId: columns[0], text: 'Values of 05.03.2026 are closed: they may be changed from 06.03.2026 on' },
    ]);
    const [{ body }] = asked(api.dayValues.setDays);
    expect(body).toMatchObject({
      skip_refused: true,
      cells: [
        { item_id: 2, mode: 'plan', first_day: '2026-03-05', values: [0, 1] },
        { item_id: 3, mode: 'plan', first_day: '2026-03-05', values: [10, -4] },
      ],
    });
    const bad = columnOf(result, first + 4);
    expect([bad?.fault?.(rowOf(3)), bad?.refused?.(rowOf(3)), bad?.fault?.(rowOf(2))]).toEqual([
      'A plan or a report is not below zero',
      -4,
      '',
    ]);
  });

  describe('that are weeks', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T10:00:00') });
      may.fact = true;
      answer(api.dayValues.setDays, () => ({ revision: 2, diff: {}, written: 3, late: [], long: [], refused: [] }));
    });
    afterEach(() => {
      vi.useRealTimers();
      may.fact = false;
    });
    /** Types an amount into the week of 9 March, a Monday; answers what is refused. */
    const type = async (line: CellLine, value: number | null, at = march(9)) => {
      const result = shown(line, false, 'week');
      columnOf(result, at)?.text(rowOf(2));
      await vi.waitFor(() => expect(asked(api.dayValues.grid).length).toBeGreaterThan(0));
      await vi.waitFor(() => expect(columnOf(result, at)?.text(rowOf(2))).not.toBe('·'));
      let refused: unknown;
      await act(async () => {
        refused = await result.current.grid?.edit([{ row: rowOf(2), columnId: `days:${at}`, value }]);
      });
      return { refused, result };
    };
    const sent = () =>
      asked(api.dayValues.setDays).flatMap(({ body }) => body.cells.map(({ first_day, values }) => ({ first_day, values })));

    test('take facts on their days up to today, say so, and take plans on all of them', async () => {
      const { result, refused } = await type('fact', 30);
      expect([refused, sent()]).toEqual([[], [{ first_day: '2026-03-09', values: [10, 10, 10] }]]);
      const note = (at: number) => columnOf(result, at)?.note?.(rowOf(2));
      expect(note(march(9))).toBe('An amount typed here goes on the days up to 11.03.2026: later ones have no fact yet');
      expect([note(march(2)), note(march(16))]).toEqual(['', '']);
      await type('plan', 70);
      expect(sent().at(-1)).toEqual({ first_day: '2026-03-09', values: [10, 10, 10, 10, 10, 10, 10] });
    });

    test('to come are asked for as typed, and refused with the reason of the server', async () => {
      const refusal = { item_id: 2, day: '2026-03-16', code: 'values.future' };
      answer(api.dayValues.setDays, () => ({ revision: 2, diff: {}, written: 0, late: [], long: [], refused: [refusal] }));
      const { refused } = await type('fact', 30, march(16));
      expect(refused).toMatchObject([{ text: 'Nothing can be done already on a day to come' }]);
    });

    test('that are closed in part come to what was typed; less than their closed days hold is refused', async () => {
      answer(
        api.dayValues.grid,
        pageOf(
          [
            gridRow(
              2,
              Array.from({ length: TILE_DAYS }, () => 4),
            ),
          ],
          '2026-03-11',
        ),
      );
      const { refused } = await type('plan', 20);
      expect([refused, sent()]).toEqual([[], [{ first_day: '2026-03-11', values: [2.4, 2.4, 2.4, 2.4, 2.4] }]]);
      expect((await type('plan', 6)).refused).toMatchObject([
        { text: 'Values of 09.03.2026 are closed: they may be changed from 11.03.2026 on' },
      ]);
      expect(sent()).toHaveLength(1);
    });
  });
});
