import { api } from '@gantry/contract';
import { compileFilter, parseMinute } from '@gantry/domain';
import { readersOf, setFields } from '@gantry/plan-view';
import { smallView } from '@gantry/plan-view/testing';
import { expect, test } from 'vitest';
import { quickFilter, QUICK_VIEWS, type QuickView } from './filters.model.ts';

const DATA_DATE = parseMinute('2026-03-16T08:00') as number;

/** Names of the rows of the small plan that a view shows, some of them calculated. */
function shownBy(name: QuickView, weeks = 2): string[] {
  const view = smallView();
  setFields(view.document, 'wbs', 2, { critical: true, totalFloatMinutes: -480, earlyStart: '2026-03-02T08:00' });
  setFields(view.document, 'wbs', 1, { critical: true, totalFloatMinutes: -480 });
  setFields(view.document, 'wbs', 5, { totalFloatMinutes: 0, earlyStart: '2026-03-20T08:00' });
  const filter = quickFilter(name, DATA_DATE, weeks);
  const { test: passes, ignored } = compileFilter(filter ?? { join: 'and', conditions: [] }, readersOf(view));
  expect(ignored).toEqual([]);
  const reader = readersOf(view)('name');
  return Array.from({ length: view.rows.count }, (_, row) => row)
    .filter((row) => passes?.(row))
    .map((row) => String(reader?.at(row)));
}

test.each([
  ['critical', ['Walls 10']],
  ['negative_float', ['Walls 10']],
  ['in_progress', ['Walls 10']],
  ['look_ahead', ['Rafters']],
  ['milestones', ['Handover']],
  ['no_predecessor', ['Walls 10', 'Rafters', 'Handover']],
  ['not_calculated', ['Walls 9', 'Handover']],
] as const)('the view “%s” shows %j', (name, names) => expect(shownBy(name)).toEqual(names));

test('the look-ahead reaches as far as asked, and needs a data date', () => {
  expect(shownBy('look_ahead', 4)).toEqual(['Walls 9', 'Rafters']);
  expect(quickFilter('look_ahead', null, 2)).toBeNull();
});

test('every view is a filter that can be saved', () => {
  const read = api.filters.create.body.shape.content;
  for (const name of QUICK_VIEWS) expect(read.safeParse(quickFilter(name, DATA_DATE, 2)).success, name).toBe(true);
});
