import { describe, expect, test } from 'vitest';
import { calculateFormulas, findFormulaCycle } from './cells.ts';
import type { CalculatedAttribute } from './cells.ts';
import { compileFormula, formulaSchema } from './check.ts';
import { sheetOf, treeOf } from './testing/rows.ts';
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

  test('before any row exists: columns that read each other on the same row', () => {
    expect(findFormulaCycle(attributes({ a: 'b', b: 'c', c: 'a' }))).toEqual(['a', 'b', 'c', 'a']);
    expect(findFormulaCycle(attributes({ c: 'v', a: 'c + b', b: 'a' }))).toEqual(['a', 'b', 'a']);
    expect(findFormulaCycle(attributes({ a: 'a' }))).toEqual(['a', 'a']);
    expect(findFormulaCycle(attributes({ a: 'v', b: 'v', c: 'a + b' }))).toBeNull();
  });

  test('over relatives there may be an end to it', () => {
    expect(findFormulaCycle(attributes({ total: 'sum(children.total)' }))).toBeNull();
    expect(findFormulaCycle(attributes({ up: 'sum(children.down)', down: 'parent.up' }))).toBeNull();
    expect(findFormulaCycle([])).toBeNull();
  });

  test('of two cycles the first in the list is told', () =>
    expect(findFormulaCycle(attributes({ v: 'w', a: 'b', b: 'a', up: 'down', down: 'up' }))).toEqual(['a', 'b', 'a']));
});
