import { api, type JobFinding } from '@gantry/contract';
import { z } from 'zod';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { type Added, addValues } from './version-directories.add.service.ts';
import { getUnlockedVersion } from './assign/version-directories.assign.service.ts';
import {
  changeValues,
  type Removed,
  removeDirectory,
  type Synced,
  syncVersion,
  type ValueChange,
} from './version-directories.change.service.ts';
import { directoryFollowJob } from './version-directories.follow.service.ts';
import { type Assigned, assignRow, type Copied, copyValues } from './assign/version-directories.give.service.ts';
import type { Note } from './version-directories.notes.rules.ts';
import { countWorks } from './version-directories.repository.ts';
import { type Counted, getDirectoryFor } from './version-directories.service.ts';
import type { Told } from './version-directories.settle.service.ts';

/** Up to this many works are counted while the caller waits. */
const AT_ONCE = 100;
/** Counting is about a third of the work, writing the rest. */
const COUNTING = 0.35;

type Inputs = { assign: Assigned; copy: Copied; add: Added; update: ValueChange[]; unassign: Removed; sync: Synced };
type Answers = { [A in keyof Inputs]: Awaited<ReturnType<(typeof ACTS)[A]['run']>> };
type Act<Input, Answer> = {
  /** What a job of it is queued with. */
  input: z.ZodType<Input>;
  run(context: Context, versionId: number, input: Input, reported?: Told): Promise<Answer>;
  /** How many works it is about. */
  works(context: Context, versionId: number, input: Input): number | Promise<number>;
};

const carrying = async (context: Context, versionId: number, { directory_id, item_ids }: Synced): Promise<number> => {
  const all = await context.read((db) => countWorks(db, { spaceId: context.spaceId, versionId }, directory_id));
  return item_ids ? Math.min(all, item_ids.length) : all;
};

const calls = api.versionDirectories;

/** What can be done with rows of directories on works; one that concerns many works is done as a job of the kind that bears its name. */
const ACTS = {
  assign: {
    input: calls.assign.body.extend({ alone: z.boolean().optional() }),
    run: assignRow,
    works: (_context, _id, { items }) => items.length,
  } satisfies Act<Assigned, Counted>,
  copy: { input: calls.copyWbs.body, run: copyValues, works: (_context, _id, { items }) => items.length } satisfies Act<Copied, Counted>,
  add: {
    input: calls.addValues.body.extend({ directory_id: z.number() }),
    run: addValues,
    works: (_context, _id, { row_ids }) => row_ids.length,
  } satisfies Act<Added, unknown>,
  update: {
    input: calls.linkedValue.body.shape.values,
    run: changeValues,
    works: (_context, _id, changes) => changes.length,
  } satisfies Act<ValueChange[], Counted>,
  unassign: {
    input: calls.remove.body.unwrap().extend({ directory_id: z.number() }),
    run: removeDirectory,
    works: (context, id, input) => input.value_ids?.length ?? carrying(context, id, input),
  } satisfies Act<Removed, Counted>,
  sync: { input: calls.syncWithList.body.unwrap(), run: syncVersion, works: carrying } satisfies Act<Synced, Counted>,
};
const kindOf = (act: keyof Inputs): string => `version_directory_${act}`;

/** Does something with rows of directories on works of a version: at once, or as a job where they are many. */
export async function act<A extends keyof Inputs>(context: Context, versionId: number, name: A, input: Inputs[A]): Promise<Answers[A]> {
  const { run, works } = ACTS[name] as unknown as Act<Inputs[A], Answers[A]>;
  if ((await works(context, versionId, input)) <= AT_ONCE) return run(context, versionId, input);
  const version = await getUnlockedVersion(context, versionId);
  const { directory_id } = input as { directory_id?: number };
  const isGiven = name === 'assign' || name === 'add';
  if (isGiven && directory_id !== undefined) await getDirectoryFor(context, versionId, directory_id);
  const job_id = await context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: kindOf(name),
      title: version.name,
      input: { versionId, input },
    }),
  );
  // Complete for every act: each of them answers some of it.
  return { revision: 0, diff: {}, values: 0, works: 0, notes: [], ids: [], job_id } as unknown as Answers[A];
}

const findingOf = ({ code, parameters }: Note): JobFinding => ({ severity: 'warning', code, message: code, line: null, parameters });

/** Jobs over many works, in one edit each. They are idempotent, so a restart repeats them. */
export const versionDirectoryJobs = (contextOf: ContextOfJob): JobKind[] => [directoryFollowJob(contextOf), ...actJobs(contextOf)];

const actJobs = (contextOf: ContextOfJob): JobKind[] => [
  actJob(contextOf, 'assign', ACTS.assign),
  actJob(contextOf, 'copy', ACTS.copy),
  actJob(contextOf, 'add', ACTS.add),
  actJob(contextOf, 'update', ACTS.update),
  actJob(contextOf, 'unassign', ACTS.unassign),
  actJob(contextOf, 'sync', ACTS.sync),
];

function actJob<Input>(
  contextOf: ContextOfJob,
  name: keyof Inputs,
  { input: schema, run }: Pick<Act<Input, Partial<Counted>>, 'input' | 'run'>,
): JobKind<z.ZodObject<{ versionId: z.ZodNumber; input: z.ZodType<Input> }>> {
  return {
    kind: kindOf(name),
    input: z.object({ versionId: z.number(), input: schema }),
    afterRestart: 'again',
    lane: 'long',
    needs: ({ versionId }) => [{ right: 'plan.edit', at: { kind: 'version', id: versionId } }],
    async run(job) {
      const { versionId, input } = job.input;
      const context = await contextOf(job);
      const stoppable: Context = {
        ...context,
        // The last moment in which nothing is written yet.
        async recheck(db) {
          await job.progress(COUNTING, 'version_directory.writing');
          await context.recheck(db);
        },
      };
      const reported: Told = (share) => job.progress(share * COUNTING, 'version_directory.counting');
      const done = await run(stoppable, versionId, input, reported);
      job.findings((done.notes ?? []).map(findingOf));
      return { version_id: versionId, revision: done.revision ?? 0, values: done.values ?? 0, works: done.works ?? 0 };
    },
  };
}
