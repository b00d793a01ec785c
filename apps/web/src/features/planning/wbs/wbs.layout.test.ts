import { api } from '@gantry/contract';
import { columnInfos, columnsFor } from '@gantry/plan-view';
import { smallView } from '@gantry/plan-view/testing';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LAYOUT, movedColumn, nextSort, partedChange, toggledColumn, usualGridWidth } from './wbs.layout.model.ts';

const view = smallView();

describe('layout', () => {
  test('the usual one is one that can be saved', () => {
    expect(api.layouts.create.body.safeParse({ name: 'Usual', content: DEFAULT_LAYOUT }).success).toBe(true);
  });

  test('the scale and the widths are kept for the schedule, the rest for all', () => {
    expect(partedChange({ pixelsPerDay: 30, widths: { name: 300 }, gridWidth: 500 })).toEqual({
      own: { pixelsPerDay: 30, widths: { name: 300 } },
      shared: { gridWidth: 500 },
    });
    expect(partedChange({ showLinks: false })).toEqual({ own: {}, shared: { showLinks: false } });
  });

  test.each([1024, 1440, 1920])('the usual width ends at a column in a window of %i px', (width) => {
    const columns = columnsFor(
      columnInfos(view.document, String),
      DEFAULT_LAYOUT.columns,
      [],
      () => view,
      { t: String, date: String, number: String },
      { people: [], specialties: [] },
    );
    const ends = columns.map((_column, index) => columns.slice(0, index + 1).reduce((sum, column) => sum + column.width, 0));
    expect(ends).toContain(usualGridWidth(width) - 4);
    expect(usualGridWidth(width)).toBeLessThan(width * 0.56);
  });

  test('columns are carried, hidden and shown again where they usually stand', () => {
    const columns = ['a', 'b', 'c', 'd'];
    expect(movedColumn(columns, 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
    expect(movedColumn(columns, 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
    expect(movedColumn(columns, 'b', null)).toEqual(['a', 'c', 'd', 'b']);
    expect(toggledColumn(columns, 'b', columns)).toEqual(['a', 'c', 'd']);
    expect(toggledColumn(['a', 'd'], 'b', columns)).toEqual(['a', 'b', 'd']);
    expect(toggledColumn(['a'], 'd', columns)).toEqual(['a', 'd']);
  });

  test('a header sorts up, down, and as in the plan', () => {
    const up = nextSort(null, 'a');
    expect(up).toEqual({ column: 'a', direction: 1 });
    expect(nextSort(up, 'a')).toEqual({ column: 'a', direction: -1 });
    expect(nextSort({ column: 'a', direction: -1 }, 'a')).toBeNull();
    expect(nextSort(up, 'b')).toEqual({ column: 'b', direction: 1 });
  });
});
