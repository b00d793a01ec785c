import { readFigure, writeFigure } from '@gantry/contract';
import { expect, test } from 'vitest';
import { deviationOf, everyNth, figureAt, layOutPoints, nearestLine, pathOf, shownLines, styleOf, topOf } from './analytics.model.ts';

const line = (key: string, cumulative: (number | null)[]) => ({ key, name: '', group: null, values: cumulative, cumulative, total: 0 });

test('the axis ends at a round number above the largest value', () => {
  expect([0, 0.3, 1, 1.1, 2.2, 26, 700, 999].map(topOf)).toEqual([1, 0.3, 1, 1.2, 2.4, 30, 800, 1000]);
});

test('points stand at the ends of their periods, from nothing at the left', () => {
  const points = layOutPoints([50, 100, null], 100, { width: 90, height: 60 });
  expect(points).toEqual([{ x: 30, y: 30 }, { x: 60, y: 0 }, null]);
  expect(pathOf(points, 60)).toBe('M0 60L30 30L60 0');
  expect(pathOf(points, 60, true)).toBe('M0 60H30V30H60V0');
  expect(pathOf([null, { x: 60, y: 10 }, { x: 90, y: 0 }], 60)).toBe('M60 10L90 0');
});

test('lines that are always zero, what is left and starts of works are not drawn', () => {
  const lines = [line('plan', [0, 5]), line('fact', [0, 0]), line('remaining', [1, 2])];
  expect(shownLines({ unit: { kind: 'money', text: '' }, lines }).map(({ key }) => key)).toEqual(['plan']);
  const works = [line('starts_plan', [1]), line('finishes_plan', [1])];
  expect(shownLines({ unit: { kind: 'count', text: '' }, lines: works }).map(({ key }) => key)).toEqual(['finishes_plan']);
});

test('a plan looks the same in every chart', () => {
  expect(styleOf('finishes_plan')).toBe(styleOf('plan'));
  expect(new Set(['target', 'plan', 'fact', 'earned', 'forecast'].map((key) => JSON.stringify(styleOf(key)))).size).toBe(5);
});

test('what is done is held against what was promised by then', () => {
  expect(deviationOf({ lines: [line('target', [10, 40, 80]), line('fact', [10, 30, null])] })).toEqual({ fact: 30, target: 40 });
  expect(deviationOf({ lines: [line('target', [10]), line('earned', [5]), line('fact', [7])] })).toEqual({ fact: 5, target: 10 });
  expect(deviationOf({ lines: [line('fact', [7])] })).toBeNull();
  expect(deviationOf({ lines: [] })).toBeNull();
});

test('labels keep their distance', () => {
  expect([everyNth(12, 5), everyNth(4, 5), everyNth(3, 0)]).toEqual([3, 1, 3]);
});

test('a point of a chart is a question: its line, and the days of its period', () => {
  const months = { kind: 'cost' as const, period: 'month' as const, periods: ['2026-01-01', '2026-02-01'] };
  expect(figureAt(months, line('plan', [1, 2]), 1)).toEqual({ kind: 'cost', line: 'plan', from: '2026-02-01', to: '2026-03-01' });
  const weeks = { kind: 'count' as const, period: 'week' as const, periods: ['2026-12-28'] };
  expect(figureAt(weeks, line('finishes_plan', [1]), 0)).toMatchObject({ from: '2026-12-28', to: '2027-01-04' });
  // An estimate is made of sums, not of works.
  expect(figureAt(months, line('estimate', [1, 2]), 1)).toBeNull();
  expect(figureAt(months, line('plan', [1, 2]), 5)).toBeNull();
});

test('a click means the line that it comes nearest to, among those that reach there', () => {
  const lines = [line('plan', [10, 20]), line('fact', [7, null])];
  expect([nearestLine(lines, 0, 9), nearestLine(lines, 0, 8), nearestLine(lines, 1, 0)]).toEqual([0, 1, 0]);
});

test('a figure goes through an address and comes back; what is none stays none', () => {
  const figure = { kind: 'cost' as const, line: 'plan', from: '2026-02-01', to: '2026-03-01', group: 'wbs:1', key: 'Корпус 1 ~ 50 %' };
  expect(readFigure(writeFigure(figure))).toEqual(figure);
  expect(encodeURIComponent(writeFigure(figure))).toBe(writeFigure(figure));
  expect(['overdue', undefined, 'f.nonsense', 'f.{}'].map(readFigure)).toEqual([null, null, null, null]);
});
