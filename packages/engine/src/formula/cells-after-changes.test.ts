import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { affectedCells, calculateFormulas, recalculateFormulas } from './cells.ts';
import type { CalculatedAttribute, FormulaCellKey } from './cells.ts';
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

const TOTAL = 'if(count(children.total) = 0, v, sum(children.total))';

describe('which cells a change reaches', () => {
  const reached = (formulas: Record<string, string>, rows: string, ...changed: [string, string][]) => {
    const tree = treeOf(rows);
    const keys = changed.map(([row, name]) => ({ item: tree.names.indexOf(row), name }));
    const cells = affectedCells(attributes(formulas), sheetOf(tree).relatives, keys);
    return cells
      .map((cell) => `${cell.name}@${tree.names[cell.item]}`)
      .sort()
      .join(' ');
  };
  const HOUSE = `
    house
      walls v=10
      roof
        beams v=5
        tiles v=7
    garden v=1`;

  test('of a leaf: its total and those above it', () =>
    expect(reached({ total: TOTAL }, HOUSE, ['beams', 'v'])).toBe('total@beams total@house total@roof'));
  test('of a row beside: nothing of the house', () => expect(reached({ total: TOTAL }, HOUSE, ['garden', 'v'])).toBe('total@garden'));
  test('what reads the parent: all below', () => expect(reached({ a: 'parent.v' }, HOUSE, ['house', 'v'])).toBe('a@roof a@walls'));
  test('what reads the predecessors: the next ones', () =>
    expect(reached({ a: 'sum(predecessors.v)' }, 'A v=1\nB <A\nC <B\nD <A', ['A', 'v'])).toBe('a@B a@D'));
  test('what reads the successors: those before', () =>
    expect(reached({ a: 'sum(successors.v)' }, 'A\nB <A\nC v=1 <B', ['C', 'v'])).toBe('a@B'));
  test('a chain of readers to its end', () =>
    expect(reached({ path: 'v + sum(predecessors.path)' }, 'A v=1\nB <A\nC <B\nD', ['A', 'v'])).toBe('path@A path@B path@C'));
  test('a field that nobody reads: nothing', () => expect(reached({ total: TOTAL }, HOUSE, ['beams', 'w'])).toBe(''));
  test('a calculated cell that is named is reached itself', () =>
    expect(reached({ total: TOTAL, a: 'total + 1' }, HOUSE, ['garden', 'total'])).toBe('a@garden total@garden'));
  test('two changes together, each cell once', () =>
    expect(reached({ total: TOTAL }, HOUSE, ['beams', 'v'], ['tiles', 'v'])).toBe('total@beams total@house total@roof total@tiles'));
});

describe('after any change the cells are those of a new calculation', () => {
  const FORMULAS = attributes({
    total: TOTAL,
    share: 'total / ifempty(parent.total, total)',
    path: 'v + sum(predecessors.path)',
    wait: 'sum(successors.wait) + count(successors.v)',
    a: 'iferror(b / v, 0) + ifempty(parent.a, 0)',
    b: 'max(children.b, v)',
  });

  type Change = { kind: 'value' | 'move' | 'link'; row: number; to: number; value: number | null };

  const change: fc.Arbitrary<Change> = fc.record({
    kind: fc.constantFrom('value', 'move', 'link'),
    row: fc.nat(9),
    to: fc.nat(9),
    value: fc.option(fc.integer({ min: -4, max: 4 })),
  });

  /** Every calculated cell of the rows named. */
  const cellsOf = (...rows: number[]): FormulaCellKey[] =>
    rows.filter((row) => row >= 0).flatMap((item) => FORMULAS.map(({ name }) => ({ item, name })));

  /** Makes a change and tells the cells that it touches: values, or the rows at both ends before and after. */
  function make({ parent, before, stored, names }: Tree, { kind, row: wanted, to, value }: Change): FormulaCellKey[] {
    const row = wanted % names.length;
    const other = to % names.length;
    if (kind === 'value') {
      stored[row].set('v', value);
      return [{ item: row, name: 'v' }];
    }
    if (kind === 'move') {
      const old = parent[row];
      parent[row] = other < row ? other : -1;
      return cellsOf(row, old, parent[row]);
    }
    const at = before[row].indexOf(other);
    if (at >= 0) before[row].splice(at, 1);
    else if (other !== row) before[row].push(other);
    return cellsOf(row, other);
  }

  test('whether values change, rows move or relations come and go', () => {
    const rows = fc.array(fc.tuple(fc.nat(9), fc.option(fc.integer({ min: -4, max: 4 }))), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(rows, fc.array(change, { minLength: 1, maxLength: 8 }), (list, changes) => {
        const tree: Tree = {
          names: list.map((_, at) => `r${at}`),
          parent: list.map(([parent], at) => (at === 0 ? -1 : (parent % (at + 1)) - 1)),
          before: list.map(([parent], at) => (at > 1 && parent % 3 === 0 ? [at - 1] : [])),
          stored: list.map(([, value]) => new Map([['v', value]])),
        };
        const results = calculateFormulas(sheetOf(tree), FORMULAS);
        for (const one of changes) {
          const touched = make(tree, one);
          recalculateFormulas(sheetOf(tree), FORMULAS, results, touched);
          const full = calculateFormulas(sheetOf(tree), FORMULAS);
          for (const { name } of FORMULAS)
            for (const item of tree.names.keys()) {
              const [seen, expected] = [results.get(name)!.get(item)!, full.get(name)!.get(item)!];
              // Which cell of a cycle is met first differs; that it is a cycle does not.
              if (isFormulaError(expected)) expect(seen).toMatchObject({ code: expected.code });
              else expect(seen).toBe(expected);
            }
        }
      }),
      propertyRun('formula cells after moves'),
    );
  });
});
