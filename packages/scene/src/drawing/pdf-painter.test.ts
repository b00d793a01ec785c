import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GANTT_COLOURS } from '../gantt/colours.ts';
import { drawSheet } from '../gantt/draw/sheet.ts';
import { PRINT_COLOURS } from '../gantt/print-colours.ts';
import { listVisible } from '../gantt/visible.ts';
import { drawnFrame, ORIGIN } from '../testing/drawn-plan.ts';
import { tinyFont } from '../testing/tiny-font.ts';
import type { PdfFonts } from './pdf-fonts.ts';
import { pdfFitter, pdfWidth } from './pdf-fonts.ts';
import { openPdf, sheetsToPdf } from './pdf-painter.ts';
import { beginScene, drawRect, drawRound, drawText, newScene, openZone, paintScene } from './scene.ts';
import type { Sheet } from './sheet.ts';
import { readTrueType } from './true-type.ts';

const LATIN: PdfFonts = {
  regular: { size: 13, font: { helvetica: 'regular' } },
  strong: { size: 13, font: { helvetica: 'bold' } },
  caption: { size: 11, font: { helvetica: 'regular' } },
};
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Objects of a file by the places that its table gives, each checked to stand there. */
function objectsOf(pdf: string): string[] {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
  expect(pdf.slice(table, table + 4)).toBe('xref');
  const places = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
  return places.map((place, index) => {
    expect(pdf.slice(place).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    return pdf.slice(place, pdf.indexOf('endobj', place));
  });
}

function chart(name: string): Sheet {
  const { model, view } = drawnFrame(`s House 0-9\n  t ${name} 0-5\n  > Done 9-9`, [`${name} fs Done`], (made, window) => {
    window.width = 500;
    window.gridWidth = 200;
    made.marks = [{ minute: ORIGIN + 4 * 1440, label: 'Today', kind: 'today' }];
  });
  listVisible(model.rows, model.visible);
  return drawSheet(model, view, pdfFitter(LATIN), { header: 40, histogram: 0 });
}

function drawn(draw: (scene: ReturnType<typeof newScene>) => void): Sheet {
  const scene = newScene();
  beginScene(scene, 200, 100);
  openZone(scene, 10, 20, 100, 50);
  draw(scene);
  return { width: 200, height: 100, parts: [{ scene, x: 0, y: 30 }] };
}
const pageOf = (sheet: Sheet, fonts = LATIN): string[] => {
  const pdf = text(sheetsToPdf([sheet], { colours: PRINT_COLOURS, fonts }).bytes);
  return (/stream\n([\s\S]*?)\nendstream/.exec(pdf)?.[1] ?? '').split('\n');
};

describe('a PDF of sheets', () => {
  it('is a file whose table finds every object', () => {
    const { bytes, missing } = sheetsToPdf([chart('Walls'), chart('Roof')], { colours: PRINT_COLOURS, fonts: LATIN });
    const pdf = text(bytes);
    const objects = objectsOf(pdf);
    expect(missing).toEqual([]);
    expect(objects.filter((each) => each.includes('/Type /Page '))).toHaveLength(2);
    expect(objects.filter((each) => each.includes('/MediaBox [0 0 375 105]'))).toHaveLength(2);
    for (const each of objects.filter((object) => object.includes('stream'))) {
      const length = Number(/\/Length (\d+)/.exec(each)?.[1]);
      expect(each.slice(each.indexOf('stream\n') + 7).indexOf('\nendstream')).toBe(length);
    }
    expect(pdf).not.toMatch(/NaN|undefined|Infinity/);
  });
  it('draws each primitive of the scenes', () => {
    const sheet = chart('Walls');
    const wanted = { rects: 0, rounds: 0, polygons: 0, texts: 0 };
    for (const { scene } of sheet.parts) {
      paintScene(scene, {
        clip: () => undefined,
        unclip: () => undefined,
        rects: (_, _data, length) => void (wanted.rects += length / 4),
        rounds: (_, _data, length) => void (wanted.rounds += length / 5),
        polygons: (_, data, length) => {
          for (let at = 0; at < length; at += 1 + data[at] * 2) wanted.polygons++;
        },
        texts: (_role, _font, _align, _data, _texts, many) => void (wanted.texts += many),
      });
    }
    const page = pageOf(sheet);
    const count = (end: string): number => page.filter((line) => line.endsWith(end)).length;
    expect(wanted.texts).toBeGreaterThan(5);
    expect(count(' re')).toBe(wanted.rects);
    expect(count(' Tj')).toBe(wanted.texts);
    expect(count(' h')).toBe(wanted.rounds + wanted.polygons);
    expect(page.filter((line) => line.startsWith('q '))).toHaveLength(page.filter((line) => line === 'Q').length);
  });
  it('counts pixels down from the upper left corner and clips to the zone', () => {
    const page = pageOf(drawn((scene) => drawRect(scene, 0, GANTT_COLOURS.indexOf('data-date'), 15, 25, 40, 2)));
    expect(page).toEqual([
      '0.75 0 0 -0.75 0 75 cm',
      'q 1 0 0 1 0 30 cm',
      'q 10 20 100 50 re W n',
      '0.15 0.4 0.79 rg',
      '15 25 40 2 re',
      'f',
      'Q',
      'Q',
    ]);
  });
  it('rounds corners by curves that stay inside', () => {
    const [line] = pageOf(drawn((scene) => drawRound(scene, 0, 0, 10, 20, 40, 10, 2))).filter((each) => each.endsWith(' h'));
    expect(line.match(/ c/g)).toHaveLength(4);
    const numbers = [...line.matchAll(/-?[\d.]+/g)].map(Number);
    const xs = numbers.filter((_, index) => index % 2 === 0);
    const ys = numbers.filter((_, index) => index % 2 === 1);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([10, 50, 20, 30]);
  });
  it('writes texts upright, at their side, in Windows-1252', () => {
    const texts = pageOf(
      drawn((scene) => {
        drawText(scene, 0, 0, 'regular', 'left', 10, 30, 'Wälle (1) – 5 €');
        drawText(scene, 0, 0, 'regular', 'right', 100, 30, 'mm');
        drawText(scene, 0, 0, 'regular', 'center', 100, 30, 'mm');
      }),
    ).filter((line) => line.endsWith('Tj'));
    expect(pdfWidth(LATIN.regular, 'mm')).toBeCloseTo(21.66, 2);
    expect(texts).toEqual([
      `1 0 0 -1 10 34.55 Tm <${Buffer.from('W\xe4lle (1) \x96 5 \x80', 'latin1').toString('hex')}> Tj`,
      '1 0 0 -1 78.34 34.55 Tm <6d6d> Tj',
      '1 0 0 -1 89.17 34.55 Tm <6d6d> Tj',
    ]);
  });
});

describe('fonts of a PDF', () => {
  const sheet = drawn((scene) => drawText(scene, 0, 0, 'regular', 'left', 10, 30, 'Жук 7'));
  it('tell what Helvetica cannot write instead of hiding it', () => {
    expect(sheetsToPdf([sheet], { colours: PRINT_COLOURS, fonts: LATIN }).missing).toEqual(['Ж', 'к', 'у']);
    expect(pageOf(sheet).find((line) => line.endsWith('Tj'))).toContain(`<${Buffer.from('??? 7').toString('hex')}>`);
  });
  it('embed a TrueType font: glyphs, their widths, and the way back to characters', () => {
    const bytes = tinyFont(' 7Жку', [1000, 600, 1112, 2000, 1200, 1100]);
    const trueType = readTrueType(bytes);
    if (!trueType) throw new Error('not read');
    const fonts: PdfFonts = { ...LATIN, regular: { size: 10, font: { trueType } } };
    const { bytes: written, missing } = sheetsToPdf([sheet], { colours: PRINT_COLOURS, fonts });
    const pdf = text(written);
    objectsOf(pdf);
    expect(missing).toEqual([]);
    expect(pageOf(sheet, fonts).find((line) => line.endsWith('Tj'))).toContain('<00030005000400010002> Tj');
    expect(pdf).toContain('/W [1 [300] 2 [556] 3 [1000] 4 [600] 5 [550]]');
    expect(pdf).toContain('<0003> <0416>');
    expect(pdf).toContain(text(bytes));
    expect(pdfFitter(fonts).width('Жук', 'regular')).toBeCloseTo(21.5, 5);
  });
});

it('is written page by page with packed streams that hold the same pages, and carries its title', async () => {
  const style = { colours: PRINT_COLOURS, fonts: LATIN };
  const sheets = [chart('Walls'), chart('Roof')];
  const pdf = openPdf(style, 'Tower «A»', async (bytes) => deflateSync(bytes));
  for (const sheet of sheets) await pdf.add(sheet);
  const packed = text((await pdf.close()).bytes);
  const whole = text(sheetsToPdf(sheets, style).bytes);
  const pages = (file: string) => [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, stream]) => stream);
  expect(pages(packed).map((stream) => text(inflateSync(Buffer.from(stream, 'latin1'))))).toEqual(pages(whole));
  expect(packed.match(/FlateDecode/g)).toHaveLength(2);
  expect(packed).toContain(`/Title <feff${Buffer.from('Tower «A»', 'utf16le').swap16().toString('hex')}>`);
  expect(objectsOf(packed)).toHaveLength(objectsOf(whole).length);
});
