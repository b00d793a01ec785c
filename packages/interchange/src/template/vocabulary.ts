import { plainText } from '@gantry/domain';
import type { Cell } from '../table/columns.ts';
import { fault, type TemplateFault } from './faults.ts';
import type { TemplateCondition, TemplateToken } from './grammar.ts';
import { nearest } from './nearest.ts';

/** What names of a template may mean: values by name, lists with the names of their rows; `attributes`: those that rows carry, null: any. */
export type Vocabulary = {
  values: ReadonlySet<string>;
  lists: ReadonlyMap<string, Vocabulary>;
  attributes: ReadonlySet<string> | null;
  /** Pictures and charts such as `image:logo`. */
  drawings?: ReadonlySet<string>;
};

/** Where the values of a template come from; `undefined` says that this place does not know the name. */
export type TemplateScope = {
  value(path: string): Cell | undefined;
  list(path: string): readonly TemplateScope[] | undefined;
};

/** What a name means where loops stand around it, the innermost first. */
function meaningOf(path: string, around: readonly Vocabulary[]): 'value' | 'list' | null {
  for (const { values, lists, attributes } of around) {
    if (lists.has(path)) return 'list';
    if (values.has(path)) return 'value';
    if (path.startsWith('attr("') && (attributes === null || attributes.has(path.slice(6, -2)))) return 'value';
    if (path.startsWith('passport("')) return 'value';
  }
  // The amount of the part of time whose column or loop this is.
  if (path.endsWith(OF_PERIOD) && around.some(({ values }) => values.has(PERIOD)))
    return meaningOf(`${path.slice(0, -OF_PERIOD.length)}.total`, around);
  return null;
}

/** `cost.plan.each` is the amount of the month, quarter or day that a loop runs over: its row names it as `period`. */
const OF_PERIOD = '.each';
const PERIOD = 'period';

/** Rows of a list where loops stand around it. */
export function listVocabulary(path: string, around: readonly Vocabulary[]): Vocabulary | null {
  for (const { lists } of around) {
    const found = lists.get(path);
    if (found) return found;
  }
  return null;
}

/** Checks the names of a token where it stands; rows of its loop are known by `listVocabulary`. */
export function checkToken(token: TemplateToken, around: readonly Vocabulary[], faults: TemplateFault[]): void {
  if (token.kind === 'value') checkName(token.path, around, faults);
  else if (token.kind === 'drawing') {
    const known = around.flatMap(({ drawings }) => [...(drawings ?? [])]);
    if (!known.includes(token.name)) faults.push(fault('unknown_name', { name: token.name, suggestion: nearest(token.name, known) }));
  } else if (token.kind === 'if') checkConditions(token.conditions, around, faults);
  else if (token.kind === 'each') {
    if (token.across) faults.push(fault('across_alone'));
    const rows = listVocabulary(token.list, around);
    if (rows) {
      checkConditions(token.conditions, [rows, ...around], faults);
      if (token.sort) checkName(token.sort.path, [rows, ...around], faults);
    } else if (meaningOf(token.list, around)) faults.push(fault('not_a_list', { name: token.list }));
    else {
      const known = around.flatMap(({ lists }) => [...lists.keys()]);
      faults.push(fault('unknown_name', { name: token.list, suggestion: nearest(token.list, known) }));
    }
  }
}

const checkConditions = (conditions: readonly TemplateCondition[], around: readonly Vocabulary[], faults: TemplateFault[]): void => {
  for (const { path } of conditions) if (meaningOf(path, around) !== 'list') checkName(path, around, faults);
};

function checkName(path: string, around: readonly Vocabulary[], faults: TemplateFault[]): void {
  const meaning = meaningOf(path, around);
  if (meaning === 'value') return;
  if (meaning === 'list') return void faults.push(fault('list_as_value', { name: path }));
  const isAttribute = path.startsWith('attr("');
  const known = around.flatMap(({ values, attributes }) =>
    isAttribute ? [...(attributes ?? [])].map((name) => `attr("${name}")`) : [...values],
  );
  // A form may be made for schedules whose attributes are not there yet.
  faults.push(fault('unknown_name', { name: path, suggestion: nearest(path, known) }, isAttribute ? 'warning' : 'error'));
}

/** A value where loops stand around it: nothing where no place knows it. */
export function valueIn(scopes: readonly TemplateScope[], path: string): Cell {
  for (const scope of scopes) {
    const value = scope.value(path);
    if (value !== undefined) return value;
  }
  if (!path.endsWith(OF_PERIOD)) return null;
  const period = valueIn(scopes, PERIOD);
  return typeof period === 'string' ? valueIn(scopes, `${path.slice(0, -OF_PERIOD.length)}.${period}`) : null;
}

const isThere = (value: Cell): boolean => value !== null && value !== false && value !== '' && value !== 0;

/** Whether conditions hold where loops stand around them. */
export function holdsIn(scopes: readonly TemplateScope[], conditions: readonly TemplateCondition[]): boolean {
  return conditions.every(({ path, operator, value }) => {
    if (operator === null) return isThere(valueIn(scopes, path)) || (listIn(scopes, path)?.length ?? 0) > 0;
    const own = valueIn(scopes, path);
    if (value === null) return (own === null || own === '') === (operator === '=');
    if (own === null) return operator === '!=';
    const [left, right] = typeof value === 'number' ? [numberOf(own), value] : [plainText(own).toLowerCase(), String(value).toLowerCase()];
    return COMPARE[operator](left, right);
  });
}

const numberOf = (cell: Cell): number => (cell !== null && typeof cell === 'object' ? cell.minute : Number(cell));

type Compared = string | number;
const COMPARE: Record<NonNullable<TemplateCondition['operator']>, (left: Compared, right: Compared) => boolean> = {
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '=': (left, right) => left === right,
};

export function listIn(scopes: readonly TemplateScope[], path: string): readonly TemplateScope[] | undefined {
  for (const scope of scopes) {
    const list = scope.list(path);
    if (list) return list;
  }
  return undefined;
}

/** The rows of a loop: those that pass, in their order. */
export function rowsOfLoop(
  scopes: readonly TemplateScope[],
  { list, conditions, sort }: TemplateToken & { kind: 'each' },
): TemplateScope[] {
  const rows = (listIn(scopes, list) ?? []).filter((row) => holdsIn([row, ...scopes], conditions));
  if (!sort) return rows;
  const keyed = rows.map((row) => ({ row, key: valueIn([row], sort.path) }));
  const turn = sort.descending ? -1 : 1;
  return keyed.sort((a, b) => turn * compareCells(a.key, b.key)).map(({ row }) => row);
}

/** Numbers and dates by value, texts by letters, what is empty last. */
function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' || typeof b === 'string') return plainText(a).localeCompare(plainText(b));
  return numberOf(a) - numberOf(b);
}
