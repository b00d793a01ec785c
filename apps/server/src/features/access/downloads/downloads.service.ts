import { writeZipFile, type ZipEntry } from '@gantry/interchange';
import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { asAttachment } from '../../../platform/http/attachments.ts';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { removeFiles } from '../../../platform/files/files.ts';
import { deleteExpiredFiles, deleteFilesOf, findPreparedFile, savePreparedFile } from './downloads.repository.ts';

/** A file that a person may download; `key` is part of its address. */
export type Announced = { key: string; name: string; size: number };

/** A file before it is stored: bytes, or a file of this machine, which is read in pieces. */
export type Prepared = { name: string; mediaType: string } & ({ bytes: Uint8Array } | { path: string });

const contentOf = (file: Prepared): Readable =>
  'path' in file
    ? createReadStream(file.path)
    : Readable.from([Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)]);

/** Writes files into a zip that stands while `take` runs. */
export async function inZip<T>(entries: AsyncIterable<ZipEntry>, take: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-export-'));
  try {
    const path = join(folder, 'export.zip');
    await writeZipFile(path, entries);
    return await take(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores a file for the caller for a day; `keep` runs in the transaction that publishes it, and if it fails nothing is stored. */
export async function prepareFile(
  context: Context,
  file: Prepared,
  keep: (tx: Tx, announced: Announced) => Promise<void>,
): Promise<Announced> {
  const stored = await context.files.save(contentOf(file));
  const announced = { key: randomUUID(), name: file.name, size: stored.bytes };
  try {
    const expired = await context.write(async (tx) => {
      await context.recheck(tx);
      const about = { key: announced.key, user_id: context.userId, stored_key: stored.key, name: file.name };
      await savePreparedFile(tx, context.spaceId, { ...about, media_type: file.mediaType, bytes: stored.bytes });
      await keep(tx, announced);
      await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'download', announced);
      return deleteExpiredFiles(tx, context.spaceId);
    });
    await removeFiles(context.files, expired);
    return announced;
  } catch (error) {
    await context.files.remove(stored.key);
    throw error;
  }
}

/** The content of a file prepared for a person, for a letter; null where it is no longer kept. */
export async function readPreparedFile(
  { database, files }: Pick<Services, 'database' | 'files'>,
  { spaceId, userId, key }: { spaceId: number; userId: number; key: string },
): Promise<{ name: string; mediaType: string; content: Buffer } | null> {
  const file = await database.read({ spaceId, userId }, (db) => findPreparedFile(db, spaceId, userId, key));
  if (!file || (await files.size(file.stored_key)) === null) return null;
  return { name: file.name, mediaType: file.media_type, content: await buffer(files.open(file.stored_key)) };
}

/** Sends a prepared file to the person that it was made for. The browser saves it and never shows it as a page. */
export async function sendPreparedFile(context: Context, key: string, reply: FastifyReply): Promise<FastifyReply> {
  const file = await context.read((db) => findPreparedFile(db, context.spaceId, context.userId, key));
  if (!file || (await context.files.size(file.stored_key)) === null) fail('export.file_not_found');
  return asAttachment(reply, file.name)
    .header('content-length', file.bytes)
    .type(file.media_type)
    .send(context.files.open(file.stored_key));
}

/** Removes the files prepared in a space that is being deleted. */
export async function erasePreparedFiles({ database, files }: Pick<Services, 'database' | 'files'>, spaceId: number): Promise<void> {
  const keys = await database.write({ spaceId, userId: null, system: true }, (tx) => deleteFilesOf(tx, spaceId));
  await removeFiles(files, keys);
}
