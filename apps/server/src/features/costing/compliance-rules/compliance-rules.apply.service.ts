import type { ComplianceSet, CostCoverage, RuleBody } from '@gantry/contract';
import { COVERAGE_PARTS } from '@gantry/contract';
import { amountText, COST_PARTS, recordOf } from '@gantry/domain';
import { openRules, type RuleRow } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { passOnIfHeavy } from '../../../platform/http/heavy.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { listDirectories } from '../../catalog/directories/directories.service.ts';
import { type Draft, edit, previewEdit, readerOf, seenOf } from '../../planning/edits/edits.service.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { pathOf } from '../../structure/eps/eps.service.ts';
import {
  type CostLink,
  distributeRows,
  namedWorks,
  partsInOrder,
  partsOf,
  placesOf,
  readCostSettings,
  pricesOf,
  takes,
  withoutVolume,
} from '../cost-links/cost-links.service.ts';
import {
  atPrices,
  countedEstimates,
  type EstimateHead,
  pricesOfEstimate,
  rowsOfEstimate,
  type RowPrices,
  type StoredRow,
} from '../estimates/estimates.doors.service.ts';
import { applyRules, leftOf, type Applied, type OpenRow } from './compliance-rules.rules.ts';
import { setsFor } from './compliance-rules.service.ts';
import { targetFinder } from './compliance-rules.targets.rules.ts';

type Wanted = {
  currency?: string | undefined;
  estimate_ids?: number[] | undefined;
  set_ids?: number[] | undefined;
  scope: 'all' | 'unlinked';
  dry_run: boolean;
};
/** A row with money of one of the estimates. */
type Line = { estimate: EstimateHead; row: StoredRow; amount: number; parts: number[] | null; section: string };

/** Links rows of estimates with works of a version by rules: one edit, or what it would do. */
export async function applyToVersion(context: Context, versionId: number, wanted: Wanted) {
  const version = await getVersion(context, versionId);
  await requireAt(context, versionId, 'plan.edit');
  const path = await pathOf(context, version.schedule_id);
  const project = path.find(({ kind }) => kind === 'project') ?? fail('node.not_found', { id: version.schedule_id });
  const prices = pricesOf(await readCostSettings(context, version.schedule_id));
  const directories = await listDirectories(context, version.schedule_id);
  const workTypes = new Set(directories.filter(({ kind }) => kind === 'work_types').map(({ id }) => id));
  // Before the version is locked: it says nothing of rows and rules.
  const ruled = await context.read(async (db) => {
    if (!(await holdsAt(context, db, project.id, 'estimate.read'))) fail('auth.forbidden', { right: 'estimate.read' });
    const lines = await linesOf(context, db, project.id, wanted, prices);
    const sets = (await setsFor(context, db, version.schedule_id)).filter(
      ({ id, active }) => active && (!wanted.set_ids || wanted.set_ids.includes(id)),
    );
    return openLines(lines, sets);
  });
  const work = (draft: Draft) => link(draft, ruled, workTypes, wanted.scope);
  if (wanted.dry_run) {
    const { diff, result, head } = await previewEdit(context, versionId, work);
    const [seen] = await seenOf(context, versionId, [diff]);
    return { revision: head.revision, diff: seen, ...result };
  }
  const { revision, diff, result } = await edit(context, versionId, 'cost.rules', work);
  context.note({ linked: result.linked, changed: result.changed, unlinked: result.unlinked });
  return { revision, diff, ...result };
}

/** Rows of estimates that rules are applied to at once: some kilobyte each. Estimates can be named, in smaller parts. */
const MOST_ROWS = 400_000;

