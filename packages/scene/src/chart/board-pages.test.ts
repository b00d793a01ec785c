import { DEFAULT_PRINT_FORMAT } from '@gantry/domain';
import { expect, test } from 'vitest';
import { fitterOf } from '../drawing/text-fitter.ts';
import { beginScene, newScene, openZone } from '../drawing/scene.ts';
import { sceneToText } from '../drawing/scene-to-text.ts';
import { PIXELS_PER_MM } from '../print/measures.ts';
import { layOutBoard } from './board-pages.ts';
import { type BoardContent, type BoardTile, drawBoardTile, rowsNeeded } from './board-tiles.ts';
import { trendPoints } from './trend.ts';
import type { PdfFonts } from '../drawing/pdf/pdf-fonts.ts';
import { openPdf } from '../drawing/pdf/pdf-painter.ts';
import { CHART_COLOURS, CHART_PAPER } from './chart-colours.ts';

const fitter = fitterOf(() => 6, 6);
const LATIN: PdfFonts = {
  regular: { size: 13, font: { helvetica: 'regular' } },
  strong: { size: 13, font: { helvetica: 'bold' } },
  caption: { size: 11, font: { helvetica: 'regular' } },
};
const table = (rows: number) => ({
  head: ['Month', 'Plan'],
  rows: Array.from({ length: rows }, (_, row) => [{ text: `M${row}` }, { text: String(row * 10) }]),
});
const WORDS = {
  titleWord: (word: string) => `word ${word}`,
  titleField: (field: string) => `field ${field}`,
  approval: (word: string) => `approval ${word}`,
};
const CHART: BoardContent = {
  kind: 'chart',
  chart: {
    periods: ['Jan', 'Feb'],
    lines: [{ style: { colour: 'plan', width: 1.5 }, axis: 1, shown: [5, 10] }],
    bars: false,
    tick: String,
  },
  names: ['Plan'],
  sentence: 'Done is 5 % less than promised',
  table: table(2),
};
const text = (value: string): BoardContent => ({ kind: 'text', text: value, muted: false });
const tile = (y: number, h: number, content: BoardContent, title = 'Tile', x = 0, w = 6): BoardTile => ({ x, y, w, h, title, content });

function printed(tiles: BoardTile[], paper: 'a4' | 'a3' = 'a4'): string[][] {
  const board = { title: 'Monday', facts: ['Data date 1 March'], tiles, foot: (page: number, pages: number) => `${page} of ${pages}` };
  const laid = layOutBoard(board, paper, fitter);
  return Array.from({ length: laid.pages }, (_, page) => {
    const { parts } = laid.page(page);
    return [...sceneToText(parts[0].scene, CHART_COLOURS).matchAll(/"(.*)"/g)].map(([, words]) => words);
  });
}

test('tiles lie as on the screen, and what a picture shows stands behind it as a table', () => {
  const pages = printed([
    tile(0, 3, { kind: 'number', value: '20 %', light: { text: '■ Act', tone: 'error' }, below: '' }),
    tile(3, 9, CHART, 'Cost'),
  ]);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toEqual(
    expect.arrayContaining(['Monday', 'Data date 1 March', '20 %', '■ Act', 'Cost', 'Plan', 'Done is 5 % less than promised', '1 of 2']),
  );
  expect(pages[1]).toEqual(expect.arrayContaining(['Cost', 'Month', 'M1', '10', '2 of 2']));
});

test('a figure has its trend beside it, and none where it was reported once', () => {
  expect(trendPoints([0, null, 5, 10], { width: 32, height: 24 })).toEqual([1, 22, 21, 12, 31, 2]);
  expect(trendPoints([3, 3], { width: 32, height: 24 })).toEqual([1, 12, 31, 12]);
  expect(trendPoints([null, 3])).toEqual([]);
  const figure = (values: (number | null)[]) => {
    const scene = newScene();
    beginScene(scene, 400, 200);
    openZone(scene, 0, 0, 400, 200);
    const content = { kind: 'number' as const, value: '0.8', light: null, below: '■ two below', trend: { values, text: 'was 0.9' } };
    drawBoardTile(scene, { title: 'SPI', content }, { x: 0, y: 0, width: 300, height: 112 }, fitter, { tile: 0, withTable: false });
    return sceneToText(scene, CHART_COLOURS);
  };
  expect(figure([1, 0.9, 0.8])).toMatch(/line[^]*was 0\.9/);
  expect(figure([0.8])).not.toMatch(/was 0\.9/);
  for (const drawn of [figure([1, 0.9, 0.8]), figure([0.8])]) expect(drawn).toContain('■ two below');
});

