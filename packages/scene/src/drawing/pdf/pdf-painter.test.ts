import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GANTT_COLOURS } from '../../gantt/colours.ts';
import { drawSheet } from '../../gantt/draw/sheet.ts';
import { PRINT_COLOURS } from '../../gantt/print-colours.ts';
import { listVisible } from '../../gantt/visible.ts';
import { drawnFrame, ORIGIN } from '../../testing/drawn-plan.ts';
import { tinyFont } from '../../testing/tiny-font.ts';
import type { PdfAbout } from './pdf-archive.ts';
import type { PdfFonts } from './pdf-fonts.ts';
import { pdfFitter, pdfWidth } from './pdf-fonts.ts';
import { openPdf, sheetsToPdf } from './pdf-painter.ts';
import { beginScene, drawRect, drawRound, drawText, newScene, openCell, openZone, paintScene } from '../scene.ts';
import type { Sheet } from '../sheet.ts';
import { readTrueType } from '../true-type.ts';

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
        lines: () => undefined,
        texts: (_role, _font, _align, _data, _texts, many) => void (wanted.texts += many),
      });
    }
    const page = pageOf(sheet);
    const count = (end: string): number => page.filter((line) => line.endsWith(end)).length;
    expect(wanted.texts).toBeGreaterThan(5);
    expect(count(' re')).toBe(wanted.rects);
    expect(count(' re B')).toBe(wanted.rounds);
    expect(count(' Tj')).toBe(wanted.texts);
    expect(count(' h')).toBe(wanted.polygons);
    expect(page.filter((line) => line === 'q' || line.startsWith('q '))).toHaveLength(page.filter((line) => line === 'Q').length);
  });
  it('counts pixels down from the upper left corner and clips to the zone', () => {
    const page = pageOf(drawn((scene) => drawRect(scene, 0, GANTT_COLOURS.indexOf('data-date'), 15, 25, 40, 2)));
    expect(page).toEqual([
      '0.75 0 0 -0.75 0 75 cm',
      'q 1 0 0 1 0 30 cm',
      'q',
      '10 20 100 50 re W n',
      '0.153 0.404 0.788 rg',
      '15 25 40 2 re',
      'f',
      'Q',
      'Q',
    ]);
  });
  it('rounds corners by a stroke that reaches as far as the shape', () => {
    const round = (radius: number) => drawn((scene) => drawRound(scene, 0, GANTT_COLOURS.indexOf('data-date'), 10, 20, 40, 10, radius));
    expect(pageOf(round(2)).slice(4, 7)).toEqual(['0.153 0.404 0.788 rg 0.153 0.404 0.788 RG 1 j', '4 w', '12 22 36 6 re B']);
    expect(pageOf(round(0)).slice(5, 6)).toEqual(['10 20 40 10 re f']);
  });
  it('rounds corners by curves that stay inside where the shape is transparent', () => {
    const sheet = drawn((scene) => drawRound(scene, 0, 0, 10, 20, 40, 10, 2));
    const [line] = pageOf({ ...sheet, parts: [{ ...sheet.parts[0], alpha: 0.5 }] }).filter((each) => each.endsWith(' h'));
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
    expect(pageOf(sheet, fonts).find((line) => line.endsWith('Tj'))).toContain('(\0\x03\0\x05\0\x04\0\x01\0\x02) Tj');
    expect(pdf).toContain('/W [1 [300] 2 [556] 3 [1000] 4 [600] 5 [550]]');
    expect(pdf).toContain('<0003> <0416>');
    expect(pdf).toContain(text(bytes));
    expect(pdfFitter(fonts).width('Жук', 'regular')).toBeCloseTo(21.5, 5);
  });
});

const ABOUT: PdfAbout = {
  title: 'Tower «A»',
  author: 'Anna',
  subject: 'Revision 3',
  language: 'ru',
  created: '2026-11-26T10:00:00.000Z',
  id: '0123456789abcdef0123456789abcdef',
};
const STYLE = { colours: PRINT_COLOURS, fonts: LATIN };

/** A document as it is written for good. */
async function kept(sheets: readonly Sheet[], tagged = false, bookmarks: Parameters<ReturnType<typeof openPdf>['close']>[0] = []) {
  const parts: Uint8Array[] = [];
  const pdf = openPdf(STYLE, {
    about: ABOUT,
    tagged,
    deflate: async (bytes) => deflateSync(bytes),
    put: (bytes) => void parts.push(bytes),
  });
  for (const sheet of sheets) await pdf.add(sheet);
  const { size } = await pdf.close(bookmarks);
  const file = text(Buffer.concat(parts));
  expect(file).toHaveLength(size);
  const unpacked = [...file.matchAll(/\/FlateDecode[^\n]*>>\nstream\n([\s\S]*?)\nendstream/g)].map(([, stream]) =>
    text(inflateSync(Buffer.from(stream, 'latin1'))),
  );
  return { file, unpacked };
}

it('is written page by page with packed streams that hold the same pages, and carries its title', async () => {
  const sheets = [chart('Walls'), chart('Roof')];
  const { file, unpacked } = await kept(sheets);
  const whole = text(sheetsToPdf(sheets, STYLE).bytes);
  const pages = [...whole.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, stream]) => stream);
  expect(unpacked.slice(0, 2)).toEqual(pages);
  expect(file).toContain(`/Title <feff${Buffer.from('Tower «A»', 'utf16le').swap16().toString('hex')}>`);
  objectsOf(file);
});

