import { writePrimitives } from '@gantry/interchange';
import { Readable } from 'node:stream';
import type { Context } from '../../../../platform/context.ts';
import { relate } from '../../../bim/model-links/model-links.relate.service.ts';
import { createLink } from '../../../bim/model-links/model-links.service.ts';
import { listModels } from '../../../bim/models/models.service.ts';
import { addVersion } from '../../../bim/models/models.upload.service.ts';
import { demoModel } from './demo-data.model.rules.ts';
import { codeAt, type DemoPlan } from './demo-data.plan.service.ts';
import type { DemoTexts } from '../texts/demo-data.words.rules.ts';

/** Uploads a model that is drawn from the schedule; the job that converts it is the one of every upload. */
export async function uploadModelOf(context: Context, { rows }: DemoPlan, projectId: number, texts: DemoTexts): Promise<number> {
  const codes = new Map(rows.map(({ key }, at) => [key, codeAt(at)]));
  const text = writePrimitives(demoModel(texts, (key) => codes.get(key) ?? ''));
  const stored = await context.files.save(Readable.from([Buffer.from(text)]));
  try {
    const file = { fileName: `${texts.model}.ifc`, codePage: null, stored };
    return (await context.write((tx) => addVersion(context, tx, projectId, file, { name: texts.model }))).model_id;
  } catch (error) {
    await context.files.remove(stored.key);
    throw error;
  }
}

/** Links the elements of the model with the works of their class; null while the model is being converted. */
export async function linkModel(
  context: Context,
  { projectId, modelId, versionId }: { projectId: number; modelId: number; versionId: number },
  name: string,
): Promise<number | null> {
  const { models } = await listModels(context, projectId);
  const model = models.find(({ id }) => id === modelId);
  if (!model?.current) return model?.latest && ['waiting', 'converting'].includes(model.latest.status) ? null : 0;
  const field = (of: string) => ({ set: '', name: of });
  const rule = {
    name,
    active: true,
    elements: [],
    items: [],
    joins: [{ element: field('class'), item: field('code'), by: 'equal' as const, map: [] }],
    share: 1,
    again: false,
  };
  const linkId = await createLink(context, projectId, { name, model_ids: [modelId], rules: [rule], guid_field: null });
  const { relations } = await relate(context, { id: versionId, linkId }, { run_rules: true, dry_run: false, add: [], remove: [] });
  return relations;
}