test('no tile is cut between two pages, all of them are printed, and a larger sheet holds more', () => {
  const tiles = Array.from({ length: 12 }, (_, at) => tile(at * 5, 5, text(`note ${at}`)));
  const onA4 = printed(tiles);
  expect(
    onA4
      .flat()
      .filter((words) => words.startsWith('note'))
      .toSorted(),
  ).toEqual(tiles.map((_, at) => `note ${at}`).toSorted());
  expect(onA4.length).toBeGreaterThan(printed(tiles, 'a3').length);
});

test('a table that its tile cannot hold stands whole behind, on as many pages as it needs', () => {
  const pages = printed([tile(0, 4, { kind: 'table', table: table(80) })]);
  expect(
    new Set(
      pages
        .slice(1)
        .flat()
        .filter((words) => words.startsWith('M') && words !== 'Month' && words !== 'Monday'),
    ).size,
  ).toBe(80);
  expect(pages.slice(2).every((page) => page.includes('Month'))).toBe(true);
  expect(printed([tile(0, 6, { kind: 'table', table: table(3) })])).toHaveLength(1);
});

test('a tile asks for the rows that its content takes', () => {
  expect(rowsNeeded(tile(0, 1, { kind: 'table', table: table(10) }), 400, fitter)).toBe(8);
  expect(rowsNeeded(tile(0, 1, text('one line'), ''), 400, fitter)).toBe(2);
  expect(rowsNeeded(tile(0, 1, { kind: 'number', value: '1', light: null, below: '' }), 400, fitter)).toBe(3);
});

test('a format of prints gives a dashboard its sheet, margins, titles of the first page, headers of the others and a watermark', () => {
  const slots = { upper_left: '', upper_centre: '', upper_right: '', lower_left: '', lower_centre: '', lower_right: '' };
  const format = {
    ...DEFAULT_PRINT_FORMAT,
    sheet_width: 400,
    sheet_height: 300,
    margins: { top: 20, right: 15, bottom: 10, left: 25 },
    titles: { ...slots, upper_centre: 'Monday of {{project}}' },
    headers: { ...slots, upper_left: '{{space}}', lower_right: '{{page}} / {{pages}}' },
    watermark: { text: 'DRAFT', share: 10 },
  };
  const values = { project: 'Bridge', space: 'North' };
  const tiles = Array.from({ length: 12 }, (_, at) => tile(at * 5, 5, text(`note ${at}`)));
  const board = { title: 'Monday', facts: [], tiles, foot: (page: number) => `foot ${page}` };
  const laid = layOutBoard(board, { format, values, pictures: { logo: null, qr: null }, words: WORDS }, fitter);
  const sheets = Array.from({ length: laid.pages }, (_, page) => laid.page(page));
  const wordsOf = (sheet: (typeof sheets)[number]) =>
    sheet.parts.flatMap(({ scene }) => [...sceneToText(scene, CHART_COLOURS).matchAll(/"(.*)"/g)].map(([, words]) => words));
  expect(sheets.length).toBeGreaterThan(1);
  expect(wordsOf(sheets[0])).toEqual(expect.arrayContaining(['Monday of Bridge', 'North', `1 / ${laid.pages}`, 'DRAFT', 'note 0']));
  expect(wordsOf(sheets[1])).toEqual(expect.arrayContaining(['North', `2 / ${laid.pages}`]));
  expect(wordsOf(sheets[1])).not.toContain('Monday of Bridge');
  expect(sheets.flatMap(wordsOf).filter((words) => words.startsWith('foot'))).toEqual([]);
  expect(sheets.flatMap(wordsOf).filter((words) => words.startsWith('note'))).toHaveLength(12);
  for (const { width, height, parts } of sheets) {
    expect([width, height]).toEqual([400 * PIXELS_PER_MM, 300 * PIXELS_PER_MM]);
    const [{ scene, x, y, scale = 1 }] = parts;
    expect(x).toBeCloseTo(25 * PIXELS_PER_MM);
    expect(y).toBeGreaterThan(20 * PIXELS_PER_MM);
    expect(x + scene.width * scale).toBeCloseTo((400 - 15) * PIXELS_PER_MM);
    expect(y + scene.height * scale).toBeLessThan((300 - 10) * PIXELS_PER_MM);
  }
});

