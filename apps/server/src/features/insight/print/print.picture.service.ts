import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { type FontRole, type Painter, paintScene, type Sheet } from '@gantry/scene';
import { openFonts } from './print.fonts.service.ts';

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
  registered = true;
}

/** A sheet as a PNG of this width in pixels, every primitive where the PDF has it. */
export function pictureOf(sheet: Sheet, colours: readonly string[], width: number): Promise<Buffer> {
  registerFonts();
  const ratio = width / sheet.width;
  const canvas = createCanvas(width, Math.max(1, Math.round(sheet.height * ratio)));
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const { scene, x, y, scale = 1 } of sheet.parts) {
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    paintScene(scene, painterOn(context, colours));
  }
  return canvas.encode('png');
}

function painterOn(context: SKRSContext2D, colours: readonly string[]): Painter {
  const { fonts } = openFonts();
  return {
    clip(x, y, width, height) {
      context.save();
      context.beginPath();
      context.rect(x, y, width, height);
      context.clip();
    },
    unclip: () => context.restore(),
    rects(role, data, length) {
      context.fillStyle = colours[role];
      for (let at = 0; at < length; at += 4) context.fillRect(data[at], data[at + 1], data[at + 2], data[at + 3]);
    },
    rounds(role, data, length) {
      context.fillStyle = colours[role];
      context.beginPath();
      for (let at = 0; at < length; at += 5) context.roundRect(data[at], data[at + 1], data[at + 2], data[at + 3], data[at + 4]);
      context.fill();
    },
    polygons(role, data, length) {
      context.fillStyle = colours[role];
      context.beginPath();
      for (let at = 0; at < length; at += 1 + data[at] * 2) {
        context.moveTo(data[at + 1], data[at + 2]);
        for (let point = 1; point < data[at]; point += 1) context.lineTo(data[at + 1 + point * 2], data[at + 2 + point * 2]);
        context.closePath();
      }
      context.fill();
    },
    texts(role, font, align, data, texts, count) {
      const { size } = fonts[font];
      context.fillStyle = colours[role];
      context.font = `${size}px "${FAMILY[font]}"`;
      context.textAlign = align;
      // The PDF has the base line a third of the size below the middle of a line.
      for (let index = 0; index < count; index += 1) context.fillText(texts[index], data[index * 2], data[index * 2 + 1] + size * 0.35);
    },
  };
}
