import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { calculateFormulas, findFormulaRing } from './cells.ts';
import type { CalculatedAttribute } from './cells.ts';
import type { FormulaResults } from './results.ts';
import { compileFormula, formulaSchema } from './check.ts';
import { sheetOf, treeOf } from './testing/rows.ts';
import type { Tree } from './testing/rows.ts';
import { isFormulaError } from './value.ts';

const NAMES = ['v', 'w', 'total', 'share', 'depth', 'path', 'wait', 'a', 'b', 'c', 'up', 'down'];
const SCHEMA = formulaSchema(NAMES.map((name) => ({ name, type: 'number' as const })));

function attributes(formulas: Record<string, string>): CalculatedAttribute[] {
  return Object.entries(formulas).map(([name, text]) => {
    const compiled = compileFormula(text, SCHEMA);
    if ('error' in compiled) throw new Error(`${text}: ${compiled.error.code}`);
    return { name, formula: compiled.formula };
  });
}

/** The rows again, with the values of the calculated columns behind their names. */
function drawn(drawing: string, tree: Tree, results: FormulaResults): string {
  const lines = picture(drawing).split('\n');
  return tree.names
    .map((name, item) => {
      const cells = [...results].map(([column, values]) => `${column}:${cellText(values.get(item) ?? null)}`);
      return `${' '.repeat(lines[item].length - lines[item].trimStart().length)}${name} ${cells.join(' ')}`;
    })
    .join('\n');
}

function cellText(value: unknown): string {
  if (value === null) return '-';
  if (typeof value === 'object' && isFormulaError(value as never)) return (value as { code: string }).code.replace('formula.', '');
  return String(Math.round((value as number) * 1000) / 1000);
}

function expectCells(formulas: Record<string, string>, rows: string, expected: string) {
  const tree = treeOf(rows);
  expect(drawn(rows, tree, calculateFormulas(sheetOf(tree), attributes(formulas)))).toBe(picture(expected));
}

const TOTAL = 'if(count(children.total) = 0, v, sum(children.total))';

describe('values climb, fall and go along relations', () => {
  test('a total is that of the children, of a leaf its own', () =>
    expectCells(
      { total: TOTAL },
      `
      house
        walls v=10
        roof
          beams v=5
          tiles v=7
      `,
      `
      house total:22
        walls total:10
        roof total:12
          beams total:5
          tiles total:7
      `,
    ));

  test('the share of a row in its parent, and of the top in itself', () =>
    expectCells(
      { total: TOTAL, share: 'total / ifempty(parent.total, total)' },
      `
      house
        walls v=10
        roof
          beams v=5
          tiles v=5
      `,
      `
      house total:20 share:1
        walls total:10 share:0.5
        roof total:10 share:0.5
          beams total:5 share:0.5
          tiles total:5 share:0.5
      `,
    ));

  test('how deep a row stands, from its parent down', () =>
    expectCells(
      { depth: 'ifempty(parent.depth, 0) + 1' },
      `
      a
        b
          c
        d
      e
      `,
      `
      a depth:1
        b depth:2
          c depth:3
        d depth:2
      e depth:1
      `,
    ));

  test('the longest way through the predecessors', () =>
    expectCells(
      { path: 'v + ifempty(max(predecessors.path), 0)' },
      `
      A v=3
      B v=1 <A
      C v=4 <A
      D v=2 <B,C
      `,
      `
      A path:3
      B path:4
      C path:7
      D path:9
      `,
    ));

  test('what still comes behind a row, through its successors', () =>
    expectCells(
      { wait: 'sum(successors.v) + sum(successors.wait)' },
      `
      A v=3
      B v=1 <A
      C v=4 <B
      `,
      `
      A wait:5
      B wait:4
      C wait:0
      `,
    ));

  test('columns in any order: each waits for those it reads', () =>
    expectCells(
      { c: 'a + b', b: 'a * 2', a: 'v + 1' },
      `
      x v=1
      y v=2
      `,
      `
      x c:6 b:4 a:2
      y c:9 b:6 a:3
      `,
    ));

  test('a row without what is read is empty, and empties are left out above', () =>
    expectCells(
      { a: 'v * 2', total: 'sum(children.a)' },
      `
      house
        walls v=10
        roof
      `,
      `
      house a:- total:20
        walls a:20 total:0
        roof a:- total:0
      `,
    ));
});