/** Rows with an amount of their own of the estimates of a project, or of some of them. */
async function linesOf(
  context: Context,
  db: Db,
  projectId: number,
  { estimate_ids: ids, currency }: Pick<Wanted, 'estimate_ids' | 'currency'>,
  prices: RowPrices,
): Promise<Line[]> {
  const estimates = (await countedEstimates(db, context.spaceId, projectId)).filter(
    ({ estimate }) => (!ids || ids.includes(estimate.id)) && (currency === undefined || estimate.currency === currency),
  );
  const rows = estimates.reduce((sum, { estimate }) => sum + estimate.row_count, 0);
  if (rows > MOST_ROWS) fail('request.limit_reached', { most: MOST_ROWS });
  passOnIfHeavy(context, rows);
  for (const id of ids ?? []) if (!estimates.some(({ estimate }) => estimate.id === id)) fail('estimate.not_found', { id });
  const lines: Line[] = [];
  for (const { estimate, isAbove } of estimates) {
    const [{ estimate: first }] = estimates;
    if (estimate.currency !== first.currency || estimate.digits !== first.digits)
      fail('compliance_rule.currencies', { own: first.currency, other: estimate.currency });
    const own = await pricesOfEstimate(db, context.spaceId, estimate.id, prices);
    const sections = new Map<number, string>();
    for (const row of await rowsOfEstimate(db, context.spaceId, estimate.id)) {
      const above = row.parent_id === null ? '' : (sections.get(row.parent_id) ?? '');
      if (row.kind === 'section') sections.set(row.id, above === '' ? row.name : `${above}/${row.name}`);
      else {
        const { amount, parts } = atPrices(row, own);
        if (isAbove ? row.kind === 'percent' : row.kind !== 'text' || amount !== null)
          lines.push({ estimate, row, amount: amount ?? 0, parts, section: above });
      }
    }
  }
  return lines;
}

const keyOf = (estimateId: number, estimateRowId: number): string => `${estimateId} ${estimateRowId}`;
const ruleRowOf = ({ estimate, row, amount, section }: Line): RuleRow => ({
  code: row.code,
  name: row.name,
  unit: row.unit,
  section,
  estimate: `${estimate.number} ${estimate.name}`.trim(),
  volume_code: row.volume_code,
  number: row.number,
  kind: row.kind,
  quantity: row.quantity === '' ? null : Number(row.quantity.replace(',', '.')),
  amount: amount / 10 ** estimate.digits,
});

/** Rows, the rules that are applied to them, and which rows each of these opens. */
function openLines(lines: readonly Line[], sets: readonly ComplianceSet[]) {
  const rules = sets.flatMap((set) => set.rules.filter(({ active }) => active));
  const opened = openRules(
    lines.map(ruleRowOf),
    rules.map(({ when }) => when),
  );
  return { lines, rules, opened };
}

async function link(
  draft: Draft,
  { lines, rules, opened }: ReturnType<typeof openLines>,
  workTypes: ReadonlySet<number>,
  scope: Wanted['scope'],
) {
  const estimateIds = [...new Set(lines.map(({ estimate }) => estimate.id))];
  const present = await draft.rowsBy('costLink', 'estimateId', estimateIds);
  const own = new Set(rules.map(({ id }) => id));
  const isOurs = ({ ruleId, locked }: CostLink): boolean => ruleId !== null && own.has(ruleId) && !locked;
  const linesByKey = new Map(lines.map((line, at) => [keyOf(line.estimate.id, line.row.id), at]));
  const fixed = Map.groupBy(
    present.filter((one) => scope !== 'all' || !isOurs(one)),
    (one) => linesByKey.get(keyOf(one.estimateId, one.estimateRowId)),
  );
  const open = lines.map((line, at): OpenRow => {
    const links = fixed.get(at) ?? [];
    const isClosed = scope === 'unlinked' && links.length > 0;
    const left = placesOf({ ...line, kind: line.row.kind }).map(
      (place) => [place, isClosed ? null : leftOf(links.filter((one) => takes(one, COST_PARTS[place])).map(({ share }) => share))] as const,
    );
    return { left, items: new Set(links.map(({ itemId }) => itemId)) };
  });
  const applied = applyRules(
    open,
    rules.map(({ id, to, take }, at) => ({ id, to, take, open: opened[at] })),
    await finderOf(draft, workTypes),
  );
  const changes = putLinks(
    draft,
    lines,
    applied,
    present.filter((one) => isOurs(one) && linesByKey.has(keyOf(one.estimateId, one.estimateRowId))),
    scope,
  );
  const after = await draft.rowsBy('costLink', 'estimateId', estimateIds);
  const effects = rules.map(({ id, take }, at) => ({ id, take, hits: opened[at].hits }));
  return { ...changes, before: coverageOf(lines, present).parts, coverage: await reportOf(draft, lines, after, applied, effects) };
}

