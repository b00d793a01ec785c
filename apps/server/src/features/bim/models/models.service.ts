import { type api, type Input, type Model, MODEL_FILE_BYTES, type ModelElement, type ModelVersion } from '@gantry/contract';
import type { FastifyReply } from 'fastify';
import type { Row } from '../../../database/schema.generated.ts';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import {
  countElements,
  findByText,
  listAttributes,
  listElements,
  listNamesOfPlace,
  listPlaces,
  listSets,
  readTreeColumns,
} from './models.content.repository.ts';
import { CONVERTER } from './models.limits.rules.ts';
import { deleteModelRow, findModel, listModelRows, listVersionRows, renameModelRow, type VersionRow } from './models.repository.ts';
import { joinAttributes, sharedValues } from './models.rules.ts';
import { sweepModels } from './models.sweep.service.ts';

export { convertJob, RELINK, storedConversion } from './models.convert.service.ts';
export {
  elementsForRules,
  entitiesByGuid,
  modelsOfProject,
  type FormerElement,
  formerElements,
  type RuleElement,
  shownVersions,
  sourceOf,
} from './models.linked.service.ts';
export { eraseModels, startModelSweep } from './models.sweep.service.ts';
export { addVersion } from './models.upload.service.ts';

const versionOut = (row: VersionRow): ModelVersion => ({
  id: row.id,
  number: row.number,
  file_name: row.file_name,
  status: row.status,
  job_id: row.job_id,
  failure: row.failure,
  findings: row.findings,
  schema: row.schema_name,
  program: row.program,
  elements: row.element_count,
  source_bytes: row.source_bytes,
  geometry_bytes: row.geometry_bytes,
  outdated: row.status === 'ready' && row.converter !== CONVERTER,
  created_at: row.created_at.toISOString(),
  created_by: row.author,
});

/** The models of a project. */
export async function listModels(context: Context, projectId: number): Promise<{ models: Model[]; max_bytes: number }> {
  const { models, versions } = await context.read(async (db) => {
    const rows = await listModelRows(db, context.spaceId, projectId);
    return {
      models: rows,
      versions: await listVersionRows(
        db,
        context.spaceId,
        rows.map(({ id }) => id),
      ),
    };
  });
  const out = models.map(({ id, name, current_version_id }) => {
    const own = versions.filter(({ model_id }) => model_id === id);
    const current = own.find((one) => one.id === current_version_id);
    const [latest] = own;
    return { id, name, current: current ? versionOut(current) : null, latest: latest && latest !== current ? versionOut(latest) : null };
  });
  return { models: out, max_bytes: MODEL_FILE_BYTES };
}

const mustFindModel = async (db: Db, context: Context, projectId: number, modelId: number) =>
  (await findModel(db, { spaceId: context.spaceId, projectId, modelId })) ?? fail('model.not_found');

/** Works on the version of a model that is shown. */
async function withCurrent<T>(
  context: Context,
  { id: projectId, modelId }: { id: number; modelId: number },
  work: (db: Db, key: { spaceId: number; versionId: number }) => Promise<T>,
): Promise<T> {
  return context.read(async (db) => {
    const model = await mustFindModel(db, context, projectId, modelId);
    if (model.current_version_id === null) fail('model.not_ready');
    return work(db, { spaceId: context.spaceId, versionId: model.current_version_id });
  });
}

/** A model with its versions and what is in it. */
export async function readModel(context: Context, { id: projectId, modelId }: { id: number; modelId: number }) {
  return context.read(async (db) => {
    const model = await mustFindModel(db, context, projectId, modelId);
    const versions = await listVersionRows(db, context.spaceId, [modelId]);
    const key = { spaceId: context.spaceId, versionId: model.current_version_id ?? 0 };
    return {
      id: model.id,
      name: model.name,
      versions: versions.map(versionOut),
      types: await countElements(db, key, 'type'),
      storeys: await countElements(db, key, 'storey'),
      layers: await countElements(db, key, 'layer'),
      classes: await countElements(db, key, 'class'),
      materials: await countElements(db, key, 'material'),
    };
  });
}

export async function renameModel(context: Context, { id: projectId, modelId }: { id: number; modelId: number }, name: string) {
  await context.write(async (tx) => {
    const model = await mustFindModel(tx, context, projectId, modelId);
    context.note({ model: model.name, name });
    await renameModelRow(tx, { spaceId: context.spaceId, projectId, modelId }, name);
  });
}

/** Deletes a model with all that belongs to it. */
export async function removeModel(context: Context, { id: projectId, modelId }: { id: number; modelId: number }): Promise<void> {
  await context.write(async (tx) => {
    const model = await mustFindModel(tx, context, projectId, modelId);
    context.note({ model: model.name });
    await deleteModelRow(tx, { spaceId: context.spaceId, projectId, modelId });
  });
  await sweepModels(context, context.spaceId);
}

/** Sends the geometry of a model. It never changes under its key, so the browser keeps it. */
export async function sendGeometry(
  context: Context,
  { id: projectId, modelId }: { id: number; modelId: number },
  wanted: number | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const version = await context.read(async (db) => {
    const model = await mustFindModel(db, context, projectId, modelId);
    const versions = await listVersionRows(db, context.spaceId, [modelId]);
    return versions.find(({ id }) => id === (wanted ?? model.current_version_id));
  });
  if (!version?.geometry_key || version.geometry_bytes === null) fail('model.not_ready');
  if ((await context.files.size(version.geometry_key)) === null) fail('model.not_ready');
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', wanted === undefined ? 'private, no-cache' : 'private, max-age=604800, immutable')
    .header('etag', `"${version.geometry_key}"`)
    .header('content-length', version.geometry_bytes)
    .type('application/octet-stream')
    .send(context.files.open(version.geometry_key));
}

