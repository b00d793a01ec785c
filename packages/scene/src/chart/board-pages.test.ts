import { expect, test } from 'vitest';
import { fitterOf } from '../drawing/text-fitter.ts';
import { sceneToText } from '../drawing/scene-to-text.ts';
import { layOutBoard } from './board-pages.ts';
import { type BoardContent, type BoardTile, rowsNeeded } from './board-tiles.ts';
import { CHART_COLOURS } from './chart-colours.ts';

const fitter = fitterOf(() => 6, 6);
const table = (rows: number) => ({
  head: ['Month', 'Plan'],
  rows: Array.from({ length: rows }, (_, row) => [{ text: `M${row}` }, { text: String(row * 10) }]),
});
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

test('an empty dashboard is a page with its name', () => {
  expect(printed([])).toEqual([['Monday', 'Monday', '1 of 1']]);
});