async function finderOf(draft: Draft, workTypes: ReadonlySet<number>) {
  const hidden = draft.mask?.hidden;
  const attributes = (await draft.all('attribute')).filter(({ id }) => !hidden?.has(id));
  return targetFinder({
    items: await draft.all('wbs'),
    attributes,
    attributeValues: await draft.all('attributeValue'),
    directoryValues: await draft.all('directoryValue'),
    workTypes,
  });
}

type Ruled = Pick<CostLink, 'share' | 'by' | 'parts' | 'unitFactor' | 'ruleId'>;
const isSame = (former: CostLink, { parts, ...rest }: Ruled): boolean =>
  String(former.parts) === String(parts) && (Object.keys(rest) as (keyof typeof rest)[]).every((field) => former[field] === rest[field]);

/** Makes the links of rules what they should be; those that are so already are not touched. */
function putLinks(draft: Draft, lines: readonly Line[], { links }: Applied, present: readonly CostLink[], scope: Wanted['scope']) {
  const known = new Map(present.map((one) => [`${keyOf(one.estimateId, one.estimateRowId)} ${one.itemId}`, one]));
  const counts = { linked: 0, changed: 0, unlinked: 0 };
  for (const { row: at, itemId, ruleId, share, by, unitFactor, parts: taken } of links) {
    const { estimate, row } = lines[at];
    const parts = partsInOrder(taken);
    const key = `${keyOf(estimate.id, row.id)} ${itemId}`;
    const former = known.get(key);
    known.delete(key);
    if (!former) {
      counts.linked += 1;
      draft.insert('costLink', {
        id: draft.newId(), itemId, estimateId: estimate.id, estimateRowId: row.id, share, by, parts, unitFactor, ruleId, locked: false,
        rowCode: row.code.slice(0, 512), rowName: row.name.slice(0, 512),
      }); // prettier-ignore
    } else if (!isSame(former, { share, by, parts, unitFactor, ruleId })) {
      counts.changed += 1;
      draft.update('costLink', former.id, { share, by, parts, unitFactor, ruleId });
    }
  }
  if (scope === 'all')
    for (const { id } of known.values()) {
      counts.unlinked += 1;
      draft.remove('costLink', id);
    }
  return counts;
}

/** The money of a row in some parts; null: in all. */
const amountIn = ({ row, amount, parts }: Line, wanted: RuleBody['take']['parts']): bigint =>
  partsOf({ kind: row.kind, amount, parts }).reduce(
    (sum, [place, own]) => (takes({ parts: wanted }, COST_PARTS[place]) ? sum + own : sum),
    0n,
  );

type Sum = { amount: bigint; rows: number };
const none = (): Sum => ({ amount: 0n, rows: 0 });

