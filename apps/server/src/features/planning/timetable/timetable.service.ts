import {
  CALCULATION_STATUS,
  type CalculationOptions,
  type CalculationStatus,
  formatMinute,
  type JsonValue,
  MINUTES_PER_DAY,
  parseMinute,
  PLAN_TABLES,
  sameValue,
} from '@gantry/domain';
import { type ErrorCode, fromWire } from '@gantry/contract';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs.ts';
import { openThread } from '../../../platform/workers.ts';
import { type Draft, edit, readVersion } from '../edits/edits.service.ts';
import { restoreStatus, saveStatus, settleStatus, type VersionKey } from '../versions/versions.head.service.ts';
import { getVersion } from '../versions/versions.service.ts';
import { type InputRows, optionsOf } from './timetable.plan.rules.ts';
import { findCalculation, type StoredCalculation } from './timetable.repository.ts';
import type { CalculationInput, CalculationOutcome } from './timetable.thread.ts';

export const engineThread = openThread<CalculationInput, CalculationOutcome>(new URL('./timetable.thread.ts', import.meta.url));

const CALCULATE = 'timetable_calculate';
const TRIES = 3;

/** State of the calculation of a version, its settings and its log. */
export async function readState(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ db, key, head, values }) => {
    const calculation = await findCalculation(db, key);
    return stateOf(
      head.calculation_status,
      head.data_date,
      optionsOf(await values('settings'), dataDateOf(head.data_date, context)),
      calculation,
    );
  });
}

function stateOf(status: CalculationStatus, dataDate: string | null, options: CalculationOptions, calculation: StoredCalculation | null) {
  return {
    status,
    data_date: dataDate,
    finish: calculation?.finish ?? null,
    calculated_at: calculation?.calculatedAt ?? null,
    input_revision: calculation?.inputRevision ?? null,
    hash: calculation?.hash ?? null,
    critical_count: calculation?.criticalCount ?? 0,
    issues: calculation?.issues ?? [],
    settings: {
      rules: options.rules,
      data_date: formatMinute(options.dataDate),
      progress_mode: options.progressMode,
      lag_calendar: options.lagCalendar,
      use_expected_finish: options.useExpectedFinish,
      float_type: options.floatType,
      open_ends_critical: options.openEndsCritical,
      critical_by: options.criticalBy,
      critical_float_minutes: options.criticalFloatMinutes,
      near_critical_float_minutes: options.nearCriticalFloatMinutes,
      must_finish_by: options.mustFinishBy === null ? null : formatMinute(options.mustFinishBy),
    },
  };
}

/** The data date of a version, else the beginning of today. */
function dataDateOf(kept: string | null, context: Pick<Context, 'now'>): number {
  if (kept !== null) return parseMinute(kept) as number;
  return Math.floor((parseMinute(context.now().toISOString().slice(0, 10)) as number) / MINUTES_PER_DAY) * MINUTES_PER_DAY;
}

/** Calculates a version now and stores the result as an edit; refused where it has no rows. */
export async function calculateNow(context: Context, versionId: number, dataDate?: string, signal?: AbortSignal) {
  const key = { spaceId: context.spaceId, versionId };
  const before = await getCalculable(context, versionId);
  await context.write(async (tx) => {
    await saveStatus(tx, key, CALCULATION_STATUS.calculating);
    await tellStatus(context, tx, key, CALCULATION_STATUS.calculating);
  });
  try {
    for (let attempt = 1; ; attempt += 1) {
      const done = await tryCalculation(context, versionId, dataDate, signal);
      if (done) return { success: true as const, revision: done.revision, state: await readState(context, versionId) };
      // Somebody edited the plan while it was calculated: the answer is to the question of before.
      if (attempt === TRIES) fail('timetable.out_of_date');
    }
  } catch (error) {
    const code = error instanceof Refused ? error.code : 'server.unknown';
    const undisturbed = before.calculation_status === CALCULATION_STATUS.calculated ? before.revision : null;
    await giveUp(context, key, undisturbed, code).catch(() => undefined);
    throw error;
  }
}

async function tryCalculation(
  context: Context,
  versionId: number,
  givenDate: string | undefined,
  signal?: AbortSignal,
): Promise<{ revision: number } | null> {
  const input = await readVersion(context, versionId, async ({ head, values }) => {
    const rows = {} as InputRows;
    for (const table of PLAN_TABLES) rows[table] = await values(table);
    return { rows, revision: head.revision, locked: head.locked, dataDate: givenDate ?? head.data_date, name: head.name };
  });
  if (input.locked) fail('version.locked', { name: input.name });
  if (!input.rows.wbs.length) fail('timetable.nothing_to_calculate');
  const dataDate = dataDateOf(input.dataDate, context);
  const outcome = await engineThread.run({ rows: input.rows, dataDate }, { signal });
  const calculation: StoredCalculation = {
    finish: outcome.finish,
    calculatedAt: context.now().toISOString(),
    inputRevision: input.revision,
    hash: outcome.hash,
    criticalCount: outcome.criticalCount,
    issues: outcome.issues,
  };
  let stale = false;
  const done = await edit(
    context,
    versionId,
    'timetable.calculate',
    async (draft) => {
      stale = draft.head.revision !== input.revision;
      if (stale) return;
      await keepDataDate(draft, dataDate);
      draft.patchKnown('wbs', outcome.items);
      draft.patchKnown('relation', outcome.relations);
      // Told and stored with the dates: an edit that comes a moment later must find its own status standing.
      await tellStatus(context, draft.tx, draft.key, CALCULATION_STATUS.calculated);
    },
    () => (stale ? {} : { calculation_status: CALCULATION_STATUS.calculated, calculation }),
  );
  return stale ? null : { revision: done.revision };
}

