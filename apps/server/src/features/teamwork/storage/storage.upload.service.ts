import { removeFiles } from '../../../platform/files/files.ts';
import { STORAGE_FILE_BYTES, STORAGE_PICTURE_POINTS, type StoredItem } from '@gantry/contract';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileLabel } from '../../../platform/http/attachments.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { CLEARED_PICTURES, READ_PICTURES, sniff } from './storage.pictures.rules.ts';
import type { ReadPicture } from './storage.pictures.thread.ts';
import { findBlob, findFileTypes, findRowCode, listItems, type NewBlob, type NewItem, saveBlob, saveItem } from './storage.repository.ts';
import { MEGABYTE, notifyStorage, measureUse } from './storage.service.ts';
import { isOfType, readPlace } from './storage.uploads.rules.ts';

export const picturesThread = openThread<{ path: string }, ReadPicture>(new URL('./storage.pictures.thread.ts', import.meta.url));
const PICTURE_MS = 20_000;
/** A larger file is stored as it is: no photo is. */
const PICTURE_BYTES = 64 * 1024 * 1024;

type Fields = { wbs_id?: { value?: unknown }; client_key?: { value?: unknown } };
const textOf = (field: { value?: unknown } | undefined): string => (typeof field?.value === 'string' ? field.value : '');

/** Stores the files of a form at a node, or at the work of it that the field `wbs_id` names. */
export async function uploadFiles(context: Context, nodeId: number, request: FastifyRequest): Promise<StoredItem[]> {
  if (!request.isMultipart()) fail('request.unsupported_media');
  const saved: number[] = [];
  for await (const part of request.files({ limits: { fileSize: STORAGE_FILE_BYTES } })) {
    const fields = part.fields as Fields;
    const { wbs_id: rowId, client_key: clientKey } = readPlace(textOf(fields.wbs_id), textOf(fields.client_key));
    saved.push(await storeContent(context, part, (tx, blob, name) => keepAt(context, tx, { nodeId, rowId, clientKey }, blob, name)));
  }
  if (!saved.length) fail('storage.no_files');
  return context.read(async (db) => {
    const rows = await listItems(db, context.spaceId, { nodeIds: [nodeId], only: saved, limit: saved.length });
    return rows.map(({ sorted_at: _sorted, ...item }) => item);
  });
}

type Place = { nodeId: number; rowId: number | null; clientKey: string | null };

/** A content that the space keeps. */
type Kept = { id: number; taken_at: Date | null };

/** Stores a file of a form; `show` puts it at its place, in the transaction that keeps its content. */
export async function storeContent(
  context: Context,
  part: MultipartFile,
  show: (tx: Tx, blob: Kept, name: string) => Promise<number>,
): Promise<number> {
  const name = fileLabel(part.filename ?? '');
  if (!name) fail('storage.no_files');
  await refuseOtherTypes(context, name);
  return storeStream(context, { name, content: part.file, isCut: () => part.file.truncated }, show);
}

/** Refuses a file whose extension is none of those that the space takes. */
export async function refuseOtherTypes(context: Context, name: string): Promise<void> {
  const types = await context.read((db) => findFileTypes(db, context.spaceId));
  if (!isOfType(name, types)) fail('storage.type_not_allowed', { name, types: types.join(', ') });
}

/** Stores a content; `isCut` says afterwards whether more came than is taken. */
export async function storeStream(
  context: Context,
  { name, content, isCut = () => false }: { name: string; content: Readable; isCut?: () => boolean },
  show: (tx: Tx, blob: Kept, name: string) => Promise<number>,
): Promise<number> {
  const stored = await context.files.save(content);
  const keys = [stored.key];
  try {
    if (isCut()) fail('storage.too_large', { megabytes: STORAGE_FILE_BYTES / 1024 / 1024 });
    const media = sniff(await headOf(context, stored.key)) ?? 'application/octet-stream';
    let blob: NewBlob = { ...nothingShown, file_key: stored.key, sha256: stored.sha256, bytes: stored.bytes, crc32: stored.crc32, media };
    if (READ_PICTURES.includes(media) && stored.bytes <= PICTURE_BYTES) blob = await readPicture(context, blob, name, keys);
    const { id, used } = await keep(context, blob, name, (tx, known) => show(tx, known, name));
    await removeFiles(context.files, used ? keys.filter((key) => !isPartOf(blob, key)) : keys);
    return id;
  } catch (error) {
    await removeFiles(context.files, keys);
    throw error;
  }
}

