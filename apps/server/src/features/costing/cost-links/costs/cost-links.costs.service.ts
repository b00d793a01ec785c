import { type CostReport, type CostSettings, costSettings, type NamedWorks } from '@gantry/contract';
import { amountText, splitTotal, type VersionRow } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { passOnIfHeavy } from '../../../../platform/http/heavy.ts';
import { needSeat } from '../../../access/licenses/licenses.service.ts';
import { type Draft, readerOf } from '../../../planning/edits/edits.service.ts';
import type { CostsWanted } from '../../../planning/versions/versions.costs.service.ts';
import {
  atPrices,
  type EstimateHead,
  estimatesForCosts,
  levelsOfRows,
  pricesOfEstimate,
  rowsForLinks,
  rowsOfEstimate,
  type RowPrices,
  unreadable,
} from '../../estimates/estimates.doors.service.ts';
import { findCostSettings } from '../cost-links.repository.ts';
import { baseOf, type NewCostBase, outdatedOf, putBases } from './cost-links.bases.service.ts';
import { addPercents, conversionOf, convertAll, converted, digitsOfCurrency } from './cost-links.percents.rules.ts';
import { byRow, type CostLink, distributeRows, missingVolumes, namedWorks, noParts, type Parts, sumOfParts } from '../cost-links.rules.ts';
import { pricesOf } from '../indices/cost-links.indices.rules.ts';
import { putParts } from './cost-links.attributes.service.ts';
import { addQuantities, putQuantities, type Quantities } from './cost-links.quantities.service.ts';
import { missingCodes } from './cost-links.volumes.service.ts';
import { factorsOf, weightsOf, withoutVolume } from '../cost-links.weights.service.ts';

/** The resource of a version that carries money of estimates to works: it has no price, units or limit. */
const ESTIMATE_RESOURCE = 'ESTIMATE';
const SHOWN_WORKS = 500;

type Counted = {
  /** By work, what it gets of each part. */
  money: Map<number, Parts>;
  /** What rows bring to works, by parts. */
  parts: Parts;
  /** As the heads of estimates have it; the others are of rows and links. */
  total: bigint;
  linked: bigint;
  ignored: bigint;
  open: bigint;
  lost: number;
  digits: number;
  currency: string;
  percents: { name: string; amount: bigint }[];
  quantities: Quantities;
  bases: NewCostBase[];
};

/** Brings money of linked estimates to the works of a version, inside the edit that counts its costs; null where it has none, or none that the caller may see. */
export async function estimateCosts(context: Context, draft: Draft, { ids, estimateIds, dryRun }: CostsWanted): Promise<CostReport | null> {
  const links = await draft.all('costLink');
  passOnIfHeavy(context, links.length);
  const resource = (await draft.all('resource')).find(({ code }) => code === ESTIMATE_RESOURCE) ?? null;
  const bases = await draft.all('costBase');
  if (!links.length && !resource && !bases.length) return null;
  const linked = [...new Set(links.map((link) => link.estimateId))];
  // A work has one sum of all its estimates: some of them alone would leave the others out of it.
  const others = estimateIds ? linked.filter((id) => !estimateIds.includes(id)) : [];
  if (others.length) fail('cost_link.all_estimates', { count: others.length });
  const estimates = await estimatesForCosts(context, draft.tx, linked);
  if ((await unreadable(context, draft.tx, estimates.values())).length) return null;
  await needSeat(context, draft.tx, 'estimate');
  const settings = costSettings.parse((await findCostSettings(draft.tx, context.spaceId, draft.head.schedule_id)) ?? {});
  const counted = await countMoney(draft, settings, links, estimates);
  const wanted = ids && new Set(ids);
  // Before percentages on top of it, which are no money of estimates.
  const residue = counted.total - sumOfParts(counted.parts) - counted.ignored - counted.open;
  const works = await putMoney(draft, resource, counted, wanted);
  const quantities = await putQuantities(draft, settings, counted.quantities, wanted);
  const outdated = await outdatedOf(context, draft.tx, bases, settings);
  // Where some works alone are counted the others stay as they were.
  if (!ids) await putBases(draft, counted.bases);
  const missing_attributes = await putParts(draft, settings.part_attributes, counted, wanted);
  if (!dryRun && works.length) {
    const result = { version_id: draft.key.versionId, status: 'success' as const, works: works.length };
    await context.push.send(draft.tx, { spaceId: context.spaceId }, 'cost_attribute_result', result);
  }
  const text = (amount: bigint): string => amountText(amount, counted.digits);
  const items = new Map(
    (
      await draft.rows(
        'wbs',
        works.slice(0, SHOWN_WORKS).map(({ itemId }) => itemId),
      )
    ).map((row) => [row.id, row]),
  );
  return {
    currency: counted.currency,
    total: text(counted.total),
    linked: text(counted.linked),
    ignored: text(counted.ignored),
    unlinked: text(counted.open),
    residue: text(residue),
    parts: counted.parts.map(text),
    percents: counted.percents.map(({ name, amount }) => ({ name, amount: text(amount) })),
    works: works.slice(0, SHOWN_WORKS).map(({ itemId, before, after }) => ({
      item_id: itemId,
      code: items.get(itemId)?.code ?? '',
      name: items.get(itemId)?.name ?? '',
      before: text(before),
      after: text(after),
      parts: (counted.money.get(itemId) ?? noParts()).map(text),
    })),
    changed: works.length,
    quantities: quantities.slice(0, SHOWN_WORKS),
    quantities_count: quantities.length,
    lost: counted.lost,
    missing_attributes,
    missing_volumes: missingVolumes(await missingCodes(draft.tx, draft.key, linked)),
    no_volume: await listWithoutVolume(draft, counted.money, quantities),
    outdated,
  };
}

