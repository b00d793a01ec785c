/** What elements and works are told apart by; a property of a set, or an attribute of the version, is named by both words. */
export type RuleField = { set: string; name: string };

export const RULE_TESTS = ['equal', 'not_equal', 'contains', 'prefix', 'one_of'] as const;
export type RuleTest = (typeof RULE_TESTS)[number];

export type RuleCondition = { field: RuleField; test: RuleTest; values: readonly string[] };
export const RULE_JOINS = ['equal', 'prefix', 'contains', 'map'] as const;
/** How a value of an element finds works: alike, as the beginning or a part of the work's value, or by a table of values. */
export type RuleJoin = {
  element: RuleField;
  item: RuleField;
  by: (typeof RULE_JOINS)[number];
  map: readonly { from: string; to: string }[];
};

export type MatchRule = {
  name: string;
  active: boolean;
  /** All must hold. */
  elements: readonly RuleCondition[];
  items: readonly RuleCondition[];
  /** All must hold; none: every element of the rule belongs to every work of it. */
  joins: readonly RuleJoin[];
  /** How much of the work is for its elements, 0 to 1. */
  share: number;
  /** Elements that an earlier rule has linked are linked by this one too. */
  again: boolean;
};

/** Values of something by field; several where it has several, such as layers. */
export type ValuesOf = (field: RuleField) => readonly string[];
export type Matched<E, I> = { element: E; item: I; rule: number };

const clean = (text: string): string => text.trim().toLowerCase();

/** Values as they are compared; each is cleaned once. */
function cleaned(values: ValuesOf): ValuesOf {
  const known = new Map<RuleField, readonly string[]>();
  return (field) => {
    const before = known.get(field);
    if (before) return before;
    const own = values(field).map(clean);
    if (own.length) known.set(field, own);
    return own;
  };
}

/** Whether a condition holds of cleaned values. */
function checkOf({ field, test, values }: RuleCondition): (of: ValuesOf) => boolean {
  const wanted = new Set(values.map(clean));
  const parts = [...wanted];
  const fits = (value: string): boolean =>
    test === 'contains'
      ? parts.some((one) => value.includes(one))
      : test === 'prefix'
        ? parts.some((one) => value.startsWith(one))
        : wanted.has(value);
  return test === 'not_equal' ? (of) => !of(field).some(fits) : (of) => of(field).some(fits);
}

export function holds(condition: RuleCondition, of: ValuesOf): boolean {
  return checkOf(condition)((field) => of(field).map(clean));
}

export type RuleOutcome<E, I> = {
  /** Each pair once, by the first rule that makes it. */
  relations: Matched<E, I>[];
  /** What each rule found: its elements, its works, and how many pairs of them. */
  rules: { elements: number; items: number; relations: number; taken: number; without_item: number }[];
  unlinkedElements: E[];
  unlinkedItems: I[];
};

type Thing<T> = { thing: T; values: ValuesOf };

/**
 * Applies rules in order to elements and works: the first rule that links an element keeps it, unless a later one may link it again. `admit`
 * learns how many pairs there are while they are made, and refuses too many by throwing.
 */
export function matchRules<E, I>(
  rules: readonly MatchRule[],
  elements: readonly { element: E; values: ValuesOf }[],
  items: readonly { item: I; values: ValuesOf }[],
  admit: (pairs: number) => void = () => undefined,
): RuleOutcome<E, I> {
  const ownElements = elements.map(({ element, values }): Thing<E> => ({ thing: element, values: cleaned(values) }));
  const ownItems = items.map(({ item, values }): Thing<I> => ({ thing: item, values: cleaned(values) }));
  const linked = new Set<E>();
  const pairs = new Map<E, Set<I>>();
  const used = new Set<I>();
  const relations: Matched<E, I>[] = [];
  const found: RuleOutcome<E, I>['rules'] = [];
  for (const [index, rule] of withOneOfEachField(rules).entries()) {
    const count = { elements: 0, items: 0, relations: 0, taken: 0, without_item: 0 };
    found.push(count);
    if (!rule.active) continue;
    const first = relations.length;
    const works = chosen(rule.items, ownItems);
    count.items = works.length;
    const candidates = candidatesOf(rule, works);
    for (const { thing: element, values } of chosen(rule.elements, ownElements)) {
      count.elements++;
      if (linked.has(element) && !rule.again) {
        count.taken++;
        continue;
      }
      const own = candidates(values);
      if (own.length === 0) {
        count.without_item++;
        continue;
      }
      count.relations += own.length;
      const known = pairs.get(element) ?? new Set<I>();
      pairs.set(element, known);
      for (const { thing: item } of own) {
        if (known.has(item)) continue;
        known.add(item);
        used.add(item);
        relations.push({ element, item, rule: index });
      }
      admit(relations.length);
    }
    // After the rule, not within it: an element of one rule may stand in the list twice.
    for (let at = first; at < relations.length; at += 1) linked.add(relations[at].element);
  }
  return {
    relations,
    rules: found,
    unlinkedElements: elements.filter(({ element }) => !linked.has(element)).map(({ element }) => element),
    unlinkedItems: items.filter(({ item }) => !used.has(item)).map(({ item }) => item),
  };
}

