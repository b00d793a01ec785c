import { expect, test } from 'vitest';
import { beginScene, newScene, openZone } from '../drawing/scene.ts';
import { sceneToText } from '../drawing/scene-to-text.ts';
import { sheetToSvg } from '../drawing/svg-painter.ts';
import { sheetsToPdf } from '../drawing/pdf/pdf-painter.ts';
import { CHART_COLOURS, CHART_PAPER } from './chart-colours.ts';
import { drawLineChart, everyNth, type LineChart, layOutLineChart, strokesOf, topOf } from './line-chart.ts';

const CHART: LineChart = {
  periods: ['Jan', 'Feb', 'Mar'],
  lines: [
    { style: { colour: 'target', width: 1.5, step: true }, axis: 1, shown: [50, 100, 100] },
    { style: { colour: 'fact', width: 3, dash: 'dashed' }, axis: 1, shown: [20, 60, null] },
  ],
  bars: false,
  tick: String,
};

function drawn(chart: LineChart, at = -1) {
  const scene = newScene();
  beginScene(scene, 352, 146);
  openZone(scene, 0, 0, 352, 146);
  drawLineChart(scene, chart, { x: 0, y: 0, width: 352, height: 146 }, at);
  return scene;
}
const linesOf = (chart: LineChart, kind: RegExp, at?: number) =>
  sceneToText(drawn(chart, at), CHART_COLOURS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => kind.test(line));

test('the axis ends at a round number above the largest value', () => {
  expect([0, 0.3, 1, 1.1, 2.2, 26, 700, 999].map(topOf)).toEqual([1, 0.3, 1, 1.2, 2.4, 30, 800, 1000]);
});

test('labels keep their distance', () => {
  expect([everyNth(12, 5), everyNth(4, 5), everyNth(3, 0)]).toEqual([3, 1, 3]);
});

test('points stand at the ends of their periods, from nothing at the left; a gap ends a stroke', () => {
  const at = { height: 60, step: 30 };
  expect(strokesOf([50, 100, null], 100, at)).toEqual([[0, 60, 30, 30, 60, 0]]);
  expect(strokesOf([50, 100], 100, at, { stepped: true })).toEqual([[0, 60, 30, 60, 30, 30, 60, 30, 60, 0]]);
  expect(strokesOf([null, 50, 100, null, 100], 100, at)).toEqual([[60, 30, 90, 0]]);
});

test('curves are lines with their width and dash, against one axis with its numbers', () => {
  expect(linesOf(CHART, /^line/)).toEqual([
    'line target w1.5 46,128 146,128 146,68 246,68 246,8 346,8 346,8',
    'line fact w3 dash 6-4 46,128 146,104 246,56',
  ]);
  expect(linesOf(CHART, /^text/).map((line) => line.slice(line.indexOf('"')))).toEqual(['"Jan"', '"Feb"', '"Mar"', '"0"', '"50"', '"100"']);
});

test('the values of an axis have room for all of their signs', () => {
  const millions = { ...CHART, tick: (value: number) => `${value} млн ₽` };
  const { left, width } = layOutLineChart(millions, 352, 146);
  expect([left, width]).toEqual([66, 280]);
  expect(linesOf(millions, /"100 млн ₽"/)[0]).toContain('right 60,8 ');
  const both = {
    ...millions,
    lines: [...millions.lines, { style: { colour: 'flow-1' as const, width: 2 }, axis: 2 as const, shown: [1] }],
  };
  expect(layOutLineChart(both, 352, 146).width).toBe(352 - 66 - 66);
});

