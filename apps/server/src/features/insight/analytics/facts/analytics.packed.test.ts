import { OTHER_GROUPS, WORK_COUNTS } from '@gantry/contract';
import type { AnyRow, RowFilter } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, DATA_DATE, someVersion, someWork, versionOf } from '../../../../testing/samples/figures/drawn-version.ts';
import { belowRow, narrowed } from './analytics.counts.rules.ts';
import { openColumns, readColumns } from './analytics.columns.rules.ts';
import { factsOf } from './analytics.facts.rules.ts';
import { crossed, crossedKey, groupingOf, groupsOf, MOST_GROUPS } from './analytics.groups.rules.ts';
import { keptRows, openRows } from './analytics.kept.service.ts';
import { openAnswers, type PackedQuestion } from './analytics.answers.rules.ts';
import { isPacked, joinRows, packRows } from './analytics.packed.rules.ts';
import { addLine, type PeriodLines } from './analytics.pack.rules.ts';
import { recordsOfTexts } from './analytics.tables.rules.ts';

const FILTERS: [RowFilter['conditions'][number], (row: AnyRow, cost: number) => boolean][] = [
  [{ column: 'critical', operator: 'eq', value: true }, (row) => row['critical'] === true],
  [{ column: 'name', operator: 'like', value: 'a' }, (row) => /a/i.test(String(row['name']))],
  [{ column: 'executorId', operator: 'not_exists', value: null }, (row) => row['executorId'] === null],
  [{ column: 'status', operator: 'filter_by_list', value: ['completed'] }, (row) => row['status'] === 'completed'],
  [{ column: 'start', operator: 'gte', value: '2026-01-26' }, (row) => Number(row['start']) >= at('2026-01-26T00:00')],
  [{ column: 'targetFinish', operator: 'exists', value: null }, (row) => row['targetFinish'] !== null],
  [{ column: 'plannedCost', operator: 'gt', value: 100 }, (_, cost) => cost > 100],
];

const answerOfRows = (opened: Parameters<typeof openAnswers>[0], question: PackedQuestion) => openAnswers(opened, question)();

