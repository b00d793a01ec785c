import type { PlainNodeAttribute } from '@gantry/contract';
import { type JsonValue, type NodeKind, storedType, valueFinder } from '@gantry/domain';
import {
  type CalculatedAttribute,
  calculateFormulas,
  compileAttributes,
  compileFormula,
  findFormulaCycle,
  FORMULA_TYPE_OF,
  type FormulaAttribute,
  type FormulaError,
  type FormulaResults,
  rowFormulaSchema,
  rowFormulaSheet,
} from '@gantry/engine';

/** An attribute of the hierarchy as formulas see it. */
export const formulaAttribute = ({
  id,
  key,
  type,
  formula,
}: Pick<PlainNodeAttribute, 'id' | 'key' | 'type' | 'formula'>): FormulaAttribute => ({
  id,
  name: key,
  type: storedType(type),
  formula,
});

/** What is wrong with a formula among others: it cannot be read, or it closes a cycle. */
export function whyFormulaRefused(
  attribute: FormulaAttribute & { formula: string },
  all: readonly FormulaAttribute[],
): { error: FormulaError } | { ring: string[] } | { reads: string[] } {
  const others = all.filter(({ id, name }) => id !== attribute.id && name !== attribute.name);
  const schema = rowFormulaSchema([...others, attribute]);
  const compiled = compileFormula(attribute.formula, schema, FORMULA_TYPE_OF[attribute.type]);
  if ('error' in compiled) return { error: compiled.error };
  const { calculated } = compileAttributes(others, schema);
  const ring = findFormulaCycle([{ name: attribute.name, formula: compiled.formula } satisfies CalculatedAttribute, ...calculated]);
  return ring ? { ring } : { reads: [...new Set(compiled.formula.dependencies.map(({ name }) => name))] };
}

/** What the formulas of attributes read among each other, by their ids; nothing of one that cannot be read, and of all where there is a cycle. */
export function readsOfFormulas(all: readonly FormulaAttribute[]): ReadonlyMap<number, string[]> {
  const { calculated } = compileAttributes(all, rowFormulaSchema(all));
  if (findFormulaCycle(calculated)) return new Map();
  return new Map(calculated.map(({ id, formula }) => [id, [...new Set(formula.dependencies.map(({ name }) => name))]]));
}

/** The attributes of which formulas need values or results, over any number of steps, to give those of some attributes; all where there is a cycle. */
export function attributesBehind<A extends Pick<PlainNodeAttribute, 'id' | 'key' | 'type' | 'formula'>>(
  all: readonly A[],
  ids: readonly number[],
): A[] {
  const asFormulas = all.map(formulaAttribute);
  const { calculated } = compileAttributes(asFormulas, rowFormulaSchema(asFormulas));
  if (findFormulaCycle(calculated)) return [...all];
  const idOf = new Map(asFormulas.map(({ id, name }) => [name, id]));
  const formulas = new Map(calculated.map(({ id, formula }) => [id, formula]));
  const behind = new Set(ids);
  for (const id of behind) for (const { name } of formulas.get(id)?.dependencies ?? []) behind.add(idOf.get(name) ?? id);
  return all.filter(({ id }) => behind.has(id));
}

type Node = { id: number; parent_id: number | null; kind: NodeKind; name: string };

/** What the formulas of attributes give for nodes: by the attribute's name, then by node. */
export function nodeResults(
  nodes: readonly Node[],
  attributes: readonly PlainNodeAttribute[],
  ownOf: (nodeId: number, attributeId: number) => JsonValue | undefined,
): FormulaResults {
  const asFormulas = attributes.map(formulaAttribute);
  const { calculated } = compileAttributes(asFormulas, rowFormulaSchema(asFormulas));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = (id: number): number | null => byId.get(id)?.parent_id ?? null;
  const finders = new Map(
    attributes.map((attribute) => [
      attribute.id,
      valueFinder({ inherits: attribute.inherits, default: attribute.default_value }, (id) => ownOf(id, attribute.id), parentOf),
    ]),
  );
  const sheet = rowFormulaSheet(
    {
      ids: nodes.map(({ id }) => id),
      parentOf,
      relations: [],
      field: (field) => (id) => (field === 'name' ? (byId.get(id)?.name ?? null) : field === 'type' ? (byId.get(id)?.kind ?? null) : null),
      attribute: (attributeId) => (id) => finders.get(attributeId)?.(id)?.value ?? null,
      calendar: () => null,
      minutesPerDay: () => 480,
      dataDate: 0,
    },
    asFormulas,
  );
  return calculateFormulas(sheet, calculated);
}
