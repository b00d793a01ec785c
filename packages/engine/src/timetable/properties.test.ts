import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DATE, type Plan } from '@gantry/domain';
import { columnsOf, type NetworkColumns } from '../network/columns.ts';
import { chartPlan } from '../testing/chart.ts';
import { atDay } from '../testing/chart-calendars.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { startsAsked, startsAskedIn } from './testing/starts-asked.ts';
import { calculate, calculateColumns } from './calculate.ts';
import type { Edit, ValueEdit } from './edits.ts';
import { openTimetable, recalculate, shownDatesAfter, timetableItem, timetableResult } from './incremental.ts';
import type { CalculationResult } from './result.ts';

const POOL = new Map();
const CASES = propertyRun('timetable');
const TYPES = ['', ':ss', ':ff', ':sf'];
const CALENDARS = ['five', 'seven', 'around', 'split'];

/** Plans without cycles: each item may wait for earlier ones. */
const plans = (words: fc.Arbitrary<string>, leastDays = 0, calendars = CALENDARS) =>
  fc
    .array(
      fc.record({
        days: fc.integer({ min: leastDays, max: 6 }),
        calendar: fc.constantFrom(...calendars),
        links: fc.array(
          fc.record({ back: fc.integer({ min: 1, max: 6 }), type: fc.constantFrom(...TYPES), lag: fc.integer({ min: -2, max: 3 }) }),
          { maxLength: 3 },
        ),
        words,
      }),
      { minLength: 2, maxLength: 25 },
    )
    .map((rows) =>
      chartPlan(
        rows
          .map((row, at) => {
            const links = row.links
              .filter((link) => link.back <= at)
              .map((link) => `I${at - link.back}${link.type}${link.lag === 0 ? '' : `${link.lag > 0 ? '+' : ''}${link.lag}d`}`);
            return [`I${at}`, `${row.days}d`, `cal=${row.calendar}`, ...links, row.words].join(' ');
          })
          .join('\n'),
      ),
    );
const plain = plans(fc.constant(''));
/** Where an FF or SF link crosses calendars, P6 itself gives negative floats; see docs/calculation.md. */
const oneCalendar = plans(fc.constant(''), 1, ['five']);
const mixed = plans(
  fc.constantFrom('', '', '', 'snet=4', 'fnlt=5', 'fon=7', 'son=3', 'as=-3 rem=1d', 'as=-5 af=-2', 'ms', 'mf', 'exp=9', 'mandatory son=4'),
);

const COLUMNS = [
  'earlyStart',
  'earlyFinish',
  'lateStart',
  'lateFinish',
  'start',
  'finish',
  'totalFloat',
  'freeFloat',
  'remaining',
  'critical',
  'longestPath',
] as const;
const columnsIn = (result: CalculationResult) => COLUMNS.map((name) => Array.from(result[name]));

describe('any plan', () => {
  it('starts nothing before what a relation asks for', () => {
    fc.assert(
      fc.property(plain, (plan) => {
        const [result, asked] = [calculate(plan, POOL), startsAskedIn(plan)];
        plan.relations.forEach((relation, at) => {
          expect(result.earlyStart[relation.successorId - 1]).toBeGreaterThanOrEqual(asked[at]);
        });
      }),
      CASES,
    );
  });

  it('has no negative float without limits', () => {
    fc.assert(
      fc.property(oneCalendar, (plan) => {
        const result = calculate(plan, POOL);
        for (let item = 0; item < plan.items.length; item++) {
          expect(result.totalFloat[item]).toBeGreaterThanOrEqual(0);
          expect(result.freeFloat[item]).toBeGreaterThanOrEqual(0);
        }
      }),
      CASES,
    );
  });

  it('has a longest path that reaches the finish of the project', () => {
    fc.assert(
      fc.property(plain, (plan) => {
        const result = calculate(plan, POOL);
        const last = result.earlyFinish.indexOf(result.projectFinish);
        expect(result.longestPath[last]).toBe(1);
      }),
      CASES,
    );
  });

  it('gives the same dates twice, and in whatever order its items and relations stand', () => {
    fc.assert(
      fc.property(mixed, fc.infiniteStream(fc.nat()), (plan, numbers) => {
        const result = calculate(plan, POOL);
        expect(columnsIn(calculate(plan, POOL))).toEqual(columnsIn(result));
        const order = shuffled(
          plan.items.map((_, at) => at),
          numbers,
        );
        const other: Plan = { ...plan, items: order.map((at) => plan.items[at]), relations: shuffled(plan.relations, numbers) };
        const again = calculate(other, POOL);
        for (const name of COLUMNS) expect(order.map((_, at) => again[name][at])).toEqual(order.map((at) => result[name][at]));
      }),
      CASES,
    );
  });

  it('never throws, whatever the relations; each item gets dates', () => {
    const relation = fc.record({
      from: fc.nat(9),
      to: fc.nat(9),
      type: fc.constantFrom('fs', 'ss', 'ff', 'sf'),
      lag: fc.integer({ min: -5000, max: 5000 }),
    });
    fc.assert(
      fc.property(fc.array(relation, { maxLength: 30 }), (relations) => {
        const plan = chartPlan(Array.from({ length: 9 }, (_, at) => `I${at} ${at}d`).join('\n'));
        plan.relations = relations.map((row, at) => ({
          id: at + 1,
          predecessorId: row.from + 1,
          successorId: row.to + 1,
          type: row.type as 'fs',
          lagMinutes: row.lag,
          lagCalendar: null,
        }));
        const result = calculate(plan, POOL);
        expect(Array.from(result.earlyStart).includes(NO_DATE)).toBe(false);
      }),
      CASES,
    );
  });
});

