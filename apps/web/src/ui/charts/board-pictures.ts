import { CHART_PAPER, type FontRole, matrixOf, type PdfFonts, type Raster, type Sheet, sheetToSvg } from '@gantry/scene';
import { canvasPainter } from '../gantt/drawing/canvas-painter.ts';
import { openPaperFonts, PAPER_FAMILY } from './board-pdf.ts';

const WHITE = '#ffffff';
/** Points of a picture for each pixel of a sheet, and as many as browsers draw in one direction. */
const FINENESS = 2;
const MOST_POINTS = 16_000;
/** The computer that opens the file may lack the fonts of the print. */
const FAMILY = 'Noto Sans, Arial, sans-serif';
const WEIGHTS: Record<FontRole, number> = { regular: 400, strong: 600, caption: 400 };

/** Sheets as one, below each other. */
function stacked(sheets: readonly Sheet[]): Sheet {
  const all: Required<Pick<Sheet, 'width' | 'height' | 'parts' | 'pictures'>> = { width: 0, height: 0, parts: [], pictures: [] };
  for (const { width, height, parts, pictures = [] } of sheets) {
    const top = all.height;
    all.parts.push(...parts.map((part) => ({ ...part, y: part.y + top })));
    all.pictures.push(...pictures.map((picture) => ({ ...picture, y: picture.y + top })));
    all.width = Math.max(all.width, width);
    all.height += height;
  }
  return all;
}

function canvasOf(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser draws no pictures');
  return { canvas, context };
}

function rasterCanvas({ width, height, rgb, cover }: Raster): HTMLCanvasElement {
  const { canvas, context } = canvasOf(width, height);
  const image = context.createImageData(width, height);
  for (let at = 0; at < width * height; at++) {
    image.data.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
    image.data[at * 4 + 3] = cover ? cover[at] : 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

const fontsOf = (fonts: PdfFonts, write: (size: number, weight: number) => string): Record<FontRole, string> => ({
  regular: write(fonts.regular.size, WEIGHTS.regular),
  strong: write(fonts.strong.size, WEIGHTS.strong),
  caption: write(fonts.caption.size, WEIGHTS.caption),
});

/** Sheets of figures as a drawing that programs for drawings open. */
export async function boardSvg(sheets: readonly Sheet[]): Promise<Blob> {
  const { fonts } = await openPaperFonts();
  const sized = (role: FontRole) => ({ size: fonts[role].size, weight: WEIGHTS[role] });
  const svg = sheetToSvg(stacked(sheets), {
    colours: CHART_PAPER,
    family: FAMILY,
    fonts: { regular: sized('regular'), strong: sized('strong'), caption: sized('caption') },
    addressOf: ({ raster }) => rasterCanvas(raster).toDataURL(),
  });
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Sheets of figures as a picture, twice as fine as they are seen. */
export async function boardPng(sheets: readonly Sheet[]): Promise<Blob> {
  const { fonts } = await openPaperFonts();
  const { width, height, parts, pictures = [] } = stacked(sheets);
  const ratio = Math.min(FINENESS, MOST_POINTS / Math.max(width, height));
  const { canvas, context } = canvasOf(width * ratio, height * ratio);
  context.fillStyle = WHITE;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const theme = { colours: [...CHART_PAPER], fonts: fontsOf(fonts, (size, weight) => `${weight} ${size}px ${PAPER_FAMILY}`) };
  for (const part of parts) {
    const { scene, scale = 1, alpha = 1 } = part;
    const drawn = canvasOf(scene.width * scale * ratio, scene.height * scale * ratio).canvas;
    canvasPainter(drawn, false).paint(scene, theme);
    const [a, b, c, d, e, f] = matrixOf(part).map((value) => value * ratio);
    context.globalAlpha = alpha;
    context.setTransform(a, b, c, d, e, f);
    context.drawImage(drawn, 0, 0, scene.width, scene.height);
  }
  context.globalAlpha = 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const picture of pictures) context.drawImage(rasterCanvas(picture.raster), picture.x, picture.y, picture.width, picture.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))), 'image/png');
  });
}
