import type { PdfFontBook, PdfFonts, PdfStream } from './pdf-fonts.ts';
import { fontBook, pdfWidth } from './pdf-fonts.ts';
import { newPdfFile } from './pdf-file.ts';
import type { Painter } from './scene.ts';
import { paintScene } from './scene.ts';
import type { Sheet } from './sheet.ts';
import type { TrueType } from './true-type.ts';

/** Colours by role number as `#rrggbb`, and how each font role is written. */
export type PdfStyle = { colours: readonly string[]; fonts: PdfFonts };

/** Points to a CSS pixel. */
const POINTS = 0.75;
/** How far the handles of a quarter circle's curve lie from its ends, as a share of the radius. */
const KAPPA = 0.5523;

const short = (value: number): string => String(Math.round(value * 100) / 100);
const fine = (value: number): string => String(Math.round(value * 1e5) / 1e5);

/** Packs the bytes of a stream by the method of zlib. */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>;

/** A PDF that is written page by page; only packed pages stay in memory. */
export type PdfWriter = {
  add(sheet: Sheet): Promise<void>;
  /** `missing` are the characters that the fonts do not have. */
  close(): Promise<{ bytes: Uint8Array; missing: string[] }>;
};

/** Begins a PDF with a title, its streams packed. */
export function openPdf(style: PdfStyle, title: string, deflate: Deflate): PdfWriter {
  const pdf = begin(style);
  const pack = async (bytes: Uint8Array, more = ''): Promise<PdfStream> => ({
    bytes: await deflate(bytes),
    more: `${more} /Filter /FlateDecode`,
  });
  return {
    async add(sheet) {
      pdf.page(sheet, await pack(pdf.contentOf(sheet)));
    },
    async close() {
      const packed = new Map<TrueType, PdfStream>();
      for (const [font, program] of pdf.programs()) packed.set(font, await pack(program, ` /Length1 ${program.length}`));
      return pdf.close(packed, title);
    },
  };
}

/**
 * Paints sheets as a PDF document, a page each, every primitive at the place where the canvas has it. `missing` are the characters that
 * the fonts do not have: Helvetica writes Latin only, Cyrillic needs a TrueType font that has it.
 */
export function sheetsToPdf(sheets: readonly Sheet[], style: PdfStyle): { bytes: Uint8Array; missing: string[] } {
  const pdf = begin(style);
  for (const sheet of sheets) pdf.page(sheet, { bytes: pdf.contentOf(sheet), more: '' });
  const programs = [...pdf.programs()].map(([font, bytes]) => [font, { bytes, more: ` /Length1 ${bytes.length}` }] as const);
  return pdf.close(new Map(programs), '');
}

