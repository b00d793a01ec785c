import { describe, expect, it } from 'vitest';
import { DEFAULT_PRINT_FORMAT, filledSlot, pagesNamed, usualPrintColumns, whyNotPrintable } from './print.ts';

describe('a sheet', () => {
  const why = (change: Partial<typeof DEFAULT_PRINT_FORMAT>) => whyNotPrintable({ ...DEFAULT_PRINT_FORMAT, ...change })?.code ?? null;
  it.each([
    [{ sheet_height: 210, sheet_width: 297 }, null],
    [{ sheet_height: 209.9 }, 'print.sheet_too_low'],
    [{ sheet_width: 296 }, 'print.sheet_too_narrow'],
    [{ sheet_width: 5001 }, 'print.sheet_too_large'],
    [{ sheet_height: Number.NaN }, 'print.sheet_too_low'],
    [{ margins: { top: 0, right: 0, bottom: 0, left: 0 } }, null],
    [{ margins: { top: -1, right: 0, bottom: 0, left: 0 } }, 'print.margin_negative'],
    [{ margins: { top: 120, right: 0, bottom: 120, left: 0 } }, 'print.no_room'],
    [{ range: { start: '2026-05-01', finish: '2026-05-01' } }, 'print.range_reversed'],
    [{ range_days: { before: 30, after: 0 } }, null],
    [{ range_days: { before: 0, after: 0 } }, 'print.range_empty'],
    [{ range_days: { before: -1, after: 5 } }, 'print.range_empty'],
  ])('%j → %s', (change, code) => expect(why(change)).toBe(code));
});

describe('pages by name', () => {
  it.each([
    ['', [1, 2, 3, 4]],
    ['2-3, 1', [1, 2, 3]],
    ['3-9', [3, 4]],
    ['7', []],
    ['0', null],
    ['3-2', null],
    ['two', null],
  ])('%j of four → %j', (text, pages) => expect(pagesNamed(text, 4)).toEqual(pages));
});

describe('a text of a slot', () => {
  it('takes the values it names, once, and leaves other braces alone', () => {
    expect(filledSlot('{{project}}, {{ page }} of {{pages}} {{nothing}} {x}', { project: '{{page}}', page: '2', pages: '9' })).toBe(
      '{{page}}, 2 of 9 {{nothing}} {x}',
    );
  });
  it('takes fields of passports whatever their case, and nothing where there is none', () => {
    expect(filledSlot('{{passport("Contract No.")}}/{{ passport("Area") }}', { 'passport("contract no.")': '12' })).toBe('12/');
  });
});

it('a sheet of A4 has fewer columns where none are named, so that the chart is more than a strip', () => {
  expect(usualPrintColumns(297)).toEqual(['code', 'name', 'durationMinutes', 'start', 'finish']);
  expect(usualPrintColumns(420)).toContain('predecessors');
});
