/**
 * A shape that JSON must have: a word for plain values (a question mark allows null), an object for objects, a list of one for lists,
 * a list of words for enumerations, `['null', shape]` for what may be null. A `minute` is an integer of 32 bits, an
 * `amount` not below 0, a `share` between 0 and 1.
 */
export type Shape =
  | 'number'
  | 'int'
  | 'minute'
  | 'amount'
  | 'share'
  | 'string'
  | 'boolean'
  | 'value'
  | `${'number' | 'int' | 'minute' | 'string' | 'boolean'}?`
  | readonly [Shape]
  | readonly ['null', Shape]
  | readonly string[]
  | { readonly [field: string]: Shape };

/** A mismatch of JSON and its shape: the path and the expected type. */
export type ShapeProblem = { path: string; expected: string };

const MOST_PROBLEMS = 100;

/** Compares JSON with a shape. A field whose name ends with `?` in the shape may be absent; fields that the shape does not name are ignored. */
export function problemsOf(value: unknown, shape: Shape): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  check(value, shape, '', problems);
  return problems;
}

function check(value: unknown, shape: Shape, path: string, problems: ShapeProblem[]): void {
  if (problems.length >= MOST_PROBLEMS) return;
  if (typeof shape === 'string') {
    if (!isPlain(value, shape)) problems.push({ path, expected: shape });
  } else if (isOptional(shape)) {
    if (value !== null) check(value, shape[1], path, problems);
  } else if (isList(shape)) {
    if (!Array.isArray(value)) problems.push({ path, expected: 'list' });
    else value.forEach((element, i) => check(element, shape[0], `${path}/${i}`, problems));
  } else if (isWords(shape)) {
    const word = value === null ? 'null' : value;
    if (typeof word !== 'string' || !shape.includes(word)) problems.push({ path, expected: shape.join(' | ') });
  } else if (typeof value !== 'object' || value === null || Array.isArray(value)) problems.push({ path, expected: 'object' });
  else {
    const fields = new Map(Object.entries(value));
    for (const [name, inner] of Object.entries(shape)) {
      const field = name.replace(/\?$/, '');
      if (fields.has(field) || !name.endsWith('?')) check(fields.get(field), inner, `${path}/${field}`, problems);
    }
  }
}

const PLAIN = new Set(['number', 'int', 'minute', 'amount', 'share', 'string', 'boolean', 'value']);

function isList(shape: Shape): shape is readonly [Shape] {
  if (!Array.isArray(shape) || shape.length !== 1) return false;
  const inner: unknown = shape[0];
  return typeof inner !== 'string' || PLAIN.has(inner.replace(/\?$/, ''));
}

function isOptional(shape: Shape): shape is readonly ['null', Shape] {
  if (!Array.isArray(shape) || shape.length !== 2 || shape[0] !== 'null') return false;
  const inner: unknown = shape[1];
  return typeof inner !== 'string';
}

function isWords(shape: Shape): shape is readonly string[] {
  return Array.isArray(shape);
}

function isPlain(value: unknown, shape: string): boolean {
  if (value === null) return shape.endsWith('?');
  const type = shape.replace(/\?$/, '');
  if (type === 'value') return ['string', 'number', 'boolean'].includes(typeof value);
  if (type === 'minute') return typeof value === 'number' && (value | 0) === value;
  if (type === 'amount' || type === 'share')
    return typeof value === 'number' && value >= 0 && value <= (type === 'share' ? 1 : Number.MAX_SAFE_INTEGER);
  if (type === 'int') return Number.isSafeInteger(value);
  return typeof value === type && (type !== 'number' || Number.isFinite(value));
}
