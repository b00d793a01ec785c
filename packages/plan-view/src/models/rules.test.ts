import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { matchRules, type MatchRule, RULE_JOINS, RULE_TESTS, type RuleField, type ValuesOf } from './rules.ts';

const field = (name: string): RuleField => ({ set: '', name });
const rule = (more: Partial<MatchRule> = {}): MatchRule => ({
  name: '',
  active: true,
  elements: [],
  items: [],
  joins: [],
  share: 1,
  again: false,
  ...more,
});

/** Numbers that look random, the same in each run. */
function openRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const TEXTS = ['', 'a', 'A ', 'ab', 'abc', 'abcab', 'b', 'ba', 'bcab', 'xabcabc'];
const NAMES = ['x', 'y'];

type Values = Record<string, string[]>;
const valuesOf =
  (values: Values): ValuesOf =>
  ({ name }) =>
    values[name] ?? [];

/** What each rule finds, each element compared with each work as the words of a rule have it. */
function compared(rules: readonly MatchRule[], elements: readonly Values[], items: readonly Values[]) {
  const clean = (text: string) => text.trim().toLowerCase();
  const fits = (by: string, value: string, wanted: string) =>
    by === 'contains' ? value.includes(wanted) : by === 'prefix' ? value.startsWith(wanted) : value === wanted;
  const read = (values: Values, { name }: RuleField) => (values[name] ?? []).map(clean);
  const holds = (values: Values, { field: own, test: by, values: wanted }: MatchRule['elements'][number]) => {
    const any = read(values, own).some((value) => wanted.some((one) => fits(by, value, clean(one))));
    return by === 'not_equal' ? !any : any;
  };
  const pairs = new Map<string, number>();
  let linked = new Set<number>();
  const counts = rules.map((one, index) => {
    const found: string[] = [];
    elements.forEach((element, at) => {
      if (!one.elements.every((condition) => holds(element, condition)) || (linked.has(at) && !one.again)) return;
      items.forEach((item, to) => {
        if (!one.items.every((condition) => holds(item, condition))) return;
        const joined = one.joins.every(({ element: from, item: into, by, map }) =>
          read(element, from)
            .filter(Boolean)
            .flatMap((value) => (by === 'map' ? map.filter((row) => clean(row.from) === value).map((row) => clean(row.to)) : [value]))
            .some((wanted) => read(item, into).some((value) => fits(by, value, wanted))),
        );
        if (joined) found.push(`${at} ${to}`);
      });
    });
    for (const pair of found) if (!pairs.has(pair)) pairs.set(pair, index);
    linked = new Set([...linked, ...found.map((pair) => Number(pair.split(' ')[0]))]);
    return found.length;
  });
  return { pairs: [...pairs].map(([pair, by]) => `${pair} ${by}`).toSorted(), counts };
}

test('rules find what a comparison of each element with each work finds', () => {
  const random = openRandom(20_260);
  const some = <T>(list: readonly T[], most: number): T[] => Array.from({ length: random(most + 1) }, () => list[random(list.length)]);
  const things = (): Values[] =>
    Array.from({ length: 1 + random(5) }, () => Object.fromEntries(NAMES.map((name) => [name, some(TEXTS, 2)])));
  const condition = () => ({ field: field(NAMES[random(2)]), test: RULE_TESTS[random(RULE_TESTS.length)], values: some(TEXTS, 3) });
  const join = () => ({
    element: field(NAMES[random(2)]),
    item: field(NAMES[random(2)]),
    by: RULE_JOINS[random(RULE_JOINS.length)],
    map: Array.from({ length: random(4) }, () => ({ from: TEXTS[random(TEXTS.length)], to: TEXTS[random(TEXTS.length)] })),
  });
  for (let round = 0; round < 500; round += 1) {
    const [elements, items] = [things(), things()];
    const rules = Array.from({ length: 1 + random(4) }, () =>
      rule({
        again: random(2) === 0,
        elements: Array.from({ length: random(2) }, condition),
        items: Array.from({ length: random(2) }, condition),
        joins: Array.from({ length: random(3) }, join),
      }),
    );
    const found = matchRules(
      rules,
      elements.map((values, element) => ({ element, values: valuesOf(values) })),
      items.map((values, item) => ({ item, values: valuesOf(values) })),
    );
    const expected = compared(rules, elements, items);
    expect(found.relations.map(({ element, item, rule: by }) => `${element} ${item} ${by}`).toSorted()).toEqual(expected.pairs);
    expect(found.rules.map(({ relations }) => relations)).toEqual(expected.counts);
  }
});

describe('many elements and works', () => {
  const COUNT = 400;
  let asked = 0;
  const things = (name: string) =>
    Array.from({ length: COUNT }, (_one, at) => ({
      element: at,
      item: at,
      values: (): string[] => {
        asked += 1;
        return [`${name} ${at}`];
      },
    }));

  test('are asked for each value once, by however many rules and comparisons', () => {
    asked = 0;
    const joins = [{ element: field('x'), item: field('y'), by: 'prefix' as const, map: [] }];
    const elements = [{ field: field('x'), test: 'contains' as const, values: ['e'] }];
    const { relations } = matchRules([rule({ joins, elements }), rule({ joins, elements })], things('element'), things('work'));
    expect(relations).toEqual([]);
    expect(asked).toBe(2 * COUNT);
  });

  test.each([['prefix', 'startsWith'], ['contains', 'includes']] as const)('are compared with few others by a %s', (by, method) => {
    const number = (at: number) => String(at).padStart(6, '0');
    const numbered = (of: string) => Array.from({ length: COUNT }, (_one, at) => ({ element: at, item: at, values: () => [`${of}${number(at)}`] }));
    const compares = vi.spyOn(String.prototype, method);
    onTestFinished(() => compares.mockRestore());
    const { relations } = matchRules([rule({ joins: [{ element: field('x'), item: field('y'), by, map: [] }] })], numbered(''), numbered(by === 'prefix' ? '' : 'work '));
    expect(compares.mock.calls.length).toBeLessThan(10 * COUNT);
    expect(relations.map(({ element, item }) => element === item)).toEqual(Array.from({ length: COUNT }, () => true));
  }); // prettier-ignore

  test('are no longer paired where there are too many pairs', () => {
    const made: number[] = [];
    const admit = (pairs: number) => {
      made.push(pairs);
      if (pairs > 2 * COUNT) throw new Error('too many');
    };
    expect(() => matchRules([rule()], things('element'), things('work'), admit)).toThrow('too many');
    expect(made).toEqual([COUNT, 2 * COUNT, 3 * COUNT]);
  });
});
