import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay } from '../testing/chart-calendars.ts';
import { dated, drawDates } from '../testing/drawing.ts';
import { plainSchedule } from '../testing/plain/schedule.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { calculate } from './calculate.ts';

const POOL = new Map();

/** Items of one row of the plan; `link` picks an earlier item of the row or another, earlier row, `way` how the relation goes. */
const block = fc.record({
  nested: fc.boolean(),
  words: fc.constantFrom('', '', 'cal=seven', 'snet=9', 'fnlt=2', 'dl=1', 'xsnet=8'),
  enters: fc.array(fc.record({ back: fc.integer({ min: 1, max: 3 }), way: fc.constantFrom('', ':ss', ':ff', '+1d', ':ss+5h', '-1d') }), {
    maxLength: 2,
  }),
  items: fc.array(
    fc.record({
      work: fc.constantFrom('1d', '2d', '4d', '6h'),
      words: fc.constantFrom(
        '',
        '',
        '',
        'cal=seven',
        'cal=split',
        'loe',
        'wbs',
        'draft at=4',
        'ms',
        'mf',
        'as=-2 rem=1d',
        'as=-4 af=-2',
        'alap',
        'fnlt=6',
      ),
      back: fc.integer({ min: 0, max: 3 }),
      way: fc.constantFrom('', ':ss', ':ff', '+1d', '-1d', ':sf'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

/** A chart of rows: each holds some items, some hold the row after them; relations lead from earlier rows and items to later ones. */
const plans = fc.array(block, { minLength: 1, maxLength: 5 }).map((blocks) => {
  const lines: string[] = [];
  blocks.forEach((one, at) => {
    const enters = one.enters
      .filter(({ back }) => back <= at && !(one.nested && at - back < at))
      .map(({ back, way }) => `R${at - back}${way}`);
    lines.push(
      [`R${at}`, '0d', 'sum', one.nested && at > 0 ? `in=R${at - 1}` : '', one.words, ...(isInside(blocks, at) ? [] : enters)].join(' '),
    );
    one.items.forEach((item, index) => {
      const before = item.back > 0 && item.back <= index ? `I${at}x${index - item.back}${item.way}` : '';
      lines.push([`I${at}x${index}`, item.work, `in=R${at}`, before, item.words].join(' '));
    });
  });
  return lines.join('\n');
});

/** Whether a row hangs in the one before it: a relation between the two would be a cycle. */
function isInside(blocks: { nested: boolean }[], at: number): boolean {
  return blocks.slice(1).some((one, index) => one.nested && (index + 1 === at || index === at));
}

const options: fc.Arbitrary<Partial<CalculationOptions>> = fc.record({
  dataDate: fc.constantFrom(atDay(0), atDay(1, 12), atDay(5)),
  progressMode: fc.constantFrom('retained_logic', 'progress_override', 'actual_dates'),
  lagCalendar: fc.constantFrom('predecessor', 'successor', 'project', 'elapsed'),
  floatType: fc.constantFrom('finish', 'start', 'smallest'),
  openEndsCritical: fc.boolean(),
  mustFinishBy: fc.constantFrom(null, atDay(10, 16)),
  rules: fc.constantFrom('p6', 'p6', 'msproject'),
  projectStart: fc.constantFrom(null, atDay(1)),
});

describe('rows, levels of effort and summaries', () => {
  it('the engine and the plain calculation agree on them', () => {
    fc.assert(
      fc.property(plans, options, (text, chosen) => {
        const plan = chartPlan(text, chosen);
        const result = calculate(plan, POOL);
        expect(result.issues.filter((issue) => issue.kind === 'ring' || issue.kind === 'parent_ring')).toEqual([]);
        expect(drawDates(plan, result)).toBe(drawDates(plan, plainSchedule(plan)));
      }),
      propertyRun('rows, the engine and the plain calculation'),
    );
  });

  it('rows span what is below them: no start before, no finish after', () => {
    fc.assert(
      fc.property(plans, options, (text, chosen) => {
        const plan = chartPlan(text, chosen);
        const result = calculate(plan, POOL);
        plan.items.forEach((item, at) => {
          const parent = plan.items.findIndex((one) => one.id === item.parentId);
          if (parent < 0 || item.type === 'draft' || result.earlyStart[at] < 0) return;
          expect(result.earlyStart[parent]).toBeLessThanOrEqual(result.earlyStart[at]);
          expect(result.earlyFinish[parent]).toBeGreaterThanOrEqual(result.earlyFinish[at]);
        });
      }),
      propertyRun('rows span what is below them'),
    );
  });

  it('an example of such a plan', () => {
    const text = 'R0 0d sum\nI0x0 2d in=R0\nI0x1 1d in=R0 I0x0:ss loe\nR1 0d sum R0+1d\nI1x0 1d in=R1\nI1x1 2d in=R1 I1x0:ff';
    expect(dated(text)).toBe(`
     MTWTF  early              late               total free
R0   ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    -
I0x0 ##     0 08:00  1 16:00   0 08:00  1 16:00   0d    0d
I0x1 #      0 08:00  0 16:00   0 08:00  0 16:00   0d    0d
R1      ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    -
I1x0    =-  3 08:00  3 16:00   4 08:00  4 16:00   1d    1d
I1x1    ##  3 08:00  4 16:00   3 08:00  4 16:00   0d    0d
`);
  });
});
