import { describe, expect, it } from 'vitest';
import { drawnFrame, drawnText } from '../../testing/drawn-plan.ts';
import { CELL_LOOKS } from '../cells/index.ts';
import type { CellLook, GanttColumn } from '../columns.ts';
import { layOutColumns } from '../columns.ts';
import { cellRoom, widthFor } from './grid.ts';
import { fitterOf } from '../../drawing/text-fitter.ts';
import { drawRect } from '../../drawing/scene.ts';

/** One row of 56 pixels with one column of this look; characters are 6 pixels wide, cells have 84 for content. */
function cell(look: CellLook | undefined, more: Partial<GanttColumn> = {}) {
  const columns: GanttColumn[] = [
    { id: 'c', title: 'C', width: 100, text: () => 'Concrete walls of the cellar', ...(look && { look }), ...more },
  ];
  return drawnFrame('t Walls', [], (model, view) => {
    model.columns = columns;
    model.columnLayout = layOutColumns(columns);
    view.rowHeight = 56;
  });
}
const TEXT = ['text', 'text-muted'];

describe('cells draw themselves', () => {
  it('in one line that is cut', () => {
    expect(drawnText(cell(undefined), TEXT)).toEqual(['text text regular left 8,28.5 "Concrete wall…"']);
    expect(drawnText(cell(CELL_LOOKS.line, { align: 'right', text: () => '12,5' }), TEXT)).toEqual([
      'text text regular right 92,28.5 "12,5"',
    ]);
  });
  it('and as signs where a part of a number would be another one', () => {
    const drawn = (text: string, width: number): string =>
      drawnText(cell(CELL_LOOKS.line, { align: 'right', exact: true, width, text: () => text }), TEXT).join();
    expect(drawn('683,722', 62)).toContain('"683,722"');
    expect(drawn('683,722', 50)).toContain('"###"');
    expect(drawn('683,722', 30)).toContain('"##"');
  });
  it('in a width in which nothing is cut', () => {
    for (const [look, text] of [
      [CELL_LOOKS.line, '683,722'],
      [CELL_LOOKS.tinted, 'In progress'],
    ] as const) {
      const column: GanttColumn = { id: 'c', title: 'C', width: 10, text: () => text, look };
      const frame = cell(look);
      const width = widthFor(column, frame.model.rows, frame.fitter, [0]);
      expect(look.cuts(cellRoom(frame, column, 0, 0, 0, width), column), text).toBe(false);
      expect(look.cuts(cellRoom(frame, column, 0, 0, 0, width - 1), column), text).toBe(true);
    }
  });
  it('in as many lines as the row has room for', () => {
    expect(drawnText(cell(CELL_LOOKS.wrapped), TEXT)).toEqual([
      'text text regular left 8,20.5 "Concrete walls"',
      'text text regular left 8,36.5 "of the cellar"',
    ]);
  });
  it('over a bar of their share', () => {
    const frame = cell(CELL_LOOKS.share, { text: () => '25 %', value: () => 0.25, align: 'right' });
    expect(drawnText(frame, ['task-done', 'line-strong', 'text'])).toEqual([
      'rect line-strong 8,38 84x1',
      'rect task-done 8,36 21x3',
      'text text regular right 92,28.5 "25 %"',
      'rect line-strong 99,0 1x100',
    ]);
  });
  it('as a box, ticked or not, and as nothing where there is no value', () => {
    const ticked = (value: boolean | null): number =>
      drawnText(cell(CELL_LOOKS.tick, { value: () => value }), ['accent', 'text-muted']).length;
    expect([ticked(true), ticked(false), ticked(null)]).toEqual([1, 4, 0]);
  });
  it('beside a square of their colour', () => {
    const frame = cell(CELL_LOOKS.tinted, { text: () => 'Open', tint: () => 3 });
    expect(drawnText(frame, ['tint-3', 'text'])).toEqual(['round tint-3 8,23 10x10 r2', 'text text regular left 24,28.5 "Open"']);
  });
  it('with a marked corner where the value is not a valid one', () => {
    const marks = (reason: string): string[] => drawnText(cell(undefined, { fault: () => reason }), ['critical-text']);
    expect(marks('not a number')).toEqual(['polygon critical-text 92,0 99,0 99,7']);
    expect(marks('')).toEqual([]);
  });
  it('with the other corner marked where more is to be known', () => {
    const marks = (reported: string): string[] => drawnText(cell(undefined, { note: () => reported }), ['accent']);
    expect(marks('waits for the server')).toEqual(['polygon accent 0,0 7,0 0,7']);
    expect(marks('')).toEqual([]);
  });
  it('the way a caller brings along', () => {
    const own: CellLook = { draw: ({ scene, x, y, width }) => drawRect(scene, 5, 0, x, y, width, 1), cuts: () => false };
    expect(drawnText(cell(own), ['surface'])).toContain('rect surface 8,0 84x1');
  });
  it('and say what of them is cut', () => {
    const cuts = (look: CellLook, text: string, width: number): boolean => {
      const column: GanttColumn = { id: 'c', title: 'C', width, text: () => text };
      return look.cuts(cellRoom(cell(look), column, 0, 0, 0, width), column);
    };
    expect([cuts(CELL_LOOKS.line, 'Concrete', 70), cuts(CELL_LOOKS.line, 'Concrete', 60)]).toEqual([false, true]);
    expect([cuts(CELL_LOOKS.wrapped, 'Concrete walls', 70), cuts(CELL_LOOKS.wrapped, 'Concrete walls', 40)]).toEqual([false, true]);
  });
});

describe('texts are wrapped', () => {
  const fitter = fitterOf(() => 6, 6);
  it.each([
    ['one two three', 48, 3, ['one two', 'three']],
    ['one two three', 48, 1, ['one two…']],
    ['Betonierungsarbeiten', 60, 3, ['Betonierun', 'gsarbeiten']],
    ['a b c', 6, 2, ['a', '']],
    ['', 60, 2, []],
  ] as const)('"%s" into %i pixels and %i lines', (text, room, most, lines) => {
    expect(fitter.wrap(text, room, 'regular', most)).toEqual(lines);
    expect(fitter.wrap(text, room, 'regular', most), 'the second time from memory').toBe(fitter.wrap(text, room, 'regular', most));
  });
});

it('a row that somebody else stands on bears their initials', () => {
  const frame = drawnFrame('t Walls\nt Roof', [], (model) => {
    model.here = new Map([[model.rows.id[1], 'AB']]);
  });
  expect(drawnText(frame, ['accent'])).toHaveLength(1);
  expect(drawnText(frame, ['mark-text']).join()).toContain('AB');
});
