import type { RuleField, ValuesOf } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { type EntityRow, listElements, listEntities, listValues } from './models.content.repository.ts';
import { listModelRows, listVersionRows } from './models.repository.ts';
import { fail } from '../../../platform/fail.ts';

/** The current versions of models of a project; of some of them where they are named. */
async function versionsOf(context: Context, db: Db, projectId: number, modelIds: readonly number[]) {
  const models = await listModelRows(db, context.spaceId, projectId);
  return models.flatMap(({ id, name, current_version_id: versionId }) =>
    versionId === null || (modelIds.length > 0 && !modelIds.includes(id))
      ? []
      : [{ modelId: id, name, key: { spaceId: context.spaceId, versionId } }],
  );
}

export type RuleElement = { model_id: number; id: number; guid: string; name: string; category: string };

/** Elements with what rules can ask of them; properties are read for the fields that are named alone. */
export async function elementsForRules(
  context: Context,
  db: Db,
  { projectId, modelIds }: { projectId: number; modelIds: readonly number[] },
  fields: readonly RuleField[],
): Promise<{ element: RuleElement; values: ValuesOf }[]> {
  const found: { element: RuleElement; values: ValuesOf }[] = [];
  const properties = fields.filter(({ set }) => set !== '');
  for (const { modelId, name: model, key } of await versionsOf(context, db, projectId, modelIds)) {
    const own = new Map<string, string[]>();
    for (const { number, set_name, name, value } of await listValues(db, key, properties)) {
      const at = JSON.stringify([number, set_name, name]);
      const known = own.get(at);
      if (known) known.push(value);
      else own.set(at, [value]);
    }
    for (const row of await listElements(db, key)) {
      const builtIn: Record<string, readonly string[]> = {
        name: [row.name],
        type: [row.object_type],
        category: [row.category],
        tag: [row.tag],
        guid: [row.guid],
        layer: row.layers,
        material: row.materials,
        class: row.class_codes,
        storey: row.storey_name === null ? [] : [row.storey_name],
        model: [model],
        geometry: [row.has_geometry ? 'yes' : 'no'],
      };
      found.push({
        element: { model_id: modelId, id: row.number, guid: row.guid, name: row.name || row.object_type, category: row.category },
        values: ({ set, name }) => (set === '' ? (builtIn[name] ?? []) : (own.get(JSON.stringify([row.number, set, name])) ?? [])),
      });
    }
  }
  return found;
}

/** Elements by model and GUID, all or some, each with its number in the geometry; two may have one GUID. */
export async function entitiesByGuid(
  context: Context,
  db: Db,
  { projectId, modelIds }: { projectId: number; modelIds: readonly number[] },
  guids: readonly string[] | null = null,
) {
  const found = new Map<number, Map<string, Omit<EntityRow, 'number' | 'guid'>[]>>();
  for (const { modelId, key } of await versionsOf(context, db, projectId, modelIds)) {
    const byGuid = new Map<string, Omit<EntityRow, 'number' | 'guid'>[]>();
    for (const { guid, number: _, ...entity } of await listEntities(db, key, guids)) {
      const known = byGuid.get(guid);
      if (known) known.push(entity);
      else byGuid.set(guid, [entity]);
    }
    found.set(modelId, byGuid);
  }
  return found;
}

/** Models of a project with the version of each that is shown; some of them where they are named. */
export const shownVersions = async (context: Context, db: Db, projectId: number, modelIds: readonly number[]) =>
  (await versionsOf(context, db, projectId, modelIds)).map(({ modelId: id, name, key: { versionId } }) => ({ id, name, versionId }));

/** Which of some models are of a project. */
export async function modelsOfProject(context: Context, db: Db, projectId: number): Promise<Set<number>> {
  return new Set((await listModelRows(db, context.spaceId, projectId)).map(({ id }) => id));
}

/** The file that the current version of a model came from. */
export async function sourceOf(context: Context, { id: projectId, modelId }: { id: number; modelId: number }) {
  return context.read(async (db) => {
    const model = (await listModelRows(db, context.spaceId, projectId)).find(({ id }) => id === modelId) ?? fail('model.not_found');
    const versions = await listVersionRows(db, context.spaceId, [modelId]);
    const version = versions.find(({ id }) => id === model.current_version_id) ?? fail('model.not_ready');
    return { key: version.source_key, bytes: version.source_bytes };
  });
}

/** An element as a version of its model had it. */
export type FormerElement = { guid: string; tag: string; category: string; name: string; storey: string };

/** How many former versions of a model are asked for an element that is gone; of older ones no elements are kept. */
export const FORMER_VERSIONS = 5;

/** Elements that are no longer in their model, read from the newest version that had them, with all GUIDs of that version; by model. */
export async function formerElements(context: Context, db: Db, projectId: number, gone: ReadonlyMap<number, ReadonlySet<string>>) {
  const found = new Map<number, { elements: FormerElement[]; known: Set<string> }>();
  const models = await listModelRows(db, context.spaceId, projectId);
  for (const { id, current_version_id } of models) {
    const wanted = new Set(gone.get(id));
    if (wanted.size === 0 || current_version_id === null) continue;
    const own = { elements: [] as FormerElement[], known: new Set<string>() };
    const versions = (await listVersionRows(db, context.spaceId, [id])).filter(
      (one) => one.id < current_version_id && one.status === 'ready',
    );
    for (const version of versions.slice(0, FORMER_VERSIONS)) {
      if (wanted.size === 0) break;
      for (const row of await listElements(db, { spaceId: context.spaceId, versionId: version.id })) {
        own.known.add(row.guid);
        if (!wanted.delete(row.guid)) continue;
        const { guid, tag, category, name, storey_name } = row;
        own.elements.push({ guid, tag, category, name, storey: storey_name ?? '' });
      }
    }
    found.set(id, own);
  }
  return found;
}
