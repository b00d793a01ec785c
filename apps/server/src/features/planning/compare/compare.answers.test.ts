import type { Difference } from '@gantry/contract';
import { collectFindings, readZip } from '@gantry/interchange';
import { expect, test } from 'vitest';
import { answerFrom, type CompareOutcome, forgetOldest, KEPT, MOST_FILE_LINES } from './compare.answers.rules.ts';

const ONE: Difference = {
  kind: 'texts',
  change: 'changed',
  table: 'wbs',
  item: { ids: [1, 1], code: 'A10', name: 'Piles' },
  object: '',
  field: 'code',
  part: null,
  values: ['A10', 'A15'],
  consequence: false,
  minutes_per_day: 480,
};
const outcomeOf = (differences: number): CompareOutcome => ({ whole: { differences: new Array(differences).fill(ONE), rows: [] } });
const names = [{ name: 'First' }, { name: 'Second' }];
const file = (differences: number, format: 'csv' | 'xlsx') =>
  answerFrom(outcomeOf(differences), {
    question: 'differencesFile',
    wanted: { origin: 'all', search: '', format, names, texts: {} },
  }) as Promise<{ bytes: Buffer } | null>;

test('a file of many lines is made in pieces, each line once', async () => {
  const csv = String((await file(2_500, 'csv'))?.bytes).split('\r\n');
  expect([csv.length, csv[0], csv[1], csv[2_500], csv[2_501]]).toEqual([
    2_502,
    expect.stringMatching(/^\ufeffkind;.*;First;Second$/),
    csv[2_500],
    expect.stringMatching(/;A10;A15$/),
    '',
  ]);
  const entries = await readZip((await file(2_500, 'xlsx'))?.bytes ?? Buffer.alloc(0), collectFindings());
  const sheet = String(entries?.find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.bytes);
  const numbers = [...sheet.matchAll(/<row r="(\d+)">/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 2_501 }, (_, at) => at + 1));
  expect(sheet).toMatch(/^<\?xml.*<sheetData><row r="1">.*<\/row><\/sheetData><\/worksheet>$/s);
});

test('a file of too many lines is not made', async () => {
  expect(await file(MOST_FILE_LINES + 1, 'csv')).toBeNull();
});

test('comparisons are kept by their number and their differences, and the last one in any case', () => {
  const kept = (...sizes: number[]) => new Map(sizes.map((size, at) => [`${at} ${size}`, outcomeOf(size)]));
  const left = (of: Map<string, CompareOutcome>, keepsLast: boolean) => {
    forgetOldest(of, keepsLast);
    return [...of.keys()];
  };
  expect(left(kept(1, 2, 3, 4, 5, 6), true)).toEqual(['2 3', '3 4', '4 5', '5 6']);
  const half = KEPT.entries / 2;
  expect(left(kept(5, half, half), true)).toEqual([`1 ${half}`, `2 ${half}`]);
  expect(left(kept(half, KEPT.entries + 1), true)).toEqual([`1 ${KEPT.entries + 1}`]);
  expect(left(kept(half, KEPT.entries + 1), false)).toEqual([]);
});
