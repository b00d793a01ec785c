import type { NodeAttribute } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import {
  type AttributeFollowers,
  changeAttribute,
  formulaAttribute,
  getAttribute,
  listAllAttributes,
  listAttributesOf,
  whyFormulaRefused,
} from '../attributes/attributes.service.ts';

const hasFormula = (attribute: NodeAttribute): attribute is NodeAttribute & { formula: string } => attribute.formula !== null;

/** Attributes that a formula of another may name: those of its place and above. */
async function visibleFrom(context: Context, { node_id }: NodeAttribute): Promise<NodeAttribute[]> {
  if (node_id !== null) return listAttributesOf(context, node_id);
  return (await listAllAttributes(context)).filter((attribute) => attribute.node_id === null);
}

/** Calculated attributes of the space with what their formulas read. */
export async function listSettings(context: Context) {
  const all = await listAllAttributes(context);
  const asFormulas = all.map(formulaAttribute);
  return all.filter(hasFormula).map((attribute) => {
    const checked = whyFormulaRefused({ ...formulaAttribute(attribute), formula: attribute.formula }, asFormulas);
    const { id, node_id, name, key, type, formula } = attribute;
    return { id, node_id, name, key, type, formula, reads: 'reads' in checked ? checked.reads : [] };
  });
}

/** Gives an attribute a formula that can be read and closes no ring. */
export async function saveSetting(context: Context, id: number, formula: string, followers: AttributeFollowers, isNew: boolean) {
  const attribute = await getAttribute(context, id);
  if (!isNew && attribute.formula === null) fail('attribute.not_found', { id });
  const checked = whyFormulaRefused(
    { ...formulaAttribute(attribute), formula },
    (await visibleFrom(context, attribute)).map(formulaAttribute),
  );
  if ('error' in checked) {
    const { code, from, to, parameters } = checked.error;
    fail('attribute.formula_invalid', { ...parameters, name: attribute.name, code, from, to });
  }
  if ('ring' in checked) fail('attribute.formula_ring', { name: attribute.name, path: checked.ring.join(' → '), ring: checked.ring });
  return { success: true as const, id, followed: await changeAttribute(context, id, { formula }, followers) };
}

/** Takes the formula of an attribute away. */
export async function removeSetting(context: Context, id: number, followers: AttributeFollowers) {
  if ((await getAttribute(context, id)).formula === null) fail('attribute.not_found', { id });
  return { success: true as const, id, followed: await changeAttribute(context, id, { formula: null }, followers) };
}
