import type { PrintSlots, PrintValue } from '@gantry/domain';
import { filledSlot, PRINT_SLOTS } from '@gantry/domain';
import { type Alignment, beginScene, drawFrame, drawRect, drawText, newScene, openZone, type Scene } from '../drawing/scene.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { COLOUR, LAYER } from '../gantt/colours.ts';
import { layOutColumns } from '../gantt/columns.ts';
import { drawChart, newFrame } from '../gantt/draw/chart.ts';
import { drawHeader } from '../gantt/draw/header.ts';
import type { GanttModel, GanttView } from '../gantt/frame.ts';
import { pixelsOf } from '../time-scale/scale.ts';
import { type PageLayout, placeOfPage, tileName } from './lay-pages.ts';
import { drawLegend } from './legend.ts';
import { HEADER, LINE, linesOf, ROW } from './measures.ts';

/** Values of slots that are the same on all pages. */
export type PageValues = Readonly<Partial<Record<PrintValue, string>>>;

/** Draws pages of a layout one after the other in the same memory: a sheet is good until the next one is drawn. */
export type PagePainter = { page(page: number): Sheet };

/** Opens a layout for drawing. */
export function openPages(layout: PageLayout, values: PageValues, fitter: TextFitter): PagePainter {
  const { plan, inner, own, scale, format } = layout;
  const scenes: Scene[] = [];
  const models = layout.tiles.map(({ columns, widths }): GanttModel => {
    const shown = columns.map((index, place) => ({ ...plan.model.columns[index], width: widths[place] }));
    return { ...plan.model, columns: shown, columnLayout: layOutColumns(shown), sort: null };
  });
  const origin = plan.span?.start ?? 0;
  const timeScale = { origin, finish: plan.span?.finish ?? origin, pixelsPerDay: layout.pixelsPerDay };

  return {
    page(page) {
      const at = placeOfPage(layout, page);
      const tile = layout.tiles[at.tile];
      const band = layout.bands[at.band];
      const sheet: Sheet = { width: layout.width, height: layout.height, parts: [] };
      const part = (x: number, y: number, width: number, height: number, size: number, draw: (scene: Scene) => void): void => {
        if (width <= 0 || height <= 0) return;
        const scene = (scenes[sheet.parts.length] ??= newScene());
        beginScene(scene, width, height);
        openZone(scene, 0, 0, width, height);
        draw(scene);
        sheet.parts.push({ scene, x, y, scale: size });
      };
      const row = at.band === 0 ? 0 : 1;
      const slots = slotsOf(layout, page === 0, { ...values, page: String(page + 1), pages: String(layout.pages), tile: tileName(at) });
      const above = layout.upper[row];
      const below = layout.lower[row];
      part(inner.x, inner.y, inner.width / own, above / own, own, (scene) => drawSlots(scene, slots, 'upper', page === 0, fitter));

      const width = tile.grid + tile.chart;
      const view: GanttView = {
        width,
        height: (band.to - band.from) * ROW,
        gridWidth: tile.chart > 0 ? tile.grid : width,
        gridLeft: 0,
        top: band.from * ROW,
        left: tile.chart > 0 ? pixelsOf(timeScale, tile.from) : 0,
        rowHeight: ROW,
        scale: timeScale,
      };
      let y = inner.y + above;
      const frameOf = (scene: Scene) => newFrame(scene, models[at.tile], view, fitter);
      part(inner.x, y, width, HEADER, scale, (scene) => drawHeader(frameOf(scene), HEADER));
      y += HEADER * scale;
      if (at.band > 0) {
        part(inner.x, y, width, ROW, scale, (scene) => drawContinued(scene, width, plan.words.continued(band.within), band.within, fitter));
        y += ROW * scale;
      }
      part(inner.x, y, width, view.height, scale, (scene) => drawChart(frameOf(scene)));
      part(inner.x, inner.y + above, width, (y - inner.y - above) / scale + view.height, scale, (scene) =>
        drawFrame(scene, LAYER.top, COLOUR['line-strong'], 0, 0, width, (y - inner.y - above) / scale + view.height),
      );
      if (format.legend === 'each' || page === (format.legend === 'first' ? 0 : layout.pages - 1)) {
        const tall = (layout.legend.length + 0.5) * LINE;
        if (format.legend !== 'none' && layout.legend.length > 0)
          part(inner.x, inner.y + inner.height - below - tall * own, inner.width / own, tall, own, (scene) =>
            drawLegend(scene, layout.legend),
          );
      }
      part(inner.x, inner.y + inner.height - below, inner.width / own, below / own, own, (scene) =>
        drawSlots(scene, slots, 'lower', page === 0, fitter),
      );
      return sheet;
    },
  };
}

/** The texts of a page: of the first one its titles where they are not empty. */
function slotsOf({ format }: PageLayout, isFirst: boolean, values: PageValues): PrintSlots {
  const texts = PRINT_SLOTS.map((slot) => [slot, filledSlot((isFirst && format.titles[slot]) || format.headers[slot], values)]);
  return Object.fromEntries(texts) as PrintSlots;
}

const SIDES = [
  ['left', 'left'],
  ['centre', 'center'],
  ['right', 'right'],
] as const satisfies [string, Alignment][];
const GAP = 12;

/** Three texts side by side; one beside empty ones takes their room. */
function drawSlots(scene: Scene, slots: PrintSlots, edge: 'upper' | 'lower', isFirst: boolean, fitter: TextFitter): void {
  const { width, height } = scene;
  const centre = slots[`${edge}_centre`] !== '';
  for (const [side, align] of SIDES) {
    const other =
      side === 'left' ? slots[`${edge}_right`] : side === 'right' ? slots[`${edge}_left`] : slots[`${edge}_left`] + slots[`${edge}_right`];
    const share = centre && (side !== 'centre' || other !== '') ? 1 / 3 : other === '' ? 1 : 1 / 2;
    const room = width * share - GAP;
    const x = side === 'left' ? 0 : side === 'right' ? width : width / 2;
    const lines = linesOf(slots[`${edge}_${side}`]);
    lines.forEach((line, index) => {
      const font = isFirst && edge === 'upper' && side === 'centre' ? 'strong' : 'regular';
      const y = edge === 'upper' ? LINE * (index + 0.5) : height - LINE * (lines.length - index - 0.5);
      drawText(scene, LAYER.text, COLOUR.text, font, align, x, y, fitter.fit(line, room, font));
    });
  }
}

function drawContinued(scene: Scene, width: number, text: string, within: string, fitter: TextFitter): void {
  drawRect(scene, LAYER.ground, COLOUR.surface, 0, 0, width, ROW);
  drawRect(scene, LAYER.rowLine, COLOUR.line, 0, ROW - 1, width, 1);
  if (within !== '')
    drawText(scene, LAYER.text, COLOUR['text-muted'], 'caption', 'left', 8, ROW / 2, fitter.fit(text, width - 16, 'caption'));
}
