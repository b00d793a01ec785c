import { expect, test } from 'vitest';
import { beginScene, newScene, openZone } from '../drawing/scene.ts';
import { sceneToText } from '../drawing/scene-to-text.ts';
import { fitterOf } from '../drawing/text-fitter.ts';
import { CHART_COLOURS } from './chart-colours.ts';
import { drawFlow, type FlowPicture, flowStyle, layOutFlow } from './flow-chart.ts';
import { placedLabels } from './flow-labels.ts';

const DAY = 1440;
const segment = (line: number, place: number, start: number, days: number) => ({
  line,
  place,
  start: start * DAY,
  finish: (start + days) * DAY,
  clash: null,
  done: 0,
  target: null,
});
const PICTURE: FlowPicture = {
  places: ['P1', 'P2'],
  lines: [
    { name: 'Walls', tint: null },
    { name: 'Slabs', tint: 3 },
  ],
  segments: [
    { ...segment(0, 0, 0, 10), done: 0.5 },
    { ...segment(0, 1, 10, 10), target: { start: 8 * DAY, finish: 16 * DAY } },
    { ...segment(1, 0, 8, 20), clash: { from: 8 * DAY, to: 10 * DAY } },
  ],
  from: 0,
  to: 40 * DAY,
  today: 20 * DAY,
  tick: (minute) => `day ${minute / DAY}`,
};

function drawn(kind: RegExp): string[] {
  const scene = newScene();
  beginScene(scene, 936, 132);
  openZone(scene, 0, 0, 936, 132);
  drawFlow(
    scene,
    PICTURE,
    { x: 0, y: 0, width: 936, height: 132 },
    fitterOf(() => 6, 6),
  );
  return sceneToText(scene, CHART_COLOURS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => kind.test(line));
}

test('a work goes from the bottom of its place at its start to its top at its finish', () => {
  expect(layOutFlow(2, 936, 132)).toEqual({ left: 120, top: 8, width: 800, height: 100, step: 50 });
  expect(drawn(/^line/)).toEqual([
    'line target w1.5 280,58 440,8',
    'line flow-1 w2 120,108 320,58',
    'line flow-1 w5 120,108 220,83',
    'line flow-1 w2 320,58 520,8',
    'line flow-3 w2 280,108 680,58',
  ]);
});

test('clashes lie behind, the data date above, and lines and places have their names', () => {
  expect(drawn(/^rect (clash|data-date)/)).toEqual(['rect clash 280,58 40x50', 'rect data-date 519,8 2x100']);
  const texts = drawn(/^text/).map((line) => line.slice(line.indexOf('"')));
  for (const text of ['"P1"', '"P2"', '"Walls"', '"Slabs"']) expect(texts).toContain(text);
  expect(texts.some((text) => text.startsWith('"day '))).toBe(true);
});

test('a second round of colours differs by dashes, a chosen colour is drawn whole', () => {
  expect([flowStyle(0, null), flowStyle(9, null), flowStyle(9, 4)]).toEqual([
    { colour: 'flow-1', dash: 'solid' },
    { colour: 'flow-2', dash: 'dashed' },
    { colour: 'flow-4', dash: 'solid' },
  ]);
});

test('lets no name cover another, and leaves out one that would stand far from its line', () => {
  const far = Array.from({ length: 9 }, (_, line) => ({ line, text: 'Concrete', x: 0, y: 100, end: false }));
  expect(placedLabels(far, 200).map(({ y }) => y)).toEqual([100, 87, 113, 74, 126, 61, 139]);

  const label = (line: number, x: number, y: number) => ({ line, text: 'Concrete', x, y, end: false });
  const placed = placedLabels([label(0, 0, 50), label(1, 10, 52), label(2, 0, 51), label(3, 200, 50)], 100);
  expect(placed.map(({ line, y }) => [line, y])).toEqual([
    [0, 50],
    [1, 65],
    [2, 25],
    [3, 50],
  ]);
  expect(
    placedLabels(
      [0, 1, 2].map((line) => label(line, 0, 10)),
      20,
    ),
  ).toHaveLength(1);
});
