import { type TemplateFault, fault } from './faults.ts';
import { isFormat, TEMPLATE_FORMATS, type TemplateFormat } from './formats.ts';
import { nearest } from './nearest.ts';

/** A comparison of a loop or a condition; without an operator it asks whether the value is there and not false. */
export type TemplateCondition = { path: string; operator: TemplateOperator | null; value: string | number | boolean | null };

const TEMPLATE_OPERATORS = ['<=', '>=', '!=', '<', '>', '='] as const;
export type TemplateOperator = (typeof TEMPLATE_OPERATORS)[number];

/** A piece of a text of a template. */
export type TemplateToken =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string; format: TemplateFormat | null }
  | { kind: 'each'; list: string; conditions: TemplateCondition[]; sort: { path: string; descending: boolean } | null; across: boolean }
  | { kind: 'if'; conditions: TemplateCondition[] }
  | { kind: 'else' }
  | { kind: 'end'; of: 'each' | 'if' }
  | DrawingToken
  /** Where the mark of a loop over columns stood: its row and its column know it. */
  | { kind: 'taken' };

/** A picture or a chart: which one, of which name, and the millimetres that it may take. */
export type DrawingToken = {
  kind: 'drawing';
  name: `${'image' | 'chart'}:${string}`;
  of: string | null;
  box: { width: number; height: number } | null;
};

/** Longer placeholders are a mistake, or an attack on patterns. */
const LONGEST = 500;
/** Texts that hold two braces are read; others pass as they are. */
export const OPENING = '{{';

const PATH = String.raw`(?:(?:attr|passport)\(\s*"[^"]{1,200}"\s*\)|[a-z_][a-z0-9_]*(?:\.[a-z0-9_]+){0,6})`;
const WHOLE_PATH = new RegExp(`^${PATH}$`, 'i');
const CONDITION = new RegExp(`^(${PATH})\\s*(?:(<=|>=|!=|<|>|=)\\s*(.{1,200}))?$`, 'i');

/** Reads a text into pieces; what is wrong with it is added to the faults, and stands as it was typed. */
export function readTemplateText(text: string, faults: TemplateFault[]): TemplateToken[] {
  const tokens: TemplateToken[] = [];
  const put = (piece: string): void => {
    if (piece) tokens.push({ kind: 'text', text: piece });
  };
  let at = 0;
  for (let open = text.indexOf(OPENING); open >= 0; open = text.indexOf(OPENING, at)) {
    const close = text.indexOf('}}', open);
    if (close < 0 || close - open > LONGEST) {
      faults.push(fault('braces', { text: text.slice(open, open + 40) }));
      break;
    }
    put(text.slice(at, open));
    const inner = straightQuotes(text.slice(open + 2, close)).trim();
    const token = readToken(inner, faults);
    if (token) tokens.push(token);
    else put(text.slice(open, close + 2));
    at = close + 2;
  }
  put(text.slice(at));
  return tokens;
}

/** Word processors bend quotes and widen spaces while one types. */
const straightQuotes = (text: string): string =>
  text.replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"').replace(/[\u00a0\u2009\u202f\t\n]/g, ' ');

function readToken(inner: string, faults: TemplateFault[]): TemplateToken | null {
  if (inner === '/each' || inner === '/if') return { kind: 'end', of: inner === '/each' ? 'each' : 'if' };
  if (inner === ':else' || inner === 'else') return { kind: 'else' };
  const [, command, rest = ''] = /^#(\w+)\s*(.*)$/.exec(inner) ?? [];
  if (command === 'each') return readEach(rest, faults);
  if (command === 'if') {
    const conditions = readConditions(rest, faults);
    return conditions && { kind: 'if', conditions };
  }
  if (command !== undefined || inner.startsWith('/')) {
    const known = ['#each', '#if', '/each', '/if'];
    faults.push(fault('unknown_command', { name: inner.slice(0, 60), suggestion: nearest(inner.split(' ')[0], known) }));
    return null;
  }
  return /^(?:image|chart)\s*:/i.test(inner) ? readDrawing(inner, faults) : readValue(inner, faults);
}

/** `image:logo`, `image:logo("Firm.png") 40x20`, `chart:s_curve 160x80` */
function readDrawing(inner: string, faults: TemplateFault[]): TemplateToken | null {
  const [, kind, name, of, width, height] =
    /^(image|chart)\s*:\s*([a-z_]{1,40})(?:\(\s*"([^"]{1,128})"\s*\))?(?:\s+(\d{1,3})\s*[x×х]\s*(\d{1,3}))?$/i.exec(inner) ?? [];
  if (kind === undefined || Number(width) === 0 || Number(height) === 0) {
    faults.push(fault('drawing', { text: inner.slice(0, 60) }));
    return null;
  }
  const box = width === undefined ? null : { width: Number(width), height: Number(height) };
  return { kind: 'drawing', name: `${kind.toLowerCase() as 'image' | 'chart'}:${name.toLowerCase()}`, of: of ?? null, box };
}