test('around figures stand the title block, who agrees, the legend and a code, as around a schedule', () => {
  const approval = { role: 'Chief', person: 'Ivanov', decision: 'agreed', date: '1 March' };
  const format = {
    ...DEFAULT_PRINT_FORMAT,
    sheet_width: 420,
    sheet_height: 297,
    title_block: 'gost' as const,
    title_cells: { designation: 'B-12', content: '{{project}}' },
    approvals: [approval],
    legend: 'last' as const,
    headers: { ...DEFAULT_PRINT_FORMAT.headers, upper_right: '{{qr}}' },
  };
  const tiles = Array.from({ length: 16 }, (_, at) => tile(at * 5, 5, text(`note ${at}`)));
  const board = { title: 'Monday', facts: [], tiles, legend: [{ text: '■ Act', tone: 'error' as const }], foot: () => '' };
  const qr = [
    [true, false],
    [true, true],
  ];
  const laid = layOutBoard(board, { format, values: { project: 'Bridge' }, pictures: { logo: null, qr }, words: WORDS }, fitter);
  const sheets = Array.from({ length: laid.pages }, (_, page) => laid.page(page));
  const words = sheets.map(({ parts }) =>
    parts.flatMap(({ scene }) => [...sceneToText(scene, CHART_COLOURS).matchAll(/"(.*)"/g)].map(([, written]) => written)),
  );
  expect(words.length).toBeGreaterThan(1);
  expect(words[0]).toEqual(expect.arrayContaining(['B-12', 'Bridge', 'Chief', 'Ivanov', 'word inventory']));
  for (const page of words) expect(page).toContain('B-12');
  expect(words[1]).not.toContain('Ivanov');
  expect(words.map((page) => page.includes('■ Act'))).toEqual(words.map((_, page) => page === words.length - 1));
  // Tiles end above the block: 55 mm high on the first page, 15 mm on the others.
  for (const [page, { parts }] of sheets.entries()) {
    const [{ scene, y, scale = 1 }] = parts;
    expect(y + scene.height * scale).toBeLessThan((297 - (page === 0 ? 55 : 15)) * PIXELS_PER_MM);
    // The squares of the code: three of four are dark, in two strokes.
    expect(parts.some(({ scene: own }) => own.width === 6 && own.height === 6)).toBe(true);
  }
});

test('a table that is wider than its tile shows what has room, and stands whole behind, in parts where a page is too narrow too', () => {
  const columns = Array.from({ length: 60 }, (_, at) => `Figure ${at}`);
  const wide = (count: number) => ({
    head: ['Place', ...columns.slice(0, count)],
    rows: [[{ text: 'North' }, ...columns.slice(0, count).map((_, at) => ({ text: `v${at}` }))]],
  });
  const [board, behind] = printed([tile(0, 6, { kind: 'table', table: wide(12) })]);
  expect(board).toEqual(expect.arrayContaining(['Figure 0', '…']));
  expect(board).not.toContain('Figure 11');
  expect(behind).toEqual(expect.arrayContaining(['Place', ...columns.slice(0, 12)]));
  const parts = printed([tile(0, 6, { kind: 'table', table: wide(60) })])
    .slice(1)
    .flat();
  for (const one of columns) expect(parts.filter((words) => words === one)).toHaveLength(1);
  expect(parts.filter((words) => words === 'North').length).toBeGreaterThan(2);
});

test('what a figure lacks is a note, what it warns of has the colour of errors', () => {
  const drawn = (content: BoardContent): string => {
    const scene = newScene();
    beginScene(scene, 400, 200);
    openZone(scene, 0, 0, 400, 200);
    drawBoardTile(scene, { title: '', content }, { x: 0, y: 0, width: 300, height: 112 }, fitter, { tile: 0, withTable: false });
    return (
      sceneToText(scene, CHART_COLOURS)
        .split('\n')
        .find((line) => line.includes('why')) ?? ''
    );
  };
  const number = { kind: 'number' as const, value: '1', light: null };
  expect(drawn({ ...number, below: '', note: 'why' })).toContain('text-muted');
  expect(drawn({ ...number, below: 'why' })).toContain('error');
});