const HEAD_BYTES = 64;
const headOf = (context: Context, key: string): Promise<Buffer> => buffer(context.files.open(key, { from: 0, to: HEAD_BYTES - 1 }));

const nothingShown = { width: null, height: null, thumb_key: null, view_key: null, taken_at: null };
const isPartOf = (blob: NewBlob, key: string): boolean => [blob.file_key, blob.thumb_key, blob.view_key].includes(key);

/** What is kept of a picture: upright, without what the camera wrote beside it, with small ones. `keys` learns of all that is saved. */
async function readPicture(context: Context, blob: NewBlob, name: string, keys: string[]): Promise<NewBlob> {
  const path = await context.files.localPath(blob.file_key);
  // A picture that brings the thread down or keeps it too long is a file like any other.
  const read = await picturesThread.run({ path }, { withinMs: PICTURE_MS }).catch((): ReadPicture => ({ refused: 'unreadable' }));
  if ('refused' in read) {
    if (read.refused === 'too_large') fail('storage.picture_too_large', { millions: STORAGE_PICTURE_POINTS / 1_000_000 });
    // Where such a photo was taken cannot be taken out of it, and it is shown to others as it came.
    if (CLEARED_PICTURES.includes(blob.media)) fail('storage.picture_unclear', { name });
    return { ...blob, media: 'application/octet-stream' };
  }
  const save = async (bytes: Uint8Array) => {
    const stored = await context.files.save(Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]));
    keys.push(stored.key);
    return stored;
  };
  if ('cleared' in read) {
    const { key: file_key, sha256, bytes, crc32 } = await save(read.cleared);
    return { ...blob, file_key, sha256, bytes, crc32 };
  }
  const whole = await save(read.bytes);
  const [thumb, view] = [await save(read.small[0]), await save(read.small[1])];
  return {
    file_key: whole.key,
    sha256: whole.sha256,
    bytes: whole.bytes,
    crc32: whole.crc32,
    media: read.media,
    width: read.width,
    height: read.height,
    thumb_key: thumb.key,
    view_key: view.key,
    taken_at: read.takenAt === null ? null : new Date(read.takenAt),
  };
}

/** Keeps a content and shows it; what the space keeps already is not kept twice. */
async function keep(
  context: Context,
  blob: NewBlob,
  name: string,
  show: (tx: Tx, kept: Kept) => Promise<number>,
): Promise<{ id: number; used: boolean }> {
  return context.write(async (tx) => {
    const made = await saveBlob(tx, context.spaceId, blob);
    if (made !== null) await refuseBeyondQuota(context, tx, name);
    const known = made === null ? await findBlob(tx, context.spaceId, blob.sha256, blob.bytes) : { id: made, taken_at: blob.taken_at };
    if (!known) throw new Error('a content that was there is gone');
    return { id: await show(tx, known), used: made !== null };
  });
}

/** Refuses what goes beyond the quota of the space; whoever stores at the same time waits, so that two do not go beyond it together. */
async function refuseBeyondQuota(context: Context, tx: Tx, name: string): Promise<void> {
  refuseBeyond(await measureUse(context, tx, true), name);
}
export function refuseBeyond({ used, limit }: { used: number; limit: number }, name: string): void {
  if (used > limit) fail('storage.quota_exceeded', { name, used: inMegabytes(used), limit: inMegabytes(limit) });
}
const inMegabytes = (bytes: number): number => Math.ceil((bytes / MEGABYTE) * 10) / 10;

/** Shows a content at a node, or at a work of it. */
export async function keepAt(context: Context, tx: Tx, place: Place, blob: Kept, name: string): Promise<number> {
  const { spaceId } = context;
  const row_code = await requireRow(context, tx, place.nodeId, place.rowId);
  const item: NewItem = {
    node_id: place.nodeId,
    row_id: place.rowId,
    row_code,
    name,
    taken_at: blob.taken_at ?? context.now(),
    client_key: place.clientKey,
    created_by: context.userId,
  };
  const id = await saveItem(tx, spaceId, blob.id, item);
  await notifyStorage(context, tx, place.nodeId, place.rowId, id);
  return id;
}

/** The code of the work that a file is for; null: it is for the node. */
export async function requireRow(context: Context, db: Db, nodeId: number, rowId: number | null): Promise<string | null> {
  if (rowId === null) return null;
  return (await findRowCode(db, context.spaceId, nodeId, rowId)) ?? fail('storage.row_not_found');
}
