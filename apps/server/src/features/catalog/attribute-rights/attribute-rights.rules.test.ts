import { describe, expect, test } from 'vitest';
import { foundFor, type Judged, levelsOf, readsOnce, type RoleHere, type Rule, rulesAlong, rulesNaming } from './attribute-rights.rules.ts';

const attribute = (id: number, name: string, formula: string | null = null, sourceId: number | null = null): Judged => ({
  id,
  sourceId,
  name,
  formula: { id, name, type: 'number', formula },
});
const rule = (role_id: number, of: string | number, level: Rule['level'], node_id = 1): Rule => ({
  attribute_id: typeof of === 'number' ? of : null,
  name: String(of),
  role_id,
  level,
  node_id,
  node_name: '',
});
const planner: RoleHere = { id: 3, reads: true, edits: true, money: true };
const viewer: RoleHere = { id: 7, reads: true, edits: false, money: true };
const levels = (attributes: Judged[], roles: RoleHere[], rules: Rule[]) => Object.fromEntries(levelsOf(attributes, roles, rules));

describe('what somebody may do with an attribute', () => {
  test('is nothing with money, and with what a formula makes of it, where no role sees costs, whatever a rule says', () => {
    const money = { ...attribute(1, 'budget'), formula: { id: 1, name: 'budget', type: 'money' as const, formula: null } };
    const attributes = [
      money,
      attribute(2, 'share', 'actual_cost / planned_cost'),
      attribute(3, 'half', 'budget / 2'),
      attribute(4, 'free'),
    ];
    const blind = { ...planner, money: false };
    expect(levels(attributes, [blind], [rule(3, 'budget', 'write')])).toEqual({ 1: 'none', 2: 'none', 3: 'none', 4: 'write' });
    expect(levels(attributes, [blind, viewer], [])).toEqual({ 1: 'write', 2: 'write', 3: 'write', 4: 'write' });
    expect(levels(attributes, [blind], [rule(3, 'share', 'read')])).toMatchObject({ 2: 'read' });
  });

  test.each<[string, RoleHere[], Rule[], string]>([
    ['everything where nobody said otherwise', [planner], [], 'write'],
    ['no more than the role does at all', [viewer], [rule(7, 'secret', 'write')], 'read'],
    ['what the rule of the role says', [planner], [rule(3, 'secret', 'read')], 'read'],
    ['nothing where the rule says so', [planner], [rule(3, 'secret', 'none')], 'none'],
    ['what the nearest rule says', [planner], [rule(3, 'secret', 'read', 5), rule(3, 'secret', 'none', 1)], 'read'],
    ['the widest of several roles', [planner, viewer], [rule(3, 'secret', 'none'), rule(7, 'secret', 'read')], 'read'],
    ['the widest, also by a role that no rule speaks of', [planner, viewer], [rule(3, 'secret', 'none')], 'read'],
    ['nothing by rules of other roles taken away', [planner], [rule(7, 'secret', 'none')], 'write'],
    ['the same whatever the case of the name', [planner], [rule(3, 'SECRET', 'none')], 'none'],
    ['nothing without a role', [], [rule(3, 'secret', 'read')], 'none'],
  ])('is %s', (_what, roles, rules, expected) => {
    expect(levels([attribute(1, 'secret')], roles, rules)).toEqual({ 1: expected });
  });

  test('follows the attribute of the hierarchy, and holds for whatever else stands under its name', () => {
    const both = [attribute(1, 'taken', null, 40), attribute(2, 'Taken'), attribute(3, 'other', null, 41)];
    expect(levels(both, [planner], [{ ...rule(3, 40, 'none'), name: 'taken' }])).toEqual({ 1: 'none', 2: 'none', 3: 'write' });
    expect(levels([attribute(1, 'taken', null, 40)], [planner], [rule(3, 'taken', 'none')])).toEqual({ 1: 'none' });
    const own = [
      { ...rule(3, 40, 'none'), name: 'taken' },
      { ...rule(3, 41, 'write'), name: 'taken' },
    ];
    expect(levels([attribute(1, 'taken', null, 41)], [planner], own)).toEqual({ 1: 'write' });
  });

  test('a calculated one is out of sight with what it reads, over any number of steps, unless a rule names it', () => {
    const attributes = [
      attribute(1, 'secret'),
      attribute(2, 'twice', 'secret * 2'),
      attribute(3, 'more', 'twice + 1'),
      attribute(4, 'free', '1 + 1'),
    ];
    expect(levels(attributes, [planner], [rule(3, 'secret', 'none')])).toEqual({ 1: 'none', 2: 'none', 3: 'none', 4: 'write' });
    expect(levels(attributes, [planner], [rule(3, 'secret', 'none'), rule(3, 'twice', 'read')])).toEqual({
      1: 'none',
      2: 'read',
      3: 'write',
      4: 'write',
    });
    expect(levels(attributes, [planner], [rule(3, 'secret', 'read')])).toEqual({ 1: 'read', 2: 'write', 3: 'write', 4: 'write' });
  });

  test('formulas in a cycle are judged without end', () => {
    const ring = [attribute(1, 'a', 'b + 1'), attribute(2, 'b', 'a + secret'), attribute(3, 'secret')];
    expect(levels(ring, [planner], [rule(3, 'secret', 'none')])).toMatchObject({ 2: 'none', 3: 'none' });
  });

  test('tells where it comes from', () => {
    const attributes = [attribute(1, 'secret'), attribute(2, 'twice', 'secret * 2'), attribute(3, 'free')];
    const found = foundFor(attributes, [planner], [rule(3, 'secret', 'none', 9)]);
    expect([...found.values()]).toEqual([
      { level: 'none', source: 'rule', node_id: 9 },
      { level: 'none', source: 'formula', node_id: null },
      { level: 'write', source: 'default', node_id: null },
    ]);
  });
});

