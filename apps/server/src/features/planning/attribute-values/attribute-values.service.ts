import type { VersionAttribute, VersionAttributeDefinition } from '@gantry/contract';
import { type AttributeOptions, type JsonValue, optionsOfAttribute, parseMinute, storedType, type VersionRow } from '@gantry/domain';
import { asFormula, documentOfValues, FORMULA_TABLES, type ScheduleDocument } from '@gantry/plan-view';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { keepRulesOfName } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { type Followed, listTakeable, whyFormulaRefused } from '../../catalog/attributes/attributes.service.ts';
import { type Draft, edit, readVersion, valuesOf, type VersionReader } from '../edits/edits.service.ts';
import { storeFile } from '../../catalog/attribute-files/attribute-files.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import { countValues } from './attribute-values.repository.ts';
import { type Owners, ownersOf, ownType, type ValueRefusal, whyValueRefused } from './attribute-values.rules.ts';

type Attribute = VersionRow<'attribute'>;

/** Formulas, filters and sorting read the whole version, whatever the caller may read. Callers mask the results by the attribute's right. */
export async function openWhole(reader: VersionReader): Promise<ScheduleDocument> {
  const { values, head } = reader.whole();
  const document = documentOfValues({ versionId: head.id, revision: head.revision }, await valuesOf(values, FORMULA_TABLES));
  return head.data_date === null ? document : { ...document, dataDate: parseMinute(head.data_date) ?? 0 };
}

/** Refuses a formula of a version that cannot be read or closes a cycle among its attributes. */
async function checkFormula(draft: Draft, attribute: Attribute): Promise<void> {
  const own = asFormula(attribute);
  if (own.formula === null) return;
  // A formula may not be overwritten by a person who cannot see all that it reads.
  const others = (await draft.all('attribute')).filter(({ id }) => id !== attribute.id && !draft.mask?.hidden.has(id)).map(asFormula);
  const checked = whyFormulaRefused({ ...own, formula: own.formula }, others);
  if ('error' in checked) {
    const { code, from, to, parameters } = checked.error;
    fail('attribute.formula_invalid', { ...parameters, name: attribute.name, code, from, to });
  }
  if ('ring' in checked) fail('attribute.formula_ring', { name: attribute.name, path: checked.ring.join(' → '), ring: checked.ring });
}

const answer = ({ revision, diff }: { revision: number; diff: object }) => ({ revision, diff });
const stored = (options: AttributeOptions): AttributeOptions => JSON.parse(JSON.stringify(options)) as AttributeOptions;

/** Lists attributes of a version and those that it can take from the hierarchy. */
export async function listVersionAttributes(context: Context, versionId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const takeable = await listTakeable(context, schedule_id, true);
  return readVersion(context, versionId, async ({ db, key, rows, head, mask }) => {
    const [attributes, counts] = [await rows('attribute'), await countValues(db, key)];
    const listed = attributes.map((row): VersionAttribute => {
      const options = optionsOfAttribute(row.options);
      return {
        id: row.id,
        name: row.name,
        type: ownType(row),
        values: options.values ?? [],
        unit: options.unit ?? '',
        required: options.required ?? false,
        unique: options.unique ?? false,
        inherits: options.inherits ?? false,
        default_value: options.default ?? null,
        origin: row.origin,
        source_id: row.sourceId,
        formula: options.formula ?? null,
        formula_name: options.key ?? row.name,
        rows: counts.get(row.id) ?? 0,
        read_only: mask?.readOnly.has(row.id) ?? false,
      };
    });
    const taken = new Set(attributes.map(({ sourceId }) => sourceId));
    const available = takeable
      .filter(({ sourceId }) => !taken.has(sourceId))
      .map(({ sourceId, name, nodeName, options }) => ({ id: sourceId, name, type: options.type ?? 'string', node_name: nodeName }));
    return { revision: head.revision, attributes: listed, available };
  });
}

async function refuseTaken(draft: Draft, name: string, own?: number): Promise<void> {
  const wanted = name.toLowerCase();
  if ((await draft.all('attribute')).some((row) => row.id !== own && row.name.toLowerCase() === wanted))
    fail('version_attribute.name_taken', { name });
}

