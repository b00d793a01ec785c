import { parseAst } from 'vitest/node';

/** One small change of a source text: what stands from `start` to `end` becomes `text`. */
export type Mutant = { start: number; end: number; text: string; line: number; was: string };

type Node = { type: string; start: number; end: number };
type Change = { start: number; end: number; text: string };

const OPERATORS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
  '+=': '-=',
  '-=': '+=',
};
const METHODS: Record<string, string> = { min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some' };

/** Attributes of elements that are behaviour: a component without one of them works or reads otherwise. */
const BEHAVIOUR = /^(on[A-Z]|disabled|checked|value|data|hidden|opened|readOnly|required|href|role|label|error|aria-)/;

/** Attributes that are looks alone: whether a gap is 4 or 5 pixels wide is seen in a picture. */
const LOOKS = /^(gap|flex|size|stroke|variant|color|icon|wrap|align|justify|offset|style|className|[wh]|ma[wh]|mi[wh]|[mp][tblrxy]?)$/;

/** Every mutant of a source in the order of its text: operators, conditions, numbers, truths, statements, attributes. */
export function mutantsOf(source: string, file: string): Mutant[] {
  const changes: Change[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (isNode(value)) {
      if (value.type.startsWith('TS') && !HOLDS_VALUES.has(value.type)) return;
      if (value.type === 'ImportDeclaration') return;
      if (value.type === 'JSXAttribute' && isNode(value['name']) && LOOKS.test(source.slice(value['name'].start, value['name'].end)))
        return;
      changes.push(...changesOf(value, source));
      for (const [name, child] of Object.entries(value)) if (name !== 'type') walk(child);
    }
  };
  walk(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return changes
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((change) => ({
      ...change,
      line: source.slice(0, change.start).split('\n').length,
      was: source.slice(change.start, change.end).split('\n')[0],
    }));
}

/** The source with the mutant in it. */
export function mutated(source: string, { start, end, text }: Change): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** So many of the list, chosen by the seed and left in their order. */
export function sampleOf<T>(list: readonly T[], size: number, seed: number): T[] {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return list
    .map((_, at) => ({ at, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, size)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
    .map((at) => list[at]);
}

const HOLDS_VALUES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

function isNode(value: unknown): value is Node & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}

function changesOf(node: Node & Record<string, unknown>, source: string): Change[] {
  const replace = ({ start, end }: Node, text: string): Change => ({ start, end, text });
  const negate = (test: unknown) => (isNode(test) ? [replace(test, `!(${source.slice(test.start, test.end)})`)] : []);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorOf(node, source);
    case 'IfStatement':
    case 'ConditionalExpression':
      return negate(node['test']);
    case 'UnaryExpression':
      return node['operator'] === '!' && isNode(node['argument'])
        ? [replace(node, source.slice(node['argument'].start, node['argument'].end))]
        : [];
    case 'Literal':
      if (typeof node['value'] === 'boolean') return [replace(node, String(!node['value']))];
      return typeof node['value'] === 'number' ? [replace(node, String(node['value'] + 1))] : [];
    case 'ExpressionStatement':
      return 'directive' in node && typeof node['directive'] === 'string' ? [] : [replace(node, ';')];
    case 'CallExpression':
      return methodOf(node['callee']);
    case 'JSXAttribute':
      return isNode(node['name']) && BEHAVIOUR.test(source.slice(node['name'].start, node['name'].end)) ? [replace(node, '')] : [];
    default:
      return [];
  }
}

function operatorOf(node: Record<string, unknown>, source: string): Change[] {
  const other = OPERATORS[String(node['operator'])];
  const { left, right } = node;
  if (!other || !isNode(left) || !isNode(right)) return [];
  const at = source.indexOf(String(node['operator']), left.end);
  return [{ start: at, end: at + String(node['operator']).length, text: other }];
}

function methodOf(callee: unknown): Change[] {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee['property'])) return [];
  const other = METHODS[String(callee['property']['name'])];
  return other ? [{ start: callee['property'].start, end: callee['property'].end, text: other }] : [];
}
