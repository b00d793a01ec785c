import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../network/columns.ts';
import { chartPlan } from '../testing/chart.ts';
import { atDay } from '../testing/chart-calendars.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { calculate } from './calculate.ts';
import { explain } from './explain.ts';
import { openTimetable } from './incremental.ts';

const POOL = new Map();
const link = fc.record({
  back: fc.integer({ min: 1, max: 4 }),
  type: fc.constantFrom('', '', '', ':ss', ':ff', ':sf'),
  lag: fc.constantFrom('', '', '+1d', '-1d', '+4h'),
});
const row = fc.record({
  work: fc.constantFrom('1d', '2d', '3d', '5d', '0d'),
  words: fc.constantFrom('', '', '', '', 'cal=seven', 'snet=4', 'fnlt=5', 'as=-3 af=-2', 'as=-2 rem=1d', 'mf'),
  links: fc.array(link, { maxLength: 3 }),
});
const charts = fc.array(row, { minLength: 2, maxLength: 18 }).map((rows) =>
  rows
    .map(({ work, words, links }, at) => {
      const into = links.filter(({ back }) => back <= at).map(({ back, type, lag }) => `I${at - back}${type}${lag}`);
      return [`I${at}`, work, ...into, words].join(' ');
    })
    .join('\n'),
);
const by = fc.constantFrom('total_float' as const, 'free_float' as const);

/** The float paths of a plan as lists of item indexes, path 1 first. */
function pathsOf(text: string, kind: 'total_float' | 'free_float', endItemId: number | null, count = 99) {
  const plan = chartPlan(text, { dataDate: atDay(0), floatPaths: { count, by: kind, endItemId } });
  const result = calculate(plan, POOL);
  const paths: number[][] = [];
  plan.items.forEach((_, at) => {
    if (result.floatPath[at] > 0) (paths[result.floatPath[at] - 1] ??= [])[result.floatPathOrder[at] - 1] = at;
  });
  return { plan, result, paths };
}

describe('properties of float paths', () => {
  const CASES = propertyRun('float paths');

  it('are numbered from 1 without gaps, and so are the items on each', () => {
    fc.assert(
      fc.property(charts, by, (text, kind) => {
        const { paths } = pathsOf(text, kind, null);
        expect(paths.every((path) => path !== undefined && path.length > 0 && path.every((item) => item !== undefined))).toBe(true);
        expect(Object.keys(paths).length).toBe(paths.length);
      }),
      CASES,
    );
  });

  it('path 1 leads to the end that was chosen, each step of a path along a relation', () => {
    fc.assert(
      fc.property(charts, by, fc.nat(), (text, kind, chosen) => {
        const end = chosen % text.split('\n').length;
        const { plan, paths } = pathsOf(text, kind, end + 1);
        if (plan.items[end].status === 'completed') return;
        expect(paths[0].at(-1)).toBe(end);
        for (const path of paths)
          for (let at = 1; at < path.length; at++)
            expect(plan.relations.some((one) => one.predecessorId === path[at - 1] + 1 && one.successorId === path[at] + 1)).toBe(true);
      }),
      CASES,
    );
  });

  it('bear what is not done and leads to the end, and nothing else', () => {
    fc.assert(
      fc.property(charts, by, fc.nat(), (text, kind, chosen) => {
        const end = chosen % text.split('\n').length;
        const { plan, paths } = pathsOf(text, kind, end + 1);
        const leads = new Set([end + 1]);
        for (let at = plan.items.length; at > 0; at--)
          for (const relation of plan.relations) if (leads.has(relation.successorId)) leads.add(relation.predecessorId);
        for (const item of paths.flat()) {
          expect(leads.has(item + 1)).toBe(true);
          if (item !== end) expect(plan.items[item].status).not.toBe('completed');
        }
      }),
      CASES,
    );
  });

  it('of fewer the first ones are the same', () => {
    fc.assert(
      fc.property(charts, by, fc.integer({ min: 1, max: 3 }), (text, kind, count) => {
        expect(pathsOf(text, kind, null, count).paths).toEqual(pathsOf(text, kind, null).paths.slice(0, count));
      }),
      CASES,
    );
  });

  it('by total float each begins with no less float than the one before it, path 1 apart', () => {
    fc.assert(
      fc.property(charts, (text) => {
        const { result, paths } = pathsOf(text, 'total_float', null);
        const least = paths.slice(1).map((path) => Math.max(...path.map((item) => result.totalFloat[item])));
        expect(least).toEqual([...least].sort((a, b) => a - b));
      }),
      CASES,
    );
  });
});

describe('properties of the chain of drivers', () => {
  it('ends with a cause that is no relation, each step is asked for no later than it starts, and none comes twice', () => {
    fc.assert(
      fc.property(charts, fc.nat(), (text, chosen) => {
        const plan = chartPlan(text);
        const timetable = openTimetable(columnsOf(plan), POOL);
        const chain = explain(timetable, (chosen % plan.items.length) + 1);
        expect(chain.at(-1)?.cause).not.toBe('relation');
        expect(new Set(chain.map((step) => step.itemId)).size).toBe(chain.length);
        chain.forEach((step, at) => {
          if (at < chain.length - 1) expect(step.by?.predecessorId).toBe(chain[at + 1].itemId);
          if (step.by) expect(step.waits).toBe(Math.max(0, step.start - step.by.asks));
        });
      }),
      propertyRun('chain of drivers'),
    );
  });
});
