import { MOST_REPLACEMENTS, type Replacement } from '@gantry/contract';
import { type ReplacementRule, replacesItself, cycleOf } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { readDirectoryCatalog } from '../../catalog/directory-relations/directory-relations.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { titleOfResource } from './kinds/replacements.resource.service.ts';
import { textOf } from './kinds/replacements.values.service.ts';
import { addRule, changeRule, deleteRule, type KeptRule, listRules, lockRules, namesOfPeople } from './replacements.repository.ts';

/** Replacement rules of a schedule, in words too. */
export async function listReplacements(context: Context, scheduleId: number) {
  await getNode(context, scheduleId, 'schedule');
  return context.read(async (db) => ({
    replacements: await inWords(db, context.spaceId, await listRules(db, context.spaceId, scheduleId)),
  }));
}

/** One rule of a schedule. */
export async function findRule(db: Db, spaceId: number, scheduleId: number, id: number): Promise<KeptRule> {
  const [rule] = await listRules(db, spaceId, scheduleId, id);
  return rule ?? fail('replacement.not_found', { id });
}

async function inWords(db: Db, spaceId: number, rules: readonly KeptRule[]): Promise<Replacement[]> {
  const people = rules.flatMap(({ what }) => (what.kind === 'executor' || what.kind === 'curator' ? [what.from, what.to] : []));
  const names = await namesOfPeople(
    db,
    spaceId,
    people.flatMap((id) => id ?? []),
  );
  const wanted = new Map<number, Set<number>>();
  for (const { what } of rules)
    if (what.kind === 'directory_row')
      wanted.set(what.directory_id, new Set([...(wanted.get(what.directory_id) ?? []), what.from, what.to]));
  const catalog = wanted.size ? await readDirectoryCatalog(db, spaceId, wanted) : null;
  const textOfEnd = (what: ReplacementRule['what'], end: 'from' | 'to'): string => {
    if (what.kind === 'resource') return titleOfResource(what[end]);
    if (what.kind === 'attribute') return textOf(what[end]);
    if (what.kind !== 'directory_row') return what[end] === null ? '' : (names.get(what[end]) ?? `${what[end]}`);
    const row = catalog?.row(what.directory_id, what[end]);
    return row ? `${row.code} ${row.name}`.trim() : `${what[end]}`;
  };
  return rules.map((rule) => ({ ...rule, from_text: textOfEnd(rule.what, 'from'), to_text: textOfEnd(rule.what, 'to') }));
}

/** Saves a rule; refused where it replaces a thing by itself or closes a cycle with other rules. */
export async function createRule(context: Context, scheduleId: number, rule: ReplacementRule) {
  await getNode(context, scheduleId, 'schedule');
  return context.write(async (tx) => {
    await check(context, tx, scheduleId, rule, null);
    return saved(context, tx, scheduleId, await addRule(tx, context.spaceId, scheduleId, rule));
  });
}

/** Changes a rule; fields that the request omits keep their values. */
export async function updateRule(context: Context, scheduleId: number, id: number, change: Partial<ReplacementRule>) {
  await getNode(context, scheduleId, 'schedule');
  return context.write(async (tx) => {
    const rule = { ...(await findRule(tx, context.spaceId, scheduleId, id)), ...change };
    await check(context, tx, scheduleId, rule, id);
    await changeRule(tx, context.spaceId, rule);
    return saved(context, tx, scheduleId, id);
  });
}

async function check(context: Context, tx: Tx, scheduleId: number, rule: ReplacementRule, own: number | null): Promise<void> {
  await lockRules(tx, context.spaceId, scheduleId);
  const others = (await listRules(tx, context.spaceId, scheduleId)).filter(({ id }) => id !== own);
  if (others.length >= MOST_REPLACEMENTS) fail('replacement.too_many', { most: MOST_REPLACEMENTS });
  if (others.some(({ name }) => name.toLowerCase() === rule.name.toLowerCase())) fail('replacement.name_taken', { name: rule.name });
  if (replacesItself(rule.what)) fail('replacement.of_itself');
  const { from, to } = rule.window;
  if (from !== null && to !== null && from > to) fail('replacement.wrong_window', { from, to });
  const cycle = cycleOf(others, rule);
  if (cycle) fail('replacement.cycle', { path: cycle.join(' → ') });
}

async function saved(context: Context, tx: Tx, scheduleId: number, id: number): Promise<{ replacement: Replacement }> {
  const [replacement] = await inWords(tx, context.spaceId, await listRules(tx, context.spaceId, scheduleId, id));
  return { replacement };
}

/** Deletes a rule; what it replaced stays. */
export async function removeRule(context: Context, scheduleId: number, id: number): Promise<void> {
  await getNode(context, scheduleId, 'schedule');
  await context.write(async (tx) => {
    if (!(await deleteRule(tx, context.spaceId, scheduleId, id))) fail('replacement.not_found', { id });
  });
}
