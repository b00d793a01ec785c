import type { CostSettings } from '@gantry/contract';
import { COST_PARTS } from '@gantry/domain';
import { fail } from '../../../../platform/fail.ts';
import { openValueSetter } from '../../../planning/attribute-values/attribute-values.service.ts';
import type { Draft } from '../../../planning/edits/edits.service.ts';
import type { Parts } from '../cost-links.rules.ts';

/**
 * Writes parts of the costs of works into attributes of the version, by their names; only what differs is touched, and a work that has
 * none any more loses its value. Answers the names that the version has no attribute for. The function refuses an
 * attribute that is not of type money: everybody who reads the plan reads its values.
 */
export async function putParts(
  draft: Draft,
  names: CostSettings['part_attributes'],
  { money, digits }: { money: ReadonlyMap<number, Parts>; digits: number },
  wanted: ReadonlySet<number> | null,
): Promise<string[]> {
  const wishes = COST_PARTS.flatMap((part, at) => (names[part] ? [{ at, name: names[part] }] : []));
  if (!wishes.length) return [];
  const attributes = new Map((await draft.all('attribute')).map((attribute) => [attribute.name, attribute]));
  const under = 10 ** digits;
  const missing: string[] = [];
  for (const [name, own] of Map.groupBy(wishes, (wish) => wish.name)) {
    const attribute = attributes.get(name);
    if (!attribute) {
      missing.push(name);
      continue;
    }
    if (attribute.type !== 'money') fail('cost_link.attribute', { name });
    const attributeId = attribute.id;
    const present = new Map((await draft.rowsBy('attributeValue', 'attributeId', [attributeId])).map((row) => [row.itemId, row.value]));
    const ids = [...new Set([...money.keys(), ...present.keys()])].filter((id) => !wanted || wanted.has(id));
    // Several parts may share an attribute.
    const valueOf = (id: number): number | null => {
      const parts = money.get(id);
      const sum = parts ? own.reduce((all, { at }) => all + parts[at], 0n) : 0n;
      return sum === 0n ? null : Number(sum) / under;
    };
    const changed = ids.filter((id) => (present.get(id) ?? null) !== valueOf(id));
    const setValue = await openValueSetter(draft, changed);
    for (const id of changed) {
      const refused = await setValue(id, attributeId, valueOf(id));
      if (refused) fail('cost_link.attribute', { name });
    }
  }
  return missing;
}
