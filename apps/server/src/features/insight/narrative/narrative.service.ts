import type { Narrative } from '@gantry/contract';
import { formatMinute, minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { compareRows } from '../../planning/compare/compare.service.ts';
import { getVersion, listVersionsOf } from '../../planning/version-heads/version-heads.service.ts';
import { readValues } from '../print/print.service.ts';
import { changedLines, sectionsOf, type ToldLines } from './narrative.rules.ts';
import type { NarrativeInput } from './narrative.thread.ts';

export const narrativeThread = openThread<NarrativeInput, ToldLines>(new URL('./narrative.thread.ts', import.meta.url));

/** Tells a version, and what has changed since another one, as the caller sees both. */
export async function readNarrative(
  context: Context,
  versionId: number,
  { base_version_id, days }: { base_version_id?: number | undefined; days: number },
): Promise<Narrative> {
  const version = await getVersion(context, versionId);
  const base = await baseOf(context, version, base_version_id);
  const values = await readValues(context, versionId);
  const today = minuteAt(`${context.today}T00:00`);
  const status = await narrativeThread.run({ values, today, days });
  const ids: readonly [number, number] | null = base ? [base.id, versionId] : null;
  const changes = ids
    ? changedLines(
        (await compareRows(context, version.schedule_id, { version_ids: [...ids], origin: 'all', search: '', all: true })).rows,
        ids,
      )
    : {};
  return {
    base: base && { id: base.id, name: base.name },
    data_date: formatMinute(values.dataDate ?? today),
    days,
    sections: sectionsOf({ ...status, ...changes }),
  };
}

/** The version that another is counted against: the one named, else the actual one, else the one before it. */
async function baseOf(
  context: Context,
  version: { id: number; schedule_id: number },
  named: number | undefined,
): Promise<{ id: number; name: string } | null> {
  const others = (await listVersionsOf(context, version.schedule_id)).filter(({ id }) => id !== version.id);
  if (named !== undefined) return others.find(({ id }) => id === named) ?? fail('version.not_found', { id: named });
  return (
    others.find(({ kind }) => kind === 'actual') ?? others.filter(({ id, kind }) => id < version.id && kind !== 'target').at(-1) ?? null
  );
}
