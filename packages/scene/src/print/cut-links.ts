import { drawText } from '../drawing/scene.ts';
import { COLOUR, LAYER } from '../gantt/colours.ts';
import type { Frame } from '../gantt/frame.ts';
import { findLinks } from '../gantt/links/links.ts';
import { crossingOf, endOf, FROM_FINISH, STUB, TO_FINISH } from '../gantt/links/route.ts';
import { minuteAt } from '../time-scale/scale.ts';
import { type PageLayout, pageAt, placeOfPage, topOfRow } from './lay-pages.ts';
import { ROW } from './measures.ts';
import type { PageParts } from './parts.ts';

/** More relations than this over the edge of one page are not told one by one. */
const MOST = 4000;
const found = new Int32Array(MOST);
/** How far from its line a tag may stand, and the room between two. */
const AWAY = 90;
const GAP = 8;
/** How far from a bar a relation turns, at most. */
const TURN = 2 * STUB;

/** Where relations that leave a page go on: tags at its upper and lower edge that lead there. `chart` is a frame of the page's rows. */
export function drawCutLinks(
  { put, link, fitter }: PageParts,
  layout: PageLayout,
  page: number,
  chart: Frame,
  { x, above, below, scale }: { x: number; above: number | null; below: number | null; scale: number },
): void {
  const { model, words } = layout.plan;
  const { bands, tiles } = layout;
  const { tile, band } = placeOfPage(layout, page);
  const { from, to } = bands[band];
  const { links, linkIndex, visible } = model;
  const code = model.columns.find(({ id }) => id === 'code') ?? model.columns.find(({ tree }) => tree) ?? model.columns[0];
  const tags: { up: boolean; at: number; text: string; page: number; top: number }[] = [];
  const charts = tiles.filter((one) => one.chart > 0);
  const [isFirst, isLast] = [charts[0] === tiles[tile], charts[charts.length - 1] === tiles[tile]];
  const { gridWidth, width: right } = chart.view;
  /** A run around a bar at an end of the range turns outside of it: its tag stands at the edge. */
  const withinEnds = (x: number): number => {
    if (isFirst && x < gridWidth && x >= gridWidth - TURN) return gridWidth;
    return isLast && x >= right && x < right + TURN ? right - 1 : x;
  };
  const hits = findLinks(linkIndex, from, to - 1, found);
  for (let index = 0; index < hits; index++) {
    const number = linkIndex.link[found[index]];
    const [low, high] = [linkIndex.low[found[index]], linkIndex.high[found[index]]];
    if (low >= from === high < to) continue;
    const at = withinEnds(crossingOf(chart, number));
    if (!(at >= chart.view.gridWidth && at < chart.view.width)) continue;
    const place = low < from ? low : high;
    const isSuccessor = visible.indexOf[links.successor[number]] === place;
    const row = visible.rowAt[place];
    const end = endOf(chart, row, isSuccessor ? TO_FINISH[links.type[number]] : FROM_FINISH[links.type[number]]);
    const minute = minuteAt(chart.view.scale, chart.view.left + end - chart.view.gridWidth);
    const other = tiles.findIndex((one) => one.chart > 0 && minute >= one.from && minute < one.to);
    const target = bandOf(bands, place);
    const onto = pageAt(layout, other < 0 ? tile : other, target);
    const text = `${isSuccessor ? '→' : '←'} ${words.onPage(onto + 1, code.text(row))}`;
    tags.push({ up: low < from, at, text, page: onto, top: topOfRow(layout, target, place) });
  }
  const { width } = chart.view;
  for (const [up, top] of [
    [true, above],
    [false, below],
  ] as const) {
    if (top === null) continue;
    const row = tags.filter((tag) => tag.up === up).sort((a, b) => a.at - b.at);
    if (row.length === 0) continue;
    put(x, top, width, ROW, scale, (scene) => {
      let free = chart.view.gridWidth;
      let left = 0;
      for (const tag of row) {
        const wide = fitter.width(tag.text, 'caption');
        const place = Math.max(free, tag.at - 2);
        if (place - tag.at > AWAY || place + wide > width) {
          left++;
          continue;
        }
        drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'left', place, ROW / 2, tag.text);
        link({ x: x + place * scale, y: top, width: wide * scale, height: ROW * scale, page: tag.page, top: tag.top });
        free = place + wide + GAP;
      }
      const rest = `+${left}`;
      if (left > 0 && free + fitter.width(rest, 'caption') <= width)
        drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'left', free, ROW / 2, rest);
    });
  }
}

/** The row of sheets that a place of the list stands on. */
function bandOf(bands: PageLayout['bands'], place: number): number {
  let low = 0;
  let high = bands.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bands[middle].from <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
