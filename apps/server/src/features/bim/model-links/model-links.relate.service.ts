import type { api, Input, LinkReport } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { elementsForRules, formerElements, type RuleElement } from '../models/models.service.ts';
import { changePairs, holdLink, keepChange, listFormerByHand, listPairs, type Pair, takeChange } from './model-links.repository.ts';
import { discardProposal } from './model-links.propose.repository.ts';
import { changeOf, fieldsOf, keyOfPair, linked, pairsByHand } from './model-links.rules.ts';
import { goneByHand, rematched } from './model-links.rematch.rules.ts';
import { type Item, itemsForRules } from './model-links.items.service.ts';
import { checkModels, open, type Place } from './model-links.service.ts';

type Asked = Input<typeof api.modelLinks.createRelations>['body'];

/**
 * Runs the rules of a link on a version and keeps what was done by hand; links and parts by hand; takes the last change back; or shows
 * what that would do.
 */
export async function relate(context: Context, place: Place, asked: Asked): Promise<LinkReport> {
  const { projectId, key, modelIds, link } = await open(context, place);
  const rules = asked.run_rules && !asked.undo ? (asked.dry_run && asked.rules) || link.rules : null;
  const guidField = asked.dry_run && asked.guid_field !== undefined ? asked.guid_field : link.guid_field;
  const itemFields = [...fieldsOf(rules ?? [], 'item'), ...(guidField ? [guidField] : [])];
  const items = await readVersion(context, key.versionId, (reader) => itemsForRules(reader, itemFields));
  const look = async (db: Db) => {
    const before = await listPairs(db, key);
    const former = before.length || asked.undo ? [] : await listFormerByHand(db, key);
    const elements = await elementsForRules(context, db, { projectId, modelIds }, fieldsOf(rules ?? [], 'element'));
    const known = [...before, ...former.map((pair) => ({ ...pair, rule: null }))];
    const gone = asked.undo ? new Map<number, Set<string>>() : goneByHand(known, elements);
    const kin = await formerElements(context, db, projectId, gone);
    return { before, former, elements, kin };
  };
  if (asked.dry_run) {
    const { before, former, elements, kin } = await context.read(look);
    const { pairs: hand, ...found } = rematched(byHand(asked, before, former, elements, items), kin, elements);
    return { ...linked({ rules, guidField }, elements, items, before, hand).report, ...found, change: null };
  }
  return context.write(async (tx) => {
    await holdLink(tx, context.spaceId, link.id);
    const { before, former, elements, kin } = await look(tx);
    const { pairs: hand, ...found } = rematched(byHand(asked, before, former, elements, items), kin, elements);
    const undone = asked.undo ? await takenBack(context, tx, key, asked.undo, before) : null;
    const { pairs, report } = undone
      ? linked({ rules: null, guidField }, elements, items, before, [], undone)
      : linked({ rules, guidField }, elements, items, before, hand);
    context.note({ link: link.name, added: report.added, removed: report.removed });
    const change = changeOf(before, pairs);
    await checkModels(context, tx, projectId, [...new Set(change.added.map(({ model_id }) => model_id))]);
    await changePairs(tx, projectId, key, change);
    if (rules) await discardProposal(tx, key);
    const changed = !undone && change.added.length + change.removed.length > 0;
    return { ...report, ...found, change: changed ? await keepChange(tx, projectId, key, context.userId, change) : null };
  });
}

/** The pairs as they were before the last change. */
async function takenBack(
  context: Context,
  tx: Tx,
  key: Parameters<typeof takeChange>[1],
  id: number,
  now: readonly Pair[],
): Promise<Pair[]> {
  const change = (await takeChange(tx, key, context.userId, id)) ?? fail('model_link.undone');
  const made = new Set(change.added.map(keyOfPair));
  return [...now.filter((pair) => !made.has(keyOfPair(pair))), ...change.removed];
}

/** Pairs by hand: those of before, or of the version before by the codes of works; with what is linked and parted now. */
function byHand(
  { add, remove, by_hand: chosen }: Asked,
  before: readonly Pair[],
  former: readonly (Omit<Pair, 'rule'> & { code: string })[],
  elements: readonly { element: RuleElement }[],
  items: readonly { item: Item }[],
): Pair[] {
  const byCode = new Map(items.map(({ item }) => [item.code, item.id]));
  const carried = former.map(({ code, ...pair }) => ({ ...pair, item_id: (code && byCode.get(code)) || pair.item_id, rule: null }));
  const parted = new Set(remove.map(keyOfPair));
  const kept = [...before.filter(({ rule }) => rule === null), ...carried].filter((pair) => !parted.has(keyOfPair(pair)));
  const added = add.map((pair) => ({ ...pair, rule: null, parted: false }));
  const now = chosen ? pairsByHand(chosen, elements, items, before) : [];
  return [...new Map([...kept, ...added, ...now].map((pair) => [keyOfPair(pair), pair])).values()];
}
