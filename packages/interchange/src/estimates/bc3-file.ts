import { type CodePage, decoderOf } from '../text/code-pages.ts';
import { plainNumber } from './row-details.ts';

/** Characters of the bytes 0x80 to 0xFF of the pages that only this format still names. */
const UPPER_HALVES: Record<string, string> = {
  '850':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  '437':
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
};

export type Bc3Concept = { code: string; unit: string; name: string; price: string; type: string };
export type Bc3Part = { code: string; factor: string; yield: string };
export type Bc3File = {
  concepts: Map<string, Bc3Concept>;
  parts: Map<string, Bc3Part[]>;
  /** Measured quantity by `parent\child`. */
  measured: Map<string, string>;
  /** How it was measured, by the same keys. */
  formulas: Map<string, string>;
  percents: string[];
  currency: string;
  title: string;
};

/** The text of a file in the code page that its first record names. */
export function textOf(bytes: Uint8Array, wanted: CodePage | undefined): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const named = /^\s*~V\|([^~]*)/.exec(latin)?.[1].split('|')[4]?.trim().toUpperCase() ?? 'ANSI';
  const upper = UPPER_HALVES[named];
  if (upper && !wanted) return latin.replaceAll(/[\x80-\xff]/g, (sign) => upper[sign.charCodeAt(0) - 0x80]);
  return decoderOf(wanted ?? (named === 'UTF-8' ? 'utf-8' : 'windows-1252'))(latin);
}

export const bare = (code: string): string => code.trim().replace(/#+$/, '');

/** The records of a file that rows are made of. */
export function fileOf(text: string): Bc3File {
  const file: Bc3File = {
    concepts: new Map(),
    parts: new Map(),
    measured: new Map(),
    formulas: new Map(),
    percents: [],
    currency: 'EUR',
    title: '',
  };
  for (const record of text.split('~').slice(1)) {
    const fields = record.slice(1).split('|').slice(1);
    const sub = (at: number): string[] => (fields[at] ?? '').split('\\').map((part) => part.trim());
    switch (record[0]) {
      case 'K': {
        file.currency = /^[A-Z]{3}$/.test(sub(0)[8] ?? '') ? sub(0)[8] : file.currency;
        file.percents = sub(1);
        break;
      }
      case 'C':
        for (const code of sub(0))
          file.concepts.set(bare(code), {
            code,
            unit: sub(1)[0],
            name: (fields[2] ?? '').trim().slice(0, 512),
            price: sub(3)[0],
            type: sub(5)[0],
          });
        break;
      case 'D':
      case 'Y': {
        const cells = sub(1);
        const list = file.parts.get(bare(sub(0)[0])) ?? [];
        for (let at = 0; at + 2 < cells.length; at += 3)
          if (cells[at]) list.push({ code: cells[at], factor: cells[at + 1], yield: cells[at + 2] });
        file.parts.set(bare(sub(0)[0]), list);
        break;
      }
      case 'M':
      case 'N': {
        const [parent, child] = sub(0);
        if (child === undefined) break;
        const key = `${bare(parent)}\\${bare(child)}`;
        file.measured.set(key, (fields[2] ?? '').trim());
        file.formulas.set(key, formulaOf(sub(3)));
        break;
      }
      default:
    }
  }
  return file;
}

const MEASURES = 6;
const MOST_LINES = 200;

/** Lines of a measurement as one sum: each of type, note, count, length, width and height. Lines of subtotals have no numbers. */
function formulaOf(cells: readonly string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(cells.length, MOST_LINES * MEASURES); at += MEASURES) {
    const [type, , ...numbers] = cells.slice(at, at + MEASURES);
    // A line of type 3 has an expression over its numbers in place of a note.
    if (type === '3') return '';
    const factors = numbers.map(plainNumber).filter(Boolean);
    if (factors.length) lines.push(factors.join('*'));
  }
  return lines.join('+');
}
