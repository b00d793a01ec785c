import { type Indicator, type IndicatorDefinition, MOST_RULE_CHARACTERS } from '@gantry/contract';
import type { IndicatorRule } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode, pathOf } from '../../structure/eps/eps.service.ts';
import { formulaAttribute, listPlainAttributes, listPlainAttributesOf, whyFormulaRefused } from '../attributes/attributes.service.ts';
import {
  deleteIndicator,
  findNamed,
  type IndicatorRow,
  listIndicators,
  saveIndicator,
  sizeOfRules,
  updateIndicator,
} from './indicators.repository.ts';

const out = (row: IndicatorRow, nodeId?: number): Indicator => ({ ...row, inherited: nodeId !== undefined && row.node_id !== nodeId });

/** Indicators of a node and of those above it; without a node all of the space. */
export async function listIndicatorsOf(context: Context, nodeId?: number): Promise<Indicator[]> {
  const rows = await context.read((db) => listIndicators(db, context.spaceId));
  if (nodeId === undefined) return rows.map((row) => out(row));
  await getNode(context, nodeId);
  const path = (await pathOf(context, nodeId)).map(({ id }) => id);
  return rows.filter((row) => row.node_id === null || path.includes(row.node_id)).map((row) => out(row, nodeId));
}

/** Returns an indicator or refuses; with `at` it must belong to that node. */
export async function getIndicator(context: Context, id: number, nodeId?: number): Promise<Indicator> {
  const [row] = await context.read((db) => listIndicators(db, context.spaceId, { id }));
  if (!row || (nodeId !== undefined && row.node_id !== nodeId)) fail('indicator.not_found', { id });
  return out(row);
}

/** Refuses a condition that cannot be read; attributes of its place and above can be named. */
async function checkRules(context: Context, nodeId: number | null, rules: readonly IndicatorRule[]): Promise<void> {
  const all =
    nodeId === null
      ? (await listPlainAttributes(context)).filter((one) => one.node_id === null)
      : await listPlainAttributesOf(context, nodeId);
  const attributes = all.map(formulaAttribute);
  for (const [index, { condition }] of rules.entries()) {
    const checked = whyFormulaRefused({ id: 0, name: '', type: 'flag', formula: condition }, attributes);
    if (!('error' in checked)) continue;
    const { code, from, to, parameters } = checked.error;
    fail('indicator.condition_invalid', { ...parameters, rule: index + 1, code, from, to });
  }
}

async function refuseTaken(context: Context, tx: Tx, nodeId: number | null, name: string, own?: number): Promise<void> {
  const same = await findNamed(tx, context.spaceId, nodeId, name);
  if (same !== null && same !== own) fail('indicator.name_taken', { name });
}

/** Refuses rules that are too many together with those of the other indicators of the space. */
async function refuseFull(context: Context, tx: Tx, rules: readonly IndicatorRule[], own?: number): Promise<void> {
  const size = (await sizeOfRules(tx, context.spaceId, own)) + JSON.stringify(rules).length;
  if (size > MOST_RULE_CHARACTERS) fail('indicator.rules_full', { most: MOST_RULE_CHARACTERS });
}

export async function createIndicator(context: Context, nodeId: number | null, definition: IndicatorDefinition): Promise<number> {
  if (nodeId !== null) await getNode(context, nodeId);
  await checkRules(context, nodeId, definition.rules);
  return context.write(async (tx) => {
    await refuseTaken(context, tx, nodeId, definition.name);
    await refuseFull(context, tx, definition.rules);
    return saveIndicator(tx, context.spaceId, nodeId, definition);
  });
}

/** Changes an indicator; with `at` it must belong to that node. */
export async function changeIndicator(context: Context, id: number, change: Partial<IndicatorDefinition>, nodeId?: number): Promise<void> {
  const before = await getIndicator(context, id, nodeId);
  if (change.rules) await checkRules(context, before.node_id, change.rules);
  await context.write(async (tx) => {
    if (change.name !== undefined) await refuseTaken(context, tx, before.node_id, change.name, id);
    if (change.rules) await refuseFull(context, tx, change.rules, id);
    await updateIndicator(tx, context.spaceId, id, change);
  });
}

/** Deletes an indicator; with `at` it must belong to that node. */
export async function removeIndicator(context: Context, id: number, nodeId?: number): Promise<void> {
  await getIndicator(context, id, nodeId);
  await context.write((tx) => deleteIndicator(tx, context.spaceId, id));
}