/** A version that can be calculated, or the refusal. */
async function getCalculable(context: Context, versionId: number) {
  const version = await getVersion(context, versionId);
  if (version.locked) fail('version.locked', { name: version.name });
  if (!version.item_count) fail('timetable.nothing_to_calculate');
  return version;
}

function tellStatus(context: Pick<Context, 'push'>, tx: Tx, key: VersionKey, status: CalculationStatus, error?: string): Promise<void> {
  const told = { version_id: key.versionId, status, ...(error === undefined ? {} : { error }) };
  return context.push.send(tx, { spaceId: key.spaceId }, 'timetable_calculate', told);
}

/** After a calculation that came to nothing: what was calculated before still is, unless the plan has changed since. */
async function giveUp(context: Context, key: VersionKey, calculatedRevision: number | null, error: string): Promise<void> {
  await context.write(async (tx) => {
    const status = await restoreStatus(tx, key, calculatedRevision);
    await tellStatus(context, tx, key, status, error);
  });
}

/** Calculates a version as a job. */
export async function startCalculation(context: Context, versionId: number, dataDate?: string): Promise<number> {
  const version = await getCalculable(context, versionId);
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: CALCULATE,
      title: version.name,
      input: { versionId, dataDate: dataDate ?? null },
    }),
  );
}

/** Calculates a version as a job and waits for it, so that a stop of the server leaves no version calculating for ever. */
export async function finishCalculation(context: Context, versionId: number, dataDate?: string) {
  const job = await context.jobs.finished(context.userId, await startCalculation(context, versionId, dataDate));
  if (job.status === 'cancelled') fail('job.cancelled');
  if (job.status !== 'done') fail((job.error?.code ?? 'job.failed') as ErrorCode, job.error?.parameters);
  return { success: true as const, revision: Number(job.result?.['revision']), state: await readState(context, versionId) };
}

/** The job that calculates a version; it starts again where a stop interrupted it. */
export function calculationJob(
  services: Pick<Services, 'database' | 'push'>,
  contextOf: (userId: number, spaceId: number) => Promise<Context>,
): JobKind {
  return {
    kind: CALCULATE,
    afterRestart: 'again',
    lane: 'quick',
    async run(job) {
      const context = await contextOf(job.userId, job.spaceId as number);
      await job.progress(0.1, 'timetable.calculating');
      const { versionId, dataDate } = job.input as { versionId: number; dataDate: string | null };
      const { revision } = await calculateNow(context, versionId, dataDate ?? undefined, job.signal);
      return { version_id: versionId, revision };
    },
    // A job that was given up without a run (its server died each time) leaves no version calculating for ever.
    async ended({ spaceId, input, status }) {
      if (spaceId === null || status === 'done') return;
      const key = { spaceId, versionId: Number(input['versionId']) };
      await services.database.write({ spaceId, userId: null }, async (tx) => {
        if (await settleStatus(tx, key)) await tellStatus(services, tx, key, CALCULATION_STATUS.notCalculated, 'job.interrupted');
      });
    },
  };
}

type SettingsPatch = Record<string, JsonValue>;

async function changeOptions(draft: Draft, patch: SettingsPatch): Promise<void> {
  const [settings] = await draft.all('settings');
  const options = { ...(settings?.options as SettingsPatch | undefined), ...patch };
  if (!settings) draft.insert('settings', { id: draft.newId(), options });
  else if (!sameValue(settings.options, options)) draft.update('settings', settings.id, { options });
}

/** The data date stands among the options, where history and undo see it; the version's own column follows. */
async function keepDataDate(draft: Draft, dataDate: number): Promise<void> {
  if (draft.head.data_date !== formatMinute(dataDate)) await changeOptions(draft, { dataDate });
}

/** Changes options of the calculation of a version; an edit like any other, so it can be taken back. */
export async function saveSettings(context: Context, versionId: number, wire: SettingsPatch) {
  const { dataDate, mustFinishBy, ...patch } = fromWire(wire) as { dataDate?: string; mustFinishBy?: string | null } & SettingsPatch;
  const dates = {
    ...(dataDate === undefined ? {} : { dataDate: parseMinute(dataDate) }),
    ...(mustFinishBy === undefined ? {} : { mustFinishBy: mustFinishBy === null ? null : parseMinute(mustFinishBy) }),
  };
  const done = await edit(context, versionId, 'timetable.settings', (draft) => changeOptions(draft, { ...patch, ...dates }));
  return { success: true as const, revision: done.revision, diff: done.diff };
}
