import { parseMinute, sameValue, type VersionRow } from '@gantry/domain';
import type { AttributeDefinition, AttributeValue, ImportedProject } from '@gantry/interchange';
import type { VersionContent } from './export.project.rules.ts';

type Value = VersionRow<'attributeValue'>;

/** Attributes and values of the file with what has changed in the version; values keep their rows of the file until somebody edits them. */
export function attributesOver(
  project: ImportedProject,
  before: VersionContent,
  after: VersionContent,
  items: ReadonlySet<number>,
): Pick<ImportedProject, 'attributes' | 'values'> {
  const keyOf = ({ itemId, attributeId }: Value) => `${attributeId} ${itemId}`;
  const olds = new Map(before.attributeValue.map((value) => [keyOf(value), value]));
  const news = new Map(after.attributeValue.filter(({ value }) => value !== null).map((value) => [keyOf(value), value]));
  const rowsBefore = new Map(before.attribute.map((row) => [row.id, row]));
  const rowsAfter = new Map(after.attribute.map((row) => [row.id, row]));
  const sums = new Set(after.wbs.flatMap(({ id, type }) => (type === 'sum' ? [id] : [])));

  const isGone = (id: number): boolean => rowsBefore.has(id) && !rowsAfter.has(id);
  const attributes = project.attributes.flatMap((definition): AttributeDefinition[] => {
    const [was, is] = [rowsBefore.get(definition.id), rowsAfter.get(definition.id)];
    if (isGone(definition.id)) return [];
    return [was && is && was.name !== is.name ? { ...definition, name: is.name } : definition];
  });
  const ofRows = new Set(project.attributes.filter(({ owner }) => owner === 'task' || owner === 'sum').map(({ id }) => id));
  const values = project.values.filter(({ attributeId, ownerId }) => {
    if (isGone(attributeId)) return false;
    if (!ofRows.has(attributeId)) return true;
    const key = `${attributeId} ${ownerId}`;
    const old = olds.get(key);
    if (!old) return items.has(ownerId);
    return sameValue(old.value, news.get(key)?.value);
  });
  let lastId = Math.max(0, ...attributes.map(({ id }) => id), ...after.attribute.map(({ id }) => id));
  const placed = new Map<string, AttributeDefinition>();
  const lists = new Map<AttributeDefinition, OpenList>();
  for (const value of news.values()) {
    if (sameValue(olds.get(keyOf(value))?.value, value.value) || !items.has(value.itemId)) continue;
    const owner = sums.has(value.itemId) ? 'sum' : 'task';
    const definition = placed.get(`${value.attributeId} ${owner}`) ?? definitionFor(value.attributeId, owner);
    const kept = definition && valueIn(definition, value, lists);
    if (definition && kept !== null && kept !== undefined) values.push({ attributeId: definition.id, ownerId: value.itemId, value: kept });
  }
  return { attributes, values };

  /** The attribute of the file, a twin of it for the other kind of rows, or a new one. */
  function definitionFor(id: number, owner: 'task' | 'sum'): AttributeDefinition | null {
    const row = rowsAfter.get(id);
    const at = attributes.findIndex((one) => one.id === id && one.owner === owner);
    if (!row && at < 0) return null;
    // Lists grow by the values that are new: the definition of the file itself stays as it is.
    const definition: AttributeDefinition =
      at >= 0
        ? { ...attributes[at], values: [...attributes[at].values] }
        : {
            id: ++lastId,
            sourceId: '',
            name: row?.name ?? '',
            type: row?.type ?? 'string',
            owner,
            origin: row?.origin === 'code' || row?.origin === 'category' ? row.origin : 'user_field',
            scope: 'project',
            values: [],
          };
    if (at >= 0) attributes[at] = definition;
    else attributes.push(definition);
    placed.set(`${id} ${owner}`, definition);
    return definition;
  }
}

/** Values of a list by the texts that mean them, of the first where several have the same text, and the last id. */
type OpenList = { ids: Map<string, number>; lastId: number };

function openList({ values }: AttributeDefinition): OpenList {
  const list: OpenList = { ids: new Map(), lastId: 0 };
  for (const value of values) nameIn(list, value);
  return list;
}

function nameIn(list: OpenList, { id, code, name }: AttributeDefinition['values'][number]): void {
  list.lastId = Math.max(list.lastId, id);
  for (const text of [name ? `${code} ${name}`.trim() : code, code, name]) if (!list.ids.has(text)) list.ids.set(text, id);
}

function valueIn(
  definition: AttributeDefinition,
  { value }: Value,
  lists: Map<AttributeDefinition, OpenList>,
): AttributeValue['value'] | null {
  if (definition.type === 'date') return typeof value === 'string' ? parseMinute(value) : null;
  if (definition.type !== 'list') return value as AttributeValue['value'];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const list = lists.get(definition) ?? openList(definition);
  lists.set(definition, list);
  const known = list.ids.get(text);
  if (known !== undefined) return known;
  const added = { id: list.lastId + 1, sourceId: null, parentId: null, code: text, name: text, color: null };
  definition.values.push(added);
  nameIn(list, added);
  return added.id;
}
