import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formulaTree } from './testing/formula-tree.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { parseFormula } from './text/parse.ts';
import type { Expression } from './text/syntax.ts';

describe('what is read again is the same', () => {
  const leaf: fc.Arbitrary<string> = fc.constantFrom('1', '2.5', '"x"', 'a', '[b c]', 'children.a', 'true', 'empty');
  /** Formulas with a bracket around every operation: nothing is left to precedence. */
  const bracketed: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(tie('node'), fc.constantFrom('or', 'and', '=', '<', '&', '+', '-', '*', '/', '^'), tie('node'))
        .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
      fc.tuple(fc.constantFrom('-', 'not '), tie('node')).map(([operator, a]) => `(${operator}${a})`),
      tie('node').map((a) => `(${a}%)`),
      fc.array(tie('node'), { maxLength: 3 }).map((list) => `f(${list.join(', ')})`),
    ),
  })).node;

  const POWER: Record<string, number> = { or: 1, and: 2, '=': 4, '<': 4, '&': 5, '+': 6, '-': 6, '*': 7, '/': 7, '^': 9 };

  /** The tree with as few brackets as its precedence needs. */
  function sparse(expression: Expression, power = 0, isRight = false): string {
    const inBrackets = (text: string, own: number) => (own < power || (own === power && isRight) ? `(${text})` : text);
    if (expression.node === 'literal') return expression.literal === 'text' ? `"${expression.value}"` : String(expression.value ?? 'empty');
    if (expression.node === 'reference')
      return expression.scope === 'self' ? `[${expression.name}]` : `${expression.scope}.[${expression.name}]`;
    if (expression.node === 'call') return `f(${expression.arguments.map((argument) => sparse(argument)).join(', ')})`;
    if (expression.node === 'binary') {
      const own = POWER[expression.operator];
      const isRightward = expression.operator === '^';
      return inBrackets(
        `${sparse(expression.left, own, isRightward)} ${expression.operator} ${sparse(expression.right, own, !isRightward)}`,
        own,
      );
    }
    if (expression.operator === '%') return `${sparse(expression.operand, 10)}%`;
    const own = expression.operator === 'not' ? 3 : 8;
    return `(${expression.operator} ${sparse(expression.operand, own)})`;
  }

  test('brackets that precedence makes needless can be left out', () => {
    fc.assert(
      fc.property(bracketed, (text) => {
        const parsed = parseFormula(text);
        if ('error' in parsed) {
          expect(parsed.error.code).toBe('formula.too_deep');
          return;
        }
        expect(formulaTree(sparse(parsed.expression))).toBe(formulaTree(text));
      }),
      propertyRun('formulas read again'),
    );
  });

  test('every node knows the characters it was read from', () => {
    fc.assert(
      fc.property(bracketed, (text) => {
        const parsed = parseFormula(text);
        if ('error' in parsed) return;
        const check = (node: Expression) => {
          const alone = parseFormula(text.slice(node.from, node.to));
          expect('expression' in alone && alone.expression.node).toBe(node.node);
          const children =
            node.node === 'binary'
              ? [node.left, node.right]
              : node.node === 'unary'
                ? [node.operand]
                : node.node === 'call'
                  ? node.arguments
                  : [];
          for (const child of children) {
            expect(child.from).toBeGreaterThanOrEqual(node.from);
            expect(child.to).toBeLessThanOrEqual(node.to);
            check(child);
          }
        };
        check(parsed.expression);
      }),
      propertyRun('formula places'),
    );
  });
});