/** The current versions of the models of a project, with the model of each. */
export async function currentVersions(context: Context, db: Db, projectId: number): Promise<Map<number, number>> {
  const models = await listModelRows(db, context.spaceId, projectId);
  return new Map(models.flatMap(({ id, current_version_id }) => (current_version_id === null ? [] : [[current_version_id, id] as const])));
}

export async function readAllAttributes(context: Context, projectId: number) {
  return context.read(async (db) => {
    const versions = await currentVersions(context, db, projectId);
    return { attributes: joinAttributes(await listAttributes(db, context.spaceId, [...versions.keys()])) };
  });
}

export async function findAttributesByText(context: Context, projectId: number, text: string, limit: number) {
  return context.read(async (db) => {
    const versions = await currentVersions(context, db, projectId);
    const versionIds = [...versions.keys()];
    const found = await findByText(db, { spaceId: context.spaceId, versionIds }, text, limit);
    return {
      attributes: joinAttributes(await listAttributes(db, context.spaceId, versionIds, text)),
      elements: found.map(({ number, model_version_id, entity, name, category }) => ({
        id: number,
        model_id: versions.get(model_version_id) ?? 0,
        entity,
        name,
        category,
      })),
      total: found[0]?.total ?? 0,
    };
  });
}

/** What a selection of elements of any models has in common. */
export async function readAttributesOf(
  context: Context,
  projectId: number,
  { elements: asked }: Input<typeof api.models.attributesByIds>['body'],
) {
  return context.read(async (db) => {
    const modelOf = new Map([...(await currentVersions(context, db, projectId))].map(([version, model]) => [model, version]));
    const found: { sets: { name: string; content: { name: string; value: string | number | boolean | null }[] }[] }[] = [];
    const sums = { volume: 0, area: 0, length: 0 };
    for (const { model_id, ids } of asked) {
      const versionId = modelOf.get(model_id) ?? fail('model.not_ready');
      const key = { spaceId: context.spaceId, versionId };
      const elements = await listElements(db, key, ids);
      const sets = await listSets(db, key, [...new Set(elements.flatMap((one) => one.sets))]);
      for (const element of elements) {
        for (const name of ['volume', 'area', 'length'] as const) sums[name] += element[name] ?? 0;
        found.push({ sets: element.sets.flatMap((number) => sets.get(number) ?? []) });
      }
    }
    return { elements: found.length, ...sums, attributes: sharedValues(found) };
  });
}

export const elementOut = (row: Row<'bim_element'> & { storey_name: string | null }, modelId: number): ModelElement => ({
  id: row.number,
  model_id: modelId,
  entity: row.entity,
  guid: row.guid,
  name: row.name,
  category: row.category,
  type: row.object_type,
  tag: row.tag,
  storey: row.storey_name,
  layers: row.layers,
  materials: row.materials,
  classes: row.class_codes.map((code, index) => ({ code, name: row.class_names[index] ?? '' })),
  volume: row.volume,
  volume_source: row.volume_source,
  area: row.area,
  length: row.length,
});

export async function readMetadata(context: Context, place: { id: number; modelId: number }, ids: readonly number[]) {
  return withCurrent(context, place, async (db, key) => ({
    elements: (await listElements(db, key, ids)).map((row) => elementOut(row, place.modelId)),
  }));
}

/** One element with all that its file says of it. */
export async function readElement(context: Context, { elementId, ...place }: { id: number; modelId: number; elementId: number }) {
  return withCurrent(context, place, async (db, key) => {
    const [row] = await listElements(db, key, [elementId]);
    if (!row) fail('model.element_not_found');
    const path = row.place === null ? [] : await listNamesOfPlace(db, key, row.place);
    const sets = await listSets(db, key, row.sets);
    return {
      ...elementOut(row, place.modelId),
      path,
      sets: row.sets.flatMap((number) => {
        const set = sets.get(number);
        return set ? [{ name: set.name, is_quantity: set.is_quantity, values: set.content }] : [];
      }),
    };
  });
}

/** The breakdown of a model as columns: a browser builds its tree of 100,000 elements from few lists. */
export async function readBreakdown(context: Context, place: { id: number; modelId: number }) {
  return withCurrent(context, place, async (db, key) => {
    const rows = await readTreeColumns(db, key);
    const categories = [...new Set(rows.map(({ category }) => category))].sort();
    const layers = [...new Set(rows.flatMap(({ layer }) => layer ?? []))].sort();
    const [categoryAt, layerAt] = [categories, layers].map((list) => new Map(list.map((name, index) => [name, index])));
    return {
      version_id: key.versionId,
      places: await listPlaces(db, key),
      categories,
      layers,
      elements: {
        id: rows.map(({ number }) => number),
        entity: rows.map(({ entity }) => entity),
        name: rows.map(({ name }) => name),
        category: rows.map(({ category }) => categoryAt.get(category) ?? 0),
        place: rows.map((row) => row.place),
        layer: rows.map(({ layer }) => (layer === null ? -1 : (layerAt.get(layer) ?? -1))),
      },
    };
  });
}
