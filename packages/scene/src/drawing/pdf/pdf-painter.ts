import { newByteBuffer } from './byte-buffer.ts';
import { HATCH_SCALE, HATCH_STEP, hatchLines, type Hatch } from '../ink.ts';
import { archiveEntries, type PdfAbout } from './pdf-archive.ts';
import { contentOf, type PdfShared, type PdfStyle, POINTS, sharesOf } from './pdf-content.ts';
import { bytesOf, newPdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-fonts.ts';
import { fontBook } from './pdf-fonts.ts';
import { outlineEntry, type PdfBookmark } from './pdf-outline.ts';
import { openTags, PLAN_BLOCKS, type PdfBlock } from './pdf-tags.ts';
import type { CellPlace } from '../scene.ts';
import type { Raster, Sheet } from '../sheet.ts';
import type { TrueType } from '../true-type.ts';

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** How hard zlib packs pages: two more steps would take 1.6 times the processor for 5 % of the bytes. */
export const PDF_PACKING = { level: 4 };

/** Packs the bytes of a stream by the method of zlib. */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>;

/** How a document is written: what it says of itself, whether its texts are read out, as the table of a plan or as other blocks, and where its bytes go in their order. */
export type PdfOptions = { about: PdfAbout; tagged: boolean | readonly PdfBlock[]; deflate: Deflate; put(bytes: Uint8Array): void };

/** A PDF that is written page by page; no page stays in memory. */
export type PdfWriter = {
  add(sheet: Sheet): Promise<void>;
  /** Bookmarks and links may lead to pages that were not added: those are left out. `missing` are the characters that the fonts do not have. */
  close(bookmarks?: readonly PdfBookmark[]): Promise<{ size: number; missing: string[] }>;
};

/** Begins a PDF that can be kept for good (PDF/A-2u), its streams packed. `pageOf` says which page of the drawing is added next. */
export function openPdf(
  style: PdfStyle,
  { about, tagged, deflate, put }: PdfOptions,
  pageOf: (added: number) => number = (added) => added,
): PdfWriter {
  const pdf = begin(style, put, tagged, pageOf);
  const pack = async (bytes: Uint8Array, more = ''): Promise<PdfStream> => ({
    bytes: await deflate(bytes),
    more: `${more} /Filter /FlateDecode`,
  });
  return {
    async add(sheet) {
      const { content, cells } = pdf.contentOf(sheet);
      pdf.page(sheet, await pack(content), cells);
    },
    async close(bookmarks = []) {
      const packed = new Map<TrueType, PdfStream>();
      for (const [font, program] of pdf.programs()) packed.set(font, await pack(program, ` /Length1 ${program.length}`));
      const pictures = new Map<Uint8Array, PdfStream>();
      for (const { rgb, cover } of pdf.rasters()) {
        pictures.set(rgb, await pack(rgb));
        if (cover) pictures.set(cover, await pack(cover));
      }
      return pdf.close(packed, pictures, bookmarks, about);
    },
  };
}

/**
 * Paints sheets as a plain PDF document, a page each, every primitive at the place where the canvas has it. `missing` are the characters
 * that the fonts do not have: Helvetica writes Latin only, Cyrillic needs a TrueType font that has it.
 */
export function sheetsToPdf(sheets: readonly Sheet[], style: PdfStyle): { bytes: Uint8Array; missing: string[] } {
  const parts: Uint8Array[] = [];
  const pdf = begin(
    style,
    (bytes) => void parts.push(bytes),
    false,
    (added) => added,
  );
  for (const sheet of sheets) {
    const { content, cells } = pdf.contentOf(sheet);
    pdf.page(sheet, { bytes: content, more: '' }, cells);
  }
  const programs = [...pdf.programs()].map(([font, bytes]) => [font, { bytes, more: ` /Length1 ${bytes.length}` }] as const);
  const pictures = pdf
    .rasters()
    .flatMap(({ rgb, cover }) => [rgb, ...(cover ? [cover] : [])].map((bytes) => [bytes, { bytes, more: '' }] as const));
  const { size, missing } = pdf.close(new Map(programs), new Map(pictures), [], null);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, missing };
}

const NO_ID = '0'.repeat(32);

