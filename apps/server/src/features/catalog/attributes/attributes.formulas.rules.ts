import type { NodeAttribute } from '@gantry/contract';
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
export const formulaAttribute = ({ id, key, type, formula }: Pick<NodeAttribute, 'id' | 'key' | 'type' | 'formula'>): FormulaAttribute => ({
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

type Node = { id: number; parent_id: number | null; kind: NodeKind; name: string };

/** What the formulas of attributes give for nodes: by the attribute's name, then by node. */
export function nodeResults(
  nodes: readonly Node[],
  attributes: readonly NodeAttribute[],
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
