import { z } from 'zod';
import type { ErrorCode, LevelingAsked } from '@gantry/contract';
import { CALCULATION_STATUS, type CalculationStatus, minuteAt } from '@gantry/domain';
import type { Context, ContextOfJob, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { describeError } from '../../../platform/log.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { AUTOMATIC_EDIT, edit, readerOf, readVersion, planRowsOf, type VersionReader } from '../edits/edits.service.ts';
import { liveOf, MOST_LIVE_ITEMS } from './live/timetable.live.service.ts';
import { readExternal, renameEnds } from '../links/links.limits.service.ts';
import { notifyOthers, waitingFor } from '../links/links.status.service.ts';
import { restoreStatus, saveStatus, settleStatus, type VersionKey, getVersion } from '../version-heads/version-heads.service.ts';
import type { StoredCalculation } from './timetable.repository.ts';
import { keepDataDate } from './timetable.settings.service.ts';
import { dataDateOf, readState } from './timetable.state.service.ts';
import type { CalculationInput, HashedOutcome } from './timetable.thread.ts';

export const engineThread = openThread<CalculationInput, HashedOutcome>(new URL('./timetable.thread.ts', import.meta.url));

/** The same in a thread of its own: a search takes seconds, and calculations do not wait for it. */
export const levelingThread = openThread<CalculationInput, HashedOutcome>(new URL('./timetable.thread.ts', import.meta.url));

const CALCULATE = 'timetable_calculate';
/** Tries beside edits; after these a calculation takes its turn among them, and they wait for it. */
const TRIES_BESIDE = 2;

/** Input of a calculation: another data date, only some rows, and whether an edit triggered it. */
const asked = z.object({ dataDate: z.string().optional(), ids: z.array(z.number()).optional(), auto: z.boolean().optional() });
type Asked = z.output<typeof asked>;

/** A result that a job has to write. */
class TooLarge extends Error {}

/**
 * Calculates a version by the threads that keep it; null where a job has to do it. Until it is stored nothing of it is seen. With
 * `datesFirst` late dates and floats are left to a job where there are too many: then not all of it is stored.
 */
export async function calculateLive(
  context: Context,
  { id, item_count }: { id: number; item_count: number },
  asked: Asked & { datesFirst?: boolean } = {},
): Promise<Stored | null> {
  if (!liveOf(context) || item_count > MOST_LIVE_ITEMS) return null;
  try {
    // In its turn: that takes the time of some edits, and a try beside them would be in vain where there are many.
    return await tryCalculation(context, id, asked, { inTurn: true, isLive: true });
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** Calculates a version now and stores the result as an edit; refused where it has no rows. */
export async function calculateNow(context: Context, versionId: number, asked: Asked = {}, signal?: AbortSignal) {
  const key = { spaceId: context.spaceId, versionId };
  const before = await getCalculable(context, versionId);
  await context.write(async (tx) => {
    await saveStatus(tx, key, CALCULATION_STATUS.calculating);
    await notifyStatus(context, tx, key, CALCULATION_STATUS.calculating);
  });
  try {
    for (let attempt = 1; ; attempt += 1) {
      const done = await tryCalculation(context, versionId, asked, { signal, inTurn: attempt > TRIES_BESIDE });
      // Otherwise somebody edited the plan while it was calculated: the answer is to the question of before.
      if (done) return { revision: done.revision, state: await readState(context, versionId) };
    }
  } catch (error) {
    const code = error instanceof Refused ? error.code : 'server.unknown';
    const undisturbed = before.calculation_status === CALCULATION_STATUS.calculated ? before.revision : null;
    await giveUp(context, key, undisturbed, code).catch(() => undefined);
    throw error;
  }
}

/** What to calculate; with `leveling`, of the named revision alone, and null ends the leveling that stands. */
type Wanted = Asked & { leveling?: LevelingAsked | null; revision?: number; datesFirst?: boolean };

/** `isWhole` is false where late dates and floats of other rows are left. */
type Solved = { inputRevision: number; dataDate: number; outcome: HashedOutcome; isWhole?: boolean };
type Stored = { revision: number; isWhole: boolean };

/** What a calculation reads of a version, and all that it may take from the database. */
async function readInput(reader: VersionReader, asked: Wanted) {
  // Dates depend on no right: what is out of somebody's sight counts all the same.
  const whole = reader.whole();
  const { head } = whole;
  if (head.locked) fail('version.locked', { name: head.name });
  if (asked.revision !== undefined && asked.revision !== head.revision) fail('timetable.out_of_date');
  const rows = await planRowsOf(whole);
  const external = await readExternal(reader);
  if (!rows.wbs.length) fail('timetable.nothing_to_calculate');
  return { rows, external, revision: head.revision, dataDate: asked.dataDate ?? head.data_date, leveling: asked.leveling };
}

/** The same from the threads that keep versions calculated; null where there are none, or the result is too large to be written by a call. */
async function solveLive(context: Context, versionId: number, asked: Wanted, signal?: AbortSignal): Promise<Solved | null> {
  const live = asked.leveling === undefined ? liveOf(context) : null;
  if (!live) return null;
  const dataDate = asked.dataDate === undefined ? null : minuteAt(asked.dataDate);
  const question = { spaceId: context.spaceId, versionId, dataDate, today: dataDateOf(null, context), datesFirst: asked.datesFirst };
  const answer = await live.calculate(question, signal).catch((error: unknown) => {
    // A thread that ended, for want of memory for instance: a job has a thread of its own.
    context.log.warn('timetable.live_failed', { versionId, ...describeError(error) });
    return null;
  });
  if (!answer) return null;
  if (answer.kind === 'gone') fail('version.not_found', { id: versionId });
  if (answer.kind === 'empty') fail('timetable.nothing_to_calculate');
  return answer.kind === 'calculated' ? answer : null;
}

async function solve(context: Context, input: Awaited<ReturnType<typeof readInput>>, signal?: AbortSignal): Promise<Solved> {
  const dataDate = dataDateOf(input.dataDate, context);
  const { rows, external, leveling } = input;
  const thread = leveling === undefined ? engineThread : levelingThread;
  const outcome = await thread.run({ rows, dataDate, external, leveling }, { signal });
  return { inputRevision: input.revision, dataDate, outcome };
}

/** One try: beside edits, and null where one of them came between; or in its turn, with the version's lock from the reading to the writing. */
export async function tryCalculation(
  context: Context,
  versionId: number,
  asked: Wanted,
  { signal, inTurn, isLive }: { signal?: AbortSignal; inTurn: boolean; isLive?: boolean },
): Promise<Stored | null> {
  const read = async () => solve(context, await readVersion(context, versionId, (reader) => readInput(reader, asked)), signal);
  const first = isLive ? await solveLive(context, versionId, asked, signal) : inTurn ? null : await read();
  if (isLive && !first) throw new TooLarge();
  let calculation: StoredCalculation | null = null;
  let others: number[] = [];
  let isWhole = true;
  const only = asked.ids && new Set(asked.ids);
  const status = () => (only || !isWhole ? CALCULATION_STATUS.notCalculated : CALCULATION_STATUS.calculated);
  const done = await edit(
    context,
    versionId,
    nameOf(asked),
    async (draft) => {
      let solved = first;
      // Nobody else writes now: what the threads read of the database is what the draft would.
      if (isLive && inTurn && solved?.inputRevision !== draft.head.revision) solved = await solveLive(context, versionId, asked, signal);
      if (isLive && !solved) throw new TooLarge();
      const answer: Solved = solved ?? (await solve(context, await readInput(readerOf(draft), asked), signal));
      const { inputRevision, dataDate, outcome } = answer;
      if (draft.head.revision !== inputRevision) return;
      isWhole = answer.isWhole ?? true;
      const items = only ? outcome.items.filter(({ id }) => only.has(id)) : outcome.items;
      others = await waitingFor(draft.tx, draft.key, items);
      // What marks other versions stands in the result, which only a whole calculation has.
      if (!isWhole && others.length) throw new TooLarge();
      calculation = {
        ...(others.length ? { moved: others } : {}),
        finish: outcome.finish,
        calculatedAt: context.now().toISOString(),
        inputRevision,
        hash: outcome.hash,
        criticalCount: outcome.criticalCount,
        issues: outcome.issues,
      };
      await keepDataDate(draft, dataDate);
      draft.patchKnown('wbs', items);
      if (!only) draft.patchKnown('relation', outcome.relations);
      await renameEnds(draft);
      // Told and stored with the dates: an edit that comes a moment later must find its own status standing.
      await notifyStatus(context, draft.tx, draft.key, status());
    },
    () => (!calculation ? {} : { calculation_status: status(), ...(only || !isWhole ? {} : { calculation }) }),
  );
  const made: StoredCalculation | null = calculation;
  if (!made) return null;
  await notifyOthers(context, versionId, others, (made as StoredCalculation).inputRevision);
  return { revision: done.revision, isWhole };
}

const nameOf = ({ ids, auto, leveling }: Wanted): string =>
  leveling !== undefined
    ? leveling
      ? 'timetable.leveling'
      : 'timetable.leveling_cleared'
    : ids
      ? 'timetable.calculate_selected'
      : auto
        ? AUTOMATIC_EDIT
        : 'timetable.calculate';

/** A calculation that stores nothing. */
export async function solveOnly(context: Context, versionId: number, asked: Wanted): Promise<Solved> {
  return solve(context, await readVersion(context, versionId, (reader) => readInput(reader, asked)));
}

/** A version that can be calculated, or the refusal. */
async function getCalculable(context: Context, versionId: number) {
  const version = await getVersion(context, versionId);
  if (version.locked) fail('version.locked', { name: version.name });
  if (!version.item_count) fail('timetable.nothing_to_calculate');
  return version;
}

function notifyStatus(context: Pick<Context, 'push'>, tx: Tx, key: VersionKey, status: CalculationStatus, error?: string): Promise<void> {
  const reported = { version_id: key.versionId, status, ...(error === undefined ? {} : { error }) };
  return context.push.send(tx, { spaceId: key.spaceId }, 'timetable_calculate', reported);
}

/** After a failed calculation the former results stay valid unless the plan has changed. */
async function giveUp(context: Context, key: VersionKey, calculatedRevision: number | null, error: string): Promise<void> {
  await context.write(async (tx) => {
    const status = await restoreStatus(tx, key, calculatedRevision);
    await notifyStatus(context, tx, key, status, error);
  });
}

/** Calculates a version as a job. */
export async function startCalculation(context: Context, versionId: number, asked: Asked = {}): Promise<number> {
  const version = await getCalculable(context, versionId);
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: CALCULATE,
      title: version.name,
      input: { versionId, ...asked },
    }),
  );
}

