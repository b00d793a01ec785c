import { type CostSettings, costSettings, OUTDATED_BY, type OutdatedCosts } from '@gantry/contract';
import type { VersionRow } from '@gantry/domain';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../../platform/context.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { type Draft, readVersion } from '../../../planning/edits/edits.service.ts';
import { getVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { type EstimateHead, estimatesForCosts, unreadable } from '../../estimates/estimates.doors.service.ts';
import { findCostSettings } from '../cost-links.repository.ts';
import { rateOf } from './cost-links.percents.rules.ts';

type CostBase = VersionRow<'costBase'>;
export type NewCostBase = Omit<CostBase, 'id'>;

/** Enough to tell settings apart; comparisons of versions show them. */
const SHOWN_DIGITS = 12;
const USUAL: Record<string, unknown> = costSettings.parse({});

/**
 * One value of what settings make of costs. Rates stand with the estimates that go by them, and what acts or planned bills go by changes no cost. What is usual
 * is left out, so that a setting that the product gets later makes nothing outdated.
 */
export function valueOfSettings({ rates: _rates, deflators: _deflators, percents, ...others }: CostSettings): string {
  const counted = { ...others, percents: percents.map(({ in_acts: _inActs, ...percent }) => percent) };
  const own = Object.entries(counted).filter(([name, value]) => !isDeepStrictEqual(value, USUAL[name]));
  return createHash('sha256').update(JSON.stringify(own)).digest('hex').slice(0, SHOWN_DIGITS);
}

/** What an estimate is that brings costs to works, as a version keeps it; its revision is that of its rows. */
export const baseOf = (estimate: EstimateHead, settings: CostSettings): NewCostBase => ({
  estimateId: estimate.id,
  name: `${estimate.number} ${estimate.name}`.trim().slice(0, 512),
  revision: estimate.counted_revision,
  settings: valueOfSettings(settings),
  rate: rateOf(settings.rates, estimate.currency) ?? '',
});

/** Keeps what costs are made of in the edit that counts them; only what differs is touched. */
export async function putBases(draft: Draft, bases: readonly NewCostBase[]): Promise<void> {
  const present = new Map((await draft.all('costBase')).map((base) => [base.estimateId, base.id]));
  for (const base of bases) {
    const known = present.get(base.estimateId);
    if (known === undefined) draft.insert('costBase', { id: draft.newId(), ...base });
    else draft.update('costBase', known, base);
    present.delete(base.estimateId);
  }
  for (const id of present.values()) draft.remove('costBase', id);
}

/** Of the estimates that costs were last updated by, those that the caller may read and that are others now, or count by other settings. */
export async function outdatedOf(context: Context, db: Db, bases: readonly CostBase[], settings: CostSettings): Promise<OutdatedCosts[]> {
  const estimates = await estimatesForCosts(
    context,
    db,
    bases.map(({ estimateId }) => estimateId),
  );
  const hidden = new Set((await unreadable(context, db, estimates.values())).map(({ id }) => id));
  const outdated: OutdatedCosts[] = [];
  for (const { estimateId, name, revision, settings: former, rate } of bases) {
    const estimate = estimates.get(estimateId);
    if (hidden.has(estimateId)) continue;
    const is = estimate && baseOf(estimate, settings);
    const differs: Record<OutdatedCosts['why'][number], boolean> = {
      gone: !is,
      rows: is !== undefined && is.revision !== revision,
      settings: is !== undefined && is.settings !== former,
      rate: is !== undefined && is.rate !== rate,
    };
    const why = OUTDATED_BY.filter((reason) => differs[reason]);
    if (!why.length) continue;
    outdated.push({
      estimate_id: estimateId,
      name,
      currency: estimate?.currency ?? '',
      why,
      was: { revision, rate },
      now: is ? { revision: is.revision, rate: is.rate } : null,
    });
  }
  return outdated;
}

/** Estimates whose changes the costs of a version do not have yet. */
export async function listOutdated(context: Context, versionId: number): Promise<{ estimates: OutdatedCosts[] }> {
  const { schedule_id } = await getVersion(context, versionId);
  return readVersion(context, versionId, async (reader) => {
    const bases = await reader.whole().rows('costBase');
    const settings = costSettings.parse((await findCostSettings(reader.db, context.spaceId, schedule_id)) ?? {});
    return { estimates: await outdatedOf(context, reader.db, bases, settings) };
  });
}