function readValue(inner: string, faults: TemplateFault[]): TemplateToken | null {
  const bar = barOf(inner);
  const path = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  if (!WHOLE_PATH.test(path)) {
    faults.push(fault('not_a_name', { name: path.slice(0, 60) }));
    return null;
  }
  if (bar < 0) return { kind: 'value', path: normalPath(path), format: null };
  const [, nouns] = /^plural\b\s*(.*)$/i.exec(inner.slice(bar + 1).trim()) ?? [];
  if (nouns !== undefined) {
    const forms = /^(?:"[^"]{1,60}"\s*){2,3}$/.test(nouns) ? [...nouns.matchAll(/"([^"]+)"/g)].map(([, form]) => form) : null;
    if (!forms) faults.push(fault('plural_forms', { text: nouns.slice(0, 60) }));
    return forms && { kind: 'value', path: normalPath(path), format: { name: 'plural', decimals: null, forms } };
  }
  const [, name, decimals] = /^([a-z_]+)(?:\s*[: ]\s*(\d))?$/i.exec(inner.slice(bar + 1).trim()) ?? [];
  if (name === undefined || !isFormat(name)) {
    const given = name ?? inner.slice(bar + 1).trim();
    faults.push(fault('unknown_format', { name: given.slice(0, 60), suggestion: nearest(given, TEMPLATE_FORMATS) }));
    return null;
  }
  return { kind: 'value', path: normalPath(path), format: { name, decimals: decimals === undefined ? null : Number(decimals) } };
}

/** The bar before a format; names of attributes in quotes may hold one too. */
const barOf = (inner: string): number => {
  let quoted = false;
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '"') quoted = !quoted;
    else if (inner[at] === '|' && !quoted) return at;
  }
  return -1;
};

/** Names are small letters; those in quotes stay as they are. */
const normalPath = (path: string): string => {
  const [, command, name] = /^(attr|passport)\(\s*"([^"]*)"\s*\)$/i.exec(path) ?? [];
  return command === undefined ? path.toLowerCase() : `${command.toLowerCase()}("${name}")`;
};

/** `rows level<=2 where cost.plan.total>0 and critical sort start desc`; `months across` repeats columns */
function readEach(whole: string, faults: TemplateFault[]): TemplateToken | null {
  const [, before] = /^(.*\S)\s+across$/i.exec(whole) ?? [];
  const rest = before ?? whole;
  const [, list, more] = new RegExp(`^(${PATH})(?:\\s+(.*))?$`, 'i').exec(rest) ?? [];
  if (list === undefined) {
    faults.push(fault('list_missing', { text: rest.slice(0, 60) }));
    return null;
  }
  const [asked, sorted, ...extra] = (more ?? '').split(/(?:^|\s+)sort\s+/i);
  if (extra.length) {
    faults.push(fault('condition', { text: rest.slice(0, 60) }));
    return null;
  }
  const joined = asked.replace(/(?:^|\s+)where\s+/gi, ' and ').replace(/^\s*and\s+/i, '');
  const conditions = joined.trim() === '' ? [] : readConditions(joined, faults);
  if (!conditions) return null;
  const [, sortPath, direction] = new RegExp(`^(${PATH})(?:\\s+(asc|desc))?$`, 'i').exec(sorted?.trim() ?? '') ?? [];
  if (sorted !== undefined && sortPath === undefined) {
    faults.push(fault('condition', { text: `sort ${sorted.slice(0, 50)}` }));
    return null;
  }
  const sort = sortPath === undefined ? null : { path: normalPath(sortPath), descending: direction?.toLowerCase() === 'desc' };
  return { kind: 'each', list: normalPath(list), conditions, sort, across: before !== undefined };
}

function readConditions(text: string, faults: TemplateFault[]): TemplateCondition[] | null {
  const conditions: TemplateCondition[] = [];
  for (const part of text.split(/\s+and\s+/i)) {
    const [, path, operator, value] = CONDITION.exec(part.trim()) ?? [];
    const literal = value === undefined ? null : literalOf(value.trim());
    if (path === undefined || literal === undefined) {
      faults.push(fault('condition', { text: part.trim().slice(0, 60) }));
      return null;
    }
    conditions.push({ path: normalPath(path), operator: (operator as TemplateOperator | undefined) ?? null, value: literal });
  }
  return conditions;
}

function literalOf(text: string): string | number | boolean | null | undefined {
  const [, quoted] = /^"([^"]*)"$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  if (/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'empty') return null;
  return /^[a-z_]+$/i.test(text) ? text.toLowerCase() : undefined;
}
