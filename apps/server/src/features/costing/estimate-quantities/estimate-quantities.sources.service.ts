import type { api, Output, QuantitySourceOut } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { Refused } from '../../../platform/fail.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { quantitySource } from '../../planning/versions/versions.quantities.service.ts';
import { estimateAt } from '../estimates/estimates.service.ts';
import { listSources, putModels, type Source } from './estimate-quantities.repository.ts';
import { type EstimateHere, modelsNow, proposeQuantities } from './estimate-quantities.service.ts';

/** Where quantities of rows were taken from, as far as the caller may see it, and what new versions of those models change. */
export async function readSources(context: Context, estimateId: number): Promise<Output<typeof api.estimateQuantities.sources>> {
  const { estimate, stored } = await context.read(async (db) => ({
    estimate: await estimateAt(context, db, estimateId),
    stored: await listSources(db, context.spaceId, estimateId),
  }));
  const sources: QuantitySourceOut[] = [];
  for (const source of stored) {
    const seen = await sourceSeen(context, estimate, source).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
    if (seen) sources.push(seen);
  }
  return { currency: estimate.currency, sources };
}

async function sourceSeen(context: Context, estimate: EstimateHere, source: Source): Promise<QuantitySourceOut> {
  const { version_id, link_id, factors } = source;
  const version = await getVersion(context, version_id);
  await requireAt(context, version_id, 'plan.read');
  const models = await quantitySource(context).models(context, { id: version_id, linkId: link_id });
  const others = models.filter(({ id, versionId }) => source.models[id] !== versionId);
  const ids = Object.keys(factors).map(Number);
  const asked = { version_id, link_id, row_ids: ids, factors: [] };
  const proposed = others.length && ids.length ? await proposeQuantities(context, estimate, asked, factors) : null;
  const same = { before: null, after: null };
  return {
    version_id, version: version.name, link_id, rows: ids.length,
    models: others.map(({ name }) => name),
    changed: proposed?.found.rows.length ?? 0,
    total: proposed?.found.total ?? same,
  }; // prettier-ignore
}

/** Leaves the rows of a source as they are, though its models have other versions. */
export async function putAwayQuantities(
  context: Context,
  estimateId: number,
  asked: { version_id: number; link_id: number },
): Promise<void> {
  const { version_id: versionId, link_id: linkId } = asked;
  const models = await modelsNow(context, { id: versionId, linkId });
  await context.write(async (tx) => {
    const { name } = await estimateAt(context, tx, estimateId, 'estimate.edit');
    context.note({ name });
    await putModels(tx, { spaceId: context.spaceId, estimateId, versionId, linkId }, models);
  });
}
