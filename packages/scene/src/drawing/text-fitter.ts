import type { FontRole } from './scene.ts';

/** How wide texts are, and how they are cut; the canvas, the PDF and the tests each bring their own. */
export type TextFitter = {
  width(text: string, font: FontRole): number;
  /** The text itself where it fits, else its beginning with an ellipsis, else ''. */
  fit(text: string, room: number, font: FontRole): string;
};

/** A fitter from the advance of single characters, with a bounded memory of what was cut before. */
export function fitterOf(advance: (char: string, font: FontRole) => number, widest: number): TextFitter {
  const cut = new Map<string, string>();
  const width = (text: string, font: FontRole): number => {
    let sum = 0;
    for (const char of text) sum += advance(char, font);
    return sum;
  };
  const fit = (text: string, room: number, font: FontRole): string => {
    if (text.length * widest <= room) return text;
    if (room < widest) return '';
    const key = `${font}${Math.round(room)} ${text}`;
    const known = cut.get(key);
    if (known !== undefined) return known;
    let sum = 0;
    let end = -1;
    let at = 0;
    const ellipsis = advance('…', font);
    let result = text;
    for (const char of text) {
      sum += advance(char, font);
      if (end < 0 && sum + ellipsis > room) end = at;
      if (sum > room) {
        result = end > 0 ? `${text.slice(0, end).trimEnd()}…` : '';
        break;
      }
      at += char.length;
    }
    if (cut.size > 4000) cut.clear();
    cut.set(key, result);
    return result;
  };
  return { width, fit };
}