/** The same rules, where equal fields are one object: values are known by it. */
function withOneOfEachField(rules: readonly MatchRule[]): MatchRule[] {
  const known = new Map<string, RuleField>();
  const one = (field: RuleField): RuleField => {
    const key = JSON.stringify([field.set, field.name]);
    const same = known.get(key) ?? field;
    known.set(key, same);
    return same;
  };
  return rules.map((rule) => ({
    ...rule,
    elements: rule.elements.map((condition) => ({ ...condition, field: one(condition.field) })),
    items: rule.items.map((condition) => ({ ...condition, field: one(condition.field) })),
    joins: rule.joins.map((join) => ({ ...join, element: one(join.element), item: one(join.item) })),
  }));
}

/** Those of which all conditions hold. */
function chosen<T>(conditions: readonly RuleCondition[], things: readonly Thing<T>[]): Thing<T>[] {
  const checks = conditions.map(checkOf);
  return things.filter(({ values }) => checks.every((check) => check(values)));
}

/**
 * Finds the works of an element by one of the joins, which looks them up by their values, and tries the others on what it finds. Elements
 * with the same values have the same works.
 */
function candidatesOf<I>(rule: MatchRule, works: readonly Thing<I>[]): (values: ValuesOf) => readonly Thing<I>[] {
  const first = joinToLookUp(rule.joins);
  const find = first === -1 ? null : lookUp(rule.joins[first], works);
  const readers = rule.joins.map(wantedBy);
  const known = new Map<string, readonly Thing<I>[]>();
  return (values) => {
    const wanted = readers.map((read) => read(values));
    const key = JSON.stringify(wanted);
    const before = known.get(key);
    if (before) return before;
    const some = find ? find(wanted[first]) : works;
    const found = some.filter((work) => rule.joins.every((join, at) => joins(join, wanted[at], work.values)));
    known.set(key, found);
    return found;
  };
}

/** The join that leaves the fewest works to try, as a rule; -1 without any. */
function joinToLookUp(of: readonly RuleJoin[]): number {
  const exact = of.findIndex(({ by }) => by === 'equal' || by === 'map');
  if (exact !== -1) return exact;
  const prefix = of.findIndex(({ by }) => by === 'prefix');
  return prefix === -1 ? of.length - 1 : prefix;
}

/** Looks up the works that a join may hold for: all of those, and perhaps others. */
function lookUp<I>({ item, by }: RuleJoin, works: readonly Thing<I>[]): (wanted: readonly string[]) => Thing<I>[] {
  if (by === 'equal' || by === 'map') {
    const byValue = new Map<string, Thing<I>[]>();
    for (const work of works) for (const value of new Set(work.values(item))) listIn(byValue, value).push(work);
    return (wanted) => [...new Set(wanted.flatMap((value) => byValue.get(value) ?? []))];
  }
  const texts = works.flatMap(({ values }, place) => values(item).map((text): Placed => ({ text, place })));
  const find = by === 'prefix' ? finderOfBeginnings(texts) : finderOfParts(texts);
  // In the order of the works, as they would be tried one after the other.
  return (wanted) => [...new Set(wanted.flatMap(find))].sort((a, b) => a - b).map((place) => works[place]);
}

/** A value of a work, and the place of that in the list of works. */
type Placed = { text: string; place: number };

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known) return known;
  const list: V[] = [];
  lists.set(key, list);
  return list;
}

/** Finds the places of texts that begin with a text. */
function finderOfBeginnings(texts: readonly Placed[]): (beginning: string) => number[] {
  const sorted = texts.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return (beginning) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle].text < beginning) low = middle + 1;
      else high = middle;
    }
    const places: number[] = [];
    for (let at = low; at < sorted.length && sorted[at].text.startsWith(beginning); at += 1) places.push(sorted[at].place);
    return places;
  };
}

/** Letters of the pieces by which texts are found. */
const PIECE = 3;

const piecesOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - PIECE + 1) }, (_none, at) => text.slice(at, at + PIECE)));

/** Finds the places of texts that may hold a text: of those with its rarest piece, or of all where it is shorter than a piece. */
function finderOfParts(texts: readonly Placed[]): (part: string) => readonly number[] {
  const byPiece = new Map<string, number[]>();
  for (const { text, place } of texts) for (const piece of piecesOf(text)) listIn(byPiece, piece).push(place);
  const all = texts.map(({ place }) => place);
  return (part) => {
    let fewest: readonly number[] = all;
    for (const piece of piecesOf(part)) {
      const places = byPiece.get(piece) ?? [];
      if (places.length < fewest.length) fewest = places;
    }
    return fewest;
  };
}

/** Reads, of an element, the values that the work must have for a join. */
function wantedBy({ element, by, map }: RuleJoin): (values: ValuesOf) => string[] {
  const tos = Map.groupBy(
    map.map(({ from, to }) => ({ from: clean(from), to: clean(to) })),
    ({ from }) => from,
  );
  return (values) => {
    const own = values(element).filter(Boolean);
    return by === 'map' ? own.flatMap((value) => tos.get(value)?.map(({ to }) => to) ?? []) : own;
  };
}

function joins({ item, by }: RuleJoin, wanted: readonly string[], values: ValuesOf): boolean {
  return values(item).some((value) =>
    wanted.some((one) => (by === 'prefix' ? value.startsWith(one) : by === 'contains' ? value.includes(one) : value === one)),
  );
}
