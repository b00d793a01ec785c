import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { layOutBoard } from '../../chart/board-pages.ts';
import { CHART_PAPER } from '../../chart/chart-colours.ts';
import { PRINT_INKS } from '../../gantt/print-colours.ts';
import { bookmarksOf } from '../../print/bookmarks.ts';
import { openPages } from '../../print/draw-page.ts';
import { layOutPages } from '../../print/lay-pages.ts';
import { layOutReport } from '../../print/report-pages.ts';
import { archiveFaults } from '../../testing/archive-faults.ts';
import { planOf, printedPlans, printFormats, printSettings } from '../../testing/random-prints.ts';
import { readTrueType, type TrueType } from '../true-type.ts';
import { type PdfFonts, pdfFitter } from './pdf-fonts.ts';
import { openPdf } from './pdf-painter.ts';

const FOLDER = join(import.meta.dirname, '../../../fonts');
const read = (name: string): TrueType => {
  const font = readTrueType(readFileSync(join(FOLDER, `noto-sans-${name}.ttf`)));
  if (!font) throw new Error(`${name} is no font`);
  return font;
};
const signs = read('signs');
const regular = { trueType: read('regular'), signs };
const fonts: PdfFonts = {
  regular: { size: 13, font: regular },
  strong: { size: 13, font: { trueType: read('semi-bold'), signs } },
  caption: { size: 11, font: regular },
};
const fitter = pdfFitter(fonts);
const pack = promisify(deflate) as (bytes: Uint8Array) => Promise<Uint8Array>;
const about = {
  title: 'План «А» & <Б> № 1',
  author: 'Анна',
  subject: 'Été',
  language: 'ru',
  created: '2026-11-27T06:00:00.123Z',
  id: '0123456789abcdef'.repeat(2),
};
type Printed = { plan: ReturnType<typeof planOf>; layout: ReturnType<typeof layOutPages> };

async function written({ layout }: Printed, ink: keyof typeof PRINT_INKS, tagged: boolean, most = 3): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const pdf = openPdf({ colours: PRINT_INKS[ink], fonts }, { about, tagged, deflate: pack, put: (bytes) => void parts.push(bytes) });
  const painter = openPages(layout, { project: 'Мост ↗ ≤ 9 漢' }, fitter);
  for (let page = 0; page < Math.min(most, layout.pages); page++) await pdf.add(painter.page(page));
  await pdf.close(bookmarksOf(layout));
  return Buffer.concat(parts);
}