test('an empty dashboard is a page with its name', () => {
  expect(printed([])).toEqual([['Monday', 'Monday', '1 of 1']]);
});

const PHOTOS: BoardContent = {
  kind: 'photos',
  photos: Array.from({ length: 7 }, (_, at) => ({
    raster: at === 3 ? null : { width: 4, height: 3, rgb: new Uint8Array(36), cover: null },
    address: `/photo/${at}`,
    name: `Axis ${at}`,
    about: 'Anna, 1 March',
  })),
};
const laidOf = (tiles: BoardTile[]) =>
  layOutBoard({ title: 'Monday', facts: ['Data date 1 March'], tiles, foot: (page, pages) => `${page} of ${pages}` }, 'a4', fitter);

const MARGIN = 10 * PIXELS_PER_MM;
test.each([3, 12])('photos stand inside their tile with their words, %d columns wide', (w) => {
  const photos = {
    ...tile(0, Math.min(20, rowsNeeded({ title: 'Photos', content: PHOTOS }, (1240 / 12) * w, fitter)), PHOTOS, 'Photos'),
    w,
  };
  const { pictures = [], parts, width, height } = laidOf([photos]).page(0);
  expect(pictures.map(({ address }) => address)).toEqual([0, 1, 2, 4, 5, 6].map((at) => `/photo/${at}`));
  for (const one of pictures) {
    expect(one.width / one.height).toBeCloseTo(4 / 3);
    expect(one.x).toBeGreaterThan(0);
    expect(one.x + one.width).toBeLessThan(MARGIN + ((width - 2 * MARGIN) * w) / 12);
    expect(one.y + one.height).toBeLessThan(height);
  }
  const overlap = pictures.some((a, at) =>
    pictures.slice(at + 1).some((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
  );
  expect(overlap).toBe(false);
  expect(sceneToText(parts[0].scene, CHART_COLOURS)).toContain('"Axis 3"');
});

test('a file of a dashboard reads out headings, pictures by their sentence, photos by their words, and each table once', async () => {
  const tiles = [tile(0, 9, CHART, 'Cost'), tile(9, 2, { kind: 'table', table: table(30) }, 'Months'), tile(11, 6, PHOTOS, 'Photos')];
  const laid = laidOf(tiles);
  let file = '';
  const style = { colours: CHART_PAPER, fonts: LATIN };
  const put = (bytes: Uint8Array): void => void (file += Buffer.from(bytes).toString('latin1'));
  const about = { title: 'Monday', author: '', subject: '', language: 'en', created: '2026-01-01T00:00:00Z', id: '0'.repeat(32) };
  const pdf = openPdf(style, { about, tagged: laid.blocks, deflate: async (bytes) => bytes, put });
  for (let page = 0; page < laid.pages; page++) await pdf.add(laid.page(page));
  await pdf.close();
  const count = (what: RegExp): number => file.match(what)?.length ?? 0;
  expect([count(/\/S \/H1 /g), count(/\/S \/H2 /g), count(/\/S \/Figure /g), count(/\/S \/Table /g)]).toEqual([1, 3, 8, 2]);
  // The chart's two months and the thirty, with their heads.
  expect([count(/\/S \/TR /g), count(/\/S \/TH /g), count(/\/S \/TD /g)]).toEqual([2 + 1 + 30 + 1, 4, 64]);
  const words = [...file.matchAll(/\/Alt <feff([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex, 'hex').swap16().toString('utf16le'));
  expect(words.slice(0, 2)).toEqual(['Done is 5 % less than promised', 'Axis 0, Anna, 1 March']);
  // Each mark of a page leads to one element, and each element that is named is there.
  for (const [, kids] of file.matchAll(/\/S \/(?:Document|Figure|H1|H2|P|Table|TR) [^\n]*\/K \[([^\]]*)\]/g))
    for (const [, number] of kids.matchAll(/(\d+) 0 R/g)) expect(file).toContain(`\n${number} 0 obj\n<< /Type /StructElem`);
  const marks = count(/\/MCID \d+ >> BDC/g);
  expect(count(/\/Type \/MCR/g)).toBe(marks);
});
