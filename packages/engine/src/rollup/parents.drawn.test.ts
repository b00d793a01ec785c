import { NO_DATE } from '@gantry/domain';
import type { TaskStatus } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { childrenFirst, extremeToParents, progressToParents, statusToParents, sumToParents } from './parents.ts';
import type { RowTree } from './parents.ts';

type Row = { indent: number; name: string; cells: string[] };

/** Rows by indentation; `draft` behind a row makes it one. What stands at a leaf is given, what stands at a parent is expected. */
function readTree(drawing: string): { rows: Row[]; tree: RowTree; isLeaf: boolean[] } {
  const rows = picture(drawing)
    .split('\n')
    .map((line): Row => {
      const [name, ...cells] = line.trim().split(/\s+/);
      return { indent: line.length - line.trimStart().length, name, cells };
    });
  const parent = Int32Array.from(rows, (row, at) => rows.findLastIndex((other, before) => before < at && other.indent < row.indent));
  const isDraft = Uint8Array.from(rows, ({ cells }) => (cells.at(-1) === 'draft' ? 1 : 0));
  const isLeaf = rows.map((_, at) => !rows.some((_row, child) => parent[child] === at && !isDraft[child]));
  return { rows, tree: { parent, isDraft }, isLeaf };
}

function written(rows: readonly Row[], cellsOf: (at: number) => string[]): string {
  return rows
    .map(
      ({ indent, name, cells }, at) =>
        ' '.repeat(indent) + [name, ...cellsOf(at), ...(cells.at(-1) === 'draft' ? ['draft'] : [])].join(' '),
    )
    .join('\n');
}

function expectSums(drawing: string) {
  const { rows, tree, isLeaf } = readTree(drawing);
  const sums = sumToParents(
    tree,
    Float64Array.from(rows, ({ cells }, at) => (isLeaf[at] ? Number(cells[0]) : 999)),
  );
  expect(written(rows, (at) => [String(sums[at])])).toBe(picture(drawing));
}

/** Start and finish as days, `-` for none. */
function expectDates(drawing: string) {
  const { rows, tree, isLeaf } = readTree(drawing);
  const column = (at: number) =>
    Int32Array.from(rows, ({ cells }, row) => (!isLeaf[row] ? 55 : cells[at] === '-' ? NO_DATE : Number(cells[at])));
  const [starts, finishes] = [extremeToParents(tree, column(0), 'min'), extremeToParents(tree, column(1), 'max')];
  const text = (date: number) => (date === NO_DATE ? '-' : String(date));
  expect(written(rows, (at) => [text(starts[at]), text(finishes[at])])).toBe(picture(drawing));
}

/** Percent done and weight; a parent shows percent only. */
function expectProgress(drawing: string) {
  const { rows, tree, isLeaf } = readTree(drawing);
  const progress = Float64Array.from(rows, ({ cells }, at) => (isLeaf[at] ? parseFloat(cells[0]) / 100 : 0.77));
  const weights = Float64Array.from(rows, ({ cells }, at) => (isLeaf[at] ? Number(cells[1]) : 999));
  const result = progressToParents(tree, progress, weights);
  const percent = (value: number) => `${Math.round(value * 1e4) / 100}%`;
  expect(written(rows, (at) => [percent(result[at]), ...(isLeaf[at] ? [String(weights[at])] : [])])).toBe(picture(drawing));
}

function expectStatus(drawing: string) {
  const { rows, tree, isLeaf } = readTree(drawing);
  const status = rows.map(({ cells }, at) => (isLeaf[at] ? cells[0] : 'in_progress') as TaskStatus);
  const result = statusToParents(tree, status);
  expect(written(rows, (at) => [result[at]])).toBe(picture(drawing));
}

describe('sums climb', () => {
  test('through three levels', () =>
    expectSums(`
      house 22
        walls 10
        roof 12
          beams 5
          tiles 7
    `));

  test('leaves beside parents on every level', () =>
    expectSums(`
      site 100
        fence 1
        house 90
          cellar 40
            dig 15
            pour 25
          frame 50
        garden 9
    `));

  test('of several trees each for itself', () =>
    expectSums(`
      north 3
        a 1
        b 2
      south 30
        c 10
        d 20
      alone 5
    `));

  test('drafts do not count, neither do the rows below them', () =>
    expectSums(`
      house 10
        walls 10
        idea 7 draft
          dream 7
    `));

  test('a parent with drafts only is a leaf and keeps its own', () =>
    expectSums(`
      house 14
        walls 10
        roof 4
          idea 7 draft
    `));

  test('below nothing, nothing and halves', () =>
    expectSums(`
      balance -1.5
        gain 2.5
        loss -4
        none 0
    `));
});

