import type { Painter, Scene } from '@gantry/scene';
import { dashOf, paintScene } from '@gantry/scene';
import type { Theme } from './theme.ts';

/** Paints scenes onto one canvas. */
export type CanvasPainter = { paint(scene: Scene, theme: Theme): void; textCount(): number };

/** A painter for a canvas; an opaque one paints text with subpixels and saves the browser blending. */
export function canvasPainter(canvas: HTMLCanvasElement, opaque: boolean): CanvasPainter {
  // Made when first needed: contexts of canvases that are not shown cost time and memory.
  let made: CanvasRenderingContext2D | null = null;
  let context!: CanvasRenderingContext2D;
  let colours: string[] = [];
  let theme: Theme | null = null;
  let texts = 0;
  let ratio = 1;
  /** To whole device pixels, so that edges stay sharp at 125 % too. */
  const snap = (value: number): number => Math.round(value * ratio) / ratio;
  /** Up to here it is a line: all of one thickness must look alike, wherever they stand between the device pixels. */
  const line = 3;
  const extent = (from: number, size: number, snapped: number): number =>
    size <= line ? Math.max(1, Math.round(size * ratio)) / ratio : Math.max(1 / ratio, snap(from + size) - snapped);
  const painter: Painter = {
    clip(x, y, width, height) {
      context.save();
      context.beginPath();
      context.rect(x, y, width, height);
      context.clip();
      context.textBaseline = 'middle';
    },
    unclip() {
      context.restore();
    },
    rects(role, data, length) {
      context.fillStyle = colours[role];
      if (Number.isInteger(ratio)) {
        for (let at = 0; at < length; at += 4) context.fillRect(data[at], data[at + 1], data[at + 2], data[at + 3]);
        return;
      }
      for (let at = 0; at < length; at += 4) {
        const x = snap(data[at]);
        const y = snap(data[at + 1]);
        context.fillRect(x, y, extent(data[at], data[at + 2], x), extent(data[at + 1], data[at + 3], y));
      }
    },
    rounds(role, data, length) {
      context.fillStyle = colours[role];
      context.beginPath();
      const whole = Number.isInteger(ratio);
      for (let at = 0; at < length; at += 5) {
        // Edges as sharp as those of the rectangles that lie over them.
        const x = whole ? data[at] : snap(data[at]);
        const y = whole ? data[at + 1] : snap(data[at + 1]);
        const width = whole ? data[at + 2] : extent(data[at], data[at + 2], x);
        const height = whole ? data[at + 3] : extent(data[at + 1], data[at + 3], y);
        if (data[at + 4] < 1) context.rect(x, y, width, height);
        else context.roundRect(x, y, width, height, data[at + 4]);
      }
      context.fill();
    },
    polygons(role, data, length) {
      context.fillStyle = colours[role];
      context.beginPath();
      for (let at = 0; at < length;) {
        const points = data[at++];
        context.moveTo(data[at], data[at + 1]);
        for (let p = 1; p < points; p++) context.lineTo(data[at + p * 2], data[at + p * 2 + 1]);
        context.closePath();
        at += points * 2;
      }
      context.fill();
    },
    lines(role, data, length) {
      context.strokeStyle = colours[role];
      context.lineJoin = 'round';
      for (let at = 0; at < length; at += 3 + data[at] * 2) {
        context.lineWidth = data[at + 1];
        context.setLineDash([...dashOf(data[at + 2])]);
        context.beginPath();
        for (let p = 0; p < data[at]; p++) context.lineTo(data[at + 3 + p * 2], data[at + 4 + p * 2]);
        context.stroke();
      }
      context.setLineDash([]);
    },
    texts(role, font, align, data, list, count) {
      if (!theme) return;
      context.fillStyle = colours[role];
      context.font = theme.fonts[font];
      context.textAlign = align;
      for (let i = 0; i < count; i++) context.fillText(list[i], data[i * 2], data[i * 2 + 1]);
      texts += count;
    },
  };
  return {
    paint(scene, wanted) {
      made ??= canvas.getContext('2d', { alpha: !opaque }) as CanvasRenderingContext2D;
      context = made;
      theme = wanted;
      colours = wanted.colours;
      texts = 0;
      ratio = canvas.width / Math.max(1, scene.width);
      if (Math.abs(ratio - Math.round(ratio)) < 0.01) ratio = Math.round(ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      if (!opaque) context.clearRect(0, 0, scene.width, scene.height);
      paintScene(scene, painter);
    },
    textCount: () => texts,
  };
}
