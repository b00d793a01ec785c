import { type CostLinkOut, type CostSettings, costSettings, type NewCostLink } from '@gantry/contract';
import { amountText } from '@gantry/domain';
import { fractionOf } from '@gantry/engine';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { passOnIfHeavy } from '../../../platform/http/heavy.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { type Draft, edit, previewEdit, readVersion, seenOf } from '../../planning/edits/edits.service.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { getNode, pathOf } from '../../structure/eps/eps.service.ts';
import { type LinkableRow, rowsForLinks } from '../estimates/estimates.doors.service.ts';
import { estimateAt } from '../estimates/estimates.service.ts';
import { countLinks, findCostSettings, putCostSettings } from './cost-links.repository.ts';
import { byRow, type CostLink, distributeRows, isOverlinked, MOST_LINKS, partsInOrder } from './cost-links.rules.ts';
import { factorsOf, weightsOf } from './cost-links.weights.service.ts';
import { maskTrouble } from './indices/cost-links.indices.rules.ts';

export { estimateCosts } from './costs/cost-links.costs.service.ts';
export { pricesOf } from './indices/cost-links.indices.rules.ts';
export { indicesThread } from './indices/cost-links.indices.service.ts';
export { addPercents } from './costs/cost-links.percents.rules.ts';
export {
  byRow,
  type CostLink,
  distributeRows,
  namedWorks,
  noParts,
  type Parts,
  partsInOrder,
  partsOf,
  placesOf,
  takenByWorks,
  takes,
  takingsOfRow,
} from './cost-links.rules.ts';
export { factorsOf, volumesOf as volumesOfWorks, weightsOf, withoutVolume } from './cost-links.weights.service.ts';
export { suggestionsThread, suggestWorks } from './suggestions/cost-links.suggestions.service.ts';

type EstimateRow = Awaited<ReturnType<typeof estimateAt>>;
/** Links are seen at the current prices of their estimate. */
const AS_STATED = { level: 'current' } as const;

/** The cost settings of a schedule; the usual ones where nobody has saved any. */
export async function readCostSettings(context: Context, scheduleId: number): Promise<CostSettings> {
  await getNode(context, scheduleId, 'schedule');
  return costSettings.parse((await context.read((db) => findCostSettings(db, context.spaceId, scheduleId))) ?? {});
}

export async function saveCostSettings(context: Context, scheduleId: number, settings: CostSettings): Promise<void> {
  await getNode(context, scheduleId, 'schedule');
  const trouble = maskTrouble(settings.indices);
  if (trouble) fail('compliance_rule.mask', { field: trouble });
  await context.write((tx) => putCostSettings(tx, context.spaceId, scheduleId, settings));
}

/** Money and rows of an estimate by whether links of a version take them. */
function coverageOf(estimate: EstimateRow, links: readonly CostLink[], rows: ReadonlyMap<number, LinkableRow>) {
  // What is left of a row does not depend on weights.
  const { linked, ignored, lost } = distributeRows(links, rows, 'equal', () => 1);
  const total = BigInt(estimate.counted_current ?? estimate.counted_base ?? 0);
  const text = (amount: bigint): string => amountText(amount, estimate.digits);
  return {
    total: text(total),
    linked: text(linked),
    ignored: text(ignored),
    unlinked: text(total - linked - ignored),
    currency: estimate.currency,
    digits: estimate.digits,
    rows: estimate.row_count,
    rows_linked: [...byRow(links).keys()].filter((row) => rows.has(row)).length,
    lost,
  };
}

type Listed = { links: CostLinkOut[]; coverage: ReturnType<typeof coverageOf> };
/** Links that stay in memory, of all that were listed last. */
const MOST_LISTED = 400_000;
/** What was listed last: all pages of an estimate ask at once when the version has changed. Whom it is for makes no difference. */
const listedOf = perDatabase(
  () => new LRUCache<string, Listed>({ maxSize: MOST_LISTED, sizeCalculation: ({ links }) => Math.min(links.length + 1, MOST_LISTED) }),
);

/** The links of a version to an estimate, with what each work takes. */
export async function listCostLinks(context: Context, versionId: number, estimateId: number) {
  const version = await getVersion(context, versionId);
  const settings = await readCostSettings(context, version.schedule_id);
  return readVersion(context, versionId, async (reader) => {
    const estimate = await estimateAt(context, reader.db, estimateId);
    const { revision } = reader.head;
    const name = JSON.stringify([context.spaceId, versionId, revision, estimateId, estimate.revision, settings]);
    const listed = listedOf(context).get(name);
    if (listed) return { revision, ...listed };
    const links = await reader.rowsBy('costLink', 'estimateId', [estimateId]);
    passOnIfHeavy(context, links.length);
    const rows = await rowsForLinks(reader.db, context.spaceId, estimateId, [...byRow(links).keys()], AS_STATED);
    const whole = reader.whole();
    const weight = await weightsOf(whole, links, settings.by);
    const factor = settings.by_coefficients ? await factorsOf(whole, links) : null;
    const { amounts } = distributeRows(links, rows, settings.by, weight, factor);
    const out = links.map((link): CostLinkOut => {
      const amount = amounts.get(link.id);
      return {
        id: link.id,
        estimate_id: estimateId,
        row_id: link.estimateRowId,
        item_id: link.itemId,
        share: link.share || null,
        by: link.by,
        parts: link.parts ?? null,
        unit_factor: link.unitFactor,
        rule_id: link.ruleId,
        locked: link.locked,
        lost: !rows.has(link.estimateRowId),
        amount: amount === undefined ? null : amountText(amount, estimate.digits),
        code: link.rowCode,
        name: link.rowName,
      };
    });
    const answer = { links: out, coverage: coverageOf(estimate, links, rows) };
    listedOf(context).set(name, answer);
    return { revision, ...answer };
  });
}