/** Calculates a version at once where the caller prefers that and it is possible: null; else as a job. */
export async function calculateSoon(context: Context, versionId: number, asked: Asked = {}): Promise<number | null> {
  if (context.prefers.has('calculate') && (await calculateLive(context, await getCalculable(context, versionId), asked))) return null;
  return startCalculation(context, versionId, asked);
}

/** Calculates a version as a job and waits for it, so that a stop of the server leaves no version calculating for ever. */
export async function finishCalculation(context: Context, versionId: number, asked: Asked = {}) {
  const done = await calculateLive(context, await getCalculable(context, versionId), asked);
  if (done) return { revision: done.revision, state: await readState(context, versionId) };
  const job = await context.jobs.finished(context.userId, await startCalculation(context, versionId, asked));
  if (job.status === 'cancelled') fail('job.cancelled');
  if (job.status !== 'done') fail((job.error?.code ?? 'job.failed') as ErrorCode, job.error?.parameters);
  return { revision: Number(job.result?.['revision']), state: await readState(context, versionId) };
}

const stored = asked.extend({ versionId: z.number() });

/** The job that calculates a version; it starts again where a stop interrupted it. */
export function calculationJob(services: Pick<Services, 'database' | 'push'>, contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: CALCULATE,
    input: stored,
    afterRestart: 'again',
    lane: 'quick',
    needs: (input) => [{ right: 'plan.calculate', at: { kind: 'version', id: input.versionId } }],
    async run(job) {
      const { versionId, ...rest } = job.input;
      const context = await contextOf(job);
      await job.progress(0.1, 'timetable.calculating');
      const { revision } = await calculateNow(context, versionId, rest, job.signal);
      return { version_id: versionId, revision };
    },
    // A job that was given up without a run (its server died each time) leaves no version calculating for ever.
    async ended({ spaceId, input, status }) {
      if (spaceId === null || status === 'done') return;
      const key = { spaceId, versionId: input.versionId };
      await services.database.write({ spaceId, userId: null }, async (tx) => {
        if (await settleStatus(tx, key)) await notifyStatus(services, tx, key, CALCULATION_STATUS.notCalculated, 'job.interrupted');
      });
    },
  };
}
