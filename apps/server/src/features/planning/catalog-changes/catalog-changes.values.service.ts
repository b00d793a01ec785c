import type { CatalogChange } from '@gantry/contract';
import { type Diff, type JsonValue, optionsOfAttribute, sameValue, valueFinder, valueProblem } from '@gantry/domain';
import { calculatedValues, type FormulaContent } from '../attribute-values/attribute-values.service.ts';

/** What changes of the values that works show, by work. */
export type Shown = ReadonlyMap<number, CatalogChange['fields']>;

type Attribute = FormulaContent['attributes'][number];

/** What works show of an attribute: what its formula gives, else their own value, one from above or the default. */
function valuesOf(content: FormulaContent): (attribute: Attribute) => (item: number) => JsonValue {
  const calculated = calculatedValues(content);
  const own = new Map(content.values.map(({ itemId, attributeId, value }) => [`${itemId} ${attributeId}`, value]));
  const parents = new Map(content.rows.map(({ id, parentId }) => [id, parentId]));
  return (attribute) => {
    const options = optionsOfAttribute(attribute.options);
    if (options.formula) return (item) => calculated(attribute.id)?.get(item) ?? null;
    const find = valueFinder(
      options,
      (item) => own.get(`${item} ${attribute.id}`),
      (item) => parents.get(item) ?? null,
    );
    return (item) => find(item)?.value ?? null;
  };
}

/** What works would show otherwise once attributes are changed; `hidden` are those that the reader may not see. */
export function shownChanges(content: FormulaContent, diff: Diff, hidden: ReadonlySet<number> | null): Shown {
  const patches = new Map((diff.attribute?.updated ?? []).map(({ id, after }) => [id, after]));
  const attributes = content.attributes.map((row) => ({ ...row, ...patches.get(row.id) }));
  const [before, after] = [valuesOf(content), valuesOf({ ...content, attributes })];
  const shown = new Map<number, CatalogChange['fields']>();
  const note = (item: number, field: CatalogChange['fields'][number]): void => {
    const list = shown.get(item);
    if (list) list.push(field);
    else shown.set(item, [field]);
  };
  for (const [index, now] of attributes.entries()) {
    const was = content.attributes[index];
    const isTouched = patches.has(now.id) || Boolean(optionsOfAttribute(now.options).formula);
    if (hidden?.has(now.id) || !isTouched) continue;
    const [old, fresh] = [before(was), after(now)];
    const [faultBefore, faultAfter] = [faultOf(was), faultOf(now)];
    for (const { id } of content.rows) {
      const [from, to] = [old(id), fresh(id)];
      const about = { table: 'attributeValue', object: now.name };
      if (!sameValue(from, to)) note(id, { ...about, field: 'value', before: from, after: to });
      const fault = faultAfter(to);
      if (fault !== null && faultBefore(from) === null) note(id, { ...about, field: 'fault', before: from, after: fault });
    }
  }
  return shown;
}

/** What is wrong with a value of an attribute: what a list that was shortened leaves behind. */
function faultOf(attribute: Attribute): (value: JsonValue) => string | null {
  const { type = attribute.type, values, formula } = optionsOfAttribute(attribute.options);
  return (value) => (value === null || formula ? null : valueProblem(type, value, values ?? []));
}