/** Money and rows of estimates by how they stand to works. */
function coverageOf(lines: readonly Line[], links: readonly CostLink[]) {
  const digits = lines[0]?.estimate.digits ?? 2;
  const sums = recordOf(COVERAGE_PARTS, none);
  const total = none();
  const rules = new Map<number, Sum>();
  const byEstimate = Map.groupBy(links, ({ estimateId }) => estimateId);
  for (const [estimateId, own] of Map.groupBy(lines, ({ estimate }) => estimate.id)) {
    const ofEstimate = byEstimate.get(estimateId) ?? [];
    const rows = new Map(own.map(({ row: { id, kind }, amount, parts }) => [id, { id, kind, amount, parts }]));
    // What the links of one rule take of a row together does not depend on weights.
    const { amounts } = distributeRows(ofEstimate, rows, 'equal', () => 1);
    const byRow = Map.groupBy(ofEstimate, ({ estimateRowId }) => estimateRowId);
    for (const { row, amount } of own) {
      const taken = recordOf(COVERAGE_PARTS, () => 0n);
      const rowLinks = byRow.get(row.id) ?? [];
      for (const one of rowLinks) {
        const part = amounts.get(one.id) ?? 0n;
        taken[one.itemId === null ? 'ignored' : one.ruleId === null ? 'by_hand' : 'by_rule'] += part;
        if (one.ruleId === null) continue;
        const sum = rules.get(one.ruleId) ?? none();
        rules.set(one.ruleId, { amount: sum.amount + part, rows: sum.rows });
      }
      for (const id of new Set(rowLinks.flatMap(({ ruleId }) => ruleId ?? []))) (rules.get(id) as Sum).rows += 1;
      taken.unlinked = BigInt(amount) - taken.by_hand - taken.by_rule - taken.ignored;
      for (const part of COVERAGE_PARTS) sums[part].amount += taken[part];
      sums[placeOf(rowLinks)].rows += 1;
      total.amount += BigInt(amount);
      total.rows += 1;
    }
  }
  const out = ({ amount, rows }: Sum) => ({ amount: amountText(amount, digits), rows });
  return { total: out(total), parts: recordOf(COVERAGE_PARTS, (part) => out(sums[part])), rules, out };
}

/** A row counts once, under the first that holds of it. */
const placeOf = (links: readonly CostLink[]): (typeof COVERAGE_PARTS)[number] => {
  const works = links.filter(({ itemId }) => itemId !== null);
  if (works.some(({ ruleId }) => ruleId === null)) return 'by_hand';
  if (works.length) return 'by_rule';
  return links.length ? 'ignored' : 'unlinked';
};

const MOST_MISSING = 100;

async function reportOf(
  draft: Draft,
  lines: readonly Line[],
  links: readonly CostLink[],
  { missing, taken, lacking }: Applied,
  effects: readonly { id: number; take: RuleBody['take']; hits: number }[],
): Promise<CostCoverage> {
  const { total, parts, rules, out } = coverageOf(lines, links);
  const takes = new Map(effects.map(({ id, take }) => [id, take.parts]));
  const stateOf = (id: number, hits: number): CostCoverage['rules'][number]['state'] => {
    if (hits === 0) return 'no_rows';
    if (lacking.get(id) === hits && !rules.has(id)) return 'no_parts';
    return taken.get(id) === 0 && !missing.some(({ ruleId }) => ruleId === id) && !rules.has(id) ? 'in_shadow' : 'live';
  };
  const lost = missing
    .map(({ ruleId, target, rows }) => ({
      ruleId,
      target,
      rows: rows.length,
      amount: rows.reduce((sum, at) => sum + amountIn(lines[at], takes.get(ruleId) ?? null), 0n),
    }))
    .sort((a, b) => Number(b.amount - a.amount));
  const works = (await draft.all('wbs')).filter(({ type }) => type !== 'sum');
  const linked = new Set(links.flatMap(({ itemId }) => itemId ?? []));
  const measureless = await withoutVolume(readerOf(draft).whole(), [...linked]);
  return {
    currency: lines[0]?.estimate.currency ?? '',
    digits: lines[0]?.estimate.digits ?? 2,
    total,
    parts,
    rules: effects.map(({ id, hits }) => ({ id, hits, state: stateOf(id, hits), ...out(rules.get(id) ?? none()) })),
    missing: lost.slice(0, MOST_MISSING).map(({ ruleId, target, ...sum }) => ({ rule_id: ruleId, target, ...out(sum) })),
    missing_count: lost.length,
    works_without_money: namedWorks(works.filter(({ id }) => !linked.has(id))),
    money_without_volume: namedWorks(works.filter(({ id }) => measureless.has(id))),
  };
}
