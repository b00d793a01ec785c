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
  axis: null,
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
  todayName: 'Data date',
  tick: (minute) => `day ${minute / DAY}`,
};

function drawn(kind: RegExp, picture = PICTURE): string[] {
  const scene = newScene();
  beginScene(scene, 936, 132);
  openZone(scene, 0, 0, 936, 132);
  drawFlow(
    scene,
    picture,
    { x: 0, y: 0, width: 936, height: 132 },
    fitterOf(() => 6, 6),
  );
  return sceneToText(scene, CHART_COLOURS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => kind.test(line));
}

test('a work goes from the bottom of its place at its start to its top at its finish', () => {
  expect(layOutFlow(PICTURE, 936, 132)).toEqual({
    left: 120,
    top: 8,
    width: 800,
    height: 100,
    step: 50,
    low: 0,
    high: 2,
    down: false,
  });
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
  for (const text of ['"P1"', '"P2"', '"Walls"', '"Slabs"', '"Data date"']) expect(texts).toContain(text);
  expect(texts.some((text) => text.startsWith('"day '))).toBe(true);
});

test('the name of the data date stands where no work goes through it, over works where they leave no room, and no name of a line covers it', () => {
  const nameOf = (picture: FlowPicture): string => drawn(/"Data date"/, picture)[0].replace(/^text text-muted \S+ \S+ /, '');
  const plate = (picture: FlowPicture): string[] => drawn(/^rect surface/, picture);
  const head = '526,16 "Data date"';
  // Below the end of a line that stands at the head.
  expect(nameOf(PICTURE)).toContain('526,29 "Data date"');
  expect(plate(PICTURE)).toEqual([]);
  // Two works go up through the head of the line on its right.
  const crossing = { ...PICTURE, segments: [segment(0, 1, 18, 4), segment(0, 1, 20, 4), segment(0, 1, 21, 4)] };
  expect(nameOf(crossing)).not.toContain(head);
  const full = { ...PICTURE, segments: Array.from({ length: 40 }, (_, day) => [segment(0, 0, day, 1), segment(0, 1, day, 1)]).flat() };
  expect(nameOf(full)).toContain(head);
  expect(plate(full)[0]).toBe('rect surface 524,9.5 58x13');
  // Hundreds of lines have no names, the data date still has.
  const many = { ...PICTURE, lines: Array.from({ length: 100 }, (_, n) => ({ name: `Line ${n}`, tint: null })) };
  expect(nameOf({ ...many, segments: many.lines.map((_, line) => segment(line, 0, 0, 20)) })).toContain(head);
  // A line that ends there has its name elsewhere.
  const ends = { ...PICTURE, segments: [{ ...segment(0, 1, 18, 2) }] };
  const [wall] = drawn(/"Walls"/, ends);
  expect(wall).not.toMatch(/ 5[2-7]\d(\.\d+)?,(1\d|2[0-8]) /);
  // Near the right edge it stands before the line.
  expect(nameOf({ ...PICTURE, today: 39 * DAY })).toContain('840,16 ');
});

