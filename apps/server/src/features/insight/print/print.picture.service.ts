import { type Canvas, createCanvas, DOMMatrix, GlobalFonts, ImageData, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import {
  dashOf,
  type FontRole,
  type Hatch,
  HATCH_SCALE,
  HATCH_STEP,
  hatchLines,
  type Ink,
  matrixOf,
  type Painter,
  paintScene,
  plainInk,
  type Raster,
  type Sheet,
} from '@gantry/scene';
import { writePng } from '../../../platform/pictures/pictures.png.ts';
import { openFonts } from './print.fonts.service.ts';

const SIGNS = 'Gantry Print Signs';
const FAMILY = { regular: 'Gantry Print', strong: 'Gantry Print Strong', caption: 'Gantry Print' } as const satisfies Record<
  FontRole,
  string
>;
let registered = false;

function registerFonts(): void {
  if (registered) return;
  const { files } = openFonts();
  GlobalFonts.register(files.regular, FAMILY.regular);
  GlobalFonts.register(files.strong, FAMILY.strong);
  GlobalFonts.register(files.signs, SIGNS);
  registered = true;
}

/** A picture as its pixels. */
export async function rasterOf(bytes: Uint8Array): Promise<Raster> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  const cover = new Uint8Array(width * height);
  let opaque = true;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rgb.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
    cover[pixel] = data[pixel * 4 + 3];
    if (cover[pixel] < 255) opaque = false;
  }
  return { width, height, rgb, cover: opaque ? null : cover };
}

function canvasOf({ width, height, rgb, cover }: Raster): Canvas {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    data[pixel * 4 + 3] = cover ? cover[pixel] : 255;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

/** The most pixels of a picture, which takes some eleven bytes for each while it is drawn and packed. */
export const MOST_PIXELS = 12_000_000;

/** A sheet as a PNG of this width in pixels, every primitive where the PDF has it; a sheet too tall for `MOST_PIXELS` becomes narrower. */
export function pictureOf(sheet: Sheet, inks: readonly Ink[], width: number): Buffer {
  registerFonts();
  const ratio = Math.min(width / sheet.width, Math.sqrt(MOST_PIXELS / (sheet.width * sheet.height)));
  const [wide, tall] = [sheet.width, sheet.height].map((side) => Math.max(1, Math.round(side * ratio)));
  const canvas = createCanvas(wide, tall);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const part of sheet.parts) {
    const [a, b, c, d, e, f] = matrixOf(part).map((value) => value * ratio);
    context.setTransform(a, b, c, d, e, f);
    context.globalAlpha = part.alpha ?? 1;
    paintScene(part.scene, painterOn(context, inks, 1 / (ratio * (part.scale ?? 1))));
  }
  context.globalAlpha = 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const { raster, x, y, width: wide, height } of sheet.pictures ?? []) context.drawImage(canvasOf(raster), x, y, wide, height);
  return writePng(context.getImageData(0, 0, canvas.width, canvas.height));
}

/** A hatch as a canvas fills with it; `pixel` are units to one of the canvas. */
function patternOf(context: SKRSContext2D, { ink, paper, lines }: Hatch, pixel: number) {
  const side = Math.max(4, Math.round((HATCH_STEP * HATCH_SCALE) / pixel));
  const tile = createCanvas(side, side);
  const on = tile.getContext('2d');
  on.scale(side / HATCH_STEP, side / HATCH_STEP);
  on.fillStyle = paper;
  on.fillRect(0, 0, HATCH_STEP, HATCH_STEP);
  on.strokeStyle = ink;
  on.lineWidth = lines === 'dotted' ? 1.4 : 1;
  for (const [x1, y1, x2, y2] of hatchLines(lines)) {
    on.beginPath();
    on.moveTo(x1, y1);
    on.lineTo(x2, y2);
    on.stroke();
  }
  const pattern = context.createPattern(tile, 'repeat');
  if (!pattern) return paper;
  pattern.setTransform(new DOMMatrix([pixel, 0, 0, pixel, 0, 0]));
  return pattern;
}

function painterOn(context: SKRSContext2D, inks: readonly Ink[], pixel: number): Painter {
  const { fonts } = openFonts();
  const fill = (role: number): void => {
    const ink = inks[role];
    context.fillStyle = typeof ink === 'string' ? ink : patternOf(context, ink, pixel);
  };
  return {
    clip(x, y, width, height) {
      context.save();
      context.beginPath();
      context.rect(x, y, width, height);
      context.clip();
    },
    unclip: () => context.restore(),
    rects(role, data, length) {
      fill(role);
      for (let at = 0; at < length; at += 4) context.fillRect(data[at], data[at + 1], data[at + 2], data[at + 3]);
    },
    rounds(role, data, length) {
      fill(role);
      context.beginPath();
      for (let at = 0; at < length; at += 5) context.roundRect(data[at], data[at + 1], data[at + 2], data[at + 3], data[at + 4]);
      context.fill();
    },
    polygons(role, data, length) {
      fill(role);
      context.beginPath();
      for (let at = 0; at < length; at += 1 + data[at] * 2) {
        context.moveTo(data[at + 1], data[at + 2]);
        for (let point = 1; point < data[at]; point += 1) context.lineTo(data[at + 1 + point * 2], data[at + 2 + point * 2]);
        context.closePath();
      }
      context.fill();
    },
    lines(role, data, length) {
      context.strokeStyle = plainInk(inks[role]);
      context.lineJoin = 'round';
      for (let at = 0; at < length; at += 3 + data[at] * 2) {
        context.lineWidth = data[at + 1];
        context.setLineDash([...dashOf(data[at + 2])]);
        context.beginPath();
        for (let point = 0; point < data[at]; point += 1) context.lineTo(data[at + 3 + point * 2], data[at + 4 + point * 2]);
        context.stroke();
      }
      context.setLineDash([]);
    },
    texts(role, font, align, data, texts, count) {
      const { size } = fonts[font];
      context.fillStyle = plainInk(inks[role]);
      context.font = `${size}px "${FAMILY[font]}", "${SIGNS}"`;
      context.textAlign = align;
      // The PDF has the base line a third of the size below the middle of a line.
      for (let index = 0; index < count; index += 1) context.fillText(texts[index], data[index * 2], data[index * 2 + 1] + size * 0.35);
    },
  };
}
