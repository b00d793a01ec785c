import type { LinkReport, LinkRule } from '@gantry/contract';
import { LINK_LIST_LIMIT } from '@gantry/contract';
import { matchRules, type RuleField, type ValuesOf } from '@gantry/plan-view';

type Element = { model_id: number; id: number; guid: string; name: string; category: string };
type Item = { id: number; code: string; name: string };
type Pair = { item_id: number; model_id: number; guid: string; rule: number | null; share: number };

export const keyOfPair = ({ item_id, model_id, guid }: Pick<Pair, 'item_id' | 'model_id' | 'guid'>): string =>
  `${item_id} ${model_id} ${guid}`;

/** Fields that rules ask of elements, or of works. */
export function fieldsOf(rules: readonly LinkRule[], of: 'element' | 'item'): RuleField[] {
  const fields = rules.flatMap(({ elements, items, joins }) => [
    ...(of === 'element' ? elements : items).map(({ field }) => field),
    ...joins.map((join) => join[of]),
  ]);
  return [...new Map(fields.map((field) => [JSON.stringify([field.set, field.name]), field])).values()];
}

/** All pairs of a version after its rules have run (null: they are not run) and after what was done by hand, with a report against those before. */
export function linked(
  rules: readonly LinkRule[] | null,
  elements: readonly { element: Element; values: ValuesOf }[],
  items: readonly { item: Item; values: ValuesOf }[],
  before: readonly Pair[],
  hand: readonly Pair[],
): { pairs: Pair[]; report: LinkReport } {
  const pairs = new Map<string, Pair>(hand.map((pair) => [keyOfPair(pair), pair]));
  const outcome = rules && matchRules(rules, elements, items);
  const made = outcome
    ? outcome.relations.map(({ element, item, rule }) => ({
        item_id: item.id,
        model_id: element.model_id,
        guid: element.guid,
        rule,
        share: rules[rule].share,
      }))
    : before.filter(({ rule }) => rule !== null);
  for (const pair of made) if (!pairs.has(keyOfPair(pair))) pairs.set(keyOfPair(pair), pair);

  const elementKey = (modelId: number, guid: string): string => `${modelId} ${guid}`;
  const present = new Set(elements.map(({ element }) => elementKey(element.model_id, element.guid)));
  const itemIds = new Set(items.map(({ item }) => item.id));
  const live = [...pairs.values()].filter(({ item_id, model_id, guid }) => itemIds.has(item_id) && present.has(elementKey(model_id, guid)));
  const linkedElements = new Set(live.map(({ model_id, guid }) => elementKey(model_id, guid)));
  const linkedItems = new Set(live.map(({ item_id }) => item_id));
  const former = new Set(before.map(keyOfPair));
  const unlinkedElements = elements.filter(({ element }) => !linkedElements.has(elementKey(element.model_id, element.guid)));
  const unlinkedItems = items.filter(({ item }) => !linkedItems.has(item.id));
  const report: LinkReport = {
    relations: live.length,
    by_hand: live.filter(({ rule }) => rule === null).length,
    added: [...pairs.keys()].filter((key) => !former.has(key)).length,
    kept: [...pairs.keys()].filter((key) => former.has(key)).length,
    removed: [...former].filter((key) => !pairs.has(key)).length,
    lost: hand.length - live.filter(({ rule }) => rule === null).length,
    elements: elements.length,
    linked_elements: elements.length - unlinkedElements.length,
    items: items.length,
    linked_items: items.length - unlinkedItems.length,
    rules: (outcome?.rules ?? []).map((counts, index) => ({ name: rules?.[index].name ?? '', ...counts })),
    unlinked_elements: unlinkedElements.slice(0, LINK_LIST_LIMIT).map(({ element }) => element),
    unlinked_items: unlinkedItems.slice(0, LINK_LIST_LIMIT).map(({ item }) => item),
  };
  return { pairs: [...pairs.values()], report };
}