test('long names of periods keep their distance', () => {
  const periods = Array.from({ length: 12 }, (_, month) => `месяц 20${26 + month}`);
  const shown = linesOf({ ...CHART, periods }, /"месяц/).map((line) => Number(/ ([\d.]+),139 /.exec(line)?.[1]));
  expect(shown.length).toBeGreaterThan(2);
  for (const [at, x] of shown.entries()) if (at > 0) expect(x - shown[at - 1]).toBeGreaterThanOrEqual('месяц 2026'.length * 6.6 + 6);
});

test('columns stand beside each other on the zero, and the period that is pointed at is marked', () => {
  const bars = linesOf({ ...CHART, bars: true }, /^rect (target|fact)/);
  expect(bars).toHaveLength(5);
  expect(bars[0]).toBe('rect target 56,68 40x60');
  expect(linesOf(CHART, /data-date/, 1)).toEqual(['line data-date w1 dash 2-3 246,8 246,128']);
});

test('a second axis has its own top and takes room at the right; a band lies between early and late', () => {
  const second: LineChart = { ...CHART, lines: [...CHART.lines, { style: { colour: 'flow-1', width: 2 }, axis: 2, shown: [1, 2, 3] }] };
  expect(layOutLineChart(second, 352, 146)).toMatchObject({ width: 260, tops: { 1: 100, 2: 3 } });
  const band = { upper: [60, 110, 120], lower: [10, 40, 120] };
  expect(linesOf({ ...CHART, band }, /^polygon/)).toEqual(['polygon band 46,128 146,68 246,18 346,8 346,8 246,88 146,118']);
});

test('values that stand for themselves begin where they are, and the axis goes below nothing where one does', () => {
  const level: LineChart = {
    ...CHART,
    isLevel: true,
    lines: [{ style: { colour: 'fact', width: 2 }, axis: 1, shown: [50, -50, 100] }],
  };
  expect(layOutLineChart(level, 352, 146)).toMatchObject({ tops: { 1: 100 }, bottoms: { 1: -50 } });
  expect(linesOf(level, /^line/)).toEqual(['line fact w2 146,48 246,128 346,8']);
  expect(linesOf(level, /^text caption|^text/).map((line) => line.slice(line.indexOf('"')))).toEqual([
    '"Jan"',
    '"Feb"',
    '"Mar"',
    '"-50"',
    '"25"',
    '"100"',
  ]);
  expect(linesOf(level, /^rect zero/)).toEqual(['rect zero 46,87.5 300x1']);
  expect(linesOf({ ...level, bars: true }, /^rect fact/)).toEqual([
    'rect fact 56,48 80x40',
    'rect fact 156,88 80x40',
    'rect fact 256,8 80x80',
  ]);
});

test('names of moments end where their values stand, the newest first where there is no room for all', () => {
  const names = (chart: LineChart) =>
    linesOf(chart, /"\d\d\.\d\d"/).map((line) => [line.slice(line.indexOf('"')), / (\d+),139 /.exec(line)?.[1]]);
  const periods = ['01.04', '08.04', '15.04'];
  expect(names({ ...CHART, isLevel: true, isMoments: true, periods })).toEqual([
    ['"01.04"', '146'],
    ['"08.04"', '246'],
    ['"15.04"', '346'],
  ]);
  const many = Array.from({ length: 12 }, (_, month) => `01.${String(month + 1).padStart(2, '0')}`);
  expect(names({ ...CHART, isMoments: true, periods: many }).at(-1)).toEqual(['"01.12"', '346']);
});

test('the same lines are strokes of an SVG and of a PDF', () => {
  const sheet = { width: 352, height: 146, parts: [{ scene: drawn(CHART), x: 0, y: 0 }] };
  const fonts = { size: 11, weight: 400 };
  const svg = sheetToSvg(sheet, { colours: CHART_PAPER, family: 'x', fonts: { regular: fonts, strong: fonts, caption: fonts }, ids: 'a-' });
  expect(svg).toContain('stroke="#2c8a5b" stroke-width="3" stroke-linejoin="round" stroke-dasharray="6 4" d="M46 128L146 104L246 56"/>');
  expect(svg).toContain('clip-path="url(#a-zone-0)"');
  const pdf = { size: 11, font: { helvetica: 'regular' as const } };
  const { bytes } = sheetsToPdf([sheet], { colours: CHART_PAPER, fonts: { regular: pdf, strong: pdf, caption: pdf } });
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text).toContain('3 w [6 4] 0 d\n46 128 m\n146 104 l\n246 56 l S\n[] 0 d');
});