const optionsOf = ({
  values,
  unit,
  required,
  unique,
  inherits,
  default_value,
  formula,
}: Omit<VersionAttributeDefinition, 'name' | 'type'>) => ({
  values,
  unit,
  required,
  unique,
  inherits,
  default: default_value,
  formula,
});

export async function createVersionAttribute(context: Context, versionId: number, { name, type, ...rest }: VersionAttributeDefinition) {
  const done = await edit(context, versionId, 'attribute.create', async (draft) => {
    await refuseTaken(draft, name);
    const id = draft.newId();
    const options = stored({ ...optionsOf(rest), type });
    const row: Attribute = { id, name, type: storedType(type), source: 'user_value', origin: 'own', sourceId: null, options };
    await checkFormula(draft, row);
    draft.insert('attribute', row);
    return id;
  });
  return { ...answer(done), id: done.result };
}

export async function takeAttributes(context: Context, versionId: number, sourceIds: readonly number[]) {
  const { schedule_id } = await getVersion(context, versionId);
  const takeable = new Map((await listTakeable(context, schedule_id, true)).map((attribute) => [attribute.sourceId, attribute]));
  const done = await edit(context, versionId, 'attribute.take', async (draft) => {
    const taken = new Set((await draft.all('attribute')).map(({ sourceId }) => sourceId));
    const ids: number[] = [];
    for (const sourceId of withRead(sourceIds, takeable, taken)) {
      const attribute = takeable.get(sourceId);
      if (!attribute) fail('attribute.not_found', { id: sourceId });
      if (taken.has(sourceId)) fail('version_attribute.taken', { name: attribute.name });
      await refuseTaken(draft, attribute.name);
      const id = draft.newId();
      draft.insert('attribute', { id, ...fieldsOf(attribute), source: 'attribute', origin: 'catalog', sourceId });
      ids.push(id);
    }
    return ids;
  });
  return { ...answer(done), ids: done.result };
}

/** The requested attributes and all that their formulas read. */
function withRead(asked: readonly number[], takeable: ReadonlyMap<number, Followed>, taken: ReadonlySet<number | null>): number[] {
  const all = [...takeable.values()].map(({ sourceId, name, options }) => ({
    id: sourceId,
    name: options.key ?? name,
    type: storedType(options.type ?? 'string'),
    formula: options.formula ?? null,
  }));
  const list = [...new Set(asked)];
  for (const id of list) {
    const attribute = all.find((one) => one.id === id);
    if (!attribute || attribute.formula === null) continue;
    const checked = whyFormulaRefused({ ...attribute, formula: attribute.formula }, all);
    const read = new Set('reads' in checked ? checked.reads : []);
    for (const other of all) if (read.has(other.name) && !taken.has(other.id) && !list.includes(other.id)) list.push(other.id);
  }
  return list;
}

const fieldsOf = ({ name, options }: Followed): Pick<Attribute, 'name' | 'type' | 'options'> => ({
  name,
  type: storedType(options.type ?? 'string'),
  options: stored(options),
});

async function find(draft: Draft, id: number): Promise<Attribute> {
  const row = await draft.find('attribute', id);
  if (!row || draft.mask?.hidden.has(id)) fail('version_attribute.not_found', { id });
  return row;
}

/** Changes an attribute that follows nothing. */
export async function changeVersionAttribute(
  context: Context,
  versionId: number,
  id: number,
  { name, ...rest }: Omit<VersionAttributeDefinition, 'type'>,
) {
  const done = await edit(context, versionId, 'attribute.update', async (draft) => {
    const row = await find(draft, id);
    if (row.sourceId !== null) fail('version_attribute.follows', { name: row.name });
    await refuseTaken(draft, name, id);
    const options = stored({ ...optionsOfAttribute(row.options), ...optionsOf(rest) });
    await checkFormula(draft, { ...row, name, options });
    await keepRulesOfName(draft.tx, draft.key.spaceId, draft.head.schedule_id, row.name, name);
    draft.update('attribute', id, { name, options });
  });
  return answer(done);
}