describe('a print', () => {
  it('keeps the rules of PDF/A-2u, whatever its settings, colours and tags', async () => {
    const inks = Object.keys(PRINT_INKS) as (keyof typeof PRINT_INKS)[];
    await fc.assert(
      fc.asyncProperty(
        printedPlans,
        printFormats,
        printSettings,
        fc.constantFrom(...inks),
        fc.boolean(),
        async (plan, sheet, chosen, ink, tagged) => {
          const layout = layOutPages(plan, sheet, chosen, fitter);
          fc.pre(layout.pages <= 30);
          expect(archiveFaults(await written({ plan, layout }, ink, tagged))).toEqual([]);
        },
      ),
      { numRuns: 60, seed: 17 },
    );
  }, 120_000);

  it('of a dashboard with photos keeps them too, as one that is read out', async () => {
    const photo = { raster: { width: 2, height: 2, rgb: new Uint8Array(12), cover: null }, address: '', name: 'Ось А ↗', about: '1 ≤ 2' };
    const tiles = [
      { x: 0, y: 0, w: 6, h: 6, title: 'Фото', content: { kind: 'photos' as const, photos: [photo] } },
      { x: 6, y: 0, w: 6, h: 4, title: 'Текст', content: { kind: 'text' as const, text: 'Итог', muted: false } },
    ];
    const laid = layOutBoard({ title: 'Сводка', facts: ['Факт'], tiles, foot: () => '' }, 'a4', fitter);
    const parts: Uint8Array[] = [];
    const put = (bytes: Uint8Array): void => void parts.push(bytes);
    const pdf = openPdf({ colours: CHART_PAPER, fonts }, { about, tagged: laid.blocks, deflate: pack, put });
    await pdf.add(laid.page(0));
    await pdf.close();
    expect(archiveFaults(Buffer.concat(parts))).toEqual([]);
  });

  it('of a report over several pages keeps them, and reads out each heading, row and cell once, whole where it was cut', async () => {
    const long = 'Устройство монолитных железобетонных перекрытий с подачей бетона насосом, '.repeat(14).trim();
    const lines = Array.from({ length: 90 }, (_, at) => ({
      cells: [at === 3 ? long : `Работа ${at}`, at === 5 ? null : at],
      level: 1,
      strong: false,
    }));
    const columns = [
      { title: 'Наименование', kind: 'text' as const, width: 30 },
      { title: 'Объём', kind: 'number' as const, width: 10 },
    ];
    const words = { total: 'Итого', nothing: 'Ничего нет' };
    const facts = [{ label: 'Объект', value: 'Мост' }];
    const tables = [
      { title: 'Работы', columns, lines, sums: [false, true] },
      { title: '', columns, lines: [], sums: [false, false] },
    ];
    const writing = {
      text: (cell: unknown) => (typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : ''),
      page: (page: number) => String(page),
    };
    const laid = layOutReport({ title: 'Отчёт', facts, tables, signatures: ['Сдал'], words }, writing, fitter);
    expect(laid.pages).toBeGreaterThan(2);
    const parts: Uint8Array[] = [];
    const put = (bytes: Uint8Array): void => void parts.push(bytes);
    const streams: string[] = [];
    const packed = (bytes: Uint8Array): Promise<Uint8Array> => {
      streams.push(Buffer.from(bytes).toString('latin1'));
      return pack(bytes);
    };
    const pdf = openPdf({ colours: PRINT_INKS.grey, fonts }, { about, tagged: laid.blocks, deflate: packed, put });
    for (let page = 0; page < laid.pages; page++) await pdf.add(laid.page(page));
    await pdf.close();
    const bytes = Buffer.concat(parts);
    expect(archiveFaults(bytes)).toEqual([]);
    const file = bytes.toString('latin1') + streams.join('');
    const count = (what: RegExp): number => file.match(what)?.length ?? 0;
    // The heading; the title of the first table; a fact, "nothing" and the signature; two tables.
    expect(['H1', 'H2', 'P', 'Table'].map((kind) => count(new RegExp(`/S /${kind} `, 'g')))).toEqual([1, 1, 3, 2]);
    // Heads of two tables, ninety lines, their sum: the heads that stand again on later pages are not read again.
    expect([count(/\/S \/TR /g), count(/\/S \/TH /g), count(/\/S \/TD /g)]).toEqual([2 + 90 + 1, 4, 2 * 91]);
    expect(count(/\/Type \/MCR/g)).toBe(count(/\/MCID \d+ >> BDC/g));
    const read = [...file.matchAll(/\/ActualText \(\xfe\xff((?:\\[^]|[^\\)])*)\)/g)].map(([, text]) =>
      Buffer.from(text.replace(/\\([^])/g, '$1'), 'latin1')
        .swap16()
        .toString('utf16le'),
    );
    expect(read).toHaveLength(1);
    expect(long.endsWith(read[0])).toBe(true);
  });

  describe('that is damaged is found out', () => {
    let good = '';
    beforeAll(async () => {
      const plan = planOf([3], [200], 1, 60);
      const format = { ...fc.sample(printFormats, { numRuns: 1, seed: 1 })[0], watermark: { text: 'DRAFT', share: 8 } };
      const settings = fc.sample(printSettings, { numRuns: 1, seed: 1 })[0];
      good = (await written({ plan, layout: layOutPages(plan, format, settings, fitter) }, 'black', true, 1)).toString('latin1');
    });

    it('is sound before', () => expect(archiveFaults(Buffer.from(good, 'latin1'))).toEqual([]));
    // What takes the place of it is as long, so that the table of objects stays true.
    it.each([
      ['6.1.2 header', '%\xe2\xe3\xcf\xd3', '%abcd'],
      ['6.1.3 trailer', '/ID [<0123', '/ID [<012x'],
      ['6.2.3 output intent', '/GTS_PDFA1', '/GTS_PDFX_'],
      ['6.2.3 profile', 'mntrRGB ', 'mntrCMYK'],
      ['6.6.4 identification', '<pdfaid:part>2', '<pdfaid:part>1'],
      ['6.6.3 Title', '<dc:title><rdf:Alt>', '<dc:titel><rdf:Alt>'],
      ['6.6.3 CreationDate', '(D:20261127060000Z)', '(D:20261127060001Z)'],
      ['6.6.2.1 packet', 'W5M0MpCehiHzreSz', 'W5M0MpCehiHzreSx'],
      ['6.2.11.4 font regular in the file', '/FontFile2', '/FontFileX'],
      ['6.2.11.3 regular as Identity-H', '/CIDToGIDMap', '/CIDToGIDmap'],
      ['6.2.11.7 regular back to characters', '/ToUnicode', '/ToUnicodX'],
      ['6.2.11.4 subset regular', 'GANTRA+', 'GanTRA+'],
      ['forbidden entry', '/ViewerPreferences', '/OpenAction (a)   '],
    ])('%s', (rule, from, to) => {
      expect(good).toContain(from);
      expect(to).toHaveLength(from.length);
      const faults = archiveFaults(
        Buffer.from(
          good.replaceAll(from, () => to),
          'latin1',
        ),
      );
      expect(faults.join('; ')).toContain(rule);
    });
  });
});
