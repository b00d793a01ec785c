import type { PrintSettings } from '@gantry/domain';
import type { FontRole } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { CELL_LOOKS } from '../gantt/cells/index.ts';
import { heightOfLines, isWhole, linesIn } from '../gantt/cells/wrapped.ts';
import { CELL_PADDING, fontOf, indentOf } from '../gantt/draw/grid.ts';
import type { GanttColumn } from '../gantt/columns.ts';
import type { PageTile } from './lay-tiles.ts';
import { ROW } from './measures.ts';
import type { PrintedPlan } from './plan.ts';

/** A row takes no more lines than this, however long its texts are. */
export const MOST_ROW_LINES = 8;

/** Whether a column breaks its texts into lines where rows wrap: words do, figures and dates stay in one line. */
export const wraps = ({ exact, align, look }: GanttColumn): boolean =>
  !exact && align !== 'right' && (look === undefined || look === CELL_LOOKS.line);

/**
 * Where the printed rows begin, and where the last one ends, in units of the chart, where their texts wrap; null where all rows are of one
 * height. `most`: lines of a row.
 */
export function layOutRows(
  { model }: PrintedPlan,
  settings: PrintSettings,
  tiles: readonly PageTile[],
  most: number,
  fitter: TextFitter,
): Float64Array | null {
  if (settings.row_text !== 'wrap') return null;
  const { rows, visible, columns } = model;
  const widths = new Map(tiles.flatMap((tile) => tile.columns.map((column, at) => [column, tile.widths[at]] as const)));
  const wrapping = [...widths].filter(([column]) => wraps(columns[column]));
  const tops = new Float64Array(visible.count + 1);
  let isEven = true;
  for (let place = 0; place < visible.count; place++) {
    const row = visible.rowAt[place];
    const font = fontOf(rows, row);
    let lines = 1;
    for (const [index, width] of wrapping) {
      if (lines >= most) break;
      const column = columns[index];
      lines = Math.max(lines, linesOf(column.text(row), width - indentOf(column, rows, row) - CELL_PADDING, font, most, fitter));
    }
    if (lines > 1) isEven = false;
    tops[place + 1] = tops[place] + Math.max(ROW, heightOfLines(lines));
  }
  return isEven ? null : tops;
}

/** How many printed rows bear a name that their column cuts. */
export function countCutNames(
  { model }: PrintedPlan,
  tiles: readonly PageTile[],
  rowTops: Float64Array | null,
  fitter: TextFitter,
): number {
  const { rows, visible, columns } = model;
  const index = columns.findIndex(({ tree }) => tree);
  const tile = tiles.find((one) => one.columns.includes(index));
  if (!tile) return 0;
  const width = tile.widths[tile.columns.indexOf(index)] - CELL_PADDING;
  let cut = 0;
  for (let place = 0; place < visible.count; place++) {
    const row = visible.rowAt[place];
    const [text, font, room] = [columns[index].text(row), fontOf(rows, row), width - indentOf(columns[index], rows, row)];
    if (fitter.width(text, font) <= room) continue;
    const lines = rowTops ? linesIn(rowTops[place + 1] - rowTops[place]) : 1;
    if (!isWhole(fitter.wrap(text, Math.max(1, room), font, lines), text)) cut += 1;
  }
  return cut;
}

function linesOf(text: string, room: number, font: FontRole, most: number, fitter: TextFitter): number {
  if (text === '' || fitter.width(text, font) <= room) return 1;
  return fitter.wrap(text, Math.max(1, room), font, most).length;
}
