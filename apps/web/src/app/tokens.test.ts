import { CHART_COLOURS, CHART_PAPER } from '@gantry/scene';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Record<string, string> {
  const body = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/)?.[1] ?? '';
  return Object.fromEntries([...body.matchAll(/--gantry-([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1], match[2]]));
}

/** The linear light of a channel. */
function lightOf(hex: string, at: number): number {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const luminance = (hex: string): number => 0.2126 * lightOf(hex, 1) + 0.7152 * lightOf(hex, 3) + 0.0722 * lightOf(hex, 5);

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

/** Colours of the lines of a cyclogram, which have their names in the same colour. */
const FLOW = Array.from({ length: 8 }, (_, index) => `flow-${index + 1}`);

const TEXT: [string, string[]][] = [
  ['neutral-8', ['neutral-0', 'neutral-1', 'neutral-2']],
  ['neutral-9', ['neutral-0', 'neutral-2', 'neutral-3']],
  ['neutral-11', ['neutral-0', 'neutral-3', 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['accent-text', ['neutral-0', 'neutral-1', 'neutral-2', 'accent-soft']],
  ['ok', ['neutral-0', 'neutral-1', 'ok-soft']],
  ['warn', ['neutral-0', 'neutral-1', 'warn-soft']],
  ['error', ['neutral-0', 'neutral-1', 'error-soft']],
  ['info', ['neutral-0', 'neutral-1', 'info-soft']],
  ...FLOW.map((tint): [string, string[]] => [tint, ['neutral-0']]),
];
const MARKS = [
  'neutral-7',
  'bar-task',
  'bar-task-done',
  'bar-work',
  'bar-work-done',
  'bar-summary',
  'bar-summary-done',
  'bar-milestone',
  'bar-done',
  'critical',
  'critical-done',
  'near',
  'near-done',
  'float',
  'relation',
  'today',
  'data-date',
  'plan',
  'fact',
  'approved',
  'forecast',
];

type Three = readonly [number, number, number];
type Matrix = readonly [Three, Three, Three];
const three = (of: (at: 0 | 1 | 2) => number): Three => [of(0), of(1), of(2)];
const times = (matrix: Matrix, [x, y, z]: Three): Three => three((at) => matrix[at][0] * x + matrix[at][1] * y + matrix[at][2] * z);

/** How people see who lack one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1, over linear light. */
const VISIONS: Record<string, Matrix> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const D65: Three = [0.95047, 1, 1.08883];

/** A colour as somebody sees it, in CIELAB. */
function labOf(hex: string, vision: Matrix): Three {
  const seen = times(
    vision,
    three((at) => lightOf(hex, 1 + 2 * at)),
  );
  const xyz = times(
    XYZ,
    three((at) => Math.min(1, Math.max(0, seen[at]))),
  );
  const [x, y, z] = three((at) => {
    const share = xyz[at] / D65[at];
    return share > 216 / 24_389 ? Math.cbrt(share) : ((24_389 / 27) * share + 16) / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The distance CIEDE2000 of two colours in CIELAB. */
function distance([l1, a1, b1]: Three, [l2, a2, b2]: Three): number {
  const radians = Math.PI / 180;
  const grey = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const scale = 1 + 0.5 * (1 - grey((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const hue = (a: number, b: number): number => (Math.atan2(b, a) / radians + 360) % 360;
  const [c1, c2, h1, h2] = [Math.hypot(a1 * scale, b1), Math.hypot(a2 * scale, b2), hue(a1 * scale, b1), hue(a2 * scale, b2)];
  const apart = Math.abs(h1 - h2) <= 180;
  const turn = c1 * c2 === 0 ? 0 : apart ? h2 - h1 : h2 - h1 - Math.sign(h2 - h1) * 360;
  const middle = c1 * c2 === 0 ? h1 + h2 : apart ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
  const [light, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const cosine = (turns: number, from: number): number => Math.cos((turns * middle + from) * radians);
  const tone = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
  const byLight = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const byChroma = (c2 - c1) / (1 + 0.045 * chroma);
  const byHue = (2 * Math.sqrt(c1 * c2) * Math.sin((turn * radians) / 2)) / (1 + 0.015 * chroma * tone);
  const rotation = -2 * grey(chroma) * Math.sin(60 * Math.exp(-(((middle - 275) / 25) ** 2)) * radians);
  return Math.sqrt(byLight ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue);
}

/** Colours that stand beside each other without a dash that tells them apart: lines of a chart, lights, bars of a plan, lines of works over places. */
const BESIDE = [
  ['baseline', 'plan', 'fact'],
  ['ok', 'warn', 'error'],
  ['critical', 'near', 'bar-task'],
  // Any two tints, since a person chooses them and lines of any two cross; and what was promised, behind them.
  [...FLOW, 'baseline'],
];
const pairsOf = (names: readonly string[]) => names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));

describe.each([
  ['light', ":root,\n[data-mantine-color-scheme='light']"],
  ['dark', "\n[data-mantine-color-scheme='dark']"],
])('colours of the %s theme', (_name, selector) => {
  const tokens = tokensOf(selector);

  it.each(TEXT.flatMap(([text, surfaces]) => surfaces.map((surface) => [text, surface])))('text %s reads on %s', (text, surface) => {
    expect(contrast(tokens[text], tokens[surface])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKS)('mark %s shows on the surface', (mark) => {
    expect(contrast(tokens[mark], tokens['neutral-0'])).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(VISIONS).flatMap((vision) => BESIDE.flatMap(pairsOf).map(([one, other]) => [one, other, vision])))(
    '%s and %s are told apart by who sees with %s',
    (one, other, vision) => {
      expect(distance(labOf(tokens[one], VISIONS[vision]), labOf(tokens[other], VISIONS[vision]))).toBeGreaterThanOrEqual(10);
    },
  );
});

it('paper has the tints of the light theme', () => {
  const tokens = tokensOf(":root,\n[data-mantine-color-scheme='light']");
  const paper = Object.fromEntries(CHART_COLOURS.map((role, index) => [role, CHART_PAPER[index]]));
  expect(FLOW.map((tint) => paper[tint])).toEqual(FLOW.map((tint) => tokens[tint]));
});

it('both themes name the same tokens', () => {
  const names = (selector: string): string[] => Object.keys(tokensOf(selector)).sort();
  expect(names("\n[data-mantine-color-scheme='dark']")).toEqual(names(":root,\n[data-mantine-color-scheme='light']"));
});

it.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1],
  [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
] as const)('the distance of %j and %j is %f, as Sharma, Wu and Dalal have it', (one, other, expected) => {
  expect(distance(one, other)).toBeCloseTo(expected, 4);
});
