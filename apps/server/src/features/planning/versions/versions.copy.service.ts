import { z } from 'zod';
import { CALCULATION_STATUS, type Lineage } from '@gantry/domain';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { maskOf } from '../edits/mask/edits.mask.service.ts';
import { fillFrom, finishFilling } from '../edits/edits.service.ts';
import { updateVersionHead, type VersionHead, type VersionKey, addVersion, getVersion } from '../version-heads/version-heads.service.ts';
import { findSource } from './versions.people.repository.ts';
import { copyParts } from './versions.source.repository.ts';

/** Up to this many rows a copy is made while the caller waits. */
const AT_ONCE = 5000;
const COPY = 'copy_version';

const copyInput = z.object({ versionId: z.number(), scheduleId: z.number(), name: z.string() });
type Copy = z.output<typeof copyInput>;

/** Copies a version to a schedule, its own or another; a large one as a job. A locked version can be copied. */
export async function copyVersion(context: Context, versionId: number, scheduleId: number, name?: string) {
  const version = await getVersion(context, versionId);
  const schedule = await getNode(context, scheduleId, 'schedule');
  const copy: Copy = { versionId, scheduleId, name: name ?? version.name };
  if (version.item_count <= AT_ONCE) {
    const id = await context.write((tx) => copyIn(context, tx, copy));
    return { id, job_id: null };
  }
  const jobId = await context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: COPY,
      title: `${version.name} → ${schedule.name}`,
      input: copy,
    }),
  );
  return { id: null, job_id: jobId };
}

/** What a copy in another schedule does not get: what its author may not see here would be open there. */
async function leftBehind(context: Context, tx: Tx, { from, head }: { from: VersionKey; head: VersionHead }, scheduleId: number) {
  const mask = head.schedule_id === scheduleId ? null : await maskOf(tx, from, head, context);
  return { attributes: [...(mask?.hidden ?? [])], money: mask?.money === false };
}

async function copyIn(context: Context, tx: Tx, copy: Copy): Promise<number> {
  const from = { spaceId: context.spaceId, versionId: copy.versionId };
  const kept = await findSource(tx, from);
  if (!kept) fail('version.not_found', { id: copy.versionId });
  const key = await addVersion(context, tx, { scheduleId: copy.scheduleId, name: copy.name, dataDate: kept.data_date });
  const { head, left } = await fillFrom(context, tx, from, key, (found) => leftBehind(context, tx, { from, head: found }, copy.scheduleId));
  const whole = head.schedule_id === copy.scheduleId;
  const leftOut = await finishFilling(context, tx, key, {
    name: 'version.copy',
    lastId: head.last_id,
    itemCount: head.item_count,
    whole,
  });
  // The source file would hold the omitted content.
  const isWhole = !left.attributes.length && !left.money && !leftOut.length;
  if (isWhole) await copyParts(tx, from, key);
  const source = isWhole ? kept.source : { ...kept.source, kept: null };
  const lineage: Lineage = [...lineageOf(kept.source), { versionId: copy.versionId, lastId: head.last_id }];
  // The marks that its calculation owes are made by the version that was copied.
  const { moved: _, ...calculation } = kept.calculation ?? {};
  const calculated = head.calculation_status === CALCULATION_STATUS.calculated;
  await updateVersionHead(tx, key, {
    calculation_status: calculated ? head.calculation_status : CALCULATION_STATUS.notCalculated,
    calculation: kept.calculation && JSON.stringify({ ...calculation, inputRevision: 1, ...(calculated ? {} : { unsettled: true }) }),
    data_date: head.data_date,
    source: JSON.stringify({ ...source, lineage }),
  });
  return key.versionId;
}

/** From which versions a version was copied. */
export async function lineageOfVersion(db: Db, key: VersionKey): Promise<Lineage> {
  return lineageOf((await findSource(db, key))?.source ?? null);
}

function lineageOf(source: Record<string, unknown> | null): Lineage {
  const lineage = source?.['lineage'];
  return Array.isArray(lineage) ? (lineage as Lineage) : [];
}

/** The job that copies a large version: all of it in one transaction, or nothing. */
export function copyVersionJob(contextOf: ContextOfJob): JobKind<typeof copyInput> {
  return {
    kind: COPY,
    input: copyInput,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => [
      { right: 'plan.edit', at: { kind: 'version', id: input.versionId } },
      { right: 'plan.edit', at: { kind: 'node', id: input.scheduleId } },
    ],
    async run(job) {
      const copy = job.input;
      const context = await contextOf(job);
      return context.write(async (tx) => {
        await job.progress(0, 'version.copying');
        const id = await copyIn(context, tx, copy);
        const result = { version_id: id, schedule_id: copy.scheduleId };
        await job.complete(tx, result);
        return result;
      });
    },
  };
}
