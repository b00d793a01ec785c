import { describe, expect, it } from 'vitest';
import { readTable } from './clipboard.ts';
import { typeOfEnds } from './gesture-link.ts';
import { keyName } from './keyboard.ts';
import { shortDate, timeWords } from './labels.ts';
import { widestGrid } from './scroller.ts';

const key = (name: string, code: string, held: string[] = []): string =>
  keyName({
    key: name,
    code,
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
  });

describe('keys', () => {
  it('are named by their place on the board, whatever the layout', () => {
    expect(key('я', 'KeyZ', ['ctrl'])).toBe('Mod+Z');
    expect(key('z', 'KeyZ', ['meta', 'shift'])).toBe('Mod+Z');
    expect(key('ArrowRight', 'ArrowRight', ['alt', 'shift'])).toBe('Alt+Shift+ArrowRight');
    expect(key('ArrowDown', 'ArrowDown', ['shift'])).toBe('ArrowDown');
    expect(key('=', 'Equal', ['ctrl'])).toBe('Mod++');
    expect(key('я', 'KeyZ')).toBe('я');
  });
});

describe('tables from the clipboard', () => {
  it('come as spreadsheets write them', () => {
    expect(readTable('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readTable('"say ""so"""\t5')).toEqual([['say "so"', '5']]);
    expect(readTable('x')).toEqual([['x']]);
    expect(readTable('a\t\n\tb')).toEqual([
      ['a', ''],
      ['', 'b'],
    ]);
  });
});

it('the ends chosen make the type of a link', () => {
  expect([typeOfEnds(true, false), typeOfEnds(false, false), typeOfEnds(true, true), typeOfEnds(false, true)]).toEqual([
    'fs',
    'ss',
    'ff',
    'sf',
  ]);
});

it('words of the scale come in the language', () => {
  const russian = timeWords('ru', { quarter: (quarter) => `${quarter} кв.`, week: (week) => `нед. ${week}` });
  expect(russian.month(3)).toBe('Март');
  expect(russian.monthYear(5, 2026)).toBe('Май 2026');
  expect(russian.weekdayShort(1)).toBe('Пн');
  expect(timeWords('fr', { quarter: String, week: String }).month(8)).toBe('Août');
  expect(shortDate(0)).toBe('01.01.1990');
});

it('the grid leaves half of a narrow window to the chart, and enough of a wide one', () => {
  expect([700, 980, 1876].map(widestGrid)).toEqual([350, 490, 1364]);
});
