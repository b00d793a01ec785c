import type { api, Input, PrimitiveModelContent, PrimitiveModelDefinition } from '@gantry/contract';
import { writePrimitives } from '@gantry/interchange';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { addVersion, removeModel, renameModel } from '../models/models.service.ts';
import { findPrimitive, listPrimitives, putPrimitive } from './primitive-models.repository.ts';
import { troubleOf } from './primitive-models.rules.ts';

export async function readPrimitives(context: Context, projectId: number) {
  const models = await context.read((db) => listPrimitives(db, { spaceId: context.spaceId, projectId }));
  return { models: models.map((model) => ({ ...model, eps_id: projectId })) };
}

export async function readPrimitive(context: Context, projectId: number, id: number): Promise<PrimitiveModelContent> {
  const found = await context.read((db) => findPrimitive(db, { spaceId: context.spaceId, projectId }, id));
  return { id, eps_id: projectId, ...(found ?? fail('primitive_model.not_found')) };
}

/** Writes bodies as a file, and stores it as a new model or as the next version of one. */
async function store(context: Context, { eps_id: projectId, name, storeys, items }: PrimitiveModelDefinition, modelId: number | null) {
  const trouble = troubleOf({ storeys, items });
  if (trouble) fail(trouble.code, { name: trouble.name });
  const stored = await context.files.save(Readable.from([Buffer.from(writePrimitives({ name, storeys, items }))]));
  try {
    return await context.write(async (tx) => {
      const file = { fileName: `${name}.ifc`, codePage: null, stored };
      const made = await addVersion(context, tx, projectId, file, modelId === null ? { name } : { modelId });
      await putPrimitive(tx, { spaceId: context.spaceId, projectId }, made.model_id, { storeys, items });
      return { id: made.model_id, job_id: made.job_id };
    });
  } catch (error) {
    await context.files.remove(stored.key);
    throw error;
  }
}

export async function createPrimitive(context: Context, definition: PrimitiveModelDefinition) {
  await getNode(context, definition.eps_id, 'project');
  return store(context, definition, null);
}

/** Changes a model of primitives; fields that the request omits keep their values. */
export async function changePrimitive(context: Context, { id, eps_id, ...change }: Input<typeof api.primitiveModels.update>['body']) {
  const before = await readPrimitive(context, eps_id, id);
  const after = { ...before, ...change };
  const stored = await store(context, after, id);
  if (after.name !== before.name) await renameModel(context, { id: eps_id, modelId: id }, after.name);
  return stored;
}

export async function removePrimitive(context: Context, projectId: number, id: number): Promise<void> {
  await readPrimitive(context, projectId, id);
  await removeModel(context, { id: projectId, modelId: id });
}
