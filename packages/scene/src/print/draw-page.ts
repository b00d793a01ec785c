import { beginScene, drawFrame, drawRect, drawText, newScene, openZone, type Scene } from '../drawing/scene.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { CELL_LOOKS } from '../gantt/cells/index.ts';
import { COLOUR, LAYER } from '../gantt/colours.ts';
import { layOutColumns } from '../gantt/columns.ts';
import { drawChart, newFrame } from '../gantt/draw/chart.ts';
import { drawHeader } from '../gantt/draw/header.ts';
import { drawStrip } from '../gantt/draw/sheet.ts';
import type { GanttModel, GanttView } from '../gantt/frame.ts';
import { pixelsOf } from '../time-scale/scale.ts';
import { drawCutLinks } from './cut-links.ts';
import { drawAbove, drawBelow } from './around/lay-around.ts';
import { hasCutTags } from './lay-bands.ts';
import { heightOfRows, type PageLayout, placeOfPage, tileName } from './lay-pages.ts';
import { wraps } from './lay-rows.ts';
import { drawLegend } from './legend.ts';
import { HEADER, LINE, ROW, STRIP } from './measures.ts';
import type { PageParts, PagePictures, PageValues } from './parts.ts';

/** Draws pages of a layout one after the other in the same memory: a sheet is good until the next one is drawn. */
export type PagePainter = { page(page: number): Sheet };

/** Opens a layout for drawing. */
export function openPages(
  layout: PageLayout,
  values: PageValues,
  fitter: TextFitter,
  pictures: PagePictures = { logo: null, qr: null },
): PagePainter {
  const { plan, inner, own, scale, format } = layout;
  const scenes: Scene[] = [];
  const repeated = new Set(plan.model.columns.flatMap(({ frozen }, index) => (frozen && layout.settings.repeat_columns ? [index] : [])));
  const models = layout.tiles.map(({ columns, widths }): GanttModel => {
    const shown = columns.map((index, place) => ({
      ...plan.model.columns[index],
      width: widths[place],
      ...(layout.rowTops && wraps(plan.model.columns[index]) && { look: CELL_LOOKS.wrapped }),
    }));
    return { ...plan.model, columns: shown, columnLayout: layOutColumns(shown), sort: null };
  });
  /** Numbers under which the columns of a tile are read out; those that stand again are not read again. */
  const numbers = layout.tiles.map(({ columns }, tile) => columns.map((index) => (tile > 0 && repeated.has(index) ? -1 : index)));
  const origin = plan.span?.start ?? 0;
  const timeScale = { origin, finish: plan.span?.finish ?? origin, pixelsPerDay: layout.pixelsPerDay };

  return {
    page(page) {
      const at = placeOfPage(layout, page);
      const tile = layout.tiles[at.tile];
      const band = layout.bands[at.band];
      const isFirst = page === 0;
      const sheet = { width: layout.width, height: layout.height, parts: [], pictures: [], links: [] } satisfies Sheet as Required<Sheet>;
      const parts: PageParts = {
        fitter,
        roles: COLOUR,
        picture: (picture) => void sheet.pictures.push(picture),
        link: (link) => void sheet.links.push(link),
        put(x, y, width, height, size, draw, more) {
          if (width <= 0 || height <= 0) return;
          const scene = (scenes[sheet.parts.length] ??= newScene());
          beginScene(scene, width, height);
          scene.about = { cell: -1, whole: '', columns: null };
          openZone(scene, 0, 0, width, height);
          sheet.parts.push({ scene, x, y, scale: size, ...more });
          draw(scene);
        },
      };
      const row = at.band === 0 ? 0 : 1;
      const onPage = { ...values, page: String(page + 1), pages: String(layout.pages), tile: tileName(at) };
      const around = { isFirst, row, values: onPage } as const;
      const above = layout.upper[row];
      const below = layout.lower[row];
      drawAbove(parts, layout, around, pictures);

      const width = tile.grid + tile.chart;
      const view: GanttView = {
        width,
        height: heightOfRows(layout.rowTops, band.from, band.to),
        gridWidth: tile.chart > 0 ? tile.grid : width,
        gridLeft: 0,
        top: heightOfRows(layout.rowTops, 0, band.from),
        left: tile.chart > 0 ? pixelsOf(timeScale, tile.from) : 0,
        rowHeight: ROW,
        rowTops: layout.rowTops,
        scale: timeScale,
      };
      const top = inner.y + above;
      let y = top;
      const frameOf = (scene: Scene) => newFrame(scene, models[at.tile], view, fitter);
      parts.put(inner.x, y, width, HEADER, scale, (scene) => {
        if (at.band === 0 && scene.about) scene.about.columns = numbers[at.tile];
        drawHeader(frameOf(scene), HEADER);
      });
      y += HEADER * scale;
      const continued = at.band > 0 ? y : null;
      if (continued !== null) {
        const room = tile.chart > 0 ? tile.grid : width;
        parts.put(inner.x, y, width, ROW, scale, (scene) =>
          drawContinued(scene, width, room, plan.words.continued(band.within), band.within, fitter),
        );
        y += ROW * scale;
      }
      const rowsAt = y;
      parts.put(inner.x, y, width, view.height, scale, (scene) => {
        if (scene.about) scene.about.columns = numbers[at.tile];
        drawChart(frameOf(scene));
      });
      y += view.height * scale;
      const cut = hasCutTags(plan.model) && at.band < layout.bands.length - 1 ? y : null;
      if (tile.chart > 0 && hasCutTags(plan.model))
        drawCutLinks(parts, layout, page, frameOf(sheet.parts[sheet.parts.length - 1].scene), {
          x: inner.x,
          above: continued,
          below: cut,
          scale,
        });
      const tall = (rowsAt - top) / scale + view.height;
      parts.put(inner.x, top, width, tall, scale, (scene) => drawFrame(scene, LAYER.top, COLOUR['line-strong'], 0, 0, width, tall));
      if (tile.chart > 0 && plan.model.histogram)
        parts.put(inner.x, cut === null ? y : y + ROW * scale, width, STRIP, scale, (scene) => {
          drawStrip(frameOf(scene), STRIP);
          drawFrame(scene, LAYER.top, COLOUR['line-strong'], 0, 0, width, STRIP);
        });
      const withLegend = format.legend === 'each' || page === (format.legend === 'first' ? 0 : layout.pages - 1);
      if (withLegend && format.legend !== 'none' && layout.legend.length > 0) {
        const high = (layout.legend.length + 0.5) * LINE;
        parts.put(inner.x, inner.y + inner.height - below - high * own, inner.width / own, high, own, (scene) =>
          drawLegend(scene, layout.legend),
        );
      }
      drawBelow(parts, layout, around, pictures, plan.words);
      return sheet;
    },
  };
}

function drawContinued(scene: Scene, width: number, room: number, text: string, within: string, fitter: TextFitter): void {
  drawRect(scene, LAYER.ground, COLOUR.surface, 0, 0, width, ROW);
  drawRect(scene, LAYER.rowLine, COLOUR.line, 0, ROW - 1, width, 1);
  if (within !== '')
    drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'left', 8, ROW / 2, fitter.fit(text, room - 16, 'caption'));
}
