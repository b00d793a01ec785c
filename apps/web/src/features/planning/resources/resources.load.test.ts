import { expect, test } from 'vitest';
import {
  loadAsText,
  loadFilterOf,
  loadFilterText,
  type LoadedResource,
  movedWindow,
  periodAt,
  shownResources,
  toneOf,
  windowAround,
} from './resources.load.model.ts';

const resource = (code: string, more: Partial<LoadedResource> = {}): LoadedResource => ({
  key: `c${code}`,
  code,
  name: `Crew ${code}`,
  kind: 'labour',
  unit: 'h',
  of: [],
  values: [8, 16],
  capacity: [8, 8],
  over_days: [0, 1],
  ...more,
});

test('a window has whole periods, two of them before the day, and moves by half of it', () => {
  expect(windowAround('2026-03-18T08:00', 'month')).toEqual({ from: '2026-01-01', to: '2027-07-01' });
  expect(windowAround('2026-03-18', 'week')).toEqual({ from: '2026-03-02', to: '2026-08-31' });
  const quarters = windowAround('2026-03-18', 'quarter');
  expect(quarters).toEqual({ from: '2025-07-01', to: '2028-07-01' });
  expect(movedWindow(quarters, 'quarter', 1)).toEqual({ from: '2027-01-01', to: '2030-01-01' });
  expect(movedWindow(movedWindow(quarters, 'quarter', 1), 'quarter', -1)).toEqual(quarters);
});

test('the period of a day is found inside the window alone', () => {
  const starts = ['2026-01-01', '2026-02-01', '2026-03-01'];
  expect([periodAt(starts, '2026-01-31T17:00'), periodAt(starts, '2026-02-01'), periodAt(starts, '2026-03-01')]).toEqual([0, 1, -1]);
});

test('resources are found by code and name, kind and overload; numbers in codes count, idle ones come last', () => {
  const all = [
    resource('R10', { over_days: [0, 0] }),
    resource('R9'),
    resource('M1', { kind: 'material', capacity: null, over_days: [0, 0] }),
    resource('A', { values: [0, 0], over_days: [0, 0] }),
  ];
  const codes = (text: string, kind: 'all' | 'labour', over: boolean) => shownResources(all, { text, kind, over }).map(({ code }) => code);
  expect(codes('', 'all', false)).toEqual(['M1', 'R9', 'R10', 'A']);
  expect(codes(' crew r', 'labour', false)).toEqual(['R9', 'R10']);
  expect(codes('', 'all', true)).toEqual(['R9']);
});

test.each([
  [undefined, { text: '', kind: 'all', over: false }],
  ['kind:labour over:yes tower crane', { text: 'tower crane', kind: 'labour', over: true }],
  ['kind:gold', { text: 'kind:gold', kind: 'all', over: false }],
] as const)('the address %j holds a filter, and is written as it was', (address, filter) => {
  expect(loadFilterOf(address)).toEqual(filter);
  expect(loadFilterText(filter)).toBe(address);
});

test('a cell is coloured by its share of the limit, else of the largest value', () => {
  expect([0, 1].map((at) => toneOf(resource('R'), at))).toEqual([
    { tone: 'load', share: 1 },
    { tone: 'over', share: 1 },
  ]);
  const free = resource('M', { capacity: null, values: [4, 16, 0], over_days: [0, 0, 0] });
  expect([0, 2].map((at) => toneOf(free, at))).toEqual([
    { tone: 'load', share: 0.25 },
    { tone: 'none', share: 0 },
  ]);
});

test('the copied table has a line for each resource, whatever stands in its name', () => {
  expect(loadAsText([resource('R', { name: 'A\tB' })], ['Code', 'Name', 'Unit', 'Total', 'Jan', 'Feb'], String)).toBe(
    'Code\tName\tUnit\tTotal\tJan\tFeb\nR\tA B\th\t24\t8\t16',
  );
});
