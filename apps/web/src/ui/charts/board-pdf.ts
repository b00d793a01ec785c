import {
  CAPTION_SIZE,
  CHART_PAPER,
  openPdf,
  type PdfBlock,
  type PdfFonts,
  pdfFitter,
  readTrueType,
  type Sheet,
  TEXT_SIZE,
  type TextFitter,
} from '@gantry/scene';

const FILES = {
  regular: new URL('../../../../../packages/scene/fonts/noto-sans-regular.ttf', import.meta.url),
  strong: new URL('../../../../../packages/scene/fonts/noto-sans-semi-bold.ttf', import.meta.url),
  signs: new URL('../../../../../packages/scene/fonts/noto-sans-signs.ttf', import.meta.url),
};

/** The family under which the page knows the fonts of paper. */
export const PAPER_FAMILY = 'Gantry Paper, Gantry Paper Signs';

/** The fonts of printed figures, which texts are measured and written with; the page shows sheets in the same ones. */
export type PaperFonts = { fonts: PdfFonts; fitter: TextFitter };
let opened: Promise<PaperFonts> | null = null;

/** Fetches the fonts when something is first put on paper. */
export function openPaperFonts(): Promise<PaperFonts> {
  opened ??= readFonts().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function readFonts(): Promise<PaperFonts> {
  const read = async (file: URL): Promise<ArrayBuffer> => (await fetch(file)).arrayBuffer();
  const [regular, strong, signs] = await Promise.all([read(FILES.regular), read(FILES.strong), read(FILES.signs)]);
  const [regularFont, strongFont, signFont] = [regular, strong, signs].map((bytes) => readTrueType(new Uint8Array(bytes)));
  if (!regularFont || !strongFont || !signFont) throw new Error('the fonts of paper cannot be read');
  const faces = [
    new FontFace('Gantry Paper', regular, { weight: '400' }),
    new FontFace('Gantry Paper', strong, { weight: '600' }),
    new FontFace('Gantry Paper Signs', signs),
  ];
  for (const face of faces) document.fonts.add(await face.load());
  const plain = { trueType: regularFont, signs: signFont };
  const fonts: PdfFonts = {
    regular: { size: TEXT_SIZE, font: plain },
    strong: { size: TEXT_SIZE, font: { trueType: strongFont, signs: signFont } },
    caption: { size: CAPTION_SIZE, font: plain },
  };
  return { fonts, fitter: pdfFitter(fonts) };
}

/** zlib's format, as PDF takes it. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sheets of figures as a PDF that can be kept for good, its texts searchable, its tiles read out by what they are. */
export async function boardPdf(
  { sheets, blocks }: { sheets: readonly Sheet[]; blocks: readonly PdfBlock[] },
  about: { title: string; author: string; subject: string; language: string },
): Promise<Blob> {
  const { fonts } = await openPaperFonts();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const put = (bytes: Uint8Array): void => void parts.push(new Uint8Array(bytes));
  const pdf = openPdf(
    { colours: CHART_PAPER, fonts },
    { about: { ...about, created: new Date().toISOString(), id: newId() }, tagged: blocks, deflate, put },
  );
  for (const sheet of sheets) await pdf.add(sheet);
  await pdf.close();
  return new Blob(parts, { type: 'application/pdf' });
}
