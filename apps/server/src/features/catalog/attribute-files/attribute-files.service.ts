import { ATTRIBUTE_FILE_BYTES } from '@gantry/contract';
import { fileValue, storedType } from '@gantry/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { asAttachment, fileLabel } from '../../../platform/http/attachments.ts';
import { atMost } from '../../../platform/http/turns.ts';
import { fail } from '../../../platform/fail.ts';
import { attributeRightsAt } from '../attribute-rights/attribute-rights.service.ts';
import { listPlainAttributesOf } from '../attributes/attributes.service.ts';
import { findFile, listUses, readPiece, saveFile, type StoredFile, usedBytes } from './attribute-files.repository.ts';

const MEGABYTE = 1024 * 1024;
/** A file that arrives lies in memory whole, some three times while it is written. */
const arriving = atMost(4, 40);
/** Of a file that is sent so much lies in memory. */
const PIECE = MEGABYTE;

/** Stores the file of a form; answers the value that names it. A few are taken at once, others wait. */
export const storeFile = (context: Context, request: FastifyRequest): Promise<string> => arriving(() => takeFile(context, request));

async function takeFile(context: Context, request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) fail('request.unsupported_media');
  // The form of somebody who has left never ends, and their turn would not.
  if (request.raw.destroyed) fail('server.busy');
  const part = await request.file({ limits: { fileSize: ATTRIBUTE_FILE_BYTES, files: 1 } });
  if (!part) fail('attribute_file.none');
  const tooLarge = () => fail('attribute_file.too_large', { megabytes: ATTRIBUTE_FILE_BYTES / MEGABYTE });
  const content = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
    throw error;
  });
  if (part.file.truncated || content.length > ATTRIBUTE_FILE_BYTES) tooLarge();
  const name = fileLabel(part.filename ?? '');
  if (!content.length || !name) fail('attribute_file.none');
  const key = await context.write(async (tx) => {
    refuseBeyondQuota((await usedBytes(tx, context.spaceId)) + content.length, context.storageQuotaMb, name);
    return saveFile(tx, context.spaceId, context.userId, name, content);
  });
  return fileValue(key, name);
}

/** Files of attributes take at most what files of a space may. */
function refuseBeyondQuota(bytes: number, limit: number, name: string): void {
  if (bytes > limit * MEGABYTE) fail('storage.quota_exceeded', { name, used: Math.ceil((bytes / MEGABYTE) * 10) / 10, limit });
}

export async function storeForNode(context: Context, nodeId: number, attributeId: number, request: FastifyRequest): Promise<string> {
  const attribute = (await listPlainAttributesOf(context, nodeId)).find(({ id }) => id === attributeId);
  if (!attribute) fail('attribute.not_found', { id: attributeId });
  if (attribute.type !== 'file') fail('attribute_file.not_of_files', { name: attribute.name });
  return storeFile(context, request);
}

/** A file is read by who may read a value that names it; before it is a value anywhere, by who stored it. */
async function mayRead(db: Db, context: Context, { created_by }: StoredFile, key: string): Promise<boolean> {
  if (created_by === context.userId) return true;
  for (const { nodeId, ...attribute } of await listUses(db, context.spaceId, key, context.rights.has('plan.read'))) {
    const { id, name } = attribute;
    const rights = await attributeRightsAt(db, context, nodeId);
    const levels = rights?.([{ ...attribute, formula: { id, name, type: storedType('file'), formula: null } }]);
    if (levels?.get(id) !== 'none') return true;
  }
  return false;
}

/** Sends a file. The browser saves it and never shows it as a page. */
export async function sendFile(context: Context, key: string, reply: FastifyReply): Promise<FastifyReply> {
  const file = await context.read(async (db) => {
    const found = await findFile(db, context.spaceId, key);
    return found && (await mayRead(db, context, found, key)) ? found : null;
  });
  if (!file) fail('attribute_file.not_found');
  return asAttachment(reply, file.name)
    .header('cache-control', 'private, no-store')
    .header('content-length', file.size)
    .type('application/octet-stream')
    .send(Readable.from(piecesOf(context, key, file.size), { objectMode: false }));
}

/** A transaction of its own reads each piece, so that a slow client keeps none open. */
async function* piecesOf(context: Context, key: string, size: number): AsyncGenerator<Buffer, undefined> {
  for (let from = 0; from < size; from += PIECE) {
    const piece = await context.read((db) => readPiece(db, context.spaceId, key, from, PIECE));
    if (!piece) throw new Error('the file is there no more');
    yield piece;
  }
}
