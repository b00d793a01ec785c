import { describe, expect, it } from 'vitest';
import { fitterOf, type GanttColumn, newRows, newVisible } from '@gantry/scene';
import type { Chart } from './chart.ts';
import { readTable } from './keys/clipboard.ts';
import { rowInSight } from './data.ts';
import { openingLeft, refitColumns, takeColumns } from './drawing/columns.ts';
import { typeOfEnds } from './gestures/gesture-link.ts';
import { keyName } from './keys/keyboard.ts';
import { gridWidthIn, widestGrid } from './drawing/scroller.ts';
import { timeWords } from '@gantry/plan-view';
import { shortDate } from './labels.ts';

const key = (name: string, code: string, held: string[] = []): string =>
  keyName({
    key: name,
    code,
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
  });

describe('keys', () => {
  it('are named by their place on the board, whatever the layout', () => {
    expect(key('я', 'KeyZ', ['ctrl'])).toBe('Mod+Z');
    expect(key('z', 'KeyZ', ['meta', 'shift'])).toBe('Mod+Z');
    expect(key('ArrowRight', 'ArrowRight', ['alt', 'shift'])).toBe('Alt+Shift+ArrowRight');
    expect(key('ArrowDown', 'ArrowDown', ['shift'])).toBe('ArrowDown');
    expect(key('=', 'Equal', ['ctrl'])).toBe('Mod++');
    expect(key('я', 'KeyZ')).toBe('я');
  });
});

