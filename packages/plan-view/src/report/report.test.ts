import { minuteAt } from '@gantry/domain';
import { expect, test } from 'vitest';
import { smallView } from '../testing/small-view.ts';
import { spanOfPeriod } from './report-periods.ts';
import { openReport } from './report-scope.ts';

const NO_TABLES = { wbs: [], assignment: [], resource: [], calendar: [], daySeries: [], settings: [] };
const time = { year: 2026, month: 3, dataDate: minuteAt('2026-03-10T00:00') };
const question = { time, wbsIds: null, money: true, people: new Map([[7, 'Anna']]), t: (key: string) => key };
const report = (more = {}) => openReport(smallView(), NO_TABLES, { ...question, ...more });
const codes = (list: string, more = {}) =>
  report(more)
    .list(list)
    ?.map((row) => row.value('code'));

test('lists hold what is of their kind; what is no list is none', () => {
  expect(codes('rows')).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6']);
  expect(codes('sections')).toEqual(['A1', 'A4']);
  expect(codes('works')).toEqual(['A2', 'A3', 'A5']);
  expect(codes('milestones')).toEqual(['A6']);
  expect(codes('started')).toEqual(['A2']);
  expect(codes('due')).toEqual(['A2']);
  expect(codes('near_critical')).toBeUndefined();
  expect(codes('works', { wbsIds: [4] })).toEqual(['A5']);
});

test('a phase holds the rows under it, and a work none', () => {
  const [frame, walls] = report().list('rows') ?? [];
  expect(frame.list('works')?.map((row) => row.value('code'))).toEqual(['A2', 'A3']);
  expect(walls.list('works')).toEqual([]);
});

test('rows say what they are, by names of attributes too, and nothing of costs to who must not see them', () => {
  const [, walls, more] = report().list('rows') ?? [];
  expect(['number', 'level', 'duration', 'phase', 'days_to_start', 'attr("zone")'].map((path) => walls.value(path))).toEqual([
    '1.1',
    2,
    1,
    'Frame',
    -8,
    null,
  ]);
  expect([more.value('attr("Zone")'), more.value('responsible'), more.value('nonsense')]).toEqual(['North', 'Anna', undefined]);
  expect(report({ money: false }).list('works')?.[0].value('cost.plan.total')).toBeNull();
});

test.each([
  ['m2', '2026-02-01', '2026-03-01'],
  ['q4', '2026-10-01', '2027-01-01'],
  ['this_period', '2026-03-01', '2026-04-01'],
  ['d31', '2026-03-31', '2026-04-01'],
  ['w1', '2026-03-10', '2026-03-17'],
])('%s is from %s to before %s', (period, from, to) => {
  const day = (text: string) => minuteAt(`${text}T00:00`) / 1440;
  expect(spanOfPeriod(period, time)).toEqual({ from: day(from), to: day(to) });
});
