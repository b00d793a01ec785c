import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokensOf(selector: string): Record<string, string> {
  const body = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/)?.[1] ?? '';
  return Object.fromEntries([...body.matchAll(/--gantry-([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1], match[2]]));
}

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

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
});

it('both themes name the same tokens', () => {
  const names = (selector: string): string[] => Object.keys(tokensOf(selector)).sort();
  expect(names("\n[data-mantine-color-scheme='dark']")).toEqual(names(":root,\n[data-mantine-color-scheme='light']"));
});
