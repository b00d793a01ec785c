import type { PlainNodeAttribute } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import {
  changeAttribute,
  type FollowLater,
  formulaAttribute,
  getAttribute,
  listPlainAttributes,
  listPlainAttributesOf,
  readsOfFormulas,
  whyFormulaRefused,
} from '../attributes/attributes.service.ts';

const hasFormula = (attribute: PlainNodeAttribute): attribute is PlainNodeAttribute & { formula: string } => attribute.formula !== null;

/** Attributes that the formula of another may reference: those of its node and above. */
async function visibleFrom(context: Context, { node_id }: PlainNodeAttribute): Promise<PlainNodeAttribute[]> {
  if (node_id !== null) return listPlainAttributesOf(context, node_id);
  return (await listPlainAttributes(context)).filter((attribute) => attribute.node_id === null);
}

/** Calculated attributes of the space with what their formulas read. */
export async function listSettings(context: Context) {
  const all = await listPlainAttributes(context);
  const reads = readsOfFormulas(all.map(formulaAttribute));
  return all
    .filter(hasFormula)
    .map(({ id, node_id, name, key, type, formula }) => ({ id, node_id, name, key, type, formula, reads: reads.get(id) ?? [] }));
}

/** Gives an attribute a formula that can be read and closes no cycle; null takes it away. */
export async function changeFormula(context: Context, id: number, formula: string | null, followLater: FollowLater | null = null) {
  if (formula !== null) await checkFormula(context, id, formula);
  return changeAttribute(context, id, { formula }, followLater);
}

async function checkFormula(context: Context, id: number, formula: string): Promise<void> {
  const attribute = await getAttribute(context, id);
  const checked = whyFormulaRefused(
    { ...formulaAttribute(attribute), formula },
    (await visibleFrom(context, attribute)).map(formulaAttribute),
  );
  if ('error' in checked) {
    const { code, from, to, parameters } = checked.error;
    fail('attribute.formula_invalid', { ...parameters, name: attribute.name, code, from, to });
  }
  if ('ring' in checked) fail('attribute.formula_ring', { name: attribute.name, path: checked.ring.join(' → '), ring: checked.ring });
}

/** Gives an attribute a formula, or another one where it has one. */
export async function saveSetting(context: Context, id: number, formula: string, followLater: FollowLater, isNew: boolean) {
  if (!isNew && (await getAttribute(context, id)).formula === null) fail('attribute.not_found', { id });
  return { id, job_id: await changeFormula(context, id, formula, followLater) };
}

/** Takes the formula of an attribute away. */
export async function removeSetting(context: Context, id: number, followLater: FollowLater) {
  if ((await getAttribute(context, id)).formula === null) fail('attribute.not_found', { id });
  return { id, job_id: await changeFormula(context, id, null, followLater) };
}
