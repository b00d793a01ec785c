import { RULE_FIELDS, type EstimateRowKind, type RuleField, type UnitDimension } from '@gantry/domain';
import { dimensionOf } from '../norms/units.ts';
import { compileFormula, type Formula, formulaSchema } from '../formula/check.ts';
import { evaluateFormula } from '../formula/evaluate.ts';
import { type Mask, normalForm, openMask } from './masks.ts';

/** A row of an estimate as rules see it; amounts in whole units of the currency. */
export type RuleRow = Record<RuleField, string> & {
  number: string;
  kind: EstimateRowKind;
  quantity: number | null;
  amount: number | null;
};

/** Which rows a rule is for; what is left out fits every row. */
export type RuleWhen = Partial<Record<RuleField, string>> & {
  kinds?: readonly EstimateRowKind[];
  dimensions?: readonly UnitDimension[];
  /** A formula of yes or no over `quantity`, `amount` and `price` of the row. */
  if?: string;
};

/** A rule that is ready to be asked. */
export type OpenRule = {
  /** The rows that it is for, a bit each. */
  bits: Uint32Array;
  hits: number;
  /** A text with `{1}`, `{num}` and `{volume_code}` filled in of a row that it is for. */
  fill(template: string, row: number): string;
};

const SCHEMA = formulaSchema([
  { name: 'quantity', type: 'number' },
  { name: 'amount', type: 'number' },
  { name: 'price', type: 'number' },
]);

/** The condition of a rule, checked; null where it is no formula of yes or no over a row. */
export function conditionOf(text: string): Formula | null {
  const compiled = compileFormula(text, SCHEMA, 'flag');
  return 'formula' in compiled ? compiled.formula : null;
}

const EMPTY: OpenRule['fill'] = (template) => template;

/**
 * Which rows each rule is for. A mask is asked once for each different text, whatever number of rules and rows have it; what rules want
 * together is an AND of bits. A rule with a mask or condition that cannot be read is for no row.
 */
export function openRules(rows: readonly RuleRow[], rules: readonly RuleWhen[]): OpenRule[] {
  const words = (rows.length + 31) >>> 5;
  const places = new Map<RuleField, Places>();
  const placesOf = (field: RuleField): Places => {
    const known = places.get(field) ?? gather(rows, field);
    places.set(field, known);
    return known;
  };
  const kept = new Map<string, Uint32Array>();
  const bitsOf = (key: string, make: () => Uint32Array): Uint32Array => {
    const known = kept.get(key) ?? make();
    kept.set(key, known);
    return known;
  };
  const units = placesOf('unit');
  const kinds = new Map<EstimateRowKind, Uint32Array>();
  for (const [at, { kind }] of rows.entries()) {
    const bits = kinds.get(kind) ?? new Uint32Array(words);
    kinds.set(kind, bits);
    bits[at >>> 5] |= 1 << (at & 31);
  }
  return rules.map((when) => {
    const masks: [RuleField, Mask][] = [];
    const sets: Uint32Array[] = [];
    for (const field of RULE_FIELDS) {
      const text = when[field];
      if (!text) continue;
      const mask = openMask(text);
      if (!mask) return { bits: new Uint32Array(words), hits: 0, fill: EMPTY };
      masks.push([field, mask]);
      const place = placesOf(field);
      sets.push(bitsOf(`${field}\n${text}`, () => bitsOfMask(place, words, mask)));
    }
    if (when.dimensions?.length) {
      const wanted = new Set<UnitDimension | null>(when.dimensions);
      sets.push(
        bitsOf(`\n${when.dimensions.join(' ')}`, () => spread(units.of, units.values, words, (unit) => wanted.has(dimensionOf(unit)))),
      );
    }
    if (when.kinds?.length)
      sets.push(
        either(
          when.kinds.map((kind) => kinds.get(kind)).filter((bits) => bits !== undefined),
          words,
        ),
      );
    const bits = sets.length ? both(sets) : full(rows.length, words);
    if (when.if) keepWhere(bits, rows, when.if);
    return { bits, hits: countBits(bits), fill: (template, at) => filled(template, rows[at], masks) };
  });
}

/** The different texts of a field as they are written and in their normal form, which of them each row has, and their order once it is asked for. */
type Places = { values: string[]; normal: string[]; of: Uint32Array; sorted: Sorted | null };
/** Places of texts by their normal form, and the rows of each: those of text `t` stand from `from[t]` to `from[t + 1]`. */
type Sorted = { order: Uint32Array; from: Uint32Array; rows: Uint32Array };

