import type { PrintFormat, PrintSettings } from '@gantry/domain';
import { PRINT_LIMITS } from '@gantry/domain';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { layOutBands, type PageBand } from './lay-bands.ts';
import { countCutNames, layOutRows, MOST_ROW_LINES } from './lay-rows.ts';
import { layOutTiles, type PageTile } from './lay-tiles.ts';
import { layOutLegend, type LegendLine } from './legend.ts';
import type { PrintedPlan } from './plan.ts';
import { type LaidAround, layOutAround } from './around/lay-around.ts';
import { HEADER, LINE, PIXELS_PER_POINT, ROW, STRIP, TEXT_SIZE } from './measures.ts';

/** Something that a person should know before they print. */
export type PrintWarning = {
  code:
    | 'text_small'
    | 'too_wide'
    | 'too_tall'
    | 'scale_reduced'
    | 'names_cut'
    | 'glyphs_missing'
    | 'no_dates'
    | 'titles_cut'
    | 'logo_gone'
    | 'qr_long';
  value: number;
  signs?: string;
};

/** Where everything stands on all pages. Lengths in pixels of the sheet (96 an inch), `scale` of them to a unit of the chart. */
export type PageLayout = LaidAround & {
  plan: PrintedPlan;
  settings: PrintSettings;
  /** Of the rows: what was chosen for titles, headers and the legend (`own`), or less. */
  scale: number;
  pixelsPerDay: number;
  tiles: readonly PageTile[];
  bands: readonly PageBand[];
  /** Where rows begin, and the end of the last, where they differ in height. */
  rowTops: Float64Array | null;
  legend: readonly LegendLine[];
  pages: number;
  textPoints: number;
  warnings: PrintWarning[];
};

const SHRINK = 0.97;
const LEAST_POINTS = 1.5;
const SMALL_POINTS = 5;

/** Breaks rows, columns and time into pages. Time fits by the width of days, rows by pages; texts shrink last. */
export function layOutPages(plan: PrintedPlan, format: PrintFormat, settings: PrintSettings, fitter: TextFitter): PageLayout {
  const around = layOutAround(format);
  const { inner, own, upper, lower } = around;
  const line = (count: number): number => (count === 0 ? 0 : (count + 0.5) * LINE * own);
  const legend = format.legend === 'none' ? [] : layOutLegend(plan, fitter, inner.width / own);
  const legendHeight = line(legend.length);

  const warnings: PrintWarning[] = [];
  let scale = own;
  let [rowTops, laidFor]: [Float64Array | null, string] = [null, ''];
  for (;;) {
    const tiles = layOutTiles(plan, settings, inner.width / scale, settings.points_per_day * (PIXELS_PER_POINT / scale));
    const room = (band: number, isLast: boolean): number => {
      const first = band === 0 ? 0 : 1;
      const withLegend = format.legend === 'each' || (format.legend === 'first' && band === 0) || (format.legend === 'last' && isLast);
      return (inner.height - upper[first] - lower[first] - (withLegend ? legendHeight : 0)) / scale;
    };
    const least = Math.min(room(1, false), room(0, true)) - HEADER - 2 * ROW - (plan.model.histogram ? STRIP : 0);
    const lines = Math.max(1, Math.min(MOST_ROW_LINES, Math.floor(least / ROW)));
    const widths = JSON.stringify([lines, tiles.tiles.map(({ columns, widths: each }) => [columns, each])]);
    if (widths !== laidFor) rowTops = layOutRows(plan, settings, tiles.tiles, lines, fitter);
    laidFor = widths;
    const bands = layOutBands(plan, settings, rowTops, room);
    const tooTall = settings.tall.fit === 'most' && bands.length > settings.tall.pages;
    const points = (scale * TEXT_SIZE) / PIXELS_PER_POINT;
    const isLeast = points * SHRINK < LEAST_POINTS;
    if ((tiles.tooWide || tooTall) && !isLeast) {
      scale *= SHRINK;
      continue;
    }
    if (tiles.tooWide) warnings.push({ code: 'too_wide', value: tiles.tiles.length });
    if (tooTall) warnings.push({ code: 'too_tall', value: bands.length });
    if (tiles.scaleReduced) warnings.push({ code: 'scale_reduced', value: PRINT_LIMITS.pagesAcross });
    if (points < SMALL_POINTS) warnings.push({ code: 'text_small', value: Math.round(points * 10) / 10 });
    const cut = countCutNames(plan, tiles.tiles, rowTops, fitter);
    if (cut > 0) warnings.push({ code: 'names_cut', value: cut });
    if (!plan.span) warnings.push({ code: 'no_dates', value: 0 });
    return {
      ...around,
      plan,
      settings,
      scale,
      pixelsPerDay: tiles.pixelsPerDay,
      tiles: tiles.tiles,
      bands,
      rowTops,
      legend,
      pages: tiles.tiles.length * bands.length,
      textPoints: Math.round(points * 10) / 10,
      warnings,
    };
  }
}

/** Which rows and which part of columns and time a page shows; pages count from 0. */
export function placeOfPage({ tiles, bands, settings }: PageLayout, page: number): { tile: number; band: number } {
  return settings.order === 'down'
    ? { tile: Math.floor(page / bands.length), band: page % bands.length }
    : { tile: page % tiles.length, band: Math.floor(page / tiles.length) };
}

/** The page of some rows and some part of columns and time. */
export function pageAt({ tiles, bands, settings }: PageLayout, tile: number, band: number): number {
  return settings.order === 'down' ? tile * bands.length + band : band * tiles.length + tile;
}

/** How high rows are from one place to before another, in units of the chart. */
export const heightOfRows = (rowTops: Float64Array | null, from: number, to: number): number =>
  rowTops ? rowTops[to] - rowTops[from] : (to - from) * ROW;

/** How far below the upper edge of its sheets a row stands, in pixels of the sheet. */
export function topOfRow({ inner, upper, scale, bands, rowTops }: PageLayout, band: number, place: number): number {
  const { from } = bands[band];
  return inner.y + upper[band === 0 ? 0 : 1] + (HEADER + (band === 0 ? 0 : ROW) + heightOfRows(rowTops, from, place)) * scale;
}

/** How a page is called by its place: `B3` is the third downwards of the second to the right. */
export function tileName({ tile, band }: { tile: number; band: number }): string {
  let letters = '';
  for (let rest = tile + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${band + 1}`;
}