type Estimates = Awaited<ReturnType<typeof estimatesForCosts>>;

async function countMoney(draft: Draft, settings: CostSettings, links: readonly CostLink[], estimates: Estimates): Promise<Counted> {
  const reader = readerOf(draft).whole();
  const weight = await weightsOf(reader, links, settings.by);
  const factor = settings.by_coefficients ? await factorsOf(reader, links) : null;
  const to = currencyOf(settings, [...estimates.values()]);
  const prices = pricesOf(settings);
  const counted: Counted = {
    money: new Map(),
    parts: noParts(),
    total: 0n,
    linked: 0n,
    ignored: 0n,
    open: 0n,
    lost: 0,
    ...to,
    percents: [],
    quantities: new Map(),
    bases: [],
  };
  for (const estimate of estimates.values()) {
    const fraction = conversionOf(estimate, to, settings.rates);
    if (!fraction) {
      if (settings.currency === null) fail('estimate.currency_differs', { own: to.currency, file: estimate.currency });
      fail('cost_link.no_rate', { currency: estimate.currency, own: to.currency });
    }
    const own = links.filter((link) => link.estimateId === estimate.id);
    const rows = await rowsForLinks(draft.tx, draft.key.spaceId, estimate.id, [...byRow(own).keys()], prices);
    const split = distributeRows(own, rows, settings.by, weight, factor);
    addQuantities(counted.quantities, own, rows, settings, weight);
    const ofRows = await sumOfRows(draft, estimate, prices);
    counted.bases.push(baseOf(estimate, settings));
    const [linked, ignored, open] = convertAll([split.linked, split.ignored, ofRows - split.linked - split.ignored], fraction);
    const head = prices.level === 'indexed' ? ofRows : BigInt(estimate[`counted_${prices.level}`] ?? 0);
    counted.total += converted(head, fraction);
    counted.linked += linked;
    counted.ignored += ignored;
    counted.open += open;
    counted.lost += split.lost;
    const ofWorks = own.flatMap(({ id, itemId }) => {
      const parts = itemId === null ? [] : (split.parts.get(id) ?? []);
      return parts.flatMap((amount, part) => (amount === 0n || itemId === null ? [] : [{ itemId, part, amount }]));
    });
    const amounts = splitTotal(
      linked,
      ofWorks.map(({ amount }) => amount * fraction.over),
      fraction.under,
    );
    for (const [at, { itemId, part }] of ofWorks.entries()) {
      const parts = counted.money.get(itemId) ?? noParts();
      parts[part] += amounts[at];
      counted.parts[part] += amounts[at];
      counted.money.set(itemId, parts);
    }
  }
  counted.lost += links.filter((link) => !estimates.has(link.estimateId)).length;
  const finishes = new Map(
    settings.percents.length ? (await draft.rows('wbs', [...counted.money.keys()])).map(({ id, finish }) => [id, finish]) : [],
  );
  counted.percents = addPercents(counted.money, settings.percents, (id) => finishes.get(id)?.slice(0, 10) ?? null);
  return counted;
}

