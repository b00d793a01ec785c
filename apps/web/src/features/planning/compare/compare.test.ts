import type { Difference } from '@gantry/contract';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { fieldText, valueText } from './compare.model.ts';

const TEXTS: Record<string, string> = {
  'compare.present': 'is there',
  'compare.absent': 'is not there',
  'column.start': 'Start',
  'compare.part_monday': 'Monday',
};
const t = ((key: string, options?: { defaultValue?: string; hours?: string }) =>
  key === 'compare.hours' ? `${options?.hours} h` : (TEXTS[key] ?? options?.defaultValue ?? key)) as unknown as TFunction;
const of = (table: string, field: string, change: Difference['change'] = 'changed') => ({ table, field, change });

test.each([
  [of('wbs', 'start'), '2031-03-03T09:00', '03.03.2031 09:00'],
  [of('wbs', 'durationMinutes'), 480, '8 h'],
  [of('wbs', 'durationMinutes'), 450, '7.50 h'],
  [of('wbs', 'type'), 'milestone_start', 'milestone start'],
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
])('%o %j is written %s', (about, value, text) => {
  expect(
    valueText(about, value as never, { t })
      .replaceAll(',', '.')
      .replace('13:00.', '13:00,'),
  ).toBe(text);
});

test.each([
  [{ field: 'start', part: null }, 'Start'],
  [{ field: 'week', part: 'monday' }, 'week: Monday'],
  [{ field: 'exceptions', part: '2031-05-01' }, 'exceptions: 01.05.2031'],
  [{ field: '', part: null }, ''],
])('%o is called %s', (about, text) => expect(fieldText(about, { t })).toBe(text));
