import { parseFormula } from '../text/parse.ts';
import type { Expression } from '../text/syntax.ts';

/** How a formula was read, as a tree: operators over their operands, functions over their arguments. */
export function formulaTree(text: string): string {
  const parsed = parseFormula(text);
  if ('error' in parsed) return `${parsed.error.code.replace('formula.', '')} at ${parsed.error.from}`;
  return branches(parsed.expression).join('\n');
}

function branches(expression: Expression): string[] {
  const children = childrenOf(expression);
  const lines = children.flatMap((child, at) => {
    const isLast = at === children.length - 1;
    return branches(child).map((line, row) => (row === 0 ? (isLast ? '└ ' : '├ ') : isLast ? '  ' : '│ ') + line);
  });
  return [labelOf(expression), ...lines];
}

function childrenOf(expression: Expression): Expression[] {
  if (expression.node === 'unary') return [expression.operand];
  if (expression.node === 'binary') return [expression.left, expression.right];
  return expression.node === 'call' ? expression.arguments : [];
}

function labelOf(expression: Expression): string {
  switch (expression.node) {
    case 'literal':
      return expression.literal === 'text' ? `"${expression.value}"` : String(expression.value ?? 'empty');
    case 'reference':
      return expression.scope === 'self' ? expression.name : `${expression.scope}.${expression.name}`;
    case 'unary':
      return expression.operator === '-' ? 'minus' : expression.operator === '+' ? 'plus' : expression.operator;
    case 'binary':
      return expression.operator;
    case 'call':
      return `${expression.name}()`;
  }
}
