import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  CAPTION_SIZE,
  PDF_PACKING,
  type PdfFonts,
  pdfFitter,
  readTrueType,
  type TextFitter,
  TEXT_SIZE,
  type TrueType,
} from '@gantry/scene';

const FOLDER = join(import.meta.dirname, '../../../../../../packages/scene/fonts');
/** `signs` has arrows, comparisons and shapes that the others have not. */
const FILES = { regular: 'noto-sans-regular.ttf', strong: 'noto-sans-semi-bold.ttf', signs: 'noto-sans-signs.ttf' } as const;

/** The fonts of prints: their files, which texts are measured and written with. */
export type PrintFonts = { files: Record<keyof typeof FILES, Buffer>; fonts: PdfFonts; fitter: TextFitter };

let opened: PrintFonts | null = null;

/** Reads the fonts when a thread first prints. */
export function openFonts(): PrintFonts {
  if (opened) return opened;
  const read = (name: keyof typeof FILES): Buffer => readFileSync(join(FOLDER, FILES[name]));
  const files = { regular: read('regular'), strong: read('strong'), signs: read('signs') };
  const signs = readTrueType(files.signs) as TrueType;
  const regular = { trueType: readTrueType(files.regular) as TrueType, signs };
  const fonts: PdfFonts = {
    regular: { size: TEXT_SIZE, font: regular },
    strong: { size: TEXT_SIZE, font: { trueType: readTrueType(files.strong) as TrueType, signs } },
    caption: { size: CAPTION_SIZE, font: regular },
  };
  return (opened = { files, fonts, fitter: pdfFitter(fonts) });
}

/** Packs a page in the thread that draws it: a stream of zlib's for each page would cost as much of the processor as the packing. */
export const packPage = async (bytes: Uint8Array): Promise<Uint8Array> => deflateSync(bytes, PDF_PACKING);

/** Beyond so many rows a table that is read out would be larger than what is seen. */
export const READ_ROWS = 5000;
