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

export function holds({ field, test, values }: RuleCondition, of: ValuesOf): boolean {
  const own = of(field).map(clean);
  const wanted = values.map(clean);
  const fits = (value: string): boolean =>
    wanted.some((one) => (test === 'contains' ? value.includes(one) : test === 'prefix' ? value.startsWith(one) : value === one));
  return test === 'not_equal' ? !own.some(fits) : own.some(fits);
}

export type RuleOutcome<E, I> = {
  relations: Matched<E, I>[];
  /** What each rule found: its elements, its works, and how many pairs of them. */
  rules: { elements: number; items: number; relations: number; taken: number; without_item: number }[];
  unlinkedElements: E[];
  unlinkedItems: I[];
};

/** Applies rules in order to elements and works: the first rule that links an element keeps it, unless a later one may link it again. */
export function matchRules<E, I>(
  rules: readonly MatchRule[],
  elements: readonly { element: E; values: ValuesOf }[],
  items: readonly { item: I; values: ValuesOf }[],
): RuleOutcome<E, I> {
  const linked = new Set<E>();
  const used = new Set<I>();
  const relations: Matched<E, I>[] = [];
  const found: RuleOutcome<E, I>['rules'] = [];
  for (const [index, rule] of rules.entries()) {
    const count = { elements: 0, items: 0, relations: 0, taken: 0, without_item: 0 };
    found.push(count);
    if (!rule.active) continue;
    const works = items.filter(({ values }) => rule.items.every((condition) => holds(condition, values)));
    count.items = works.length;
    const candidates = candidatesOf(rule, works);
    for (const { element, values } of elements) {
      if (!rule.elements.every((condition) => holds(condition, values))) continue;
      count.elements++;
      if (linked.has(element) && !rule.again) {
        count.taken++;
        continue;
      }
      const own = candidates(values);
      if (own.length === 0) count.without_item++;
      for (const { item } of own) {
        relations.push({ element, item, rule: index });
        used.add(item);
        count.relations++;
      }
    }
    // After the rule, not within it: an element of one rule may stand in the list twice.
    for (const relation of relations) linked.add(relation.element);
  }
  return {
    relations,
    rules: found,
    unlinkedElements: elements.filter(({ element }) => !linked.has(element)).map(({ element }) => element),
    unlinkedItems: items.filter(({ item }) => !used.has(item)).map(({ item }) => item),
  };
}

/** Finds the works of an element; where a join asks for equal values it looks them up instead of trying all. */
function candidatesOf<I>(rule: MatchRule, works: readonly { item: I; values: ValuesOf }[]) {
  const exact = rule.joins.find(({ by }) => by === 'equal' || by === 'map');
  const byValue = new Map<string, { item: I; values: ValuesOf }[]>();
  if (exact)
    for (const work of works)
      for (const value of new Set(work.values(exact.item).map(clean))) {
        const list = byValue.get(value);
        if (list) list.push(work);
        else byValue.set(value, [work]);
      }
  return (values: ValuesOf): readonly { item: I; values: ValuesOf }[] => {
    const some = exact ? wantedBy(exact, values).flatMap((value) => byValue.get(value) ?? []) : works;
    return [...new Set(some)].filter((work) => rule.joins.every((join) => joins(join, values, work.values)));
  };
}

/** Values that the work must have for a join of an element. */
function wantedBy({ element, by, map }: RuleJoin, values: ValuesOf): string[] {
  const own = values(element).map(clean).filter(Boolean);
  return by === 'map' ? own.flatMap((value) => map.filter(({ from }) => clean(from) === value).map(({ to }) => clean(to))) : own;
}

function joins(join: RuleJoin, element: ValuesOf, item: ValuesOf): boolean {
  const wanted = wantedBy(join, element);
  return item(join.item)
    .map(clean)
    .some((value) =>
      wanted.some((one) => (join.by === 'prefix' ? value.startsWith(one) : join.by === 'contains' ? value.includes(one) : value === one)),
    );
}
