import type { Minute, PrintSettings } from '@gantry/domain';
import { MINUTES_PER_DAY, PRINT_LIMITS } from '@gantry/domain';
import { floorTick, headerUnits } from '../time-scale/ticks.ts';
import { MIN_PIXELS_PER_DAY } from '../time-scale/scale.ts';
import type { PrintedPlan } from './plan.ts';

/** Columns and time of a page: which columns and how wide, from when to when; no time where `chart` is 0 wide. Units of the chart. */
export type PageTile = { columns: readonly number[]; widths: readonly number[]; grid: number; chart: number; from: Minute; to: Minute };

export type Tiles = { tiles: readonly PageTile[]; pixelsPerDay: number; tooWide: boolean; scaleReduced: boolean };

/** A chart narrower than this goes to the next page. */
const LEAST_CHART = 150;
/** Columns that stand again take no more than this share of a page. */
const REPEATED = 0.45;
/** A window ends at a line of the time scale where that leaves so much of the page in use. */
const USED = 0.6;
const CLOSER = 0.985;

type Strip = { columns: number[]; widths: number[]; grid: number };

const stripOf = (columns: number[], widths: readonly number[]): Strip => ({
  columns,
  widths: columns.map((column) => widths[column]),
  grid: columns.reduce((sum, column) => sum + widths[column], 0),
});

/** Breaks columns and time into pages side by side; `room` is the width of one, `usual` the width of a day where nothing else is said. */
export function layOutTiles({ model, span }: PrintedPlan, settings: PrintSettings, room: number, usual: number): Tiles {
  const { strips, repeated } = layOutStrips(model, settings, room);
  const last = strips[strips.length - 1];
  const { fit, pages } = settings.wide;
  const tiles = (chart: PageTile[]): PageTile[] => [...strips.slice(0, -1).map((strip) => gridOnly(strip)), ...chart];
  if (!span) {
    const all = tiles([gridOnly(last)]);
    return { tiles: all, pixelsPerDay: usual, tooWide: fit !== 'true' && all.length > pages, scaleReduced: false };
  }
  const beside = room - last.grid >= LEAST_CHART;
  const before = beside ? strips.length - 1 : strips.length;
  const charts = pages - before;
  const days = Math.max(1 / 24, (span.finish - span.start) / MINUTES_PER_DAY);
  const first = beside ? room - last.grid : room - repeated.grid;
  const windows = (pixelsPerDay: number, most: number, atTicks = true): PageTile[] | null => {
    const list: PageTile[] = beside ? [] : [gridOnly(last)];
    let at = span.start;
    const { lower } = headerUnits(pixelsPerDay);
    while (at < span.finish) {
      if (list.length - (beside ? 0 : 1) >= most) return null;
      const strip = list.length === 0 ? last : repeated;
      const chart = room - strip.grid;
      const end = at + Math.max(1, Math.ceil((chart * MINUTES_PER_DAY) / pixelsPerDay));
      let to = end;
      if (atTicks && end < span.finish) {
        const tick = floorTick(lower, end);
        if (tick - at >= (end - at) * USED) to = tick;
      }
      const used = end >= span.finish ? chart : Math.min(chart, ((to - at) * pixelsPerDay) / MINUTES_PER_DAY);
      list.push({ ...strip, chart: used, from: at, to });
      at = to;
    }
    return list;
  };
  if (fit !== 'true' && charts < 1) {
    const all = tiles(windows(first / days, 1) ?? [gridOnly(last)]);
    return { tiles: all, pixelsPerDay: first / days, tooWide: true, scaleReduced: false };
  }
  const most = fit === 'true' ? PRINT_LIMITS.pagesAcross : charts;
  const total = first + (most - 1) * (room - repeated.grid);
  let pixelsPerDay = fit === 'exact' ? total / days : Math.min(usual, total / days);
  const scaleReduced = fit === 'true' && pixelsPerDay < usual;
  let found = windows(pixelsPerDay, most);
  while (!found && pixelsPerDay > MIN_PIXELS_PER_DAY / 100) {
    pixelsPerDay *= CLOSER;
    found = windows(pixelsPerDay, most);
  }
  // A coarser line of the scale may leave a page over: then the pages are filled whatever line they end at.
  if (fit === 'exact' && found && found.length < most + (beside ? 0 : 1)) {
    pixelsPerDay = total / days;
    found = windows(pixelsPerDay, most, false);
  }
  return { tiles: tiles(found ?? [gridOnly(last)]), pixelsPerDay, tooWide: !found, scaleReduced };
}

const gridOnly = (strip: Strip): PageTile => ({ ...strip, chart: 0, from: 0, to: 0 });

/** Columns run on over pages and none is left out; those that stay in sight stand again on each. */
function layOutStrips({ columns }: PrintedPlan['model'], settings: PrintSettings, room: number): { strips: Strip[]; repeated: Strip } {
  const all = columns.map((_, index) => index);
  const frozen = all.filter((index) => columns[index].frozen);
  const plain = columns.map(({ width }) => Math.min(width, room));
  const frozenWidth = frozen.reduce((sum, index) => sum + plain[index], 0);
  const repeats = settings.repeat_columns && frozenWidth <= room * REPEATED;
  const left = repeats ? frozen : [];
  const widths = repeats ? plain.map((width, index) => (columns[index].frozen ? width : Math.min(width, room - frozenWidth))) : plain;
  const repeated = stripOf(left, widths);
  const strips: Strip[] = [];
  let current: number[] = [];
  let taken = 0;
  for (const index of [...frozen, ...all.filter((each) => !columns[each].frozen)]) {
    if (taken + widths[index] > room + 0.01 && current.length > 0) {
      strips.push(stripOf(current, widths));
      current = [...left];
      taken = repeated.grid;
    }
    current.push(index);
    taken += widths[index];
  }
  strips.push(stripOf(current, widths));
  return { strips, repeated };
}
