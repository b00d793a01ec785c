import { MODEL_FILE_BYTES } from '@gantry/contract';
import type { FastifyRequest } from 'fastify';
import { CODE_PAGES } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { fileLabel } from '../../../platform/http/attachments.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { CONVERT, publishProgress } from './models.convert.service.ts';
import { CONVERTER } from './models.limits.rules.ts';
import { findModel, insertModel, insertVersion, listVersionRows, type ModelKey, updateVersion, usedByModels } from './models.repository.ts';

const MEGABYTE = 1024 * 1024;
const NAME_LENGTH = 200;

type Fields = Record<string, { value?: unknown } | undefined>;
const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]?.value;
  return typeof value === 'string' ? value.trim() : '';
};

/** Takes a file as a new model or as the next version of one, and starts its conversion. */
export async function uploadModel(context: Context, projectId: number, request: FastifyRequest) {
  if (!request.isMultipart()) fail('request.unsupported_media');
  await getNode(context, projectId, 'project');
  const part = await request.file({ limits: { fileSize: MODEL_FILE_BYTES, files: 1 } });
  if (!part) fail('model.no_file');
  const stored = await context.files.save(part.file);
  try {
    if (part.file.truncated) fail('model.too_large', { megabytes: MODEL_FILE_BYTES / MEGABYTE });
    if (!stored.bytes) fail('model.empty');
    const fields = part.fields as Fields;
    const fileName = fileLabel(part.filename ?? '') || 'model.ifc';
    const [given, page, into] = ['name', 'code_page', 'model_id'].map((name) => textOf(fields, name));
    const name = (given.replaceAll(/\p{Cc}/gu, ' ').trim() || fileName.replace(/\.(?:ifc|ifczip|zip)$/i, ''))
      .slice(0, NAME_LENGTH)
      .toWellFormed();
    const known = /^\d{1,15}$/.test(into) ? Number(into) : into ? fail('model.not_found') : null;
    const file = { fileName, codePage: CODE_PAGES.find((one) => one === page) ?? null, stored };
    return await context.write((tx) => addVersion(context, tx, projectId, file, known === null ? { name } : { modelId: known }));
  } catch (error) {
    await context.files.remove(stored.key);
    throw error;
  }
}

type StoredFile = { fileName: string; codePage: string | null; stored: { key: string; bytes: number; sha256: string } };

/** Adds a stored file as a new model or as the next version of one, and starts its conversion. */
export async function addVersion(
  context: Context,
  tx: Tx,
  projectId: number,
  { fileName, codePage, stored }: StoredFile,
  into: { name: string } | { modelId: number },
) {
  const { spaceId } = context;
  await refuseBeyondQuota(context, tx, stored.bytes);
  const known = 'modelId' in into ? await findModel(tx, { spaceId, projectId, modelId: into.modelId }) : null;
  const name = 'name' in into ? into.name : (known?.name ?? fail('model.not_found'));
  const modelId = known?.id ?? (await insertModel(tx, { space_id: spaceId, project_id: projectId, name, created_by: context.userId }));
  context.note({ model: name, file: fileName, bytes: stored.bytes });
  const key = { spaceId, projectId, modelId };
  const version_id = await insertVersion(tx, key, {
    file_name: fileName,
    source_key: stored.key,
    source_bytes: stored.bytes,
    source_sha256: stored.sha256,
    code_page: codePage,
    converter: CONVERTER,
    created_by: context.userId,
  });
  return { model_id: modelId, version_id, job_id: await enqueue(context, tx, key, version_id, name) };
}

async function enqueue(context: Context, tx: Tx, { spaceId, projectId, modelId }: ModelKey, versionId: number, title: string) {
  const input = { projectId, modelId, versionId };
  const job = await context.jobs.enqueue(tx, { spaceId, userId: context.userId, kind: CONVERT, title, input });
  await updateVersion(tx, spaceId, versionId, { status: 'waiting', job_id: job });
  await publishProgress(context, tx, input, { stage: 'waiting', status: 'waiting', percent: 0 });
  return job;
}

/** Models of a space take at most what files of it may. */
async function refuseBeyondQuota(context: Context, tx: Tx, bytes: number): Promise<void> {
  const used = (await usedByModels(tx, context.spaceId)) + bytes;
  const limit = context.storageQuotaMb * MEGABYTE;
  if (used > limit) fail('model.quota_exceeded', { used: Math.ceil(used / MEGABYTE), limit: context.storageQuotaMb });
}

/** Converts the newest version of a model again. */
export async function reconvertModel(context: Context, projectId: number, modelId: number): Promise<number> {
  const key = { spaceId: context.spaceId, projectId, modelId };
  return context.write(async (tx) => {
    const model = await findModel(tx, key);
    const [newest] = model ? await listVersionRows(tx, context.spaceId, [modelId]) : [];
    if (!model || !newest) fail('model.not_found');
    if (newest.status === 'waiting' || newest.status === 'converting') fail('model.not_ready');
    return enqueue(context, tx, key, newest.id, model.name);
  });
}
