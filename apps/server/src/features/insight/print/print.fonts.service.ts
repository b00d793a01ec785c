import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CAPTION_SIZE, type PdfFonts, pdfFitter, readTrueType, type TextFitter, TEXT_SIZE, type TrueType } from '@gantry/scene';

const FOLDER = join(import.meta.dirname, '../../../../../../packages/scene/fonts');
const FILES = { regular: 'noto-sans-regular.ttf', strong: 'noto-sans-semi-bold.ttf' } as const;

/** The fonts of prints: their files, which texts are measured and written with. */
export type PrintFonts = { files: Record<keyof typeof FILES, Buffer>; fonts: PdfFonts; fitter: TextFitter };

let opened: PrintFonts | null = null;

/** Reads the fonts when a thread first prints. */
export function openFonts(): PrintFonts {
  if (opened) return opened;
  const files = { regular: readFileSync(join(FOLDER, FILES.regular)), strong: readFileSync(join(FOLDER, FILES.strong)) };
  const regular = { trueType: readTrueType(files.regular) as TrueType };
  const fonts: PdfFonts = {
    regular: { size: TEXT_SIZE, font: regular },
    strong: { size: TEXT_SIZE, font: { trueType: readTrueType(files.strong) as TrueType } },
    caption: { size: CAPTION_SIZE, font: regular },
  };
  return (opened = { files, fonts, fitter: pdfFitter(fonts) });
}
