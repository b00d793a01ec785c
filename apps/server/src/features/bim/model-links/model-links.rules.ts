import type { LinkReport, LinkRule } from '@gantry/contract';
import { LINK_LIST_LIMIT } from '@gantry/contract';
import { matchRules, type RuleField, type ValuesOf } from '@gantry/plan-view';
import { fail } from '../../../platform/fail.ts';

const MOST_PAIRS = 1_000_000;

/** Refuses more pairs than a version may have by one link. */
export function admitPairs(pairs: number): void {
  if (pairs > MOST_PAIRS) fail('model_link.too_many', { most: MOST_PAIRS });
}

type Element = { model_id: number; id: number; guid: string; name: string; category: string };
type Item = { id: number; code: string; name: string };
type Pair = { item_id: number; model_id: number; guid: string; rule: number | null; share: number; parted: boolean };

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

type Chosen = {
  act: 'link' | 'part';
  item_ids: readonly number[];
  elements: readonly { model_id: number; ids: readonly number[] }[];
  share: number;
};

/** The pairs of chosen elements and works, each with each: linked, or those parted that are linked. */
export function pairsByHand(
  { act, item_ids, elements: chosen, share }: Chosen,
  elements: readonly { element: Element }[],
  items: readonly { item: Item }[],
  before: readonly Pair[],
): Pair[] {
  const wanted = new Map(chosen.map(({ model_id, ids }) => [model_id, new Set(ids)]));
  const own = elements.filter(({ element }) => wanted.get(element.model_id)?.has(element.id));
  const works = new Set(item_ids);
  if (act === 'part') {
    const guids = new Set(own.map(({ element }) => elementKey(element.model_id, element.guid)));
    const meant = before.filter(({ item_id, model_id, guid }) => works.has(item_id) && guids.has(elementKey(model_id, guid)));
    return meant.map((pair) => ({ ...pair, rule: null, parted: true }));
  }
  const ownItems = items.filter(({ item }) => works.has(item.id));
  admitPairs(ownItems.length * own.length);
  return ownItems.flatMap(({ item }) =>
    own.map(({ element }) => ({
      item_id: item.id,
      model_id: element.model_id,
      guid: element.guid,
      rule: null,
      share,
      parted: false,
    })),
  );
}

/** What to take away and what to make so that some pairs become others. */
export function changeOf(before: readonly Pair[], after: readonly Pair[]): { removed: Pair[]; added: Pair[] } {
  const textOf = (pair: Pair): string => `${keyOfPair(pair)} ${pair.rule} ${pair.share} ${pair.parted}`;
  const [had, has] = [new Set(before.map(textOf)), new Set(after.map(textOf))];
  return { removed: before.filter((pair) => !has.has(textOf(pair))), added: after.filter((pair) => !had.has(textOf(pair))) };
}

const elementKey = (modelId: number, guid: string): string => `${modelId} ${guid}`;

/** Pairs of elements that no rule has linked and of the works whose field names them by their GUID. */
function pairsByGuid(
  field: RuleField,
  rule: number,
  elements: readonly { element: Element; values: ValuesOf }[],
  items: readonly { item: Item; values: ValuesOf }[],
): Pair[] {
  const byGuid = new Map<string, Item[]>();
  // A GUID is case-sensitive.
  for (const { item, values } of items)
    for (const guid of new Set(values(field).flatMap((text) => text.split(/[\s,;]+/)))) {
      if (guid === '') continue;
      const list = byGuid.get(guid);
      if (list) list.push(item);
      else byGuid.set(guid, [item]);
    }
  const pairs: Pair[] = [];
  for (const { element } of elements) {
    const { model_id, guid } = element;
    for (const { id } of byGuid.get(guid) ?? []) pairs.push({ item_id: id, model_id, guid, rule, share: 1, parted: false });
    admitPairs(pairs.length);
  }
  return pairs;
}

/**
 * All pairs of a version after its rules have run (null: they are not run), then GUIDs, and what was done by hand above them; or the
 * pairs that are given. With a report against those before.
 */
export function linked(
  { rules, guidField }: { rules: readonly LinkRule[] | null; guidField: RuleField | null },
  elements: readonly { element: Element; values: ValuesOf }[],
  items: readonly { item: Item; values: ValuesOf }[],
  before: readonly Pair[],
  hand: readonly Pair[],
  given: readonly Pair[] | null = null,
): { pairs: Pair[]; report: Omit<LinkReport, 'change' | 'rematched' | 'ambiguous'> } {
  const pairs = new Map<string, Pair>((given ?? hand).map((pair) => [keyOfPair(pair), pair]));
  const outcome = rules && matchRules(rules, elements, items, admitPairs);
  const unruled = new Set(outcome?.unlinkedElements);
  const guided =
    outcome && guidField
      ? pairsByGuid(
          guidField,
          rules.length,
          elements.filter(({ element }) => unruled.has(element)),
          items,
        )
      : [];
  const made = outcome
    ? outcome.relations.map(({ element, item, rule }) => ({
        item_id: item.id,
        model_id: element.model_id,
        guid: element.guid,
        rule,
        share: rules[rule].share,
        parted: false,
      }))
    : given
      ? []
      : before.filter(({ rule }) => rule !== null);
  for (const pair of [...made, ...guided]) if (!pairs.has(keyOfPair(pair))) pairs.set(keyOfPair(pair), pair);
  admitPairs(pairs.size);

  const present = new Set(elements.map(({ element }) => elementKey(element.model_id, element.guid)));
  const itemIds = new Set(items.map(({ item }) => item.id));
  const joined = [...pairs.values()].filter(({ parted }) => !parted);
  const live = joined.filter(({ item_id, model_id, guid }) => itemIds.has(item_id) && present.has(elementKey(model_id, guid)));
  const linkedElements = new Set(live.map(({ model_id, guid }) => elementKey(model_id, guid)));
  const linkedItems = new Set(live.map(({ item_id }) => item_id));
  const former = new Set(before.filter(({ parted }) => !parted).map(keyOfPair));
  const now = new Set(joined.map(keyOfPair));
  const unlinkedElements = elements.filter(({ element }) => !linkedElements.has(elementKey(element.model_id, element.guid)));
  const unlinkedItems = items.filter(({ item }) => !linkedItems.has(item.id));
  const byHand = live.filter(({ rule }) => rule === null).length;
  const report = {
    relations: live.length,
    by_hand: byHand,
    added: [...now].filter((key) => !former.has(key)).length,
    kept: [...now].filter((key) => former.has(key)).length,
    removed: [...former].filter((key) => !now.has(key)).length,
    lost: joined.filter(({ rule }) => rule === null).length - byHand,
    elements: elements.length,
    linked_elements: elements.length - unlinkedElements.length,
    items: items.length,
    linked_items: items.length - unlinkedItems.length,
    rules: [
      ...(outcome?.rules ?? []).map((counts, index) => ({ name: rules?.[index].name ?? '', ...counts })),
      ...(outcome && guidField
        ? [
            {
              name: 'GUID',
              elements: unruled.size,
              items: items.length,
              relations: guided.length,
              taken: 0,
              without_item: unruled.size - new Set(guided.map(({ model_id, guid }) => elementKey(model_id, guid))).size,
            },
          ]
        : []),
    ],
    unlinked_elements: unlinkedElements.slice(0, LINK_LIST_LIMIT).map(({ element }) => element),
    unlinked_items: unlinkedItems.slice(0, LINK_LIST_LIMIT).map(({ item }) => item),
  };
  return { pairs: [...pairs.values()], report };
}