async function sumOfRows(draft: Draft, estimate: EstimateHead, prices: RowPrices): Promise<bigint> {
  if (prices.level !== 'indexed') return BigInt((await levelsOfRows(draft.tx, estimate))[prices.level] ?? 0);
  const rows = await rowsOfEstimate(draft.tx, draft.key.spaceId, estimate.id);
  const own = await pricesOfEstimate(draft.tx, draft.key.spaceId, estimate.id, prices);
  return rows.reduce((sum, row) => sum + BigInt(atPrices(row, own).amount ?? 0), 0n);
}

/** The currency of works and its decimals: that of the settings, else that of the first estimate. */
function currencyOf({ currency }: CostSettings, estimates: readonly EstimateHead[]): { currency: string; digits: number } {
  const wanted = currency ?? estimates[0]?.currency ?? '';
  const same = estimates.filter((estimate) => estimate.currency === wanted).map(({ digits }) => digits);
  return { currency: wanted, digits: same.length ? Math.max(...same) : wanted === '' ? 2 : digitsOfCurrency(wanted) };
}

type Change = { itemId: number; before: bigint; after: bigint };

/** Writes the amounts as costs of assignments; only what differs is touched. */
async function putMoney(
  draft: Draft,
  known: VersionRow<'resource'> | null,
  { money, digits }: Counted,
  wanted: ReadonlySet<number> | null,
): Promise<Change[]> {
  const under = 10 ** digits;
  const unitsOf = (cost: number): bigint => BigInt(Math.round(cost * under));
  const present = known ? await draft.rowsBy('assignment', 'resourceId', [known.id]) : [];
  const changes: Change[] = [];
  const seen = new Set<number>();
  for (const assignment of present) {
    seen.add(assignment.itemId);
    if (wanted && !wanted.has(assignment.itemId)) continue;
    const parts = money.get(assignment.itemId);
    const after = parts && sumOfParts(parts);
    const before = unitsOf(assignment.plannedCost);
    if (before === (after ?? 0n)) continue;
    changes.push({ itemId: assignment.itemId, before, after: after ?? 0n });
    if (after === undefined && assignment.actualCost === 0) draft.remove('assignment', assignment.id);
    else {
      const plannedCost = Number(after ?? 0n) / under;
      draft.update('assignment', assignment.id, { plannedCost, remainingCost: Math.max(0, plannedCost - assignment.actualCost) });
    }
  }
  const sums = [...money].map(([itemId, parts]) => [itemId, sumOfParts(parts)] as const);
  const fresh = sums.filter(([itemId, amount]) => amount !== 0n && !seen.has(itemId) && (!wanted || wanted.has(itemId)));
  if (!fresh.length) return changes;
  const resourceId = known?.id ?? addResource(draft);
  for (const [itemId, after] of fresh) {
    const plannedCost = Number(after) / under;
    draft.insert('assignment', {
      id: draft.newId(), itemId, resourceId, plannedUnits: 0, actualUnits: 0, remainingUnits: 0,
      plannedCost, actualCost: 0, remainingCost: plannedCost, remainingMinutes: null, lagMinutes: 0, driving: false, curve: null, extra: null,
    }); // prettier-ignore
    changes.push({ itemId, before: 0n, after });
  }
  return changes;
}

function addResource(draft: Draft): number {
  const id = draft.newId();
  draft.insert('resource', {
    id,
    code: ESTIMATE_RESOURCE,
    name: 'Estimate',
    kind: 'material',
    calendarId: null,
    limit: null,
    unit: '',
    pricePerUnit: null,
    rates: null,
    userId: null,
    managerId: null,
    autoActuals: null,
  });
  return id;
}

/** Works with money and without a volume, also after this update. */
async function listWithoutVolume(draft: Draft, money: Counted['money'], quantities: CostReport['quantities']): Promise<NamedWorks> {
  const given = new Set(quantities.flatMap(({ item_id, measure, after }) => (measure === 'volume' && after ? [item_id] : [])));
  const paid = [...money].flatMap(([id, parts]) => (sumOfParts(parts) === 0n || given.has(id) ? [] : [id]));
  return namedWorks(await draft.rows('wbs', [...(await withoutVolume(readerOf(draft).whole(), paid))]));
}