describe('errors go where they are read', () => {
  test('up to every reader, and no further than to readers', () =>
    expectCells(
      { a: '10 / v', total: 'a + sum(children.total)' },
      `
      house v=1
        walls v=0
        roof v=5
          tiles v=2
      garden v=10
      `,
      `
      house a:10 total:division_by_zero
        walls a:division_by_zero total:division_by_zero
        roof a:2 total:7
          tiles a:5 total:5
      garden a:1 total:1
      `,
    ));

  test('a reader that is prepared goes on', () =>
    expectCells(
      { a: '10 / v', b: 'iferror(a, -1)' },
      `
      x v=0
      y v=2
      `,
      `
      x a:division_by_zero b:-1
      y a:5 b:5
      `,
    ));
});

describe('rings', () => {
  const pathOf = (formulas: Record<string, string>, rows: string, column: string, name: string) => {
    const tree = treeOf(rows);
    const result = calculateFormulas(sheetOf(tree), attributes(formulas)).get(column)!.get(tree.names.indexOf(name))!;
    if (!isFormulaError(result)) return String(result);
    return String(result.parameters.path).replace(/@(\d+)/g, (_all, item) => `@${tree.names[Number(item)]}`);
  };

  test('two columns of one row: each path begins and ends with its own cell', () => {
    const ring = { a: 'b + 1', b: 'a + 1' };
    expect(pathOf(ring, 'x', 'a', 'x')).toBe('a@x → b@x → a@x');
    expect(pathOf(ring, 'x', 'b', 'x')).toBe('b@x → a@x → b@x');
  });

  test('a cell that reads itself', () => expect(pathOf({ a: 'a + 1' }, 'x', 'a', 'x')).toBe('a@x → a@x'));

  test('through the tree: the parent reads its children, a child its parent', () =>
    expect(
      pathOf(
        { up: 'v + sum(children.down)', down: 'v + parent.up' },
        `
        house v=1
          walls v=2
        `,
        'up',
        'house',
      ),
    ).toBe('up@house → down@walls → up@house'));

  test('along relations that go in a circle', () =>
    expect(
      pathOf(
        { path: 'v + sum(predecessors.path)' },
        `
        A v=1 <C
        B v=1 <A
        C v=1 <B
        `,
        'path',
        'A',
      ),
    ).toBe('path@A → path@C → path@B → path@A'));

  test('only the cells of the ring and their readers show it', () =>
    expectCells(
      { a: 'b + 1', b: 'if(v > 1, a, 0)', c: 'a * 2', up: 'v + 1' },
      `
      x v=1
      y v=2
      `,
      `
      x a:ring b:ring c:ring up:2
      y a:ring b:ring c:ring up:3
      `,
    ));

  test('a row behind a ring reads it, a row before it does not', () =>
    expectCells(
      { path: 'v + sum(predecessors.path)' },
      `
      A v=1
      B v=1 <A,C
      C v=1 <B
      D v=1 <C
      `,
      `
      A path:1
      B path:ring
      C path:ring
      D path:ring
      `,
    ));

  test('before any row exists: columns that read each other on the same row', () => {
    expect(findFormulaRing(attributes({ a: 'b', b: 'c', c: 'a' }))).toEqual(['a', 'b', 'c', 'a']);
    expect(findFormulaRing(attributes({ c: 'v', a: 'c + b', b: 'a' }))).toEqual(['a', 'b', 'a']);
    expect(findFormulaRing(attributes({ a: 'a' }))).toEqual(['a', 'a']);
    expect(findFormulaRing(attributes({ a: 'v', b: 'v', c: 'a + b' }))).toBeNull();
  });

  test('over relatives there may be an end to it', () => {
    expect(findFormulaRing(attributes({ total: 'sum(children.total)' }))).toBeNull();
    expect(findFormulaRing(attributes({ up: 'sum(children.down)', down: 'parent.up' }))).toBeNull();
    expect(findFormulaRing([])).toBeNull();
  });

  test('of two rings the first in the list is told', () =>
    expect(findFormulaRing(attributes({ v: 'w', a: 'b', b: 'a', up: 'down', down: 'up' }))).toEqual(['a', 'b', 'a']));
});
