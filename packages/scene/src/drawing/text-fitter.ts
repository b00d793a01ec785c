import type { FontRole } from './scene.ts';

/** How wide texts are, and how they are cut; the canvas, the PDF and the tests each bring their own. */
export type TextFitter = {
  width(text: string, font: FontRole): number;
  /** The text itself where it fits, else its beginning with an ellipsis, else ''. */
  fit(text: string, room: number, font: FontRole): string;
  /** The text in at most so many lines, broken between words where it can be, the last one cut. */
  wrap(text: string, room: number, font: FontRole, most: number): readonly string[];
};

/** Where the first line of a text ends: after the last word that fits, inside a word that has no room of its own. */
function breakAt(text: string, room: number, font: FontRole, width: TextFitter['width']): number {
  if (width(text, font) <= room) return text.length;
  let end = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    if (width(text.slice(0, at), font) > room) break;
    end = at + 1;
  }
  if (end > 0) return end;
  let sum = 0;
  for (const char of text) {
    sum += width(char, font);
    if (sum > room) break;
    end += char.length;
  }
  return Math.max(1, end);
}

/** Characters up to here (Latin, Greek, Cyrillic) are looked up by number. */
const COMMON = 0x530;

/** A fitter from the advance of single characters, with a bounded memory of what was cut before. */
export function fitterOf(advance: (char: string, font: FontRole) => number, widest: number): TextFitter {
  const cut = new Map<string, string>();
  const common: Record<FontRole, Float64Array> = {
    regular: new Float64Array(COMMON).fill(-1),
    strong: new Float64Array(COMMON).fill(-1),
    caption: new Float64Array(COMMON).fill(-1),
  };
  const width = (text: string, font: FontRole): number => {
    const known = common[font];
    let sum = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < COMMON) {
        if (known[code] < 0) known[code] = advance(text[at], font);
        sum += known[code];
      } else {
        const char = String.fromCodePoint(text.codePointAt(at) as number);
        sum += advance(char, font);
        at += char.length - 1;
      }
    }
    return sum;
  };
  const fit = (text: string, room: number, font: FontRole): string => {
    if (text.length * widest <= room) return text;
    if (room < widest) return '';
    // Adding up widths costs less than the key of what was cut.
    if (width(text, font) <= room) return text;
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

  const wrapped = new Map<string, readonly string[]>();
  const wrap = (text: string, room: number, font: FontRole, most: number): readonly string[] => {
    const key = `${font}${Math.round(room)}/${most} ${text}`;
    const known = wrapped.get(key);
    if (known) return known;
    const lines: string[] = [];
    let rest = text;
    while (rest !== '' && lines.length < most) {
      const end = lines.length === most - 1 ? rest.length : breakAt(rest, room, font, width);
      lines.push(fit(rest.slice(0, end).trimEnd(), room, font));
      rest = rest.slice(end).trimStart();
    }
    if (wrapped.size > 4000) wrapped.clear();
    wrapped.set(key, lines);
    return lines;
  };
  return { width, fit, wrap };
}
