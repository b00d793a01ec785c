import type { StoredItem } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asAttachment, rangeOf } from '../../../platform/http/attachments.ts';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { removeFiles } from '../../../platform/files/files.ts';
import { nodesBelow, ownAccess, rightsAt } from '../../access/roles/roles.access.service.ts';
import {
  findItems,
  findRowCode,
  findWork,
  type KeptItem,
  listItems,
  listKeys,
  markDeleted,
  scheduleOfVersion,
  findUse,
  type Wanted,
} from './storage.repository.ts';
import { readContent } from './storage.content.service.ts';
import { listAllParts } from './storage.uploads.repository.ts';

const NO_VERSION = 0;

export type Paging = { before?: string; limit: number };

/** What the files of the space take and may take, in bytes. */
export const readUse = (context: Context) => context.read((db) => measureUse(context, db, false));

export const MEGABYTE = 1024 * 1024;
/** The same in a transaction; with `lock` nobody else keeps anything before it ends. */
export async function measureUse({ spaceId, storageQuotaMb }: Context, db: Db, lock: boolean): Promise<{ used: number; limit: number }> {
  const { used, quota } = await findUse(db, spaceId, lock);
  return { used, limit: Math.min(quota ?? Infinity, storageQuotaMb) * MEGABYTE };
}
async function listPage(context: Context, db: Db, wanted: Omit<Wanted, 'limit' | 'before'>, { before, limit }: Paging) {
  const [at, id] = (before ?? '').split('-').map(Number);
  const rows = await listItems(db, context.spaceId, { ...wanted, limit: limit + 1, ...(before ? { before: { at, id } } : {}) });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ sorted_at: _sorted, ...item }): StoredItem => item),
    next: rows.length > limit && last ? `${last.sorted_at}-${last.id}` : null,
  };
}

/** Files of a node, or of one of its works, newest first. */
export async function listOfNode(context: Context, nodeId: number, { wbs_id, ...paging }: Paging & { wbs_id?: number }) {
  return context.read(async (db) => {
    if (wbs_id === undefined) return listPage(context, db, { nodeIds: [nodeId] }, paging);
    const code = await findRowCode(db, context.spaceId, nodeId, wbs_id);
    const rows = { version_id: NO_VERSION, ids: [wbs_id], codes: code === null ? [] : [code] };
    return listPage(context, db, { nodeIds: [nodeId], rows }, paging);
  });
}

/** Files of a work of a version and of all works below it. */
export async function listOfRow(context: Context, versionId: number, rowId: number, query: Paging) {
  return context.read(async (db) => {
    const schedule = await scheduleOfVersion(db, context.spaceId, versionId);
    if (schedule === null || !(await findWork(db, context.spaceId, versionId, rowId))) fail('storage.row_not_found');
    return listPage(context, db, { nodeIds: [schedule], below: { versionId, ids: [rowId] } }, query);
  });
}

/** Photos of a node and all below it, the last taken first. */
export async function listPhotos(context: Context, nodeId: number, query: Paging) {
  return context.read(async (db) => listPage(context, db, { nodeIds: await nodesBelow(db, context.spaceId, nodeId), photos: true }, query));
}

/** Files that the caller may see where they lie; others are not there for them. */
export async function findSeen(context: Context, db: Db, ids: readonly number[], right: SpaceRight = 'files.read'): Promise<KeptItem[]> {
  const access = await ownAccess(context, db);
  const seen: KeptItem[] = [];
  const rightsOf = new Map<number, ReadonlySet<SpaceRight>>();
  for (const item of await findItems(db, context.spaceId, ids)) {
    const rights =
      rightsOf.get(item.node_id) ?? (await rightsAt(db, context.spaceId, access, { kind: 'node', param: 'id' }, () => item.node_id));
    rightsOf.set(item.node_id, rights);
    if (rights.has(right)) seen.push(item);
  }
  return seen;
}

/** The same of one file, which is there. */
export async function mustFindSeen(context: Context, db: Db, id: number, deleted = false): Promise<KeptItem> {
  const [item] = await findSeen(context, db, [id]);
  if (!item || (item.deleted_at !== null) !== deleted) fail('storage.not_found');
  return item;
}

/** What a file shows without being saved. */
export const readContentOf = async (context: Context, id: number) =>
  readContent(context, await context.read((db) => mustFindSeen(context, db, id)));