describe('edits', () => {
  const edit = fc.record({ at: fc.nat(), kind: fc.nat(4), value: fc.integer({ min: 0, max: 4000 }) });

  it.each(['p6', 'msproject'] as const)('recalculate to the same bits as the whole, by the rules of %s', (rules) => {
    fc.assert(
      fc.property(mixed, fc.array(edit, { minLength: 1, maxLength: 6 }), (plan, edits) => {
        const withRules = { ...plan, options: { ...plan.options, rules, openEndsCritical: plan.items.length % 2 === 0 } };
        const timetable = openTimetable(columnsOf(withRules), POOL);
        for (const one of edits) {
          recalculate(timetable, [editOf(one, timetable.network.columns)]);
          const whole = calculateColumns(timetable.network.columns, POOL);
          expect(columnsIn(timetableResult(timetable))).toEqual(columnsIn(whole));
          expect(startsAsked(timetable)).toEqual(startsAsked(openTimetable(timetable.network.columns, POOL)));
        }
      }),
      CASES,
    );
  });

  it.each(['p6', 'msproject'] as const)('show the dates of a held bar as the whole has them, by the rules of %s', (rules) => {
    fc.assert(
      fc.property(mixed, fc.array(edit, { minLength: 1, maxLength: 6 }), (plan, edits) => {
        const timetable = openTimetable(columnsOf({ ...plan, options: { ...plan.options, rules } }), POOL);
        for (const one of edits) {
          const { start, finish } = shownDatesAfter(timetable, [editOf(one, timetable.network.columns) as ValueEdit]);
          const whole = calculateColumns(timetable.network.columns, POOL);
          expect([Array.from(start), Array.from(finish)]).toEqual([Array.from(whole.start), Array.from(whole.finish)]);
        }
      }),
      CASES,
    );
  });

  it('name the items that moved, and read one item as the whole result shows it', () => {
    const timetable = openTimetable(columnsOf(chartPlan('A 2d\nB 1d A\nC 9d\nD 1d B')));
    const { items, whole } = recalculate(timetable, [{ item: 0, column: 'remaining', value: 3 * 480 }]);
    expect([items.sort(), whole]).toEqual([[0, 1, 3], false]);
    const result = timetableResult(timetable);
    expect(timetableItem(timetable, 1)).toEqual({
      earlyStart: atDay(3),
      earlyFinish: atDay(3, 16),
      lateStart: result.lateStart[1],
      lateFinish: result.lateFinish[1],
      totalFloat: result.totalFloat[1],
      freeFloat: 0,
    });
  });

  it('that change the network build it anew', () => {
    const timetable = openTimetable(columnsOf(chartPlan('A 2d\nB 1d A')));
    const { whole } = recalculate(timetable, [{ rebuild: () => columnsOf(chartPlan('A 2d\nB 1d')) }]);
    expect([whole, timetableItem(timetable, 1)?.earlyStart]).toEqual([true, atDay(0)]);
  });
});

function editOf(one: { at: number; kind: number; value: number }, columns: NetworkColumns): Edit {
  const item = one.at % columns.itemCount;
  if (one.kind === 0 && columns.relationCount > 0) return { relation: one.at % columns.relationCount, lag: one.value - 1000 };
  if (one.kind === 1) return { item, column: 'expectedFinish', value: atDay(one.value % 20, 16) };
  if (one.kind === 2) return { item, column: 'externalFinishCeiling', value: atDay(one.value % 20, 16) };
  if (one.kind === 3) return { item, column: 'externalStartFloor', value: atDay(one.value % 20) };
  return { item, column: 'remaining', value: one.value };
}

function shuffled<T>(values: T[], numbers: Iterator<number>): T[] {
  const rest = values.slice();
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(Number(numbers.next().value ?? 0) % rest.length, 1));
  return order;
}