type Change = {
  version_id: number;
  links: readonly NewCostLink[];
  unlink: readonly { row_id: number; item_id?: number | null | undefined }[];
  dry_run: boolean;
};

/** Links rows of an estimate to works, or takes links away, as one edit of the version. */
export async function linkRows(context: Context, estimateId: number, { version_id, links, unlink, dry_run }: Change) {
  const version = await getVersion(context, version_id);
  await requireAt(context, version_id, 'plan.edit');
  const estimate = await context.read((db) => estimateAt(context, db, estimateId));
  const path = await pathOf(context, version.schedule_id);
  if (!path.some(({ id }) => id === estimate.project_id)) fail('cost_link.other_project');
  const work = async (draft: Draft) => {
    const before = await draft.rowsBy('costLink', 'estimateId', [estimateId]);
    passOnIfHeavy(context, before.length);
    const known = links.length ? await countLinks(draft.tx, draft.key) : 0;
    const named = [...links.map(({ row_id }) => row_id), ...before.map((link) => link.estimateRowId)];
    const rows = await rowsForLinks(draft.tx, context.spaceId, estimateId, [...new Set(named)], AS_STATED);
    const unlinked = removeLinks(draft, before, unlink);
    await putLinks(draft, estimateId, links, rows);
    const after = await draft.rowsBy('costLink', 'estimateId', [estimateId]);
    if (known + after.length - before.length > MOST_LINKS) fail('request.limit_reached', { most: MOST_LINKS });
    const touched = new Set(links.map(({ row_id }) => row_id));
    for (const [row, own] of byRow(after))
      if (touched.has(row) && isOverlinked(own)) fail('cost_link.share_over', { name: rows.get(row)?.name ?? '' });
    return { linked: links.length, unlinked, coverage: coverageOf(estimate, after, rows) };
  };
  if (dry_run) {
    const { diff, result, head } = await previewEdit(context, version_id, work);
    const [seen] = await seenOf(context, version_id, [diff]);
    return { revision: head.revision, diff: seen, ...result };
  }
  const { revision, diff, result } = await edit(context, version_id, 'cost.link', work);
  return { revision, diff, ...result };
}

function removeLinks(draft: Draft, before: readonly CostLink[], unlink: Change['unlink']): number {
  const rows = byRow(before);
  let count = 0;
  for (const { row_id, item_id } of unlink)
    for (const link of rows.get(row_id) ?? []) {
      if (item_id !== undefined && link.itemId !== item_id) continue;
      draft.remove('costLink', link.id);
      count += 1;
    }
  return count;
}

async function putLinks(draft: Draft, estimateId: number, links: readonly NewCostLink[], rows: ReadonlyMap<number, LinkableRow>) {
  const items = new Map((await draft.rows('wbs', [...new Set(links.flatMap(({ item_id }) => item_id ?? []))])).map((row) => [row.id, row]));
  const present = new Map(
    (await draft.rowsBy('costLink', 'estimateId', [estimateId])).map((link) => [`${link.estimateRowId} ${link.itemId}`, link.id]),
  );
  for (const { row_id, item_id, share, by, parts, unit_factor: unitFactor, locked } of links) {
    if (item_id !== null) {
      const item = items.get(item_id) ?? fail('wbs.not_found', { id: item_id });
      if (item.type === 'sum') fail('cost_link.not_a_work', { name: item.name });
    }
    const row = rows.get(row_id) ?? fail('estimate.row_not_found', { id: row_id });
    if (row.kind === 'section' || row.kind === 'text') fail('cost_link.not_a_row', { name: row.name });
    if (share !== null && !fractionOf(share)) fail('cost_link.share', { share });
    const known = present.get(`${row_id} ${item_id}`);
    const fields = { share: share ?? '', by, parts: partsInOrder(parts), unitFactor, locked, ruleId: null };
    if (known !== undefined) draft.update('costLink', known, fields);
    else {
      const id = draft.newId();
      present.set(`${row_id} ${item_id}`, id);
      draft.insert('costLink', {
        id,
        itemId: item_id,
        estimateId,
        estimateRowId: row_id,
        rowCode: row.code.slice(0, 512),
        rowName: row.name.slice(0, 512),
        ...fields,
      });
    }
  }
}
