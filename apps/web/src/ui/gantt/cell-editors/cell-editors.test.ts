import { formatMinute, minuteOf } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { monthForms } from '../labels.ts';
import type { CellContext, CellWords } from './cell-editor.ts';
import { USUAL_SIZES } from './cell-editor.ts';
import { readDate } from './date.ts';
import { readDuration } from './duration.ts';
import { CELL_EDITOR_KINDS } from './index.ts';

const WORDS: CellWords = {
  months: monthForms('ru'),
  units: { minute: ['мин'], hour: ['ч'], day: ['д', 'дн'], week: ['н', 'нед'], month: ['мес'] },
  decimalComma: true,
  refusal: { number: 'n', date: 'd', duration: 'l', percentage: 'p', choice: 'c' },
};
const CONTEXT: CellContext = {
  words: WORDS,
  sizes: USUAL_SIZES,
  options: [
    { value: 3, label: 'Задача' },
    { value: 'w', label: 'Работа' },
  ],
};

describe('dates', () => {
  it.each([
    ['05.03.2026', '2026-03-05T00:00'],
    ['5.3.2026', '2026-03-05T00:00'],
    ['05.3.26', '2026-03-05T00:00'],
    ['05.03.49', '2049-03-05T00:00'],
    ['05.03.50', '1950-03-05T00:00'],
    ['05.03.71', '1971-03-05T00:00'],
    ['05.3.00', '2000-03-05T00:00'],
    ['5.март.49', '2049-03-05T00:00'],
    ['5.сен.99 07:05', '1999-09-05T07:05'],
    ['05.3.2026', '2026-03-05T00:00'],
    ['05.марта.2026', '2026-03-05T00:00'],
    ['05.03.2026 24:00', '2026-03-06T00:00'],
    ['05.мар.2026', '2026-03-05T00:00'],
    ['5 марта 2026', '2026-03-05T00:00'],
    ['05.март.26', '2026-03-05T00:00'],
    ['5-Mar-2026', '2026-03-05T00:00'],
    ['05.March.2026', '2026-03-05T00:00'],
    ['05.03.2026 08:30', '2026-03-05T08:30'],
    ['2026-03-05', '2026-03-05T00:00'],
    ['2026-03-05T14:05', '2026-03-05T14:05'],
    ['05/03/2026', '2026-03-05T00:00'],
    ['29.02.2028', '2028-02-29T00:00'],
    ['31.мая.2026', '2026-05-31T00:00'],
    ['05042026', '2026-04-05T00:00'],
    ['050426', '2026-04-05T00:00'],
    ['05042026 0830', '2026-04-05T08:30'],
  ])('%s is read', (text, expected) => {
    const minute = readDate(text, WORDS);
    expect(minute === null ? null : formatMinute(minute)).toBe(expected);
  });
  it.each([
    '31.02.2026',
    '29.02.2026',
    '05.13.2026',
    '0.1.2026',
    '5.3.202',
    '5.ма.2026',
    'завтра',
    '5.3.2026 25:00',
    '5.3.2026 24:01',
    '32042026',
    '0504202',
    '5.3',
  ])('%s is refused', (text) => {
    expect(readDate(text, WORDS)).toBeNull();
  });
});

describe('durations', () => {
  it.each([
    ['5d', 2400],
    ['4h', 240],
    ['1,5w', 3600],
    ['2d 4h', 1200],
    ['30 мин', 30],
    ['3', 1440],
    ['0,5', 240],
    ['2 нед', 4800],
    ['1мес', 9600],
    ['5 дн.', 2400],
    ['0', 0],
  ])('%s is read', (text, minutes) => expect(readDuration(text, WORDS, USUAL_SIZES)).toBe(minutes));
  it.each(['', 'd', '5x', '-3', '5d x', '5 5 d d'])('"%s" is refused', (text) => expect(readDuration(text, WORDS, USUAL_SIZES)).toBeNull());
});

describe('every editor', () => {
  it.each([
    ['date', minuteOf(2026, 3, 5, 8, 30)],
    ['date', null],
    ['duration', 2400],
    ['duration', 90],
    ['duration', 7],
    ['duration', 1200],
    ['number', -0.25],
    ['percentage', 0.375],
    ['text', 'Стена'],
    ['select', 'w'],
    ['select', 3],
    ['flag', true],
    ['flag', false],
  ] as const)('%s writes %s so that it reads it back', (kind, value) => {
    const editor = CELL_EDITOR_KINDS[kind];
    expect(editor.read(editor.write(value, CONTEXT), CONTEXT)).toEqual({ value });
  });
  it('takes a percentage as an amount where there is a whole', () => {
    const { number } = CELL_EDITOR_KINDS;
    expect(number.read('12,5 %', { ...CONTEXT, whole: 80 })).toEqual({ value: 10 });
    expect(number.read('33%', { ...CONTEXT, whole: 0.7 })).toEqual({ value: 0.231 });
    expect(number.read('x%', { ...CONTEXT, whole: 80 })).toEqual({ refusal: 'n' });
    expect(number.read('5%', CONTEXT)).toEqual({ refusal: 'n' });
  });
  it('refuses with its own words', () => {
    expect(CELL_EDITOR_KINDS.percentage.read('101', CONTEXT)).toEqual({ refusal: 'p' });
    expect(CELL_EDITOR_KINDS.number.read('abc', CONTEXT)).toEqual({ refusal: 'n' });
    expect(CELL_EDITOR_KINDS.select.read('нет такого', CONTEXT)).toEqual({ refusal: 'c' });
    expect(CELL_EDITOR_KINDS.select.read('работа', CONTEXT)).toEqual({ value: 'w' });
  });
});