describe('earliest start and latest finish climb', () => {
  test('from different children', () =>
    expectDates(`
      house 2 19
        walls 5 9
        roof 2 19
          beams 8 19
          tiles 2 4
    `));

  test('rows without dates are not looked at', () =>
    expectDates(`
      house 5 9
        walls 5 9
        roof - -
          beams - -
    `));

  test('a row with one date gives that one', () =>
    expectDates(`
      house 5 12
        walls 5 -
        roof - 12
    `));

  test('drafts do not widen', () =>
    expectDates(`
      house 5 9
        walls 5 9
        idea 1 99 draft
    `));

  test('nothing gives nothing', () =>
    expectDates(`
      house - -
        walls - -
    `));

  test('dates before the first day of the count are dates', () =>
    expectDates(`
      house -7 -3
        walls -5 -3
        roof -7 -6
    `));
});

describe('progress climbs by weight', () => {
  test('a half of the heavier half is a quarter', () =>
    expectProgress(`
      house 37.5%
        walls 50% 3
        roof 0% 1
    `));

  test('the weights of all leaves count, not those of the parents between', () =>
    expectProgress(`
      house 20%
        walls 100% 1
        roof 0%
          beams 0% 1
          tiles 0% 3
    `));

  test('where nothing weighs every leaf counts alike', () =>
    expectProgress(`
      house 50%
        walls 100% 0
        roof 25%
          beams 50% 0
          tiles 0% 0
    `));

  test('a weight of zero beside others counts for nothing', () =>
    expectProgress(`
      house 40%
        walls 40% 2
        paint 100% 0
    `));

  test('drafts do not count', () =>
    expectProgress(`
      house 30%
        walls 30% 2
        idea 100% 98 draft
    `));

  test('a parent of drafts only keeps its own', () =>
    expectProgress(`
      house 60% 5
        idea 100% 98 draft
    `));

  test('done is done at any weights', () =>
    expectProgress(`
      house 100%
        walls 100% 0.1
        roof 100% 1000000000000
    `));
});

describe('status climbs', () => {
  test('completed when every leaf is', () =>
    expectStatus(`
      house completed
        walls completed
        roof completed
          tiles completed
    `));

  test('not started when none is begun', () =>
    expectStatus(`
      house not_started
        walls not_started
        roof not_started
          tiles not_started
    `));

  test('one done and one to come is in progress, each branch by itself', () =>
    expectStatus(`
      house in_progress
        walls completed
          brick completed
        roof not_started
          tiles not_started
    `));

  test('one in progress is enough', () =>
    expectStatus(`
      house in_progress
        walls not_started
        roof in_progress
          tiles in_progress
          gutter not_started
    `));

  test('drafts do not hold back what is completed', () =>
    expectStatus(`
      house completed
        walls completed
        idea not_started draft
    `));
});

describe('the order of rows', () => {
  test('children stand before their parents', () => {
    const { tree } = readTree(`
      a
        b
          c
        d
      e
    `);
    const place = new Map([...childrenFirst(tree)].map((row, at) => [row, at]));
    for (const [row, parent] of tree.parent.entries()) if (parent >= 0) expect(place.get(row)).toBeLessThan(place.get(parent)!);
    expect(place.size).toBe(5);
  });

  test('a parent may stand below its children, and the sums are the same', () => {
    const tree: RowTree = { parent: Int32Array.of(2, 3, 3, -1), isDraft: new Uint8Array(4) };
    expect([...sumToParents(tree, Float64Array.of(5, 2, 0, 0))]).toEqual([5, 2, 5, 7]);
  });

  test('whatever the tree, a parent has the sum, the extremes and the mean of its own leaves', () => {
    const any = fc.array(fc.record({ parent: fc.nat(20), value: fc.integer({ min: 1, max: 99 }), draft: fc.nat(5) }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(any, (rows) => {
        const parent = Int32Array.from(rows, (row, at) => (at === 0 ? -1 : (row.parent % (at + 1)) - 1));
        const tree: RowTree = { parent, isDraft: Uint8Array.from(rows, (row, at) => (row.draft === 0 && at > 0 ? 1 : 0)) };
        const values = Float64Array.from(rows, (row) => row.value);
        const leavesOf = (row: number): number[] => {
          const children = rows.flatMap((_, child) => (parent[child] === row && !tree.isDraft[child] ? [child] : []));
          return children.length ? children.flatMap(leavesOf) : [row];
        };
        const sums = sumToParents(tree, values);
        const starts = extremeToParents(tree, Int32Array.from(values), 'min');
        const means = progressToParents(tree, values, values);
        for (const row of rows.keys()) {
          const own = leavesOf(row).map((leaf) => values[leaf]);
          const sum = own.reduce((all, value) => all + value, 0);
          expect(sums[row]).toBe(sum);
          expect(starts[row]).toBe(Math.min(...own));
          expect(means[row]).toBeCloseTo(own.reduce((all, value) => all + value * value, 0) / sum, 9);
        }
      }),
      propertyRun('parents from leaves'),
    );
  });
});
