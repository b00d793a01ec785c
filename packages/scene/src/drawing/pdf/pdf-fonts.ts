import type { FontRole } from '../scene.ts';
import { FONTS } from '../scene.ts';
import type { ByteBuffer } from './byte-buffer.ts';
import { bytesOf, type PdfFile } from './pdf-file.ts';
import type { TextFitter } from '../text-fitter.ts';
import { fitterOf } from '../text-fitter.ts';
import type { TrueType } from '../true-type.ts';
import { subsetOf } from '../true-type-subset.ts';

/**
 * A font of a PDF: Helvetica, which every reader has but only for Latin text, or a TrueType file that is put into the document, with
 * another one for the signs that it has not.
 */
export type PdfFont = { trueType: TrueType; signs?: TrueType } | { helvetica: 'regular' | 'bold' };

/** How each font role is written. */
export type PdfFonts = Record<FontRole, { size: number; font: PdfFont }>;

/** Widths of Helvetica from the space to the tilde, in thousandths of the size (Adobe's font metrics). */
const WIDTHS = {
  regular: [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
    278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
    667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
    556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ],
  bold: [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333,
    333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
    667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611,
    611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ],
};
/** Characters of Windows-1252 that stand elsewhere in Unicode: their byte and their width. */
const ELSEWHERE: Record<string, [number, number]> = {
  '€': [0x80, 556],
  '…': [0x85, 1000],
  '‘': [0x91, 222],
  '’': [0x92, 222],
  '“': [0x93, 333],
  '”': [0x94, 333],
  '•': [0x95, 350],
  '–': [0x96, 556],
  '—': [0x97, 1000],
  '™': [0x99, 1000],
};
const UNKNOWN = '?';

function latinByte(char: string): number {
  const code = char.charCodeAt(0);
  if (char.length === 1 && ((code >= 32 && code < 127) || (code >= 160 && code < 256))) return code;
  return ELSEWHERE[char]?.[0] ?? -1;
}

function latinWidth(char: string, weight: 'regular' | 'bold'): number {
  // Accents do not widen a letter.
  const base = (latinByte(char) < 0 ? UNKNOWN : char).normalize('NFD').charCodeAt(0);
  return ELSEWHERE[char]?.[1] ?? WIDTHS[weight][base - 32] ?? 556;
}

/** What is written where no font has a character: an empty box. */
const MISSING = 0x25a1;

/** The font file that has a character and its glyph there; that of the box where none has it, 0 without a box. */
export function glyphIn({ trueType, signs }: { trueType: TrueType; signs?: TrueType }, code: number): { file: TrueType; glyph: number } {
  const own = trueType.glyphOf(code);
  if (own > 0 || !signs) return { file: trueType, glyph: own };
  const sign = signs.glyphOf(code);
  if (sign > 0) return { file: signs, glyph: sign };
  const box = trueType.glyphOf(MISSING);
  return box > 0 ? { file: trueType, glyph: box } : { file: signs, glyph: signs.glyphOf(MISSING) };
}

/** Whether a font writes a character itself and no box instead. */
export function hasGlyph(font: PdfFont, char: string): boolean {
  if (!('trueType' in font)) return latinByte(char) >= 0;
  const code = char.codePointAt(0) ?? 0;
  return font.trueType.glyphOf(code) > 0 || (font.signs?.glyphOf(code) ?? 0) > 0;
}

function widthIn(font: PdfFont, char: string): number {
  if (!('trueType' in font)) return latinWidth(char, font.helvetica);
  const { file, glyph } = glyphIn(font, char.codePointAt(0) ?? 0);
  return file.widthOf(glyph);
}

/** Measures and cuts texts as the PDF will show them; scenes for it are drawn with this one. */
export function pdfFitter(fonts: PdfFonts): TextFitter {
  const widest = Math.max(...FONTS.map((role) => fonts[role].size));
  return fitterOf((char, role) => (widthIn(fonts[role].font, char) * fonts[role].size) / 1000, widest);
}

/** The width of a text, in units of the page. */
export function pdfWidth({ size, font }: PdfFonts[FontRole], text: string): number {
  let sum = 0;
  for (const char of text) sum += widthIn(font, char);
  return (sum * size) / 1000;
}

/** The bytes of a stream as they stand in the file, with what its dictionary says beside their length. */
export type PdfStream = { bytes: Uint8Array; more: string };

/** Fonts of a document: their objects, and characters that none can write. */
export type PdfFontBook = {
  /** Writes a text as the content of a page shows it, in the font of its role, which is the one that is chosen. */
  write(out: ByteBuffer, role: FontRole, text: string): void;
  missing: Set<string>;
  /** The font files in use, each cut to the glyphs that were written. */
  programs(): Map<TrueType, Uint8Array>;
  /** Puts the fonts into the file; `packed` are the programs as streams. Returns the page's dictionary of them. */
  close(file: PdfFile, packed: ReadonlyMap<TrueType, PdfStream>): string;
};

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The name of the font that has the signs, and the name of a role's own. */
const SIGNS = 'signs';

