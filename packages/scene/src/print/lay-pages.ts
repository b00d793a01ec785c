import type { PrintFormat, PrintSettings } from '@gantry/domain';
import { PRINT_LIMITS } from '@gantry/domain';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { layOutBands, type PageBand } from './lay-bands.ts';
import { layOutTiles, type PageTile } from './lay-tiles.ts';
import { layOutLegend, type LegendLine } from './legend.ts';
import type { PrintedPlan } from './plan.ts';
import { LINE, PIXELS_PER_MM, PIXELS_PER_POINT, slotLines, TEXT_SIZE } from './measures.ts';

/** Something that a person should know before they print. */
export type PrintWarning = {
  code: 'text_small' | 'too_wide' | 'too_tall' | 'scale_reduced' | 'glyphs_missing' | 'no_dates';
  value: number;
};

/** Where everything stands on all pages. Lengths in pixels of the sheet (96 an inch), `scale` of them to a unit of the chart. */
export type PageLayout = {
  plan: PrintedPlan;
  format: PrintFormat;
  settings: PrintSettings;
  width: number;
  height: number;
  inner: { x: number; y: number; width: number; height: number };
  /** Of titles, headers and the legend: what was chosen; `scale` of the rows may be less. */
  own: number;
  scale: number;
  pixelsPerDay: number;
  tiles: readonly PageTile[];
  bands: readonly PageBand[];
  legend: readonly LegendLine[];
  /** Heights above and below the plan: on the first row of sheets and on the others. */
  upper: readonly [number, number];
  lower: readonly [number, number];
  pages: number;
  textPoints: number;
  warnings: PrintWarning[];
};

const SHRINK = 0.97;
const LEAST_POINTS = 1.5;
const SMALL_POINTS = 5;

/** Breaks rows, columns and time into pages. Time fits by the width of days, rows by pages; texts shrink last. */
export function layOutPages(plan: PrintedPlan, format: PrintFormat, settings: PrintSettings, fitter: TextFitter): PageLayout {
  const { margins } = format;
  const width = format.sheet_width * PIXELS_PER_MM;
  const height = format.sheet_height * PIXELS_PER_MM;
  const inner = {
    x: margins.left * PIXELS_PER_MM,
    y: margins.top * PIXELS_PER_MM,
    width: width - (margins.left + margins.right) * PIXELS_PER_MM,
    height: height - (margins.top + margins.bottom) * PIXELS_PER_MM,
  };
  const own = (format.text_size * PIXELS_PER_POINT) / TEXT_SIZE;
  const line = (count: number): number => (count === 0 ? 0 : (count + 0.5) * LINE * own);
  const heads = slotLines(format.headers);
  const titles = slotLines(format.titles, format.headers);
  const upper = [line(Math.max(heads.upper, titles.upper)), line(heads.upper)] as const;
  const lower = [line(Math.max(heads.lower, titles.lower)), line(heads.lower)] as const;
  const legend = format.legend === 'none' ? [] : layOutLegend(plan, fitter, inner.width / own);
  const legendHeight = line(legend.length);

  const warnings: PrintWarning[] = [];
  let scale = own;
  for (;;) {
    const tiles = layOutTiles(plan, settings, inner.width / scale, settings.points_per_day * (PIXELS_PER_POINT / scale));
    const room = (band: number, isLast: boolean): number => {
      const first = band === 0 ? 0 : 1;
      const withLegend = format.legend === 'each' || (format.legend === 'first' && band === 0) || (format.legend === 'last' && isLast);
      return (inner.height - upper[first] - lower[first] - (withLegend ? legendHeight : 0)) / scale;
    };
    const bands = layOutBands(plan, settings, room);
    const tooTall = settings.tall.fit === 'most' && bands.length > settings.tall.pages;
    const points = (scale * TEXT_SIZE) / PIXELS_PER_POINT;
    const least = points * SHRINK < LEAST_POINTS;
    if ((tiles.tooWide || tooTall) && !least) {
      scale *= SHRINK;
      continue;
    }
    if (tiles.tooWide) warnings.push({ code: 'too_wide', value: tiles.tiles.length });
    if (tooTall) warnings.push({ code: 'too_tall', value: bands.length });
    if (tiles.scaleReduced) warnings.push({ code: 'scale_reduced', value: PRINT_LIMITS.pagesAcross });
    if (points < SMALL_POINTS) warnings.push({ code: 'text_small', value: Math.round(points * 10) / 10 });
    if (!plan.span) warnings.push({ code: 'no_dates', value: 0 });
    return {
      plan,
      format,
      settings,
      width,
      height,
      inner,
      own,
      scale,
      pixelsPerDay: tiles.pixelsPerDay,
      tiles: tiles.tiles,
      bands,
      legend,
      upper,
      lower,
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

/** How a page is called by its place: `B3` is the third downwards of the second to the right. */
export function tileName({ tile, band }: { tile: number; band: number }): string {
  let letters = '';
  for (let rest = tile + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${band + 1}`;
}