describe('tables from the clipboard', () => {
  it('come as spreadsheets write them', () => {
    expect(readTable('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readTable('"say ""so"""\t5')).toEqual([['say "so"', '5']]);
    expect(readTable('x')).toEqual([['x']]);
    expect(readTable('')).toEqual([['']]);
    expect(readTable('"two\r\nlines\tand a tab"\t1\r\n2\t5" pipe\r\n')).toEqual([
      ['two\nlines\tand a tab', '1'],
      ['2', '5" pipe'],
    ]);
    expect(readTable('"open\t1\n2')).toEqual([['"open', '1'], ['2']]);
    expect(readTable('a\t\n\tb')).toEqual([
      ['a', ''],
      ['', 'b'],
    ]);
  });
});

it('the row that stays where it is is the focused one where it is in sight, else the first', () => {
  const rows = { id: Int32Array.from([10, 11, 12, 13, 14]) };
  const visible = { ...newVisible(5), count: 4 };
  // The second row is folded away.
  visible.rowAt.set([0, 2, 3, 4]);
  visible.indexOf.set([0, -1, 1, 2, 3]);
  const view = { top: 34, height: 56, rowHeight: 28 };
  expect(rowInSight(rows, visible, 3, view)).toEqual({ id: 13, below: 22 });
  expect(rowInSight(rows, visible, 0, view)).toEqual({ id: 12, below: -6 });
  expect(rowInSight(rows, visible, 1, view)).toEqual({ id: 12, below: -6 });
  expect(rowInSight(rows, visible, -1, { ...view, top: 112 })).toBeNull();
});

it('the ends chosen make the type of a link', () => {
  expect([typeOfEnds(true, false), typeOfEnds(false, false), typeOfEnds(true, true), typeOfEnds(false, true)]).toEqual([
    'fs',
    'ss',
    'ff',
    'sf',
  ]);
});

it('words of the scale come in the language', () => {
  const russian = timeWords('ru', { quarter: (quarter) => `${quarter} кв.`, week: (week) => `нед. ${week}` });
  expect(russian.month(3)).toBe('Март');
  expect(russian.monthYear(5, 2026)).toBe('Май 2026');
  expect(russian.weekdayShort(1)).toBe('Пн');
  expect(timeWords('fr', { quarter: String, week: String }).month(8)).toBe('Août');
  expect(shortDate(0)).toBe('01.01.1990');
});

it('the grid leaves half of a narrow window to the chart, and enough of a wide one', () => {
  expect([700, 980, 1876].map(widestGrid)).toEqual([350, 490, 1364]);
  const columns = { left: Float64Array.of(0, 84, 304, 360, 452), width: Float64Array.of(84, 220, 56, 92, 92) };
  // Wished for all columns: the last whole one that fits; wished for less, or where not even half is filled: as it is.
  expect([980, 1876].map((width) => gridWidthIn(548, width, columns))).toEqual([456, 548]);
  expect(gridWidthIn(400, 980, columns)).toBe(400);
  expect(gridWidthIn(548, 980, { left: Float64Array.of(0), width: Float64Array.of(600) })).toBe(490);
});

describe('columns', () => {
  const chartWith = (texts: string[], columns: Partial<GanttColumn>[]): Chart => {
    const text = (row: number): string => texts[row];
    return {
      options: { rows: newRows(texts.length), columns: columns.map((each) => ({ id: 'c', title: 'C', width: 56, text, ...each })) },
      model: { focusColumn: 0 },
      fitted: new Map(),
      frame: { fitter: fitterOf(() => 7, 7) },
    } as unknown as Chart;
  };
  const widths = (chart: Chart): number[] => [...chart.model.columnLayout.width];

  it('open as wide as the texts of the first rows, where nobody has set their width', () => {
    const chart = chartWith(['1', '683,722.5'], [{ fits: true }, { id: 'set', fits: false }]);
    takeColumns(chart);
    expect(widths(chart)).toEqual([9 * 7 + 16, 56]);
  });
  it('are bounded, read no more than the first rows, and never open narrower than usual', () => {
    const texts = Array.from({ length: 300 }, (_, row) => 'x'.repeat(row < 250 ? 1 : 20));
    const chart = chartWith(texts, [{ fits: true }]);
    takeColumns(chart);
    expect(widths(chart)).toEqual([56]);
    texts[0] = 'x'.repeat(500);
    refitColumns(chart);
    expect(widths(chart)).toEqual([240]);
  });
  it('keep the width that a hand gives them', () => {
    const chart = chartWith(['683,722.5'], [{ fits: true }]);
    takeColumns(chart);
    const narrowed = { ...chart.model.columns[0], width: 40, fits: false };
    chart.options = { ...chart.options, columns: [narrowed] };
    refitColumns(chart);
    expect(widths(chart)).toEqual([40]);
  });
  it('of names stay frozen in a narrow grid, the others while half of it is left', () => {
    const columns = [{ id: 'code', frozen: true }, { id: 'name', frozen: true, tree: true }, { id: 'left', frozen: true }, { id: 'day' }];
    const frozenAt = (gridWidth: number, panes: 'both' | 'grid' = 'grid'): string[] => {
      const chart = chartWith([], columns);
      Object.assign(chart, { options: { ...chart.options, panes }, view: { gridWidth } });
      takeColumns(chart);
      return chart.model.columns.flatMap(({ id, frozen }) => (frozen ? id : []));
    };
    expect(frozenAt(2 * 3 * 56)).toEqual(['code', 'name', 'left']);
    expect(frozenAt(2 * 3 * 56 - 1)).toEqual(['code', 'name']);
    expect(frozenAt(100)).toEqual(['code', 'name']);
    expect(frozenAt(100, 'both')).toEqual(['code', 'name', 'left']);
  });
  it('open at the first one, or at the one that is named where those before it take most of the room', () => {
    const chart = chartWith([], [{ id: 'name', frozen: true, tree: true }, { id: 'total' }, { id: 'done' }, { id: 'day' }]);
    takeColumns(chart);
    const opening = (gridWidth: number, opensAt: string | null): number =>
      openingLeft({ ...chart, options: { ...chart.options, opensAt }, view: { ...chart.view, gridWidth } });
    expect(opening(56 + 4 * 56 - 1, 'day')).toBe(2 * 56);
    expect(opening(56 + 4 * 56, 'day')).toBe(0);
    expect(opening(100, null)).toBe(0);
  });
});