/** A character by role, as it was found: its file, its glyph and whether it is a box. */
type Found = { file: TrueType; glyph: number };

/** Begins a book of the fonts of these roles. */
export function fontBook(fonts: PdfFonts): PdfFontBook {
  const latin: Record<FontRole, boolean> = { regular: false, strong: false, caption: false };
  const used = new Map<TrueType, Map<number, string>>();
  const found: Record<FontRole, Found[]> = { regular: [], strong: [], caption: [] };
  const missing = new Set<string>();
  const find = (role: FontRole, font: { trueType: TrueType; signs?: TrueType }, code: number): Found => {
    const char = String.fromCodePoint(code);
    const one = glyphIn(font, code);
    const has = hasGlyph(font, char);
    if (!has) missing.add(char);
    const glyphs = used.get(one.file) ?? new Map<number, string>();
    used.set(one.file, glyphs);
    if (!glyphs.has(one.glyph)) glyphs.set(one.glyph, has ? char : String.fromCodePoint(MISSING));
    found[role][code] = one;
    return one;
  };
  return {
    missing,
    programs: () => new Map([...used].map(([font, glyphs]) => [font, subsetOf(font.file, glyphs.keys())])),
    write(out, role, text) {
      const { font, size } = fonts[role];
      if (!('trueType' in font)) {
        latin[role] = true;
        out.text('<');
        for (const char of text) {
          const code = latinByte(char);
          if (code < 0) missing.add(char);
          out.text(hex(code < 0 ? UNKNOWN.charCodeAt(0) : code, 2));
        }
        return out.text('> Tj');
      }
      let file = font.trueType;
      const known = found[role];
      out.text('(');
      for (let at = 0; at < text.length; at++) {
        const code = text.codePointAt(at) ?? 0;
        if (code > 0xffff) at++;
        const one = known[code] ?? find(role, font, code);
        if (one.file !== file) {
          file = one.file;
          out.text(`) Tj /${file === font.trueType ? role : SIGNS} ${size} Tf (`);
        }
        out.pair(one.glyph);
      }
      out.text(') Tj');
      if (file !== font.trueType) out.text(` /${role} ${size} Tf`);
    },
    close(file, packed) {
      const embedded = new Map<TrueType, number>();
      for (const [font, program] of packed)
        embedded.set(font, embed(file, font, `GANTR${'ABCD'[embedded.size]}+Print`, used.get(font) ?? new Map(), program));
      const entries = FONTS.flatMap((role) => {
        const { font } = fonts[role];
        const number = 'trueType' in font ? embedded.get(font.trueType) : latin[role] ? helvetica(file, font.helvetica) : undefined;
        return number === undefined ? [] : [`/${role} ${number} 0 R`];
      });
      const signs = FONTS.map((role) => fonts[role].font).flatMap((font) => ('trueType' in font && font.signs ? [font.signs] : []));
      const number = signs[0] && embedded.get(signs[0]);
      return `<< ${[...entries, ...(number === undefined ? [] : [`/${SIGNS} ${number} 0 R`])].join(' ')} >>`;
    },
  };
}

function helvetica(file: PdfFile, weight: 'regular' | 'bold'): number {
  const name = weight === 'bold' ? 'Helvetica-Bold' : 'Helvetica';
  return file.object(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
}

/** A font file, with the widths of the glyphs in use and a way back from them to characters, so that texts can be found and copied. */
function embed(file: PdfFile, font: TrueType, name: string, used: Map<number, string>, { bytes, more }: PdfStream): number {
  const program = file.stream(bytes, more);
  const glyphs = [...used].sort(([a], [b]) => a - b);
  const shape = `/FontBBox [${font.box.join(' ')}] /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent}`;
  const descriptor = file.object(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 32 ${shape} /ItalicAngle 0 /StemV 80 /FontFile2 ${program} 0 R >>`,
  );
  const widths = glyphs.map(([glyph]) => `${glyph} [${font.widthOf(glyph)}]`).join(' ');
  const info = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const descendant = file.object(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} ${info} /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
  );
  const back = file.stream(bytesOf(toUnicode(glyphs)));
  return file.object(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${back} 0 R >>`,
  );
}

function toUnicode(glyphs: readonly [number, string][]): string {
  const lines = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Back def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
  ];
  // A block holds a hundred lines at most.
  for (let at = 0; at < glyphs.length; at += 100) {
    const block = glyphs.slice(at, at + 100);
    lines.push(`${block.length} beginbfchar`);
    for (const [glyph, char] of block) {
      const units = Array.from({ length: char.length }, (_, index) => hex(char.charCodeAt(index), 4)).join('');
      lines.push(`<${hex(glyph, 4)}> <${units}>`);
    }
    lines.push('endbfchar');
  }
  lines.push('endcmap CMapName currentdict /CMap defineresource pop end end');
  return lines.join('\n');
}
