import { beforeEach, describe, expect, test } from 'vitest';
import { run, smallView } from '@gantry/plan-view/testing';
import { bulkCells, type BulkAction, changesOfCells, waysFor } from './wbs.bulk.model.ts';
import { columnInfos, columnsFor, findCells, findPattern, replaced, type ScheduleView } from '@gantry/plan-view';
import { eventsFor, type GridActions } from './wbs.events.model.ts';

let view: ScheduleView;
beforeEach(() => {
  view = smallView();
});

describe('a rule for many rows', () => {
  const cellsOf = (actions: Partial<BulkAction>[], passes: ((at: number) => boolean) | null = null) =>
    run(
      bulkCells(
        view,
        columnInfos(view.document, String),
        passes,
        actions.map((action) => ({ column: '', how: 'set', value: null, find: '', ...action })),
      ),
    ).map(({ id, column, before, after }) => [id, column, before, after]);

  test('sets, clears, adds, multiplies and replaces, and leaves out what stays as it is', () => {
    expect(cellsOf([{ column: 'executorId', value: '7' }], (at) => at > 1 && at < 5)).toEqual([
      [4, 'executorId', null, 7],
      [5, 'executorId', 8, 7],
    ]);
    expect(cellsOf([{ column: 'executorId', how: 'clear' }])).toEqual([
      [3, 'executorId', 7, null],
      [5, 'executorId', 8, null],
    ]);
    expect(cellsOf([{ column: 'durationMinutes', how: 'multiply', value: 1.5 }], (at) => at === 4)).toEqual([
      [5, 'durationMinutes', 2400, 3600],
    ]);
    expect(cellsOf([{ column: 'durationMinutes', how: 'add', value: 480 }], (at) => at === 5)).toEqual([[6, 'durationMinutes', 0, 480]]);
    expect(cellsOf([{ column: 'name', how: 'replace', find: 'Walls', value: 'Columns' }])).toEqual([
      [2, 'name', 'Walls 10', 'Columns 10'],
      [3, 'name', 'Walls 9', 'Columns 9'],
    ]);
    expect(cellsOf([{ column: 'deadline', value: '2026-06-01' }], (at) => at === 5)).toEqual([[6, 'deadline', null, '2026-06-01T00:00']]);
    expect(cellsOf([{ column: 'asLateAsPossible', value: true }], (at) => at === 5)).toEqual([[6, 'asLateAsPossible', false, true]]);
  });

  test('moves dates by working days of the row', () => {
    // Without calendars every minute works, eight hours a day.
    expect(cellsOf([{ column: 'start', how: 'add', value: 3 }], (at) => at === 1)).toEqual([
      [2, 'start', '2026-03-02T08:00', '2026-03-03T08:00'],
    ]);
  });

  test('leaves out what a summary has from its rows', () => {
    expect(cellsOf([{ column: 'status', value: 'in_progress' }]).map(([id]) => id)).toEqual([3, 5, 6]);
    expect(cellsOf([{ column: 'tint', value: '1' }]).map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('a rule without a value changes nothing, and several columns of a row are one change', () => {
    expect(cellsOf([{ column: 'status' }, { column: 'name', how: 'replace', value: 'x' }])).toEqual([]);
    const cells = [
      { id: 5, row: 4, column: 'tint', before: null, after: 3 },
      { id: 5, row: 4, column: 'name', before: 'a', after: 'b' },
    ];
    expect(changesOfCells(cells)).toEqual([{ id: 5, fields: { tint: 3, name: 'b' } }]);
    expect(waysFor('date')).toEqual(['set', 'add', 'clear']);
  });
});

describe('finding', () => {
  const columns = () =>
    columnsFor(
      columnInfos(view.document, String),
      ['code', 'name'],
      [],
      () => view,
      { t: String, date: String, number: String },
      { people: [], specialties: [] },
    );
  const find = (text: string, matchCase = false, words = false) => {
    const pattern = findPattern(text, matchCase, words);
    return pattern ? run(findCells(view, columns(), pattern, null, null)).map(({ row: at, column }) => [at, column]) : null;
  };

  test('whatever the case, in whole words, in signs that patterns know', () => {
    expect(find('wall')).toEqual([
      [1, 'name'],
      [2, 'name'],
    ]);
    expect(find('wall', true)).toEqual([]);
    expect(find('9', false, true)).toEqual([[2, 'name']]);
    expect(find('a3')).toEqual([[2, 'code']]);
    expect(find('.*')).toEqual([]);
    expect(find('')).toBeNull();
  });

  test('what replaces is taken as it stands', () => {
    expect(replaced('Walls, walls', findPattern('walls', false, false) as RegExp, '$& ok')).toBe('$& ok, $& ok');
  });
});

describe('hands on the grid', () => {
  const reported: unknown[][] = [];
  const actions = new Proxy({} as GridActions, {
    get:
      (_target, name) =>
      (...args: unknown[]) => {
        reported.push([name, ...args]);
        return name === 'update' ? Promise.resolve([{ id: 3, field: 'progress', text: 'no' }]) : Promise.resolve(null);
      },
  });
  const cells = { months: [], units: { minute: ['m'], hour: ['h'], day: ['d'], week: ['w'], month: ['mo'] }, decimalComma: true } as never;
  const events = (inPlanOrder = true) =>
    eventsFor(
      {
        shown: () => view,
        plan: () => view,
        inPlanOrder: () => inPlanOrder,
        t: (key, values) => `${key} ${JSON.stringify(values)}`,
        cells: () => cells,
      },
      () => actions,
    );
  beforeEach(() => reported.splice(0));

  test('cells of several rows are one change; each refusal goes to its cell', async () => {
    const edits = [
      { row: 1, columnId: 'name', value: 'One' },
      { row: 2, columnId: 'name', value: 'Two' },
      { row: 2, columnId: 'progress', value: 0.5 },
      { row: 4, columnId: 'name', value: 'x'.repeat(600) },
    ];
    expect(await events().edit?.(edits)).toEqual([
      { row: 4, columnId: 'name', text: 'wbs.text_too_long {"most":512}' },
      { row: 2, columnId: 'progress', text: 'no' },
    ]);
    expect(reported).toEqual([
      [
        'update',
        [
          { id: 2, fields: { name: 'One' } },
          { id: 3, fields: { name: 'Two', progress: 0.5 } },
        ],
        expect.anything(),
      ],
    ]);
  });

  test('typed predecessors become a list, or the reason why not', async () => {
    expect(await events().edit?.([{ row: 4, columnId: 'predecessors', value: 'A2SS+3d; 3' }])).toBeNull();
    expect(reported).toEqual([
      [
        'setPredecessors',
        5,
        [
          { id: 2, type: 'ss', lag_minutes: 1440 },
          { id: 3, type: 'fs', lag_minutes: 0 },
        ],
        'A2SS+3d; 3',
      ],
    ]);
    expect(await events().edit?.([{ row: 4, columnId: 'predecessors', value: 'A99' }])).toEqual([
      { row: 4, columnId: 'predecessors', text: 'wbs.predecessor_unknown {"text":"A99"}' },
    ]);
  });

  test('a tick on a summary ticks what is under it', async () => {
    expect(await events().edit?.([{ row: 0, columnId: 'checked', value: true }])).toBeNull();
    expect(reported).toEqual([['tick', [1, 2, 3], true]]);
  });

  test('rows go after their new sibling; where they stand in another order they stay', () => {
    events().moveRows?.([4], 2, 'before');
    events().moveRows?.([5], 0, 'inside');
    events(false).moveRows?.([5], 0, 'inside');
    events(false).insert?.(1, 'after');
    expect(reported).toEqual([['move', [5], 1, 2], ['move', [6], 1, 3], ['rearranged'], ['rearranged']]);
  });
});
