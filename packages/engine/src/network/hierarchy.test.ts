import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartPlan } from '../testing/chart.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { columnsOf } from './columns.ts';
import { hierarchyOf } from './hierarchy.ts';
import type { CalculationIssue } from './issue.ts';

/** Each row of a chart with its parent, rows marked by `*`; then the order from below, then the rows that are their own ancestors. */
function tree(text: string): string {
  const plan = chartPlan(text);
  const issues: CalculationIssue[] = [];
  const { parent, isParent, bottomUp } = hierarchyOf(columnsOf(plan), issues);
  const code = (at: number) => (at < 0 ? 'top' : plan.items[at].code);
  return [
    plan.items.map((item, at) => `${item.code}${isParent[at] ? '*' : ''}<${code(parent[at])}`).join(' '),
    `from below ${Array.from(bottomUp, code).join('')}`,
    ...issues.map((issue) => (issue.kind === 'parent_ring' ? `own ancestor ${code(issue.itemId - 1)}` : issue.kind)),
  ].join('\n');
}

describe('the tree of rows', () => {
  it('items without parents', () => {
    expect(tree('A 1d\nB 1d')).toBe(`A<top B<top
from below AB`);
  });

  it('a row with two children', () => {
    expect(tree('S 0d sum\nA 1d in=S\nB 1d in=S')).toBe(`S*<top A<S B<S
from below ABS`);
  });

  it('rows in rows: the deepest first', () => {
    expect(tree('S 0d sum\nT 0d sum in=S\nA 1d in=T\nB 1d in=S')).toBe(`S*<top T*<S A<T B<S
from below ATBS`);
  });

  it('children that stand before their row', () => {
    expect(tree('A 1d in=S\nB 1d in=T\nT 0d sum in=S\nS 0d sum')).toBe(`A<S B<T T*<S S*<top
from below BATS`);
  });

  it('a sum without children is no parent', () => {
    expect(tree('S 0d sum\nA 1d')).toBe(`S<top A<top
from below SA`);
  });

  it('work with a child is one', () => {
    expect(tree('A 5d\nB 1d in=A')).toBe(`A*<top B<A
from below BA`);
  });

  it('a draft child makes no parent, its brother does', () => {
    expect(tree('S 0d sum\nD 1d draft in=S')).toBe(`S<top D<S
from below DS`);
    expect(tree('S 0d sum\nD 1d draft in=S\nA 1d in=S')).toBe(`S*<top D<S A<S
from below DAS`);
  });

  it('a parent that is not in the plan leaves the item at the top', () => {
    const plan = chartPlan('A 1d\nB 1d');
    plan.items[1].parentId = 77;
    const issues: CalculationIssue[] = [];
    expect(Array.from(hierarchyOf(columnsOf(plan), issues).parent)).toEqual([-1, -1]);
    expect(issues).toEqual([]);
  });

  it('ten levels', () => {
    const rows = Array.from({ length: 10 }, (_, at) => `R${at} 0d sum ${at > 0 ? `in=R${at - 1}` : ''}`).join('\n');
    expect(tree(rows).split('\n')[1]).toBe('from below R9R8R7R6R5R4R3R2R1R0');
  });
});

describe('rows that are their own ancestors', () => {
  it('an item in itself becomes a root', () => {
    expect(tree('A 1d in=A')).toBe(`A<top
from below A
own ancestor A`);
  });

  it('two in each other: the cycle is opened at the second', () => {
    expect(tree('A 1d in=B\nB 1d in=A')).toBe(`A<B B*<top
from below AB
own ancestor B`);
  });

  it('three, and a child that hangs on them', () => {
    expect(tree('A 1d in=B\nB 1d in=C\nC 1d in=A\nD 1d in=A')).toBe(`A*<B B*<C C*<top D<A
from below DABC
own ancestor C`);
  });

  it('a child is looked at first: the cycle is opened where it was entered last', () => {
    expect(tree('D 1d in=A\nA 1d in=B\nB 1d in=A')).toBe(`D<A A*<B B*<top
from below DAB
own ancestor B`);
  });

  it('two cycles are two issues', () => {
    expect(tree('A 1d in=B\nB 1d in=A\nC 1d in=C\nD 1d')).toBe(`A<B B*<top C<top D<top
from below ABCD
own ancestor B
own ancestor C`);
  });
});

describe('properties of any tree', () => {
  it('children stand before their parents, every row once, and nobody is its own ancestor', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 14 }), { minLength: 15, maxLength: 15 }), (parents) => {
        const columns = columnsOf(chartPlan(parents.map((_, at) => `I${at} 1d`).join('\n')));
        columns.parent = Int32Array.from(parents);
        const { parent, bottomUp, isParent } = hierarchyOf(columns, []);
        const place = Array.from(parents, (_, item) => bottomUp.indexOf(item));
        expect([...place].sort((a, b) => a - b)).toEqual(parents.map((_, at) => at));
        parent.forEach((above, item) => {
          if (above < 0) return;
          expect(place[item]).toBeLessThan(place[above]);
          expect(isParent[above]).toBe(1);
        });
      }),
      propertyRun('tree of rows'),
    );
  });
});