/** Removes an attribute with its values. */
export async function removeVersionAttribute(context: Context, versionId: number, id: number) {
  const done = await edit(context, versionId, 'attribute.delete', async (draft) => {
    await find(draft, id);
    for (const value of await draft.rowsBy('attributeValue', 'attributeId', [id])) draft.remove('attributeValue', value.id);
    draft.remove('attribute', id);
  });
  return answer(done);
}

/** Stores a file for an attribute of a version; the value that names it is set as any other. */
export async function storeVersionFile(context: Context, versionId: number, id: number, request: FastifyRequest): Promise<string> {
  const attribute = await readVersion(context, versionId, async ({ rows, mask }) => {
    const row = mask?.hidden.has(id) ? undefined : (await rows('attribute', [id]))[0];
    if (!row) fail('version_attribute.not_found', { id });
    if (mask?.readOnly.has(id)) fail('attribute.read_only', { name: row.name });
    return row;
  });
  if (ownType(attribute) !== 'file') fail('attribute_file.not_of_files', { name: attribute.name });
  return storeFile(context, request);
}

/** Brings attributes of a version up to those of the hierarchy that they follow. */
export async function takeOver(draft: Draft, attributes: readonly Followed[]): Promise<void> {
  const bySource = new Map(attributes.map((attribute) => [attribute.sourceId, attribute]));
  const formulas = new Map((await draft.all('attribute')).map((row) => [row.id, asFormula(row).formula]));
  for (const row of await draft.all('attribute')) {
    const attribute = row.sourceId === null ? undefined : bySource.get(row.sourceId);
    if (attribute) draft.update('attribute', row.id, fieldsOf(attribute));
  }
  // Inherited formulas follow the same rule: whoever cannot see all that they read cannot overwrite them.
  if (draft.mask?.hidden.size)
    for (const row of await draft.all('attribute')) if (asFormula(row).formula !== formulas.get(row.id)) await checkFormula(draft, row);
}

/** Sets values of rows in a draft; one setter serves a whole edit, because it keeps what it has read. */
export async function openValueSetter(draft: Draft, itemIds: readonly number[]) {
  const attributes = new Map((await draft.all('attribute')).map((row) => [row.id, row]));
  const values = new Map(
    (await draft.rowsBy('attributeValue', 'itemId', [...itemIds])).map((row) => [`${row.itemId} ${row.attributeId}`, row]),
  );
  const kept = new Map<number, Owners>();
  /** The owners of the values of an attribute, read once and only where it must be unique. */
  const ownersIn = async (attributeId: number): Promise<Owners> => {
    const owners = kept.get(attributeId) ?? ownersOf(await draft.rowsBy('attributeValue', 'attributeId', [attributeId]));
    kept.set(attributeId, owners);
    return owners;
  };
  return async (itemId: number, attributeId: number, value: JsonValue): Promise<ValueRefusal | null> => {
    const attribute = draft.mask?.hidden.has(attributeId) ? undefined : attributes.get(attributeId);
    if (attribute && draft.mask?.readOnly.has(attributeId)) return { code: 'attribute.read_only', parameters: { name: attribute.name } };
    const isUnique = attribute !== undefined && optionsOfAttribute(attribute.options).unique === true && value !== null;
    const owners = isUnique ? await ownersIn(attributeId) : kept.get(attributeId);
    const refused = whyValueRefused(attribute, value, () => owners?.hasOther(value, itemId) ?? false);
    if (refused) return refused;
    const key = `${itemId} ${attributeId}`;
    const row = values.get(key);
    owners?.move(itemId, row?.value ?? null, value);
    if (value === null) {
      if (row) draft.remove('attributeValue', row.id);
      values.delete(key);
    } else if (row) {
      draft.update('attributeValue', row.id, { value });
      values.set(key, { ...row, value });
    } else {
      const made = { id: draft.newId(), itemId, attributeId, value };
      draft.insert('attributeValue', made);
      values.set(key, made);
    }
    return null;
  };
}
