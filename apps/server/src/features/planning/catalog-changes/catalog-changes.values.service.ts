import type { CatalogChange } from '@gantry/contract';
import { type Diff, entryOf, type JsonValue, optionsOfAttribute, sameValue, valueProblem, type VersionRow } from '@gantry/domain';
import { applyDiff, rowsOf, type ScheduleDocument, valueIn } from '@gantry/plan-view';

/** What changes of the values that works show, by work. */
export type Shown = ReadonlyMap<number, CatalogChange['fields']>;

type Attribute = VersionRow<'attribute'>;

/** What works would show otherwise once attributes are changed; the document takes the change. `hidden` are those that the reader may not see. */
export function shownChanges(document: ScheduleDocument, diff: Diff, hidden: ReadonlySet<number> | null): Shown {
  const updated = diff.attribute?.updated ?? [];
  const ids = [...document.tables.wbs.slotOf.keys()];
  const was = new Map(rowsOf(document, 'attribute').map((row) => [row.id, row]));
  const before = new Map([...was.keys()].map((id) => [id, ids.map(valueIn(document)(id))]));
  applyDiff(document, { attribute: { added: [], updated, removed: [] } });
  document.revision += 1;
  const patched = new Set(updated.map(({ id }) => id));
  const shown = new Map<number, CatalogChange['fields']>();
  const note = (item: number, field: CatalogChange['fields'][number]): void => {
    const list = shown.get(item);
    if (list) list.push(field);
    else shown.set(item, [field]);
  };
  for (const now of rowsOf(document, 'attribute')) {
    const isTouched = patched.has(now.id) || Boolean(optionsOfAttribute(now.options).formula);
    if (hidden?.has(now.id) || !isTouched) continue;
    const fresh = valueIn(document)(now.id);
    const [faultBefore, faultAfter] = [faultOf(entryOf(was, now.id)), faultOf(now)];
    for (const [at, id] of ids.entries()) {
      const [from, to] = [before.get(now.id)?.[at] ?? null, fresh(id)];
      const about = { table: 'attributeValue', object: now.name };
      if (!sameValue(from, to)) note(id, { ...about, field: 'value', before: from, after: to });
      const fault = faultAfter(to);
      if (fault !== null && faultBefore(from) === null) note(id, { ...about, field: 'fault', before: from, after: fault });
    }
  }
  return shown;
}

/** Checks a value against its attribute; shortened lists leave invalid values. */
function faultOf(attribute: Attribute): (value: JsonValue) => string | null {
  const { type = attribute.type, values, formula } = optionsOfAttribute(attribute.options);
  return (value) => (value === null || formula ? null : valueProblem(type, value, values ?? []));
}
