import { type RiskPromise, riskSettings, type RiskResultRow, type RiskSettings } from '@gantry/contract';
import { formatMinute, minuteAt } from '@gantry/domain';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { readVersion, planRowsOf } from '../../planning/edits/edits.service.ts';
import { readExternal } from '../../planning/links/links.limits.service.ts';
import { dataDateOf } from '../../planning/timetable/timetable.state.service.ts';
import { getVersion, listCountedVersions } from '../../planning/version-heads/version-heads.service.ts';
import { daysBetween, readFacts } from '../analytics/analytics.service.ts';
import { findRisk, listFinishes, saveRisk } from './risk.repository.ts';
import type { RiskInput } from './risk.thread.ts';

export const riskThread = openThread<RiskInput, RiskResultRow>(new URL('./risk.thread.ts', import.meta.url));

const SIMULATE = 'risk_simulate';

/** The last simulation of a version; money only for who may see it there. */
export async function readRisk(context: Context, versionId: number) {
  const { revision, schedule_id } = await getVersion(context, versionId);
  const { kept, money } = await context.read(async (db) => ({
    kept: await findRisk(db, { spaceId: context.spaceId, versionId }),
    money: (await attributeRightsIn(db, context))?.(schedule_id)?.money ?? true,
  }));
  if (!kept) return { revision, computed: null };
  const result = money ? kept.result : withoutMoney(kept.result);
  return {
    revision,
    computed: { revision: kept.revision, at: kept.computed_at.toISOString(), settings: kept.settings, result },
  };
}

/** P80 of the finish against the promise, of each counted version that was simulated, the latest first. */
export async function readPromises(context: Context): Promise<RiskPromise[]> {
  const finishes = await context.read(async (db) => {
    const versions = await listCountedVersions(db, context.spaceId, null);
    const found = await listFinishes(
      db,
      context.spaceId,
      versions.map(({ version_id }) => version_id),
    );
    const kept = new Map(found.map((one) => [one.version_id, one]));
    return new Map(
      versions.flatMap(({ version_id, schedule_id, revision }) => {
        const one = kept.get(version_id);
        return one ? [[schedule_id, { ...one, outdated: one.revision !== revision }] as const] : [];
      }),
    );
  });
  const { facts } = await readFacts(context, (scheduleId) => finishes.has(scheduleId));
  const promised = new Map(facts.map(({ schedule_id, head }) => [schedule_id, head.target_finish]));
  return [...finishes]
    .map(([schedule_id, { version_id, planned, p80, outdated }]): RiskPromise => {
      const promise = promised.get(schedule_id) ?? null;
      const gap_days = daysBetween(promise ?? minuteAt(planned), minuteAt(p80));
      return { schedule_id, version_id, promised: promise === null ? null : formatMinute(promise), planned, p80, gap_days, outdated };
    })
    .toSorted((a, b) => b.gap_days - a.gap_days || a.schedule_id - b.schedule_id);
}

const withoutMoney = (result: RiskResultRow): RiskResultRow => ({
  ...result,
  cost: null,
  joint_share: null,
  points: [],
  drivers: result.drivers.map((driver) => ({ ...driver, swing_cost: null })),
});

/** Starts the simulation of a version in the background. */
export async function startRisk(context: Context, versionId: number, settings: RiskSettings): Promise<number> {
  const { name } = await getVersion(context, versionId);
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: SIMULATE,
      title: name,
      input: { versionId, settings },
    }),
  );
}

const stored = z.object({ versionId: z.number(), settings: riskSettings });

/** The job that simulates a version. */
export function riskJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: SIMULATE,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ versionId }) => [{ right: 'plan.calculate', at: { kind: 'version', id: versionId } }],
    async run(job) {
      const context = await contextOf(job);
      const { versionId, settings } = job.input;
      const { input, revision } = await readVersion(context, versionId, async (reader) => {
        // Dates depend on no right: what is out of somebody's sight counts all the same.
        const whole = reader.whole();
        const { head } = whole;
        const rows = await planRowsOf(whole, 'all');
        const { limits } = await readExternal(reader);
        return { input: { rows, dataDate: dataDateOf(head.data_date, context), limits, settings }, revision: head.revision };
      });
      const result = await riskThread.run(input, { signal: job.signal });
      await context.write(async (tx) => {
        await saveRisk(tx, { spaceId: context.spaceId, versionId }, { revision, settings, result });
        await context.push.send(tx, { spaceId: context.spaceId }, 'risk_simulated', { version_id: versionId });
      });
      return { version_id: versionId };
    },
  };
}
