import { removeFiles } from '../../../platform/files/files.ts';
import type { SpaceRight } from '@gantry/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileLabel } from '../../../platform/http/attachments.ts';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { ownAccess, rightsAt } from '../../access/roles/roles.access.service.ts';
import { measureUse } from './storage.service.ts';
import { sweepParts } from './storage.sweep.service.ts';
import { keepAt, refuseBeyond, refuseOtherTypes, requireRow, storeStream } from './storage.upload.service.ts';
import {
  announcedBytes,
  findUpload,
  forgetParts,
  forgetUpload,
  listParts,
  moveUpload,
  savePart,
  saveUpload,
  type Upload,
} from './storage.uploads.repository.ts';
import { readMetadata } from './storage.uploads.rules.ts';

const TUS = '1.0.0';

/** Refuses another version of the protocol than ours. */
function requireTus(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', TUS);
  if (request.headers['tus-resumable'] === TUS) return;
  reply.header('tus-version', TUS);
  fail('storage.upload_protocol', { version: TUS });
}

const headOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};
const numberOf = (request: FastifyRequest, name: string): number | null => {
  const value = headOf(request, name);
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
};

/** What uploads are for: who may send one, and what the last part makes of all; answers where the parts lie that are needed no more. */
export type Purpose = {
  right: SpaceRight;
  isOf(upload: Upload): boolean;
  finish(context: Context, upload: Upload, last: string): Promise<string[]>;
};
const STORED: Purpose = { right: 'files.edit', isOf: (upload) => upload.import === null, finish };

/** Opens an upload in parts of a file for the storage. */
export async function createUpload(context: Context, nodeId: number, request: FastifyRequest, reply: FastifyReply) {
  requireTus(request, reply);
  const length = numberOf(request, 'upload-length');
  if (!length) fail('storage.no_files');
  const { filename, wbs_id, client_key } = readMetadata(headOf(request, 'upload-metadata'));
  const name = fileLabel(filename);
  if (!name) fail('storage.no_files');
  await refuseOtherTypes(context, name);
  await context.read((db) => requireRow(context, db, nodeId, wbs_id));
  const key = await openUpload(context, { node_id: nodeId, row_id: wbs_id, name, client_key, length, import: null });
  reply.code(201).header('location', `/api/v1/storage/uploads/${key}`);
  return { key };
}

/** Opens an upload: what would not fit into the space is refused before a byte of it is sent. */
export async function openUpload(context: Context, upload: Omit<Upload, 'key' | 'received' | 'item_id' | 'job_id'>): Promise<string> {
  const { name, length } = upload;
  await sweepParts(context, context.spaceId);
  const key = randomUUID();
  await context.write(async (tx) => {
    const { used, limit } = await measureUse(context, tx, true);
    refuseBeyond({ used: used + (await announcedBytes(tx, context.spaceId)) + length, limit }, name);
    await saveUpload(tx, context, { key, ...upload });
  });
  return key;
}

/** An upload of the caller, who may still send it where it goes. */
async function mustFindUpload(context: Context, db: Db, key: string, { right, isOf }: Purpose): Promise<Upload> {
  const upload = await findUpload(db, context, key);
  if (!upload || !isOf(upload)) fail('storage.upload_not_found');
  const access = await ownAccess(context, db);
  const rights = await rightsAt(db, context.spaceId, access, { kind: 'node', param: 'id' }, () => upload.node_id);
  if (!rights.has(right)) fail('auth.forbidden', { right });
  return upload;
}

/** How much of an upload has arrived for good. */
export async function readUpload(context: Context, key: string, reply: FastifyReply, purpose = STORED) {
  const { received, length, job_id } = await context.read((db) => mustFindUpload(context, db, key, purpose));
  reply.header('tus-resumable', TUS).header('upload-offset', received).header('upload-length', length);
  return { offset: received, length, job_id };
}