test('over real distance a work goes along its stretch, either way, a block is a box, and clashes are marked where they are', () => {
  const stretches = [
    { from: 0, to: 1000, block: false },
    { from: 600, to: 200, block: true },
    { from: 1000, to: 500, block: false },
    { from: 250, to: 250, block: false },
  ];
  const ticks = (most: number) => (most >= 2 ? [0, 500, 1000] : [0]).map((at) => ({ at, text: `0+${at}` }));
  const axis = { low: 0, high: 1000, down: false, stretches, ticks };
  const segments = [
    segment(0, 0, 0, 10),
    { ...segment(1, 1, 10, 10), done: 0.5, clash: { from: 12 * DAY, to: 14 * DAY } },
    { ...segment(0, 2, 20, 10), clash: { from: 25 * DAY, to: 25 * DAY } },
    segment(1, 3, 0, 20),
  ];
  const picture: FlowPicture = { ...PICTURE, places: ['a', 'b', 'c', 'd'], axis, segments };
  expect(layOutFlow(picture, 888, 132)).toMatchObject({ left: 72, width: 800, height: 200, low: 0, high: 1000 });
  expect(drawn(/^line flow/, picture)).toEqual([
    'line flow-1 w2 72,208 284,8',
    'line flow-1 w2 496,8 708,108',
    'line flow-3 w2 284,88 496,88 496,168 284,168 284,88',
    'line flow-3 w5 284,88 390,88',
    'line flow-3 w2 72,158 496,158',
  ]);
  // A moment is a mark around it, a block clashes as a whole.
  expect(drawn(/^rect (clash|band)/, picture)).toEqual([
    'rect band 284,88 212x80',
    'rect clash 326.4,88 42.4x80',
    'rect clash 598,53 10x10',
  ]);
  expect(drawn(/^text text-muted.*"0\+/, picture).map((line) => line.slice(line.indexOf('"')))).toEqual(['"0+0"', '"0+500"', '"0+1000"']);
  // A part of the axis: what lies outside is cut, and a name stands at an end that is shown.
  const part = { ...picture, axis: { ...axis, low: 0, high: 400 } };
  expect(drawn(/^line flow-1/, part)[0]).toBe('line flow-1 w2 72,208 284,-292');
  expect(drawn(/"(Walls|Slabs)"/, picture)).toHaveLength(2);
  expect(drawn(/"(Walls|Slabs)"/, part)).toHaveLength(1);
});

test('with time downwards, distance lies across: a work goes down from its start, dates stand at the left and chainages at the foot', () => {
  const stretches = [
    { from: 0, to: 1000, block: false },
    { from: 600, to: 200, block: true },
    { from: 500, to: 500, block: false },
  ];
  const ticks = (most: number) => (most >= 2 ? [0, 500, 1000] : [0]).map((at) => ({ at, text: `0+${at}` }));
  const axis = { low: 0, high: 1000, down: true, stretches, ticks };
  const segments = [
    { ...segment(0, 0, 0, 10), done: 0.5, clash: { from: 5 * DAY, to: 5 * DAY } },
    { ...segment(1, 1, 10, 10), clash: { from: 12 * DAY, to: 14 * DAY } },
    segment(1, 2, 0, 40),
  ];
  const picture: FlowPicture = { ...PICTURE, places: ['a', 'b', 'c'], axis, segments };
  expect(layOutFlow(picture, 900, 132)).toMatchObject({ left: 84, width: 800, height: 200, down: true });
  // The area is 836 px for a kilometre, and 200 px for forty days.
  expect(drawn(/^line flow/, picture)).toEqual([
    'line flow-1 w2 84,8 920,58',
    'line flow-1 w5 84,8 502,33',
    'line flow-3 w2 585.6,58 585.6,108 251.2,108 251.2,58 585.6,58',
    'line flow-3 w2 502,8 502,208',
  ]);
  expect(drawn(/^rect (clash|band|data-date)/, picture)).toEqual([
    'rect band 251.2,58 334.4x50',
    'rect clash 497,29 10x10',
    'rect clash 251.2,68 334.4x10',
    'rect data-date 84,107 836x2',
  ]);
  const texts = drawn(/^text text-muted/, picture);
  expect(texts.find((text) => text.endsWith('"0+500"'))).toContain(' 504,220 ');
  expect(texts.some((text) => /"day \d+"/.test(text) && / 8,\d/.test(text))).toBe(true);
});

test('a second round of colours differs by dashes, a chosen colour is drawn whole', () => {
  expect([flowStyle(0, null), flowStyle(9, null), flowStyle(9, 4)]).toEqual([
    { colour: 'flow-1', dash: 'solid' },
    { colour: 'flow-2', dash: 'dashed' },
    { colour: 'flow-4', dash: 'solid' },
  ]);
});

test('lets no name cover another, and leaves out one that would stand far from its line', () => {
  const area = { width: 400, height: 200 };
  const label = (line: number, x: number, y: number, width = 50) => ({ line, text: 'Concrete', x, y, width });
  const far = Array.from({ length: 9 }, (_, line) => label(line, 0, 100));
  expect(placedLabels(far, area).map(({ y }) => y)).toEqual([100, 87, 113, 74, 126, 61, 139]);

  const placed = placedLabels([label(0, 0, 50), label(1, 10, 52), label(2, 0, 51), label(3, 200, 50)], area);
  expect(placed.map(({ line, y }) => [line, y])).toEqual([
    [0, 50],
    [1, 65],
    [2, 31.5],
    [3, 50],
  ]);
  expect(
    placedLabels(
      [0, 1, 2].map((line) => label(line, 0, 10)),
      { width: 400, height: 20 },
    ),
  ).toHaveLength(1);
  // No stroke goes through a name where there is another place: above it, or before the end that stands between two others.
  expect(placedLabels([label(0, 100, 50)], area, [[0, 50, 400, 50]]).map(({ x, y }) => [x, y])).toEqual([[100, 37]]);
  const walls = [0, 1, 2, 3].map((n): [number, number, number, number] => [110 + n * 10, -1e6, 110 + n * 10, 1e6]);
  expect(placedLabels([label(0, 100, 50)], area, walls).map(({ x, y }) => [x, y])).toEqual([[30, 50]]);
  // A line that ends at the right edge has its name before its end.
  expect(placedLabels([label(0, 400, 14.7, 48)], { width: 400, height: 881 }, [[297, 161.5, 392, 14.7]]).map(({ x, y }) => [x, y])).toEqual(
    [[332, 14.7]],
  );
  expect(
    placedLabels([label(0, 10, 50)], area, [[0, 0, 400, 0.1], ...walls.map((w) => w.map((v, i) => (i % 2 ? v : v - 80)) as typeof w)]),
  ).toHaveLength(1);
  // The name of a line from the head to the foot stands as near to the head as there is room, that of another line beside its end.
  const shelves = Array.from({ length: 16 }, (_, n): [number, number, number, number] => [0, n * 8, 400, n * 8]);
  const named = (upright: boolean) => placedLabels([{ ...label(0, 100, 8), upright }], area, shelves).map(({ x, y }) => [x, y]);
  expect([named(true), named(false)]).toEqual([[[100, 131.5]], [[100, 8]]]);
  const left = shelves.map(([, y]): [number, number, number, number] => [90, y, 400, y]);
  expect(placedLabels([{ ...label(0, 100, 8), upright: true }], area, left).map(({ x, y }) => [x, y])).toEqual([[30, 8]]);
  // A name that is wider than the area has no place in it.
  expect(placedLabels([label(0, 0, 50, 401)], area)).toEqual([]);
});

type Box = { text: string; left: number; right: number; top: number; bottom: number };

/** What is drawn in a box of the page: its names, and the lines and rules of works and of the data date. */
function boxesOf(picture: FlowPicture, box: { x: number; y: number; width: number; height: number }, char: (sign: string) => number) {
  const fitter = fitterOf(char, char('W'));
  const scene = newScene();
  beginScene(scene, 2000, 1200);
  openZone(scene, 0, 0, 2000, 1200);
  drawFlow(scene, picture, box, fitter);
  const drawn = sceneToText(scene, CHART_COLOURS);
  const names = [...drawn.matchAll(/text (\S+) caption left ([\d.]+),([\d.]+) "([^"]*)"/g)].map(([, role, x, y, text]) => ({
    role,
    text,
    left: Number(x),
    right: Number(x) + fitter.width(text, 'caption'),
    top: Number(y) - 6,
    bottom: Number(y) + 6,
  }));
  const lines = [...drawn.matchAll(/line (?:flow-\d|target) .*?(-?[\d.]+),(-?[\d.]+) (-?[\d.]+),(-?[\d.]+)$/gm)].map((match) =>
    match.slice(1).map(Number),
  );
  const rules = [...drawn.matchAll(/rect data-date ([\d.]+),([\d.]+) ([\d.]+)x([\d.]+)/g)].map((match) => match.slice(1).map(Number));
  return { names, strokes: [...lines, ...rules.map(([x, y, width, height]) => [x, y, x + width, y + height])], drawn };
}

