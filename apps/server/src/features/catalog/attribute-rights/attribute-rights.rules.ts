import type { AttributeRule, RoleLevel } from '@gantry/contract';
import { type AttributeLevel, entryOf, narrowestLevel, widestLevel } from '@gantry/domain';
import { compileFormula, type FormulaAttribute, MONEY_FORMULA_FIELDS, rowFormulaSchema } from '@gantry/engine';

/** A rule as it stands at a node; those of a path come with the nearest node first. */
export type Rule = Pick<AttributeRule, 'attribute_id' | 'name' | 'role_id' | 'level' | 'node_id' | 'node_name'>;

/** An attribute to be judged: of the hierarchy or following it (`sourceId`), else by its name; `formula` as formulas see it. */
export type Judged = { id: number; sourceId: number | null; name: string; formula: FormulaAttribute };

/** A role that somebody has at a node, with what it allows there at all; `money`: it sees what things cost. */
export type RoleHere = { id: number; reads: boolean; edits: boolean; money: boolean };

/** What was found for a role and an attribute. */
export type Found = Pick<RoleLevel, 'level' | 'source' | 'node_id'>;

const keyOf = (sourceId: number | null, name: string): string => (sourceId === null ? name.toLowerCase() : `#${sourceId}`);

/** Rules of a space by the nodes of a path, in the order of the path: all are looked through once, for any number of paths. */
export function rulesAlong(rules: readonly Rule[]): (path: readonly number[]) => Rule[] {
  const byNode = Map.groupBy(rules, ({ node_id }) => node_id);
  return (path) => path.flatMap((id) => byNode.get(id) ?? []);
}

/** Rules of a space that name an attribute by its id or, as one of versions, by its name; all are looked through once. */
export function rulesNaming(rules: readonly Rule[]): (attribute: Pick<Judged, 'id' | 'name'>) => Rule[] {
  const named = Map.groupBy(rules, ({ attribute_id, name }) => attribute_id ?? name.toLowerCase());
  return ({ id, name }) => [id, name.toLowerCase()].flatMap((key) => named.get(key) ?? []);
}

/** The rule for a role and an attribute among rules with the nearest first. */
function ruleFinder(rules: readonly Rule[]): (roleId: number, attribute: Judged) => Rule | null {
  const byRole = new Map<string, Rule>();
  for (const rule of rules) {
    // What stands under the name of a ruled attribute, out of a file or another schedule for instance, is held to be that attribute.
    for (const key of [keyOf(rule.attribute_id, rule.name), keyOf(null, rule.name)])
      if (!byRole.has(`${rule.role_id} ${key}`)) byRole.set(`${rule.role_id} ${key}`, rule);
  }
  return (roleId, { sourceId, name }) =>
    byRole.get(`${roleId} ${keyOf(sourceId, name)}`) ?? byRole.get(`${roleId} ${keyOf(null, name)}`) ?? null;
}

/** What a formula reads that tells money, as if it were an attribute. */
const MONEY = -Infinity;

/** Which attributes the formula of each reads, found out once where somebody asks: for many roles, hand it to each `foundFor`. */
export function readsOnce(attributes: readonly Judged[]): () => ReadonlyMap<number, readonly number[]> {
  let reads: ReadonlyMap<number, readonly number[]> | null = null;
  return () => (reads ??= readsOf(attributes));
}

/** Which attributes the formula of each reads itself. */
function readsOf(attributes: readonly Judged[]): Map<number, number[]> {
  const schema = rowFormulaSchema(attributes.map(({ formula }) => formula));
  const byName = new Map(attributes.map(({ id, formula }) => [formula.name, id]));
  return new Map(
    attributes.flatMap(({ id, formula }) => {
      const compiled = formula.formula === null ? null : compileFormula(formula.formula, schema);
      if (!compiled || 'error' in compiled) return [];
      return [
        [id, compiled.formula.dependencies.flatMap(({ name }) => (MONEY_FORMULA_FIELDS.has(name) ? MONEY : (byName.get(name) ?? [])))],
      ];
    }),
  );
}

const OUT_OF_SIGHT: Found = { level: 'none', source: 'default', node_id: null };

/** What a role may at most: nothing where it does not read, nothing but reading where it does not edit. */
const atMost = (role: RoleHere): AttributeLevel => (role.edits ? 'write' : role.reads ? 'read' : 'none');

/**
 * What somebody with some roles may do with each attribute. Each role says what its nearest rule says, and everything where none does;
 * the widest of all counts. A calculated attribute that no rule names is out of sight as soon as something that it reads is: only who
 * sets a rule for it makes a result known that others may not see the parts of. Attributes of money are out of sight of who may not see
 * costs, whatever a rule says.
 */
export function levelsOf(attributes: readonly Judged[], roles: readonly RoleHere[], rules: readonly Rule[]): Map<number, AttributeLevel> {
  return new Map([...foundFor(attributes, roles, rules)].map(([id, { level }]) => [id, level]));
}

/** The same with where each comes from. */
export function foundFor(
  attributes: readonly Judged[],
  roles: readonly RoleHere[],
  rules: readonly Rule[],
  reads = readsOnce(attributes),
): Map<number, Found> {
  const find = ruleFinder(rules);
  const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const known = new Map<number, Found>();
  const money = roles.some((role) => role.money);
  const judge = (id: number, way: ReadonlySet<number>): Found => {
    const before = known.get(id);
    if (before) return before;
    const attribute = entryOf(byId, id);
    if (!money && attribute.formula.type === 'money') {
      known.set(id, OUT_OF_SIGHT);
      return OUT_OF_SIGHT;
    }
    const states = roles.map((role) => ({ role, rule: find(role.id, attribute) }));
    const inSight = states.every(({ rule }) => rule) || attribute.formula.formula === null || way.has(id) ? true : readable(id, way);
    const level = widestLevel(
      states.map(({ role, rule }) => narrowestLevel([atMost(role), rule ? rule.level : inSight ? 'write' : 'none'])),
    );
    const stated = states.find(({ rule }) => rule?.level === level)?.rule ?? null;
    const found: Found = stated
      ? { level, source: 'rule', node_id: stated.node_id }
      : { level, source: inSight ? 'default' : 'formula', node_id: null };
    if (!way.has(id)) known.set(id, found);
    return found;
  };
  const readable = (id: number, way: ReadonlySet<number>): boolean => {
    const further = new Set([...way, id]);
    return (reads().get(id) ?? []).every((read) => (read === MONEY ? money : judge(read, further).level !== 'none'));
  };
  for (const { id } of attributes) judge(id, new Set());
  return known;
}
