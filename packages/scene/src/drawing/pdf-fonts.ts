import type { FontRole } from './scene.ts';
import { FONTS } from './scene.ts';
import type { PdfFile } from './pdf-file.ts';
import type { TextFitter } from './text-fitter.ts';
import { fitterOf } from './text-fitter.ts';
import type { TrueType } from './true-type.ts';
import { subsetOf } from './true-type-subset.ts';

/** A font of a PDF: Helvetica, which every reader has but only for Latin text, or a TrueType file that is put into the document. */
export type PdfFont = { trueType: TrueType } | { helvetica: 'regular' | 'bold' };

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

function widthIn(font: PdfFont, char: string): number {
  return 'trueType' in font
    ? font.trueType.widthOf(font.trueType.glyphOf(char.codePointAt(0) as number))
    : latinWidth(char, font.helvetica);
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

/** Fonts of a document: their objects, and characters that none can write. */
/** The bytes of a stream as they stand in the file, with what its dictionary says beside their length. */
export type PdfStream = { bytes: Uint8Array; more: string };

export type PdfFontBook = {
  /** The text as the content of a page writes it. */
  write(role: FontRole, text: string): string;
  missing: Set<string>;
  /** The font files in use, each cut to the glyphs that were written. */
  programs(): Map<TrueType, Uint8Array>;
  /** Puts the fonts into the file; `packed` are the programs as streams. Returns the page's dictionary of them. */
  close(file: PdfFile, packed: ReadonlyMap<TrueType, PdfStream>): string;
};

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Begins a book of the fonts of these roles. */
export function fontBook(fonts: PdfFonts): PdfFontBook {
  const used: Record<FontRole, Map<number, string>> = { regular: new Map(), strong: new Map(), caption: new Map() };
  const missing = new Set<string>();
  /** Glyphs of a font file by all roles that it writes. */
  const glyphsIn = (font: TrueType): Map<number, string> =>
    new Map(FONTS.flatMap((role) => (trueTypeOf(fonts, role) === font ? [...used[role]] : [])));
  return {
    missing,
    programs() {
      const files = new Set(FONTS.flatMap((role) => (used[role].size > 0 ? (trueTypeOf(fonts, role) ?? []) : [])));
      return new Map([...files].map((font) => [font, subsetOf(font.file, glyphsIn(font).keys())]));
    },
    write(role, text) {
      const { font } = fonts[role];
      let codes = '';
      for (const char of text) {
        const code = 'trueType' in font ? font.trueType.glyphOf(char.codePointAt(0) as number) : latinByte(char);
        if (code < 0 || ('trueType' in font && code === 0)) missing.add(char);
        used[role].set(code, char);
        codes += 'trueType' in font ? hex(code, 4) : hex(code < 0 ? UNKNOWN.charCodeAt(0) : code, 2);
      }
      return `<${codes}>`;
    },
    close(file, packed) {
      const embedded = new Map<TrueType, number>();
      for (const [font, program] of packed)
        embedded.set(font, embed(file, font, `GANTR${'ABC'[embedded.size]}+Print`, glyphsIn(font), program));
      const entries = FONTS.map((role) => {
        const { font } = fonts[role];
        // A role that has written nothing needs a font all the same: readers have this one.
        const number = 'trueType' in font ? (embedded.get(font.trueType) ?? helvetica(file, 'regular')) : helvetica(file, font.helvetica);
        return `/${role} ${number} 0 R`;
      });
      return `<< ${entries.join(' ')} >>`;
    },
  };
}

function helvetica(file: PdfFile, weight: 'regular' | 'bold'): number {
  const name = weight === 'bold' ? 'Helvetica-Bold' : 'Helvetica';
  return file.object(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
}

const trueTypeOf = (fonts: PdfFonts, role: FontRole): TrueType | null => {
  const { font } = fonts[role];
  return 'trueType' in font ? font.trueType : null;
};

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
  const back = file.stream(file.bytesOf(toUnicode(glyphs)));
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