function begin(style: PdfStyle, put: (bytes: Uint8Array) => void, tagged: PdfOptions['tagged'], pageOf: (added: number) => number) {
  const file = newPdfFile(put);
  const out = newByteBuffer();
  const book = fontBook(style.fonts);
  const shared: PdfShared = { alphas: new Set(), hatches: new Set(), rasters: new Map() };
  const tags = tagged ? openTags(file, tagged === true ? PLAN_BLOCKS : tagged) : null;
  const pages = file.reserve();
  const resources = file.reserve();
  const kids: number[] = [];
  /** Objects of the pages of the drawing, by their number there: links may come before their page. */
  const objects = new Map<number, { number: number; height: number | null }>();
  const objectOf = (page: number) => {
    const known = objects.get(page) ?? { number: file.reserve(), height: null };
    objects.set(page, known);
    return known;
  };
  return {
    contentOf(sheet: Sheet): { content: Uint8Array; cells: CellPlace[] | null } {
      const cells: CellPlace[] | null = tags ? [] : null;
      return { content: contentOf(out, sheet, style, book, shared, cells), cells };
    },
    programs: () => book.programs(),
    rasters: () => [...shared.rasters.keys()],
    page({ width, height, links = [] }: Sheet, { bytes, more }: PdfStream, cells: CellPlace[] | null): void {
      const content = file.stream(bytes, more);
      const object = objectOf(pageOf(kids.length));
      object.height = height;
      const { number } = object;
      const y = (top: number): string => short((height - top) * POINTS);
      const notes = links.map((link) => {
        const box = `${short(link.x * POINTS)} ${y(link.y + link.height)} ${short((link.x + link.width) * POINTS)} ${y(link.y)}`;
        const to = `[${objectOf(link.page).number} 0 R /XYZ null ${y(link.top)} null]`;
        return file.object(`<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [${box}] /Dest ${to} >>`);
      });
      const box = `[0 0 ${short(width * POINTS)} ${short(height * POINTS)}]`;
      const beside = `${notes.length > 0 ? ` /Annots [${notes.map((note) => `${note} 0 R`).join(' ')}]` : ''}${tags && cells ? tags.page(number, cells) : ''}`;
      kids.push(
        file.object(
          `<< /Type /Page /Parent ${pages} 0 R /MediaBox ${box} /Resources ${resources} 0 R /Contents ${content} 0 R${beside} >>`,
          number,
        ),
      );
    },
    close(
      packed: ReadonlyMap<TrueType, PdfStream>,
      pictures: ReadonlyMap<Uint8Array, PdfStream>,
      bookmarks: readonly PdfBookmark[],
      about: PdfAbout | null,
    ): { size: number; missing: string[] } {
      const fonts = file.object(book.close(file, packed));
      const images = [...shared.rasters].map(([raster, name]) => `/${name} ${imageOf(raster, pictures)} 0 R`);
      const states = [...shared.alphas].map((alpha) => `/A${alpha} << /ca ${short(alpha / 100)} >>`);
      const hatches = [...shared.hatches].map((role) => `/H${role} ${hatchOf(style.colours[role] as Hatch)} 0 R`);
      const entries = [
        `/Font ${fonts} 0 R`,
        images.length > 0 ? ` /XObject << ${images.join(' ')} >>` : '',
        states.length > 0 ? ` /ExtGState << ${states.join(' ')} >>` : '',
        hatches.length > 0 ? ` /Pattern << ${hatches.join(' ')} >>` : '',
      ];
      file.object(`<< ${entries.join('')} >>`, resources);
      file.object(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`, pages);
      const height = kids.length > 0 ? ([...objects.values()].find((one) => one.height !== null)?.height ?? 0) : 0;
      const outline = outlineEntry(file, bookmarks, (page, top) => {
        const object = objects.get(page);
        return object && object.height !== null ? `[${object.number} 0 R /XYZ null ${short((height - top) * POINTS)} null]` : null;
      });
      // A link to a page that was not wanted leads nowhere: readers pass over a null.
      for (const object of objects.values()) if (object.height === null) file.object('null', object.number);
      const archive = about ? archiveEntries(file, about) : null;
      const info = archive?.info ?? file.object('<< /Producer (Gantry) >>');
      const structure = tags ? ` ${tags.close(about?.title ?? '')}` : '';
      const catalog = `/Type /Catalog /Pages ${pages} 0 R /ViewerPreferences << /DisplayDocTitle true >>${outline}${structure}`;
      const root = file.object(`<< ${catalog}${archive ? ` ${archive.catalog}` : ''} >>`);
      return { size: file.close(root, info, about?.id ?? NO_ID), missing: [...book.missing].sort() };
    },
  };

  function imageOf({ width, height, rgb, cover }: Raster, pictures: ReadonlyMap<Uint8Array, PdfStream>): number {
    const image = (bytes: Uint8Array, space: string, more = ''): number => {
      const packed = pictures.get(bytes) ?? { bytes, more: '' };
      const about = ` /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /${space}`;
      return file.stream(packed.bytes, `${about}${more}${packed.more}`);
    };
    const mask = cover ? image(cover, 'DeviceGray') : null;
    return image(rgb, 'DeviceRGB', mask === null ? '' : ` /SMask ${mask} 0 R`);
  }

  /** A square of lines that fills a shape again and again. */
  function hatchOf({ ink, paper, lines }: Hatch): number {
    const strokes = hatchLines(lines).map(([x1, y1, x2, y2]) => `${short(x1)} ${short(y1)} m ${short(x2)} ${short(y2)} l S`);
    const width = lines === 'dotted' ? 1.4 : 1;
    const content = [`${sharesOf(paper)} rg 0 0 ${HATCH_STEP} ${HATCH_STEP} re f`, `${sharesOf(ink)} RG ${width} w`, ...strokes].join('\n');
    const box = `/BBox [0 0 ${HATCH_STEP} ${HATCH_STEP}] /XStep ${HATCH_STEP} /YStep ${HATCH_STEP}`;
    const size = short(POINTS * HATCH_SCALE);
    const about = ` /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ${box} /Matrix [${size} 0 0 -${size} 0 0] /Resources << >>`;
    return file.stream(bytesOf(content), about);
  }
}
