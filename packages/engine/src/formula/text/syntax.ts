/** Rows a reference can look at: the item's own, those below, above, before and after it. */
export const FORMULA_SCOPES = ['self', 'children', 'parent', 'predecessors', 'successors'] as const;

/** Where a reference looks. */
export type FormulaScope = (typeof FORMULA_SCOPES)[number];

/** Scopes of many rows give a list, the others one value. */
export const MANY_SCOPES: ReadonlySet<FormulaScope> = new Set(['children', 'predecessors', 'successors']);

/** Operators of one operand; `%` stands behind it. */
export type UnaryOperator = '-' | '+' | 'not' | '%';

/** Operators of two operands. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

type Span = { from: number; to: number };

/** A parsed expression; every node knows the characters it was read from. */
export type Expression = Span &
  (
    | { node: 'literal'; value: number | string | boolean | null; literal: 'number' | 'text' | 'flag' | 'empty' }
    | { node: 'reference'; scope: FormulaScope; name: string }
    | { node: 'unary'; operator: UnaryOperator; operand: Expression }
    | { node: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
    | { node: 'call'; name: string; nameTo: number; arguments: Expression[] }
  );
