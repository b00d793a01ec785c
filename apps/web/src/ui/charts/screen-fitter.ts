import { FONTS, fitterOf, type TextFitter } from '@gantry/scene';
import { CHART_STYLE } from './chart-style.ts';

/** Where letters cannot be measured, they are taken to be as wide as most are. */
const USUAL = 7;
const WIDEST = 14;
let made: TextFitter | null = null;

/** How wide texts of charts are in the page's font. */
export function screenFitter(): TextFitter {
  if (made) return made;
  const context = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.body).fontFamily || 'sans-serif';
  const written = Object.fromEntries(
    FONTS.map((font) => [font, `${CHART_STYLE.fonts[font].weight} ${CHART_STYLE.fonts[font].size}px ${family}`]),
  );
  made = fitterOf((char, font) => {
    if (!context) return USUAL;
    context.font = written[font];
    return context.measureText(char).width;
  }, WIDEST);
  return made;
}