test('packed rows answer as the tables of some works do: sums, lines, groups, and what is noted', () => {
  fc.assert(
    fc.property(
      someVersion,
      fc.constantFrom(...FILTERS),
      fc.constantFrom('executor', 'status', 'curator', 'wbs:1', 'wbs:2'),
      (tables, [condition, passes], dimension) => {
        const filter: RowFilter = { join: 'and', conditions: [condition] };
        const costs = Map.groupBy(tables.assignment, ({ itemId }) => itemId);
        const costOf = ({ id }: AnyRow) => (costs.get(id) ?? []).reduce((sum, row) => sum + Number(row['plannedCost']), 0);
        const only = new Set(tables.wbs.filter((row) => passes(row, costOf(row))).map(({ id }) => id));
        const some = { ...tables, wbs: narrowed(tables.wbs, only) };
        const packed = keptRows(packRows(tables, DATA_DATE));
        const facts = factsOf(some, DATA_DATE);
        const groups = groupsOf(some, DATA_DATE, dimension);
        const of = (tier: 'week' | 'month') => openRows(packed.rows, packed[tier]);
        for (const tier of ['week', 'month'] as const) {
          const whole = answerOfRows(of(tier), { filter, dimension: '' });
          expect(whole).toEqual({ head: facts.head, noted: facts.noted, groups: [], lines: facts[tier] });
          const apart = answerOfRows(of(tier), { filter, dimension });
          expect({ heads: apart.groups, lines: apart.lines }).toEqual({ heads: groups?.heads, lines: groups?.[tier] });
          for (const { key } of groups?.heads ?? []) {
            const own = answerOfRows(of(tier), { filter, within: { dimension, key }, dimension: '' });
            const grouping = groupingOf(some, dimension);
            const ids = new Set(some.wbs.filter((row) => grouping?.of(row, null).key === key).map(({ id }) => id));
            const apartOf = factsOf({ ...some, wbs: narrowed(some.wbs, ids) }, DATA_DATE);
            expect({ head: own.head, lines: own.lines }).toEqual({ head: apartOf.head, lines: apartOf[tier] });
          }
          for (const below of tables.wbs.map(({ id }) => id)) {
            const isBelow = belowRow(tables.wbs, below);
            const own = answerOfRows(of(tier), { filter, below, dimension: '' });
            const belowOf = factsOf({ ...some, wbs: some.wbs.filter((row) => row['type'] === 'sum' || isBelow(row)) }, DATA_DATE);
            expect({ head: own.head, lines: own.lines }).toEqual({ head: belowOf.head, lines: belowOf[tier] });
          }
          const { lines } = answerOfRows(of(tier), { filter, dimension: '', keys: new Set(['cost_plan', 'labour_fact']) });
          const { cost_plan, labour_fact } = facts[tier];
          expect(lines).toEqual({ ...(cost_plan && { cost_plan }), ...(labour_fact && { labour_fact }) });
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('what stands below a row is what stands below each of its children, line by line', () => {
  fc.assert(
    fc.property(someVersion, (tables) => {
      const packed = keptRows(packRows(tables, DATA_DATE));
      const of = (below?: number) =>
        answerOfRows(openRows(packed.rows, packed.month), { filter: { join: 'and', conditions: [] }, below, dimension: '' });
      for (const parent of [undefined, 1, 2]) {
        const whole = of(parent);
        const parts = tables.wbs.filter(({ parentId }) => parentId === (parent ?? null)).map(({ id }) => of(id));
        const sum: PeriodLines = {};
        for (const { lines } of parts) for (const [key, line] of Object.entries(lines)) addLine(sum, key, line);
        expect(sum).toEqual(whole.lines);
        for (const count of WORK_COUNTS) expect(parts.reduce((all, { head }) => all + (head?.[count] ?? 0), 0)).toBe(whole.head?.[count]);
      }
    }),
    { numRuns: 100 },
  );
});

test('rows of several versions that stand together answer as those of each, and together as their sum', () => {
  fc.assert(
    fc.property(
      fc.array(someVersion, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...FILTERS),
      fc.constantFrom('', 'executor', 'status', 'wbs:2'),
      fc.integer({ min: 1, max: 31 }),
      fc.constantFrom(undefined, 1, 2, 3),
      (versions, [condition], dimension, bits, below) => {
        const question: PackedQuestion = { filter: { join: 'and', conditions: [condition] }, below, dimension };
        const packs = versions.map((tables, id) => ({ id, ...packRows(tables, DATA_DATE + id * 1440) }));
        const kept = keptRows(joinRows(packs));
        for (const tier of ['week', 'month'] as const) {
          const answer = openAnswers(openRows(kept.rows, kept[tier]), question);
          const alone = packs.map((pack) => {
            const own = keptRows(pack);
            return answerOfRows(openRows(own.rows, own[tier]), question);
          });
          expect(packs.map(({ id }) => answer(new Set([id])))).toEqual(alone);
          if (dimension === '') continue;
          const some = new Set(packs.map(({ id }) => id).filter((id) => bits & (1 << id)));
          const sum: PeriodLines = {};
          for (const id of some) for (const [key, line] of Object.entries(alone[id].lines)) addLine(sum, key, line);
          const together = answer(some);
          expect(together.lines).toEqual(sum);
          const works = Map.groupBy(
            [...some].flatMap((id) => alone[id].groups),
            ({ key }) => key,
          );
          expect(Object.fromEntries(together.groups.map(({ key, works: count }) => [key, count]))).toEqual(
            Object.fromEntries([...works].map(([key, of]) => [key, of.reduce((all, one) => all + one.works, 0)])),
          );
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('what packed rows hold: columns of the row and its amounts, people, status and phases; no attributes', () => {
  const about = (column: string): RowFilter => ({ join: 'or', conditions: [{ column, operator: 'exists', value: null }] });
  expect(['critical', 'plannedCost', 'code'].map((column) => isPacked(about(column), 'wbs:2'))).toEqual([true, true, true]);
  expect(['attribute:4', 'checked', 'predecessors', 'extra'].map((column) => isPacked(about(column), ''))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(['attribute:4', 'item'].map((dimension) => isPacked(about('code'), dimension))).toEqual([false, false]);
});

test('columns come back as they were, whatever numbers they hold', () => {
  const some = fc.array(fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -3, max: 300 }), fc.integer(), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(some, some, fc.array(fc.string()), (one, other, texts) => {
      const columns = openColumns();
      columns.numbers('one', one);
      columns.texts('texts', texts);
      columns.numbers('other', other);
      const read = readColumns(columns.close());
      for (const [name, numbers] of Object.entries({ one, other })) {
        const column = read.numbers(name);
        // A zero has no sign here.
        expect(numbers.map((_, place) => (column?.at(place) ?? 0) + 0)).toEqual(numbers.map((value) => value + 0));
        expect(column?.count).toBe(numbers.length);
      }
      expect([read.texts('texts'), read.numbers('none')]).toEqual([texts, null]);
    }),
  );
});

test('rows that the database wrote as text: nothing, empty values, quotes, signs, flags and JSON', () => {
  const text = '(1,A,"say ""x"" \\\\ (a), b",labour,,,"",1.5,"[{""from"": ""(""}]",,,t)(2,"",Ü,labour,4,,h,,,,,)';
  const of = { id: 1, code: 'A', name: 'say "x" \\ (a), b', kind: 'labour', calendarId: null, limit: null, unit: '', pricePerUnit: 1.5 };
  const more = { id: 2, code: '', name: 'Ü', kind: 'labour', calendarId: 4, limit: null, unit: 'h', pricePerUnit: null };
  expect(recordsOfTexts('resource', [text])).toEqual([
    { ...of, rates: [{ from: '(' }], userId: null, managerId: null, autoActuals: true },
    { ...more, rates: null, userId: null, managerId: null, autoActuals: null },
  ]);
});

test('values of a dimension beyond the most are one group, which has what their works bring', () => {
  const values = MOST_GROUPS + 5;
  const [work] = fc.sample(someWork, { numRuns: 1, seed: 7 });
  const drawn = versionOf(Array.from({ length: values + 1 }, () => ({ ...work, type: 'task', cost: 10, hours: 8, recorded: null })));
  const works = drawn.wbs.filter((row) => row['type'] === 'task');
  const codeOf = (index: number) => `Code ${Math.min(index, values - 1)}`;
  const attributeValue = works.map(({ id }, index): AnyRow => ({ id, attributeId: 1, itemId: id, value: codeOf(index) }));
  const tables = { ...drawn, attribute: [{ id: 1, name: 'Code' } as AnyRow], attributeValue };
  const sumsOf = (lines: PeriodLines = {}) => {
    const sums: Record<string, number> = {};
    for (const [name, { units }] of Object.entries(lines)) {
      const key = name.slice(name.indexOf('\0') + 1);
      sums[key] = (sums[key] ?? 0) + units.reduce((sum, value) => sum + value, 0);
    }
    return sums;
  };
  const whole = groupsOf(tables, DATA_DATE, 'status');
  const crossing = crossed('attribute:Code', 'status');
  for (const [dimension, others, last] of [
    ['attribute:Code', OTHER_GROUPS, codeOf(values)],
    [crossing, crossedKey(OTHER_GROUPS, OTHER_GROUPS), crossedKey(codeOf(values), work.status)],
  ]) {
    const groups = groupsOf(tables, DATA_DATE, dimension);
    expect(groups?.heads).toHaveLength(MOST_GROUPS + 1);
    const worksOf = new Map(groups?.heads.map(({ key, works: count }) => [key, count]));
    expect([worksOf.get(others), worksOf.get(last)]).toEqual([values - MOST_GROUPS, 2]);
    for (const tier of ['week', 'month'] as const) expect(sumsOf(groups?.[tier])).toEqual(sumsOf(whole?.[tier]));
  }
});
