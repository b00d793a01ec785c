import type { Hit } from '@gantry/scene';
import { columnAt, COLOUR, drawFrame, drawRect, LAYER, openZone, yOf } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { onFillHandle } from '../keys/clipboard.ts';
import { fillCells, rangeOf } from '../keys/fill.ts';
import type { Gesture, Point } from './gesture.ts';
import { clearGhost, NO_GESTURE } from './gesture.ts';
import { invalidate } from '../drawing/paint.ts';
import type { SelectMode } from '../keys/selection.ts';
import { selectedRows, selectRow } from '../keys/selection.ts';

/** Press on a cell: selects it; drawn over cells it selects a range, from a selected row's tree cell it carries rows, from the fill handle it fills. */
export function holdCells(chart: Chart, start: Point, hit: Hit, mode: SelectMode): Gesture {
  const { model, options } = chart;
  if (onFillHandle(chart, start.x, start.y)) return holdFill(chart);
  const carry =
    model.columns[hit.column]?.tree === true &&
    model.selected[hit.row] === 1 &&
    mode === 'one' &&
    options.events.moveRows &&
    !options.readOnly;
  if (carry) return holdRows(chart, start, hit);
  selectRow(chart, hit.row, hit.column, mode);
  return holdRange(chart, hit);
}

function placeAt(chart: Chart, y: number): number {
  const { view, model } = chart;
  return Math.max(0, Math.min(model.visible.count - 1, Math.floor((y + view.top) / view.rowHeight)));
}

function holdRange(chart: Chart, hit: Hit): Gesture {
  const { model, view } = chart;
  const from = model.visible.indexOf[hit.row];
  return {
    scrolls: 'rows',
    move: (point) => {
      const to = placeAt(chart, point.y);
      const column = columnAt(model.columnLayout, Math.min(point.x, view.gridWidth - 1), view.gridLeft);
      if (column < 0 || hit.column < 0) return;
      const single = to === from && column === hit.column;
      chart.cellRange = single
        ? null
        : {
            rowFrom: Math.min(from, to),
            rowTo: Math.max(from, to),
            columnFrom: Math.min(hit.column, column),
            columnTo: Math.max(hit.column, column),
          };
      invalidate(chart, DIRTY.overlay);
    },
    drop: () => undefined,
    cancel: () => {
      chart.cellRange = null;
      invalidate(chart, DIRTY.overlay);
    },
  };
}

/** Draws the chosen cells further: down or up, in a series of cells also sideways, whichever way the hand goes further. */
function holdFill(chart: Chart): Gesture {
  const { model, view } = chart;
  const source = rangeOf(chart);
  if (!source) return NO_GESTURE;
  const before = chart.cellRange;
  const isSeries = model.columns[source.columnTo].series !== undefined;
  let target = source;
  return {
    scrolls: 'rows',
    move: (point) => {
      const place = placeAt(chart, point.y);
      const column = isSeries ? columnAt(model.columnLayout, Math.min(point.x, view.gridWidth - 1), view.gridLeft) : -1;
      const down = place > source.rowTo ? place - source.rowTo : Math.min(0, place - source.rowFrom);
      const aside = column < 0 ? 0 : column > source.columnTo ? column - source.columnTo : Math.min(0, column - source.columnFrom);
      target = source;
      if (
        down !== 0 &&
        (aside === 0 || !isSeries || Math.abs(down) * view.rowHeight >= Math.abs(aside) * model.columnLayout.width[source.columnTo])
      )
        target = { ...source, rowFrom: Math.min(source.rowFrom, place), rowTo: Math.max(source.rowTo, place) };
      else if (aside !== 0)
        target = { ...source, columnFrom: Math.min(source.columnFrom, column), columnTo: Math.max(source.columnTo, column) };
      chart.cellRange = target;
      invalidate(chart, DIRTY.overlay);
    },
    drop: () => {
      if (target !== source) fillCells(chart, source, target);
    },
    cancel: () => {
      chart.cellRange = before;
      invalidate(chart, DIRTY.overlay);
    },
  };
}

/** Carries the selected rows to another place of the tree: upper third before, lower third after, between them inside. */
function holdRows(chart: Chart, start: Point, hit: Hit): Gesture {
  const { model, view } = chart;
  const rows = selectedRows(chart);
  let target: { row: number; where: 'before' | 'after' | 'inside' } | null = null;
  let moved = false;
  const refused = (row: number): boolean => rows.some((held) => row >= held && row < model.rows.end[held]);
  return {
    scrolls: 'rows',
    move: (point) => {
      moved ||= Math.abs(point.y - start.y) > 4;
      if (!moved) return;
      const place = placeAt(chart, point.y);
      const row = model.visible.rowAt[place];
      const share = (point.y + view.top) / view.rowHeight - place;
      target = { row, where: share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside' };
      const bad = refused(row);
      const { where } = target;
      chart.ghost = (scene) => {
        openZone(scene, 0, 0, view.gridWidth, view.height);
        const colour = bad ? COLOUR['drop-refused'] : COLOUR.drop;
        const y = yOf(view, place);
        if (where === 'inside') drawFrame(scene, LAYER.top, colour, 0, y, view.gridWidth - 1, view.rowHeight - 1, 2);
        else drawRect(scene, LAYER.top, colour, 0, where === 'before' ? y - 1 : y + view.rowHeight - 2, view.gridWidth, 2);
      };
      invalidate(chart, DIRTY.overlay);
    },
    drop: () => {
      clearGhost(chart);
      if (!moved) selectRow(chart, hit.row, hit.column, 'one');
      else if (target && !refused(target.row)) chart.options.events.moveRows?.(rows, target.row, target.where);
    },
    cancel: () => clearGhost(chart),
  };
}
