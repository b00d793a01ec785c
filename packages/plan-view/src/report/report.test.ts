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

test('what was approved stands on its days, of rows and of their resources, phases with the hours and costs below them', () => {
  const days = (value: number, ...dates: string[]) => dates.map((day) => ({ day: minuteAt(`${day}T00:00`) / 1440, value }));
  const approved = (
    id: number,
    itemId: number,
    measure: string,
    values: object[],
    resourceId: number | null = null,
    mode = 'approved_plan',
  ) => ({
    id,
    itemId,
    resourceId,
    measure,
    mode,
    days: values,
  });
  const daySeries = [
    approved(1, 2, 'labour', days(8, '2026-02-27', '2026-03-02', '2026-03-10')),
    approved(2, 3, 'labour', days(4, '2026-03-03'), 9),
    approved(3, 2, 'volume', days(5, '2026-01-02', '2025-12-31')),
    approved(4, 2, 'volume', days(77, '2026-01-02'), null, 'plan'),
    approved(5, 2, 'cost', days(100, '2026-03-02')),
  ];
  const rows = openReport(smallView(), { ...NO_TABLES, daySeries }, question).list('rows') ?? [];
  const read = (row: number, ...paths: string[]) => paths.map((path) => rows[row].value(path));
  const parts = ['total', 'm2', 'this_period', 'q1', 'to_date'].map((part) => `labour.approved.${part}`);
  expect(read(0, ...parts)).toEqual([28, 8, 20, 28, 20]);
  expect(read(1, ...parts)).toEqual([24, 8, 16, 24, 16]);
  expect(read(1, 'volume.approved.year', 'volume.approved.before_year', 'volume.approved.after_year')).toEqual([5, 5, 0]);
  expect(read(2, 'volume.approved.total', 'labour.approved.total')).toEqual([null, 4]);
  expect(read(1, 'cost.approved.m3')).toEqual([100]);
  expect(
    openReport(smallView(), { ...NO_TABLES, daySeries }, { ...question, money: false })
      .list('rows')?.[1]
      .value('cost.approved.m3'),
  ).toBeNull();
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