const covers = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
/** Answers whether a stroke goes through a box, by points along it. */
const isThrough = ([x0, y0, x1, y1]: number[], { left, right, top, bottom }: Box): boolean =>
  Array.from({ length: 401 }, (_, n) => [x0 + ((x1 - x0) * n) / 400, y0 + ((y1 - y0) * n) / 400]).some(
    ([x, y]) => x > left && x < right && y > top && y < bottom,
  );

test('in a page 1024 wide no name lies over another, over a work, over what was promised, or over the hand at the end of a line', () => {
  // A façade that goes up a floor at a time, a little behind its promise, each floor a line; it ends at the right edge.
  const places = Array.from({ length: 8 }, (_, floor) => `F-${floor + 1}`);
  const lines = places.map((_, floor) => ({ name: `Фасад, этаж ${floor + 1}`, tint: null }));
  const segments = places.map((_, floor) => {
    const begin = floor * 12;
    return {
      ...segment(floor, floor, begin, 8),
      done: floor < 7 ? 1 : 0.3,
      target: { start: (begin - 5) * DAY, finish: (begin + 2) * DAY },
    };
  });
  const picture = { ...PICTURE, places, lines, segments, from: 0, to: 92 * DAY, today: 78 * DAY, todayName: 'Дата отсчёта' };
  const { names, strokes } = boxesOf(picture, { x: 0, y: 0, width: 980, height: 568 }, () => 6.4);
  expect(names.filter(({ role }) => role.startsWith('flow'))).toHaveLength(8);
  for (const [at, name] of names.entries()) {
    for (const other of names.slice(0, at)) expect([name.text, other.text, covers(name, other)]).toEqual([name.text, other.text, false]);
    expect([name.left >= 0, name.right <= 980]).toEqual([true, true]);
    for (const stroke of strokes) expect([name.text, stroke, isThrough(stroke, name)]).toEqual([name.text, stroke, false]);
  }
  for (const { line, place, finish } of segments) {
    const [x, y] = [120 + (finish / (92 * DAY)) * 844, 8 + 536 - (place + 1) * 67];
    const hand = { text: '', left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 };
    for (const name of names) expect([name.text, line, covers(name, hand)]).toEqual([name.text, line, false]);
  }
});