function gather(rows: readonly RuleRow[], field: RuleField): Places {
  const numbers = new Map<string, number>();
  const of = new Uint32Array(rows.length);
  for (const [at, row] of rows.entries()) {
    const known = numbers.get(row[field]);
    of[at] = known ?? numbers.size;
    if (known === undefined) numbers.set(row[field], numbers.size);
  }
  const values = [...numbers.keys()];
  return { values, normal: values.map(normalForm), of, sorted: null };
}

function sortedOf({ normal, of }: Places): Sorted {
  const order = Uint32Array.from(normal.keys()).sort((a, b) => (normal[a] < normal[b] ? -1 : normal[a] > normal[b] ? 1 : 0));
  const from = new Uint32Array(normal.length + 1);
  for (const text of of) from[text + 1] += 1;
  for (let text = 0; text < normal.length; text += 1) from[text + 1] += from[text];
  const next = from.slice();
  const rows = new Uint32Array(of.length);
  for (const [row, text] of of.entries()) rows[next[text]++] = row;
  return { order, from, rows };
}

/** The rows whose text fits a mask; of one whose beginning is known only the texts that begin so are asked. */
function bitsOfMask(places: Places, words: number, { starts, fits }: Mask): Uint32Array {
  const { normal, of } = places;
  if (!starts) return spread(of, normal, words, fits);
  const { order, from, rows } = (places.sorted ??= sortedOf(places));
  const bits = new Uint32Array(words);
  for (const start of starts)
    for (let at = firstFrom(start, order, normal); at < order.length && normal[order[at]].startsWith(start); at += 1) {
      const text = order[at];
      if (!fits(normal[text])) continue;
      for (let place = from[text]; place < from[text + 1]; place += 1) bits[rows[place] >>> 5] |= 1 << (rows[place] & 31);
    }
  return bits;
}

/** The place of the first text that is not before another one. */
function firstFrom(wanted: string, order: Uint32Array, texts: readonly string[]): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts[order[middle]] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function spread(of: Uint32Array, values: readonly string[], words: number, fits: (value: string) => boolean): Uint32Array {
  const answers = Uint8Array.from(values, (value) => Number(fits(value)));
  const bits = new Uint32Array(words);
  for (let at = 0; at < of.length; at += 1) bits[at >>> 5] |= answers[of[at]] << (at & 31);
  return bits;
}

function both(sets: readonly Uint32Array[]): Uint32Array {
  const bits = Uint32Array.from(sets[0]);
  for (const other of sets.slice(1)) for (let word = 0; word < bits.length; word += 1) bits[word] &= other[word];
  return bits;
}

function either(sets: readonly Uint32Array[], words: number): Uint32Array {
  const bits = new Uint32Array(words);
  for (const other of sets) for (let word = 0; word < words; word += 1) bits[word] |= other[word];
  return bits;
}

function full(length: number, words: number): Uint32Array {
  const bits = new Uint32Array(words).fill(0xffff_ffff);
  if (length & 31) bits[words - 1] = 2 ** (length & 31) - 1;
  return bits;
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word of bits) for (; word; word &= word - 1) count += 1;
  return count;
}

/** Leaves of some rows those of which a condition is true. */
function keepWhere(bits: Uint32Array, rows: readonly RuleRow[], text: string): void {
  const formula = conditionOf(text);
  for (const [at, { quantity, amount }] of rows.entries()) {
    if (!((bits[at >>> 5] >>> (at & 31)) & 1)) continue;
    const price = quantity && amount !== null ? amount / quantity : null;
    const values: Record<string, number | null> = { quantity, amount, price };
    const holds =
      formula && evaluateFormula(formula, { calendar: null, dataDate: 0, read: (_scope, name) => values[name] ?? null }) === true;
    if (!holds) bits[at >>> 5] &= ~(1 << (at & 31));
  }
}

const HOLES = /\{(\d|num|volume_code)\}/g;

function filled(template: string, row: RuleRow, masks: readonly [RuleField, Mask][]): string {
  if (!template.includes('{')) return template;
  const captures = masks.flatMap(([field, mask]) => mask.test(row[field]) ?? []);
  return template.replaceAll(HOLES, (_hole, name: string) => {
    if (name === 'num') return row.number;
    if (name === 'volume_code') return row.volume_code;
    return captures[Number(name) - 1] ?? '';
  });
}
