import type { Difference } from '@gantry/contract';
import {
  COST_PARTS,
  fieldsOf,
  FLOAT_TYPES,
  LAG_CALENDARS,
  PROGRESS_BY,
  PROGRESS_MODES,
  VERSION_TABLE_NAMES,
  wordTextsOf,
} from '@gantry/domain';
import type { TFunction } from 'i18next';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { valueOf } from '@gantry/plan-view';
import { CHANGE_TINTS, chartOf } from './compare.chart.queries.ts';
import { changeText, differenceText, fieldText, periodText, valueText } from './compare.model.ts';

const TEXTS: Record<string, string> = {
  'compare.present': 'is there',
  'compare.absent': 'is not there',
  'column.start': 'Start',
  'compare.part_monday': 'Monday',
  'values.measure_cost': 'Cost',
};
const t = ((key: string, options?: { defaultValue?: string; days?: string }) => {
  if (key === 'timetable.result_days') return `${options?.days} d`;
  // Of words the key is seen; elsewhere a text that is missing is made of the name.
  return TEXTS[key] ?? (WORD_KEY.test(key) ? key : (options?.defaultValue ?? key));
}) as unknown as TFunction;
const WORD_KEY = /^(?:item_type|word|cost_part)\.|^timetable\.progress_mode_./;
const of = (table: string, field: string, change: Difference['change'] = 'changed') => ({
  table,
  field,
  change,
  part: null,
  minutes_per_day: 480,
});

test.each([
  [of('wbs', 'start'), '2031-03-03T09:00', '03.03.2031 09:00'],
  [of('wbs', 'durationMinutes'), 480, '1 d'],
  [of('wbs', 'durationMinutes'), 450, '0.94 d'],
  [of('wbs', 'type'), 'milestone_start', 'item_type.milestone_start'],
  [of('costLink', 'by'), 'volume', 'word.volume'],
  [of('costLink', 'parts'), ['labour'], 'cost_part.labour'],
  [{ ...of('settings', 'options'), part: 'progressMode' }, 'retained_logic', 'timetable.progress_mode_retained_logic'],
  [{ ...of('settings', 'options'), part: 'dataDate' }, '2031-03-03T09:00', '03.03.2031 09:00'],
  [{ ...of('settings', 'options'), part: 'criticalFloatMinutes' }, 480, '1 d'],
  [of('wbs', 'name'), 'a_b', 'a_b'],
  [of('wbs', 'deadline'), null, ''],
  [of('wbs', '', 'added'), true, 'is there'],
  [of('wbs', '', 'removed'), false, 'is not there'],
  [
    of('calendar', 'week'),
    [
      { start: 540, finish: 780 },
      { start: 840, finish: 1080 },
    ],
    '09:00–13:00, 14:00–18:00',
  ],
  [of('calendar', 'exceptions'), [], '—'],
  [of('attributeValue', 'value'), { a: 1 }, '{"a":1}'],
  [of('settings', 'distributions'), { mode: 'end' }, 'distributions.mode_end'],
  [of('settings', 'distributions'), { mode: 'curve', curve: [0, 100] }, 'distributions.mode_curve'],
])('%o %j is written %s', (about, value, text) => {
  expect(
    valueText(about, value as never, { t })
      .replaceAll(',', '.')
      .replace('13:00.', '13:00,'),
  ).toBe(text);
});

describe.each(['en', 'ru', 'fr'])('words of version content in %s', (language) => {
  const folder = new URL(`../../../../../../packages/locales/${language}/`, import.meta.url);
  const texts = Object.assign({}, ...readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object)) as Record<string, string>; // prettier-ignore
  const written = VERSION_TABLE_NAMES.flatMap((table) =>
    fieldsOf(table).flatMap(({ name, values }) => (values ? [{ table, name, values }] : [])),
  );
  const inside: Record<string, readonly string[]> = {
    rules: ['p6', 'msproject'], progressMode: PROGRESS_MODES, lagCalendar: LAG_CALENDARS, floatType: FLOAT_TYPES, criticalBy: ['total_float', 'longest_path'],
    externalRelations: ['live', 'ignored'], rateOfProgress: ['plan', 'pace'], rateOfFact: ['fact', 'plan'], progressBy: PROGRESS_BY,
  }; // prettier-ignore
  const options = Object.entries(inside).map(([name, values]) => ({ table: 'settings', name, values }));
  test.each([...written, ...options, { table: 'costLink', name: 'parts', values: COST_PARTS }])(
    '$table $name',
    ({ table, name, values }) => {
      const keys = values.map((value) => wordTextsOf(table, name)?.(value) ?? `${table}.${name}: no texts`);
      expect(keys.filter((key) => !texts[key])).toEqual([]);
    },
  );
});