/** Takes the next part. What arrived before a cut counts. The file stands at its place when its last byte has come. */
export async function addPart(
  context: Context,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose = STORED,
): Promise<FastifyReply> {
  requireTus(request, reply);
  const upload = await context.read((db) => mustFindUpload(context, db, key, purpose));
  const { received, length } = upload;
  const from = numberOf(request, 'upload-offset');
  const moved = (): never => fail('storage.upload_moved', { offset: received });
  if (from !== received) return moved();
  const coming = numberOf(request, 'content-length');
  if (coming !== null && coming > length - received) fail('request.too_large');
  const { spaceId } = context;
  const part = await context.files.save(Readable.from(arriving(request.body as Readable, length - received), { objectMode: false }));
  const to = received + part.bytes;
  let parts: string[] = [part.key];
  try {
    if (part.bytes && to < length)
      await context.write(async (tx) => {
        if (!(await moveUpload(tx, spaceId, key, { from: received, to }))) moved();
        await savePart(tx, spaceId, key, { starts_at: received, file_key: part.key });
        parts = [];
      });
    else if (part.bytes) parts = await purpose.finish(context, upload, part.key);
  } catch (error) {
    await context.files.remove(part.key);
    // The same last part came twice at once: what the first one joined is gone while the second one reads it.
    const now = await context.read((db) => findUpload(db, context, key));
    if (now && now.received !== received) moved();
    throw error;
  }
  await removeFiles(context.files, parts);
  return reply.code(204).header('upload-offset', to).send();
}

/** All parts of an upload in their order, and their bytes one after the other. */
export async function joinParts(
  context: Context,
  { key }: Pick<Upload, 'key'>,
  last: string,
): Promise<{ parts: string[]; content: Readable }> {
  const parts = [...(await context.read((db) => listParts(db, context.spaceId, key))), last];
  return { parts, content: Readable.from(joined(context, parts), { objectMode: false }) };
}

/** Ends an upload with the job that it began. */
export async function endWithJob(tx: Tx, context: Context, { key, received, length }: Upload, jobId: number): Promise<void> {
  if (!(await moveUpload(tx, context.spaceId, key, { from: received, to: length, jobId })))
    fail('storage.upload_moved', { offset: received });
  await forgetParts(tx, context.spaceId, key);
}

/** Makes the file of all parts, and shows it in the transaction that ends the upload: a server that falls in between loses the last part alone. */
async function finish(context: Context, upload: Upload, last: string): Promise<string[]> {
  const { spaceId } = context;
  const { key, received: from, length, name, node_id: nodeId, row_id: rowId, client_key: clientKey } = upload;
  const { parts, content } = await joinParts(context, upload, last);
  await storeStream(context, { name, content }, async (tx, blob, label) => {
    const itemId = await keepAt(context, tx, { nodeId, rowId, clientKey }, blob, label);
    if (!(await moveUpload(tx, spaceId, key, { from, to: length, itemId }))) fail('storage.upload_moved', { offset: from });
    await forgetParts(tx, spaceId, key);
    return itemId;
  });
  return parts;
}

/** Ends an upload; its parts are gone. What was stored of it before stays. */
export async function endUpload(context: Context, key: string, purpose = STORED): Promise<void> {
  const parts = await context.write(async (tx) => {
    await mustFindUpload(context, tx, key, purpose);
    const files = await listParts(tx, context.spaceId, key);
    await forgetUpload(tx, context.spaceId, key);
    return files;
  });
  await removeFiles(context.files, parts);
}

/** What arrives of a body until it ends or is cut, and no more than was announced. */
async function* arriving(body: Readable, most: number): AsyncGenerator<Buffer> {
  let left = most;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (chunk.length > left) fail('request.too_large');
      left -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (!isCut(error)) throw error;
  }
}
const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as NodeJS.ErrnoException).code ?? '');

async function* joined(context: Context, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) yield* context.files.open(key) as AsyncIterable<Buffer>;
}
