import type { EventSent } from '@gantry/contract';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { CODE_PAGES } from '@gantry/interchange';
import { z } from 'zod';
import type { Context, ContextOfJob, Services } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { convertFile } from './models.child.service.ts';
import type { ModelRow } from './models.extract.rules.ts';
import { CONVERTER, shareOf, type Stage } from './models.limits.rules.ts';
import { clearContent, discardFile, findVersionRow, insertContent, showVersion, updateVersion } from './models.repository.ts';
import { forgetOldVersions, sweepModels } from './models.sweep.service.ts';

export const CONVERT = 'bim_convert';
/** The kind of the job that tries the rules of links on a new version of a model; its input is that of the conversion. */
export const RELINK = 'bim_relink';
const ROWS_AT_ONCE = 2000;
const PUBLISH_EVERY_MS = 300;

export const storedConversion = z.object({ projectId: z.number(), modelId: z.number(), versionId: z.number() });
type Stored = z.output<typeof storedConversion>;
type Progress = EventSent['bim_model_upload_progress'];

/** Everybody with the models of the project open hears how far a conversion is. */
export function publishProgress(
  context: Pick<Context, 'push' | 'spaceId'>,
  tx: Tx,
  { projectId, modelId }: Pick<Stored, 'projectId' | 'modelId'>,
  how: Pick<Progress, 'stage' | 'status' | 'percent'>,
): Promise<void> {
  const data = { project_id: projectId, model_id: modelId, ...how };
  return context.push.send(tx, { spaceId: context.spaceId }, 'bim_model_upload_progress', data);
}

/** One conversion at a time: each takes a core and as much memory as the rest of the server. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const mine = turn.then(() => {
    signal.throwIfAborted();
    return work();
  });
  turn = mine.catch(() => undefined);
  return mine;
}

/** The job that makes geometry and tables of an uploaded file. */
export function convertJob(services: Services, contextOf: ContextOfJob): JobKind<typeof storedConversion> {
  return {
    kind: CONVERT,
    input: storedConversion,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ projectId }) => [{ right: 'bim.edit', at: { kind: 'node', id: projectId } }],
    async run(job) {
      const context = await contextOf(job);
      try {
        await inTurn(job.signal, () => convert(context, job));
      } catch (error) {
        if (error instanceof Refused)
          await end(context, job.input, { code: error.code, parameters: error.parameters as Record<string, never> });
        throw error;
      }
      return { model_id: job.input.modelId, version_id: job.input.versionId };
    },
    async ended({ spaceId, input, status }) {
      // Whatever ended it, a version that is not ready any more says so; one that has said why keeps its reason.
      if (status === 'done' || spaceId === null) return;
      const code = status === 'cancelled' ? 'job.cancelled' : 'job.interrupted';
      await services.database.write({ spaceId, userId: null, system: true }, async (tx) => {
        const version = await findVersionRow(tx, spaceId, input.versionId);
        if (version?.status !== 'waiting' && version?.status !== 'converting') return;
        await updateVersion(tx, spaceId, input.versionId, { status: 'failed', failure: { code, parameters: {} } });
        await publishProgress({ ...services, spaceId }, tx, input, { stage: 'done', status: 'failed', percent: 100 });
      });
    },
  };
}

async function end(context: Context, input: Stored, failure: { code: string; parameters: Record<string, never> }): Promise<void> {
  await context.write(async (tx) => {
    await updateVersion(tx, context.spaceId, input.versionId, { status: 'failed', failure });
    await publishProgress(context, tx, input, { stage: 'done', status: 'failed', percent: 100 });
  });
}

async function convert(context: Context, job: JobRun<Stored>): Promise<void> {
  const { spaceId } = context;
  const version = await context.read((db) => findVersionRow(db, spaceId, job.input.versionId));
  if (!version) fail('model.not_found');
  const folder = await mkdtemp(join(tmpdir(), 'gantry-model-'));
  try {
    const [source, geometry, rows] = ['source', 'geometry', 'rows'].map((name) => join(folder, name));
    await pipeline(context.files.open(version.source_key), createWriteStream(source));
    await context.write((tx) => updateVersion(tx, spaceId, version.id, { status: 'converting', failure: null }));
    const progress = progressOf(context, job);
    const codePage = CODE_PAGES.find((page) => page === version.code_page) ?? null;
    const made = await convertFile({ source, geometry, rows, codePage }, { bytes: version.source_bytes, signal: job.signal, progress });
    progress('storing', 0);
    const saved = await context.files.save(createReadStream(geometry));
    let kept = false;
    try {
      await context.write(async (tx) => {
        await context.recheck(tx);
        await clearContent(tx, spaceId, version.id);
        await storeRows(tx, { spaceId, projectId: version.project_id, versionId: version.id }, rows);
        const { findings, schema: schema_name, program, elements: element_count } = made;
        const geometryOf = { geometry_key: saved.key, geometry_bytes: saved.bytes, converter: CONVERTER };
        const content = { schema_name, program, element_count, findings, failure: null };
        if (!(await updateVersion(tx, spaceId, version.id, { status: 'ready', ...geometryOf, ...content }))) fail('model.not_found');
        if (version.geometry_key) await discardFile(tx, spaceId, version.geometry_key);
        await showVersion(tx, spaceId, version);
        await publishProgress(context, tx, job.input, { stage: 'done', status: 'ready', percent: 100 });
        if (version.number > 1)
          await context.jobs.enqueue(tx, { spaceId, userId: context.userId, kind: RELINK, title: version.file_name, input: job.input });
        await job.complete(tx, { model_id: version.model_id, version_id: version.id });
      });
      kept = true;
    } finally {
      if (!kept) await context.files.remove(saved.key);
    }
    await forgetOldVersions(context, spaceId, version.model_id);
    await sweepModels(context, spaceId);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tells the job and the pages how far the work is, neither more often than anybody could read it. */
function progressOf(context: Context, job: JobRun<Stored>): (stage: Stage, part: number) => void {
  let published = 0;
  return (stage, part) => {
    const share = shareOf(stage, part);
    // A job that was cancelled is stopped by its signal.
    void job.progress(share, `model.stage_${stage}`).catch(() => undefined);
    if (Date.now() - published < PUBLISH_EVERY_MS) return;
    published = Date.now();
    const percent = Math.round(share * 100);
    void context.write((tx) => publishProgress(context, tx, job.input, { stage, status: 'converting', percent })).catch(() => undefined);
  };
}

async function storeRows(tx: Tx, key: { spaceId: number; projectId: number; versionId: number }, path: string): Promise<void> {
  let [table, batch]: [ModelRow['table'], ModelRow['row'][]] = ['place', []];
  const flush = async () => {
    if (batch.length) await insertContent(tx, key, table, batch);
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const next = JSON.parse(line) as ModelRow;
    if (next.table !== table || batch.length >= ROWS_AT_ONCE) await flush();
    table = next.table;
    batch.push(next.row);
  }
  await flush();
}
