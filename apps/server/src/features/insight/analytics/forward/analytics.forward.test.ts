import type { EarningTechnique } from '@gantry/contract';
import { type AnyRow, changeDays, type DayRun, type Diff } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DATA_DATE, someWork, versionOf } from '../../../../testing/samples/figures/drawn-version.ts';
import { factsOf } from '../facts/analytics.facts.rules.ts';
import type { GroupTables } from '../facts/analytics.groups.rules.ts';
import { LINE_KEYS } from '../facts/analytics.lines.rules.ts';
import { packLines } from '../facts/analytics.pack.rules.ts';
import { beforeEdits, broughtForward, countable, touchedBy } from './analytics.forward.rules.ts';

/** The touched works of a version with what is theirs; rows that have others below them are marked as such. */
function ofWorks(whole: GroupTables, touched: ReadonlySet<number>): GroupTables {
  const parents = new Set(whole.wbs.map(({ parentId }) => parentId));
  const own = (rows: readonly AnyRow[]) => rows.filter(({ itemId }) => touched.has(Number(itemId)));
  const wbs = whole.wbs.filter(({ id }) => touched.has(id)).map((row) => (parents.has(row.id) ? { ...row, type: 'sum' } : row));
  return { ...whole, wbs, assignment: own(whole.assignment), daySeries: own(whole.daySeries) };
}

test('facts that are brought forward by the works that edits changed are those that are counted from nothing, byte for byte', () => {
  let [sure, all] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(someWork, { minLength: 4, maxLength: 14 }),
      fc.array(fc.record({ at: fc.nat({ max: 20 }), becomes: someWork }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom<EarningTechnique>('progress', 'cost', 'labour', '0_100', '50_50'),
      (works, edits, technique) => {
        const edited = [...works];
        for (const { at, becomes } of edits) {
          const place = at % works.length;
          const { type, parent } = works[place];
          edited[place] = { ...becomes, type, parent };
        }
        const [before, after] = [versionOf(works), versionOf(edited)];
        const conventions = { technique, promise: { by: 'week' as const, tolerance: 0 }, baseline: null };
        const touched = new Set([1, ...edits.map(({ at }) => (at % works.length) + 3)]);
        const forward = broughtForward(factsOf(before, DATA_DATE, conventions), {
          before: ofWorks(before, touched),
          after: ofWorks(after, touched),
          dataDate: DATA_DATE,
          conventions,
        });
        all += 1;
        if (!forward) return;
        sure += 1;
        const counted = factsOf(after, DATA_DATE, conventions);
        expect([forward.head, forward.noted]).toEqual([counted.head, counted.noted]);
        for (const tier of ['week', 'month'] as const)
          expect(packLines(LINE_KEYS, forward[tier])).toEqual(packLines(LINE_KEYS, counted[tier]));
      },
    ),
    { numRuns: 1000 },
  );
  // Of so small plans many edits move the first or last date.
  expect(sure / all).toBeGreaterThan(0.3);
});

/** A work that many are like: nothing of an edit but its delay moves what is no sum. */
const LATE = {
  type: 'task',
  status: 'not_started',
  executorId: null,
  curatorId: null,
  critical: false,
  name: 'Piling',
  progress: 0,
  parent: 1,
  begins: 3,
  takes: 9,
  cost: 10,
  hours: 8,
  recorded: null,
} as const;

test('of a full list of delays one that ends lets another move up, so that the version is counted whole; one that grows does not', () => {
  const late = (days: number) => ({ ...LATE, late: days });
  const works = Array.from({ length: 14 }, (_none, at) => late(20 - at));
  const conventions = { technique: 'progress' as const, promise: { by: 'week' as const, tolerance: 0 }, baseline: null };
  const after = (at: number, days: number) => {
    const edited = works.with(at, late(days));
    const [before, now] = [versionOf(works), versionOf(edited)];
    const touched = new Set([1, at + 3]);
    return {
      counted: factsOf(now, DATA_DATE, conventions).noted.delays,
      forward: broughtForward(factsOf(before, DATA_DATE, conventions), {
        before: ofWorks(before, touched),
        after: ofWorks(now, touched),
        dataDate: DATA_DATE,
        conventions,
      }),
    };
  };
  expect(after(4, -3).forward).toBeNull();
  expect(after(4, 8).forward).toBeNull();
  for (const { counted, forward } of [after(4, 19), after(12, 2), after(12, 17)]) {
    expect(counted).toHaveLength(10);
    expect(forward?.noted.delays).toEqual(counted);
  }
});

const run = (firstDay: number, ...values: (number | null)[]): DayRun => ({ firstDay, values });

test('rows are taken back through edits: changed, added and removed ones, and single days of series', () => {
  const rows = {
    wbs: [{ id: 3, name: 'New', start: '2026-01-06T09:00' }],
    assignment: [{ id: 2, itemId: 3, plannedCost: 5 }],
    daySeries: [{ id: 9, itemId: 3, days: run(100, 1, 2) }],
  };
  const diffs = [
    {
      wbs: { added: [], removed: [], updated: [{ id: 3, before: { name: 'Old' }, after: { name: 'Between' } }] },
      assignment: { added: [], updated: [], removed: [{ id: 1, itemId: 3, plannedCost: 4 }] },
    },
    {
      wbs: { added: [], removed: [], updated: [{ id: 3, before: { name: 'Between' }, after: { name: 'New' } }] },
      assignment: { added: [{ id: 2, itemId: 3, plannedCost: 5 }], updated: [], removed: [] },
      daySeries: {
        added: [],
        removed: [],
        updated: [{ id: 9, before: { days: { 101: null, 103: 7 } }, after: { days: { 101: 2, 103: null } } }],
      },
    },
  ] as unknown as Diff[];
  expect(touchedBy(diffs)).toEqual({ works: new Set([3]), assignment: new Set([1, 2]), daySeries: new Set([9]) });
  expect(beforeEdits(rows, diffs)).toEqual({
    wbs: [{ id: 3, name: 'Old', start: '2026-01-06T09:00' }],
    assignment: [{ id: 1, itemId: 3, plannedCost: 4 }],
    daySeries: [{ id: 9, itemId: 3, days: run(100, 1, null, null, 7) }],
  });
  expect(countable('daySeries', [{ id: 9, days: changeDays(null, [[100, 1]]) }])[0]?.['days']).toEqual([{ day: 100, value: 1 }]);
  expect(typeof countable('wbs', rows.wbs)[0]?.['start']).toBe('number');
});

test.each([
  ['a work that comes', { wbs: { added: [{ id: 1 }], updated: [], removed: [] } }],
  ['a work that goes', { wbs: { added: [], updated: [], removed: [{ id: 1 }] } }],
  ['another parent', { wbs: { added: [], removed: [], updated: [{ id: 1, before: { parentId: 1 }, after: { parentId: 2 } }] } }],
  ['another type', { wbs: { added: [], removed: [], updated: [{ id: 1, before: { type: 'task' }, after: { type: 'draft' } }] } }],
  ['a calendar', { calendar: { added: [], removed: [], updated: [{ id: 1, before: {}, after: {} }] } }],
  ['a resource', { resource: { added: [], removed: [], updated: [{ id: 1, before: {}, after: {} }] } }],
  ['settings', { settings: { added: [], removed: [], updated: [{ id: 1, before: {}, after: {} }] } }],
])('%s changes more works than an edit names', (_, diff) => {
  expect(touchedBy([diff as unknown as Diff])).toBeNull();
});