it('names its standard, its colour space, its language and its id, and is the same twice', async () => {
  const { file } = await kept([chart('Walls')]);
  expect(file).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>');
  expect(file).toContain('/S /GTS_PDFA1');
  expect(file).toContain('/Lang (ru)');
  expect(file).toContain('/ID [<0123456789abcdef0123456789abcdef> <0123456789abcdef0123456789abcdef>]');
  expect(file).toContain('uuid:01234567-89ab-cdef-0123-456789abcdef');
  expect(file).toContain('/CreationDate (D:20261126100000Z)');
  expect((await kept([chart('Walls')])).file).toBe(file);
});

it('leads to rows by bookmarks and to other pages by links; what leads to no page is left out', async () => {
  const [first, second] = [chart('Walls'), chart('Roof')];
  first.links = [
    { x: 10, y: 20, width: 30, height: 8, page: 1, top: 40 },
    { x: 10, y: 40, width: 30, height: 8, page: 7, top: 0 },
  ];
  const marks = [
    { title: 'House', level: 0, page: 0, top: 40 },
    { title: 'Roof', level: 2, page: 1, top: 60 },
    { title: 'Gone', level: 0, page: 5, top: 0 },
  ];
  const { file } = await kept([first, second], false, marks);
  const objects = objectsOf(file);
  const page = (index: number) =>
    objects.findIndex(
      (each) => each.includes('/Type /Page ') && objects.filter((one) => one.includes('/Type /Page ')).indexOf(each) === index,
    ) + 1;
  expect(file).toContain(`/Rect [7.5 84 30 90] /Dest [${page(1)} 0 R /XYZ null 75 null]`);
  expect(file).toMatch(/\/Outlines \d+ 0 R/);
  expect(file).toContain(`/Dest [${page(0)} 0 R /XYZ null 75 null]`);
  expect(file.match(/\/Dest /g)).toHaveLength(4);
  expect(file).not.toContain(Buffer.from('Gone', 'utf16le').swap16().toString('hex'));
});

it('is read out as a table: each cell once, titles before rows, the rest as ornament', async () => {
  const scene = newScene();
  beginScene(scene, 200, 100);
  openZone(scene, 0, 0, 200, 100);
  scene.about = { cell: -1, whole: '', columns: [0, 1] };
  drawRect(scene, 0, 0, 0, 0, 200, 20);
  drawText(scene, 0, 0, 'regular', 'left', 10, 10, 'Footer');
  for (const [row, words] of [
    [-1, ['Code', 'Name']],
    [0, ['A', 'Wal…']],
  ] as const)
    words.forEach((word, index) => {
      openCell(scene, row, index, word === 'Wal…' ? 'Walls' : word);
      drawText(scene, 0, 0, 'regular', 'left', 10 + index * 50, 30 + row * 20, word);
    });
  const { file, unpacked } = await kept([{ width: 200, height: 100, parts: [{ scene, x: 0, y: 0 }] }], true);
  objectsOf(file);
  expect(file.match(/\/S \/TH/g)).toHaveLength(2);
  expect(file.match(/\/S \/TD/g)).toHaveLength(2);
  expect(file.match(/\/S \/TR/g)).toHaveLength(2);
  expect(file).toContain('/MarkInfo << /Marked true >>');
  const [page] = unpacked;
  expect(page.match(/MCID \d/g)).toEqual(['MCID 0', 'MCID 1', 'MCID 2', 'MCID 3']);
  expect(page).toContain(`/ActualText (\xfe\xff${Buffer.from('Walls', 'utf16le').swap16().toString('latin1')})`);
  expect(page.match(/\bB(?:MC|DC)\b/g)?.length).toBe(page.match(/\bEMC\b/g)?.length);
  expect(page.match(/\/Artifact BMC/g)).toHaveLength(2);
});

it('turns and pales a drawing, and paints pictures and hatches', async () => {
  const sheet = drawn((scene) => drawRect(scene, 0, 1, 15, 25, 40, 20));
  sheet.parts[0] = { ...sheet.parts[0], turn: -90, alpha: 0.12 };
  const raster = { width: 2, height: 1, rgb: Uint8Array.of(255, 0, 0, 0, 0, 255), cover: Uint8Array.of(255, 0) };
  sheet.pictures = [{ raster, x: 10, y: 10, width: 20, height: 10 }];
  const hatch = { ink: '#000000', paper: '#ffffff', lines: 'crossed' as const };
  const pdf = text(sheetsToPdf([sheet], { colours: ['#000000', hatch], fonts: LATIN }).bytes);
  objectsOf(pdf);
  expect(pdf).toContain('q 0 -1 1 0 0 30 cm\n/A12 gs');
  expect(pdf).toContain('/A12 << /ca 0.12 >>');
  expect(pdf).toContain('/Pattern cs /H1 scn');
  expect(pdf).toContain('q 20 0 0 -10 10 20 cm /I0 Do Q');
  expect(pdf).toMatch(/\/Subtype \/Image \/Width 2 \/Height 1 [^\n]*\/SMask \d+ 0 R/);
});
