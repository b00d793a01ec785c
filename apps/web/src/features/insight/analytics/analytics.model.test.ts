import { readFigure, writeFigure } from '@gantry/contract';
import { expect, test } from 'vitest';
import { setCurrency } from '../../../lib/numbers.ts';
import {
  amountOfFigure,
  bandOf,
  deviationOf,
  figureAt,
  measureTitle,
  nearestLine,
  shownLines,
  styleOf,
  worksText,
} from './analytics.model.ts';

const line = (key: string, cumulative: (number | null)[]) => ({ key, name: '', group: null, values: cumulative, cumulative, total: 0 });

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

test('early and late are a band where they differ', () => {
  expect(bandOf({ lines: [line('early', [3, 5]), line('late', [1, 5])] })).toEqual({ upper: [3, 5], lower: [1, 5] });
  expect(bandOf({ lines: [line('early', [3, 5]), line('late', [3, 5])] })).toBeNull();
  expect(bandOf({ lines: [line('plan', [3, 5])] })).toBeNull();
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

test('money is called and written with the currency of the space, other measures without', () => {
  setCurrency('CHF');
  const t = (key: string, values?: object) => JSON.stringify([key, values]);
  const texts = [
    measureTitle('cost', t),
    amountOfFigure({ kind: 'cost' }, 1200),
    amountOfFigure({ kind: 'money' }, 0.5),
    amountOfFigure({ kind: 'by-target', measure: 'cost' }, 7),
    worksText({ kind: 'cost', line: 'fact' }, 2, 40, t as never),
  ];
  for (const text of texts) expect(text).toContain('CHF');
  const others = [
    measureTitle('labour', t),
    amountOfFigure({ kind: 'labour' }, 1200),
    amountOfFigure({ kind: 'by-target', measure: 'count' }, 7),
  ];
  for (const text of others) expect(text).not.toContain('CHF');
  setCurrency(null);
});
