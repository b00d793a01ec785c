import type { api, Input, Output, ProposedQuantity } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { quantitySource } from '../../planning/versions/versions.quantities.service.ts';
import { pathOf } from '../../structure/eps/eps.service.ts';
import { byRow } from '../cost-links/cost-links.service.ts';
import { changedRow, levelsOf, rowsById, type StoredRow } from '../estimates/estimates.doors.service.ts';
import { changeRows, estimateAt } from '../estimates/estimates.service.ts';
import { listSources, putSource } from './estimate-quantities.repository.ts';
import { isWhole, quantityText } from './estimate-quantities.rules.ts';

type Asked = Input<typeof api.estimateQuantities.take>['body'];
type Answer = Omit<Output<typeof api.estimateQuantities.take>, 'success'>;

export type EstimateHere = Awaited<ReturnType<typeof estimateAt>>;

/** The versions of models that a set of links names elements of, by model. */
export const modelsNow = async (context: Context, place: { id: number; linkId: number }): Promise<Record<string, number>> =>
  Object.fromEntries((await quantitySource(context).models(context, place)).map(({ id, versionId }) => [id, versionId]));

/** Takes quantities of rows from the elements of their works, as one act of the estimate; or answers what that would be. */
export async function takeQuantities(context: Context, estimateId: number, asked: Asked): Promise<Answer> {
  const version = await getVersion(context, asked.version_id);
  await requireAt(context, version.id, 'plan.read');
  const { estimate, stored } = await context.read(async (db) => ({
    estimate: await estimateAt(context, db, estimateId, 'estimate.edit'),
    stored: await listSources(db, context.spaceId, estimateId),
  }));
  if (!(await pathOf(context, version.schedule_id)).some(({ id }) => id === estimate.project_id)) fail('cost_link.other_project');
  if (asked.revision !== undefined && asked.revision !== estimate.revision) fail('estimate.stale', { name: estimate.name });
  const factors = Object.assign({}, ...stored.map((source) => source.factors)) as Record<string, string>;
  const models = await modelsNow(context, { id: version.id, linkId: asked.link_id });
  const { found, taken, changes } = await proposeQuantities(context, estimate, asked, factors);
  const { currency, digits } = estimate;
  if (asked.dry_run) return { revision: estimate.revision, currency, digits, ...found };
  const at = { revision: estimate.revision };
  const { revision } = changes.size ? await changeRows(context, estimateId, changes, at) : at;
  const source = { spaceId: context.spaceId, estimateId, versionId: version.id, linkId: asked.link_id };
  await context.write((tx) => putSource(tx, source, { projectId: estimate.project_id, factors: taken, models }));
  context.note({ name: estimate.name, rows: changes.size });
  return { revision, currency, digits, ...found };
}

/** What the elements of works make of the rows of an estimate; `taken` names all rows that have or get such a quantity, with their factors. */
export async function proposeQuantities(
  context: Context,
  estimate: EstimateHere,
  asked: Pick<Asked, 'version_id' | 'link_id' | 'row_ids' | 'factors'>,
  stored: Readonly<Record<string, string>>,
) {
  const { links, rows } = await readVersion(context, asked.version_id, async (reader) => {
    const wanted = asked.row_ids && new Set(asked.row_ids);
    const all = byRow(await reader.rowsBy('costLink', 'estimateId', [estimate.id]));
    const own = new Map([...all].filter(([id, ofRow]) => (!wanted || wanted.has(id)) && ofRow.some(({ itemId }) => itemId !== null)));
    return { links: own, rows: await rowsById(reader.db, context.spaceId, estimate.id, [...own.keys()]) };
  });
  const measured = await quantitySource(context).measure(
    context,
    { id: asked.version_id, linkId: asked.link_id },
    rows.map(({ id, unit }) => ({ itemIds: (links.get(id) ?? []).flatMap(({ itemId }) => itemId ?? []), unit })),
  );
  const factors = new Map(asked.factors.map(({ row_id, factor }) => [row_id, factor]));
  const found: Pick<Answer, 'rows' | 'left_out' | 'same'> = { rows: [], left_out: [], same: 0 };
  const taken: Record<string, string> = {};
  const changes = new Map<number, { quantity: string }>();
  let [base, current] = [estimate.counted_base ?? 0, estimate.counted_current ?? 0];
  for (const [at, row] of rows.entries()) {
    const { id: row_id, number, code, name, unit } = row;
    const one = measured[at];
    const why = 'why' in one ? one.why : isWhole(links.get(row_id) ?? []) ? null : 'partly';
    if ('why' in one || why) {
      // Rows of works that no model shows are no obstacle of a row that is not asked for by name.
      if (why && (why !== 'no_elements' || asked.row_ids)) found.left_out.push({ row_id, number, code, name, unit, why });
      continue;
    }
    const factor = factors.get(row_id) ?? stored[row_id] ?? '1';
    taken[row_id] = factor;
    const quantity = quantityText(one.after, factor);
    if (Number(quantity) === Number(row.quantity)) {
      found.same += 1;
      continue;
    }
    const after = changedRow(row, { quantity }, estimate);
    changes.set(row_id, { quantity });
    base += (after.base ?? 0) - (row.base ?? 0);
    current += (after.current ?? 0) - (row.current ?? 0);
    found.rows.push({
      row_id, number, code, name, unit, quantity: one.quantity, before: row.quantity, after: quantity, factor,
      amount: { before: amountOf(row, estimate.digits), after: amountOf(after, estimate.digits) },
      from_file: one.from_file, from_geometry: one.from_geometry, without: one.without,
    }); // prettier-ignore
  }
  found.rows.sort((a, b) => difference(b) - difference(a) || a.row_id - b.row_id);
  const { digits } = estimate;
  const total = {
    before: amountOf({ base: estimate.counted_base, current: estimate.counted_current }, digits),
    after: amountOf(
      { base: estimate.counted_base === null ? null : base, current: estimate.counted_current === null ? null : current },
      digits,
    ),
  };
  return { found: { ...found, total }, taken, changes };
}

const amountOf = ({ base, current }: Pick<StoredRow, 'base' | 'current'>, digits: number): string | null => {
  const levels = levelsOf(base, current, digits);
  return levels.current ?? levels.base;
};
const difference = ({ amount }: ProposedQuantity): number => Math.abs(Number(amount.after ?? 0) - Number(amount.before ?? 0));