test('lines of many works have their names before others, and a name that lies over strokes has ground behind it', () => {
  const lines = ['One', 'Two', 'Three'].map((name) => ({ name, tint: null }));
  const place = { places: ['a'], lines, today: null };
  const end = (line: number) => segment(line, 0, 18, 2);
  const few = { ...PICTURE, ...place, segments: [end(0), end(1), segment(2, 0, 0, 2), end(2)] };
  const { names, drawn } = boxesOf(few, { x: 0, y: 0, width: 936, height: 46 }, () => 6);
  expect(names.filter(({ role }) => role.startsWith('flow')).map(({ text }) => text)[0]).toBe('Three');
  expect(drawn).not.toContain('rect surface');
  const full = Array.from({ length: 40 }, (_, day) => segment(0, 0, day, 1));
  const over = boxesOf({ ...few, segments: [...full, segment(1, 0, 10, 10)] }, { x: 0, y: 0, width: 936, height: 132 }, () => 6);
  expect(over.names.map(({ text }) => text)).toContain('Two');
  expect(over.drawn.match(/rect surface/g)?.length).toBeGreaterThan(0);
});

test('random names neither cover each other nor leave the picture, whatever their lengths, over places and over distance, either way', () => {
  let seed = 3;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const stretches = Array.from({ length: 6 }, (_, n) => ({ from: n * 100, to: n * 100 + 150, block: n % 2 === 1 }));
  const ticks = (most: number) => Array.from({ length: Math.min(7, most) }, (_, n) => ({ at: n * 100, text: `0+${n}00` }));
  const axes = [null, ...[false, true].map((down) => ({ low: 0, high: 700, down, stretches, ticks }))];
  for (let round = 0; round < 150; round += 1) {
    const lines = Array.from({ length: 40 }, () => ({ name: 'Wi'.repeat(1 + Math.floor(random() * 30)), tint: null }));
    const segments = lines.map((_, line) => segment(line, Math.floor(random() * 6), 30 + Math.floor(random() * 8), 2));
    const box = { x: 10, y: 20, width: 300 + Math.floor(random() * 700), height: 60 + Math.floor(random() * 300) };
    const picture = { ...PICTURE, places: ['1', '2', '3', '4', '5', '6'], lines, segments, axis: axes[round % 3] };
    const { names } = boxesOf(picture, box, (char) => (char === 'W' ? 11 : 4));
    expect(names.some(({ role }) => role.startsWith('flow'))).toBe(true);
    for (const [index, name] of names.entries()) {
      expect(name.left).toBeGreaterThanOrEqual(box.x);
      expect(name.right).toBeLessThanOrEqual(box.x + box.width);
      expect(names.slice(0, index).find((other) => covers(name, other))).toBeUndefined();
    }
  }
});