/** Sends a file, or the part of it that is asked for. */
export async function sendItem(context: Context, id: number, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const item = await context.read((db) => mustFindSeen(context, db, id));
  if ((await context.files.size(item.file_key)) === null) fail('storage.not_found');
  asAttachment(reply, item.name).type(item.media).header('etag', `"${item.file_key}"`);
  return sendPart(request, reply, item.bytes, (part) => context.files.open(item.file_key, part));
}

/** Answers a range, or everything: `open` gives the bytes. */
export function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
  open: (part?: { from: number; to: number }) => NodeJS.ReadableStream,
): FastifyReply {
  const part = rangeOf(request.headers.range, size);
  reply.header('accept-ranges', 'bytes').header('cache-control', 'private, no-store');
  if (part === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (!part) return reply.header('content-length', size).send(open());
  return reply
    .code(206)
    .header('content-range', `bytes ${part.from}-${part.to}/${size}`)
    .header('content-length', part.to - part.from + 1)
    .send(open(part));
}

/** Sends a small picture of a file. Its content never changes, so the browser keeps it for a day. */
export async function sendThumbnail(context: Context, id: number, side: '256' | '1600', reply: FastifyReply): Promise<FastifyReply> {
  const item = await context.read((db) => mustFindSeen(context, db, id));
  return sendSmall(context, item, side, reply);
}

/** Sends a small picture of a content. */
export async function sendSmall(
  context: Context,
  { thumb_key, view_key }: { thumb_key: string | null; view_key: string | null },
  side: '256' | '1600',
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = side === '256' ? thumb_key : view_key;
  const size = key && (await context.files.size(key));
  if (!key || size === null) fail('storage.not_found');
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('content-length', size)
    .type('image/webp')
    .send(context.files.open(key));
}

/** Deletes a file for whoever stored it or may change files there; it stays for 30 days. */
export async function removeItem(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const item = await mustFindSeen(context, tx, id);
    await requireOwnOrEditor(context, tx, item);
    context.note({ name: item.name, node: item.node_id });
    await markDeleted(tx, context.spaceId, id, context.userId);
    await notifyStorage(context, tx, item.node_id, item.row_id, id);
  });
}

/** Takes back the deletion of a file. */
export async function restoreItem(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    const item = await mustFindSeen(context, tx, id, true);
    await requireOwnOrEditor(context, tx, item);
    context.note({ name: item.name, node: item.node_id });
    await markDeleted(tx, context.spaceId, id, null);
    await notifyStorage(context, tx, item.node_id, item.row_id, id);
  });
}

async function requireOwnOrEditor(context: Context, tx: Tx, item: KeptItem): Promise<void> {
  if (item.created_by === context.userId) return;
  const [editable] = await findSeen(context, tx, [item.id], 'files.edit');
  if (!editable) fail('auth.forbidden', { right: 'files.edit' });
}

/** Pages of everybody who reads files at the node look again. */
export const notifyStorage = (context: Context, tx: Tx, nodeId: number, rowId: number | null, itemId: number): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, topic: `storage ${nodeId}` }, 'wbs_storage_uploaded', {
    node_id: nodeId,
    wbs_id: rowId,
    storage_id: itemId,
  });

/** Contents whose keys are read at once. */
const KEYS_AT_ONCE = 5000;

/** Removes the contents of a space that is being deleted. */
export async function eraseStorage(
  { database, files }: Pick<Services, 'database' | 'files'>,
  spaceId: number,
  atOnce = KEYS_AT_ONCE,
): Promise<void> {
  const read = <T>(work: (db: Db) => Promise<T>) => database.read({ spaceId, userId: null, system: true }, work);
  for (let behind = 0, isLast = false; !isLast;) {
    const contents = await read((db) => listKeys(db, spaceId, behind, atOnce));
    await removeFiles(
      files,
      contents.flatMap(({ keys }) => keys),
    );
    behind = contents.at(-1)?.id ?? behind;
    isLast = contents.length < atOnce;
  }
  await removeFiles(files, await read((db) => listAllParts(db, spaceId)));
}

export { readContent } from './storage.content.service.ts';
export { findWork, hasPhotos, nameOfNode, ofWorks, scheduleOfVersion, type KeptItem, type Works } from './storage.repository.ts';