describe('what is looked through once', () => {
  /** Rules that count how often somebody looks at them. */
  function watched(rules: Rule[]): { rules: Rule[]; looks: () => number } {
    let looks = 0;
    const look = <T>(value: T): T => {
      looks += 1;
      return value;
    };
    return {
      rules: rules.map((one) => ({
        ...one,
        get node_id() {
          return look(one.node_id);
        },
        get name() {
          return look(one.name);
        },
      })),
      looks: () => looks,
    };
  }
  const many = Array.from({ length: 50 }, (_none, index) => rule(3, index % 2 ? index : `name ${index}`, 'read', index % 7));

  test('are the rules of a space, for any number of paths and attributes', () => {
    const { rules, looks } = watched(many);
    const on = rulesAlong(rules);
    const naming = rulesNaming(rules);
    const before = looks();
    for (let at = 0; at < 100; at += 1) {
      on([at % 9, 3]);
      naming({ id: at, name: `NAME ${at}` });
    }
    expect(looks()).toBe(before);
    expect(on([5, 8, 2])).toEqual([5, 8, 2].flatMap((node) => many.filter(({ node_id }) => node_id === node)));
    for (const { id, name } of [attribute(7, 'name 8'), attribute(60, 'none')])
      expect(naming({ id, name })).toEqual([
        ...many.filter(({ attribute_id }) => attribute_id === id),
        ...many.filter((one) => one.attribute_id === null && one.name === name),
      ]);
  });

  test('are the formulas of attributes, for any number of roles', () => {
    const attributes = [attribute(1, 'secret'), attribute(2, 'twice', 'secret * 2')];
    const reads = readsOnce(attributes);
    const found = (role_id: number) => foundFor(attributes, [{ ...planner, id: role_id }], [rule(role_id, 'secret', 'none')], reads);
    expect(found(3).get(2)).toMatchObject({ level: 'none', source: 'formula' });
    const known = reads();
    expect(found(4)).toEqual(foundFor(attributes, [{ ...planner, id: 4 }], [rule(4, 'secret', 'none')]));
    expect(reads()).toBe(known);
  });
});