function begin(style: PdfStyle) {
  const file = newPdfFile();
  const book = fontBook(style.fonts);
  const pages = file.reserve();
  const fonts = file.reserve();
  const kids: number[] = [];
  return {
    contentOf: (sheet: Sheet): Uint8Array => file.bytesOf(contentOf(sheet, style, book)),
    programs: () => book.programs(),
    page({ width, height }: Sheet, { bytes, more }: PdfStream): void {
      const content = file.stream(bytes, more);
      const box = `[0 0 ${short(width * POINTS)} ${short(height * POINTS)}]`;
      const resources = `/Resources << /Font ${fonts} 0 R >>`;
      kids.push(file.object(`<< /Type /Page /Parent ${pages} 0 R /MediaBox ${box} ${resources} /Contents ${content} 0 R >>`));
    },
    close(packed: ReadonlyMap<TrueType, PdfStream>, title: string): { bytes: Uint8Array; missing: string[] } {
      file.object(book.close(file, packed), fonts);
      file.object(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`, pages);
      const root = file.object(`<< /Type /Catalog /Pages ${pages} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`);
      const info = file.object(`<< /Title ${utf16(title)} /Producer (Gantry) >>`);
      return { bytes: file.close(root, info), missing: [...book.missing].sort() };
    },
  };
}

/** A text of the document's own data, with its byte order mark. */
function utf16(text: string): string {
  let codes = 'feff';
  for (let at = 0; at < text.length; at++) codes += text.charCodeAt(at).toString(16).padStart(4, '0');
  return `<${codes}>`;
}

function contentOf(sheet: Sheet, style: PdfStyle, book: PdfFontBook): string {
  // From here on pixels count down from the upper left corner, as on the screen.
  const lines = [`${POINTS} 0 0 ${-POINTS} 0 ${short(sheet.height * POINTS)} cm`];
  for (const { scene, x, y, scale = 1 } of sheet.parts) {
    lines.push(`q ${fine(scale)} 0 0 ${fine(scale)} ${short(x)} ${short(y)} cm`);
    paintScene(scene, painterTo(lines, style, book));
    lines.push('Q');
  }
  return lines.join('\n');
}

/** `#rrggbb` as three shares. */
function colour(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255].map((part) => short(part / 255)).join(' ');
}

function painterTo(lines: string[], { colours, fonts }: PdfStyle, book: PdfFontBook): Painter {
  const fill = (role: number): void => void lines.push(`${colour(colours[role])} rg`);
  return {
    clip: (x, y, width, height) => void lines.push(`q ${short(x)} ${short(y)} ${short(width)} ${short(height)} re W n`),
    unclip: () => void lines.push('Q'),
    rects(role, data, length) {
      fill(role);
      for (let at = 0; at < length; at += 4)
        lines.push(`${short(data[at])} ${short(data[at + 1])} ${short(data[at + 2])} ${short(data[at + 3])} re`);
      lines.push('f');
    },
    rounds(role, data, length) {
      fill(role);
      for (let at = 0; at < length; at += 5) lines.push(round(data[at], data[at + 1], data[at + 2], data[at + 3], data[at + 4]));
      lines.push('f');
    },
    polygons(role, data, length) {
      fill(role);
      for (let at = 0; at < length; at += 1 + data[at] * 2) {
        const points: string[] = [];
        for (let p = 0; p < data[at]; p++)
          points.push(`${short(data[at + 1 + p * 2])} ${short(data[at + 2 + p * 2])} ${p === 0 ? 'm' : 'l'}`);
        lines.push(`${points.join(' ')} h`);
      }
      lines.push('f');
    },
    texts(role, font, align, data, texts, count) {
      const { size } = fonts[font];
      fill(role);
      lines.push(`BT /${font} ${short(size)} Tf`);
      for (let i = 0; i < count; i++) {
        const width = align === 'left' ? 0 : pdfWidth(fonts[font], texts[i]);
        const x = data[i * 2] - (align === 'right' ? width : width / 2);
        // Scenes give the middle of a line; a third of the size below it lies the base line. Letters stand up again here.
        lines.push(`1 0 0 -1 ${short(x)} ${short(data[i * 2 + 1] + size * 0.35)} Tm ${book.write(font, texts[i])} Tj`);
      }
      lines.push('ET');
    },
  };
}

/** A rectangle with rounded corners, clockwise from its upper left. */
function round(x: number, y: number, width: number, height: number, radius: number): string {
  const right = x + width;
  const bottom = y + height;
  const near = radius * (1 - KAPPA);
  const curve = (...points: number[]): string => `${points.map(short).join(' ')} c`;
  const line = (toX: number, toY: number): string => `${short(toX)} ${short(toY)} l`;
  return [
    `${short(x + radius)} ${short(y)} m`,
    line(right - radius, y),
    curve(right - near, y, right, y + near, right, y + radius),
    line(right, bottom - radius),
    curve(right, bottom - near, right - near, bottom, right - radius, bottom),
    line(x + radius, bottom),
    curve(x + near, bottom, x, bottom - near, x, bottom - radius),
    line(x, y + radius),
    curve(x, y + near, x + near, y, x + radius, y),
    'h',
  ].join(' ');
}
