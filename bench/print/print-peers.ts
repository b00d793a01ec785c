import { execFileSync } from 'node:child_process';
import { matrixOf, openPages, type PageLayout, type Painter, paintScene, plainInk, PRINT_INKS } from '@gantry/scene';
import { PDFDocument } from 'pdfkit';
import { chromium } from 'playwright-core';
import { fitter, fontFile, fonts } from './print-plan.ts';

const POINTS = 0.75;
const inks = PRINT_INKS.colour.map(plainInk);

/** The same primitives at the same places by pdfkit; returns the bytes of the file. */
export async function byPdfkit(layout: PageLayout): Promise<number> {
  const document = new PDFDocument({ autoFirstPage: false });
  let size = 0;
  document.on('data', (chunk) => void (size += chunk.length));
  const ended = new Promise<void>((resolve) => void document.on('end', resolve));
  document.registerFont('regular', fontFile('regular')).registerFont('strong', fontFile('strong'));
  const pages = openPages(layout, {}, fitter);
  const painter: Painter = {
    clip: (x, y, width, height) => void document.save().rect(x, y, width, height).clip(),
    unclip: () => void document.restore(),
    rects(role, data, length) {
      for (let at = 0; at < length; at += 4) document.rect(data[at], data[at + 1], data[at + 2], data[at + 3]);
      document.fill(inks[role]);
    },
    rounds(role, data, length) {
      for (let at = 0; at < length; at += 5) document.roundedRect(data[at], data[at + 1], data[at + 2], data[at + 3], data[at + 4]);
      document.fill(inks[role]);
    },
    polygons(role, data, length) {
      for (let at = 0; at < length; at += 1 + data[at] * 2)
        document.polygon(
          ...Array.from({ length: data[at] }, (_, point): [number, number] => [data[at + 1 + point * 2], data[at + 2 + point * 2]]),
        );
      document.fill(inks[role]);
    },
    lines(role, data, length) {
      for (let at = 0; at < length; at += 3 + data[at] * 2) {
        document.moveTo(data[at + 3], data[at + 4]).lineWidth(data[at + 1]);
        for (let point = 1; point < data[at]; point += 1) document.lineTo(data[at + 3 + point * 2], data[at + 4 + point * 2]);
        document.stroke(inks[role]);
      }
    },
    texts(role, font, align, data, texts, count) {
      const { size: high } = fonts[font];
      document
        .font(font === 'strong' ? 'strong' : 'regular')
        .fontSize(high)
        .fillColor(inks[role]);
      for (let index = 0; index < count; index += 1) {
        const width = align === 'left' ? 0 : document.widthOfString(texts[index]);
        const x = data[index * 2] - (align === 'right' ? width : width / 2);
        document.text(texts[index], x, data[index * 2 + 1] - high / 2, { lineBreak: false });
      }
    },
  };
  for (let page = 0; page < layout.pages; page += 1) {
    const { width, height, parts } = pages.page(page);
    document.addPage({ size: [width * POINTS, height * POINTS], margin: 0 });
    for (const part of parts) {
      const [a, b, c, d, e, f] = matrixOf(part).map((value) => value * POINTS);
      document.save().transform(a, b, c, d, e, f);
      paintScene(part.scene, painter);
      document.restore();
    }
  }
  document.end();
  await ended;
  return size;
}

/** Seconds in which Chromium prints a table of the same rows, without any chart, once it has printed it: the thread that prints stays, and so would a browser. */
export async function byChromium(layout: PageLayout): Promise<number> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox'],
  });
  try {
    const { columns, visible } = layout.plan.model;
    const lines = Array.from(
      { length: visible.count },
      (_, row) => `<tr>${columns.map((column) => `<td>${column.text(row)}</td>`).join('')}</tr>`,
    );
    const page = await browser.newPage();
    await page.setContent(`<table style="font: 7pt sans-serif">${lines.join('')}</table>`);
    const print = () => page.pdf({ width: '420mm', height: '297mm' });
    await print();
    const before = performance.now();
    await print();
    return (performance.now() - before) / 1000;
  } finally {
    await browser.close();
  }
}
