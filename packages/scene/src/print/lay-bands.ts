import type { PrintSettings } from '@gantry/domain';
import { parentOf } from '../gantt/rows.ts';
import type { PrintedPlan } from './plan.ts';
import { HEADER, ROW, STRIP } from './measures.ts';

/** Rows of a page: places of the list from … to before …, and in which section they begin. */
export type PageBand = { from: number; to: number; within: string };

/** Breaks the rows into pages: never after a phase whose rows follow, always before phases of the level that begins a page. */
export function layOutBands(
  { model }: PrintedPlan,
  settings: PrintSettings,
  rowTops: Float64Array | null,
  room: (band: number, isLast: boolean) => number,
): readonly PageBand[] {
  const { visible, rows } = model;
  const bands: PageBand[] = [];
  const level = (place: number): number => rows.level[visible.rowAt[place]];
  const begins = (place: number): boolean => settings.break_level !== null && level(place) === settings.break_level - 1;
  const keepsNext = (place: number): boolean => place + 1 < visible.count && level(place + 1) > level(place);
  const strip = model.histogram ? STRIP : 0;
  /** The place behind the last row that a page holds from a place on. */
  const endOf = (from: number, isLast: boolean): number => {
    const continued = bands.length === 0 ? 0 : ROW;
    const cut = isLast || !hasCutTags(model) ? 0 : ROW;
    const high = room(bands.length, isLast) - HEADER - continued - cut - strip;
    if (!rowTops) return from + Math.max(1, Math.floor(high / ROW));
    let to = from + 1;
    while (to < visible.count && rowTops[to + 1] - rowTops[from] <= high) to++;
    return to;
  };
  let from = 0;
  do {
    const most = endOf(from, false);
    let to = Math.min(visible.count, most);
    let forced = false;
    for (let place = from + 1; place < to && !forced; place++) {
      if (!begins(place)) continue;
      to = place;
      forced = true;
    }
    // What stands below the rows of the last page takes room that other pages do not give.
    if (to === visible.count) to = Math.min(to, endOf(from, true));
    if (!forced && to < visible.count) while (to > from + 1 && keepsNext(to - 1)) to--;
    bands.push({ from, to, within: bands.length === 0 || visible.count === 0 ? '' : pathOf(model, visible.rowAt[from]) });
    from = to;
  } while (from < visible.count);
  return bands;
}

/** Whether pages have a strip below their rows that says where relations go on. */
export const hasCutTags = ({ showLinks, linkIndex }: PrintedPlan['model']): boolean => showLinks && linkIndex.count > 0;

/** Names of the phases that a row lies in, from the outermost. */
function pathOf({ rows, columns }: PrintedPlan['model'], row: number): string {
  const name = columns.find(({ tree }) => tree);
  const names: string[] = [];
  for (let at = parentOf(rows, row); at >= 0; at = parentOf(rows, at)) names.unshift(name?.text(at) ?? '');
  return names.filter((each) => each !== '').join(' / ');
}