test.each([
  [of('wbs', 'finish'), '2031-03-03T18:00', '2031-03-06T18:00', '+3 d'],
  [of('wbs', 'start'), '2031-03-03T18:00', '2031-03-03T06:00', '\u22120.50 d'],
  [of('wbs', 'durationMinutes'), 480, 1440, '+2 d'],
  [of('assignment', 'plannedCost'), 10, 8, '\u22122'],
  [of('wbs', 'name'), 'a', 'b', ''],
  [of('wbs', 'finish'), null, '2031-03-06T18:00', ''],
  [of('wbs', '', 'added'), false, true, ''],
])('%o from %j to %j differs by %s', (about, from, to, text) => expect(changeText(about, from, to, { t }).replaceAll(',', '.')).toBe(text));

test.each([
  [{ field: 'start', part: null }, 'Start'],
  [{ field: 'week', part: 'monday' }, 'week: Monday'],
  [{ field: 'distributions', part: 'cost' }, 'distributions: Cost'],
  [{ field: 'exceptions', part: '2031-05-01' }, 'exceptions: 01.05.2031'],
  [{ field: '', part: null }, ''],
])('%o is called %s', (about, text) => expect(fieldText(about, { t })).toBe(text));

describe('the chart of two versions', () => {
  const row = (code: string, parent: number | null, change: string, dates: [string | null, string | null][], more: object = {}) => ({
    ids: [change === 'added' ? null : 1, change === 'removed' ? null : 2],
    parent,
    code,
    name: `Row ${code}`,
    type: 'task' as const,
    change: change as 'same',
    kinds: [],
    caused: true,
    start: dates.map(([start]) => start),
    finish: dates.map(([, finish]) => finish),
    ...more,
  });
  const none: [null, null] = [null, null];
  const [early, late] = [
    ['2026-03-02T09:00', '2026-03-02T18:00'],
    ['2026-03-03T09:00', '2026-03-04T18:00'],
  ] as [string, string][];
  const rows = [
    row('S', null, 'same', [none, none], { type: 'sum' as const }),
    row('A', 0, 'changed', [early, late], { kinds: ['dates' as const] }),
    row('B', 0, 'added', [none, late]),
    row('C', 0, 'removed', [late, none]),
    row('D', 0, 'changed', [early, early], { kinds: ['texts' as const] }),
  ];
  const { view, placeOf } = chartOf({ rows }, (key) => key);
  const field = (id: number, name: 'start' | 'finish' | 'targetStart' | 'targetFinish' | 'tint') => valueOf(view.document, 'wbs', id, name);

  test('has bars of the second version and thin ones of the first; a deleted row keeps its bar, an added one has no other', () => {
    expect(['start', 'finish', 'targetStart', 'targetFinish'].map((name) => field(2, name as 'start'))).toEqual([...late, ...early]);
    expect(['start', 'targetStart'].map((name) => field(3, name as 'start'))).toEqual([late[0], null]);
    expect(['start', 'targetStart'].map((name) => field(4, name as 'start'))).toEqual([late[0], null]);
    expect([2, 3, 4, 5, 1].map((id) => field(id, 'tint'))).toEqual([
      CHANGE_TINTS.changed,
      CHANGE_TINTS.added,
      CHANGE_TINTS.removed,
      null,
      null,
    ]);
  });

  test('a summary spans what its rows spanned in the first version', () => {
    expect([field(1, 'targetStart'), field(1, 'targetFinish')]).toEqual([early[0], late[1]]);
  });

  test('a row opens in the second version, a deleted one in the first', () => {
    expect([placeOf(2), placeOf(4), placeOf(99)]).toEqual([{ side: 1, itemId: 2 }, { side: 0, itemId: 1 }, null]);
  });
});

test.each([
  [0, ''],
  [1.5, '+1,50'],
  [-2, '−2'],
  [0.0001, ''],
])('a difference of %d is written %j', (value, text) => expect(differenceText(value)).toBe(text));

test('periods are named by their first day, months by name', () => {
  expect(periodText('2026-03-02', 'week', 'en-US')).toBe('02.03.2026');
  expect(periodText('2026-03-01', 'month', 'en-US')).toBe('March 2026');
});
