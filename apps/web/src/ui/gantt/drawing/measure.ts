import type { FontRole, TextFitter } from '@gantry/scene';
import { fitterOf } from '@gantry/scene';
import type { Theme } from './theme.ts';

/** Texts of so many pixels per character always fit: nothing in the fonts in use is wider. */
const WIDEST = 10.5;

/** A fitter that measures each character once, when it is first needed. */
export function canvasFitter(theme: Theme, canvas: HTMLCanvasElement): TextFitter {
  // A context of its own would cost the first picture eight milliseconds.
  const context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
  const spelling: Record<FontRole, string> = { regular: '', strong: '', caption: '' };
  const known: Record<FontRole, Map<string, number>> = { regular: new Map(), strong: new Map(), caption: new Map() };
  return fitterOf((char, font) => {
    const width = known[font].get(char);
    if (width !== undefined) return width;
    // Setting a font costs far more than reading it, and the browser writes it back in its own spelling.
    if (context.font !== spelling[font]) {
      context.font = theme.fonts[font];
      spelling[font] = context.font;
    }
    const measured = context.measureText(char).width;
    known[font].set(char, measured);
    return measured;
  }, WIDEST);
}
