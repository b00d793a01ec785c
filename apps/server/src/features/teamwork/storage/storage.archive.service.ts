import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { asAttachment } from '../../../platform/http/attachments.ts';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { findArchive, type KeptItem, listItems, nameOfNode, saveArchive, scheduleOfVersion } from './storage.repository.ts';
import { findSeen, sendPart } from './storage.service.ts';
import { distinctNames, layOutZip, portableName, type ZipPiece } from './storage.zip.rules.ts';

type Choice = { ids: number[] } | { wbs_ids: number[] };
const MOST_FILES = 1000;

const layoutOf = (items: readonly KeptItem[]) => {
  const names = distinctNames(items.map(({ name }) => portableName(name)));
  return layOutZip(items.map((item, index) => ({ name: names[index], bytes: item.bytes, crc32: item.crc32, modified: item.created_at })));
};

/** Makes a zip of chosen files of a schedule known to the caller for a day. Nothing is written: it is laid out when it is fetched. */
export async function prepareArchive(context: Context, place: { id: number; versionId: number }, choice: Choice) {
  return context.write(async (tx) => {
    const { spaceId, userId } = context;
    if ((await scheduleOfVersion(tx, spaceId, place.versionId)) !== place.id) fail('version.not_found', { id: place.versionId });
    const ids =
      'ids' in choice
        ? choice.ids
        : (
            await listItems(tx, spaceId, {
              nodeIds: [place.id],
              below: { versionId: place.versionId, ids: choice.wbs_ids },
              limit: MOST_FILES,
            })
          ).map(({ id }) => id);
    const items = (await findSeen(context, tx, ids)).filter(({ deleted_at, node_id }) => deleted_at === null && node_id === place.id);
    if (!items.length) fail('storage.no_files');
    const title = portableName(await nameOfNode(tx, spaceId, place.id));
    const prepared = { key: randomUUID(), name: `${title}.zip`, size: layoutOf(items).length };
    await saveArchive(tx, spaceId, { key: prepared.key, user_id: userId, name: prepared.name, items: items.map(({ id }) => id) });
    await context.push.send(tx, { spaceId, userId }, 'document_download', prepared);
    return prepared;
  });
}

/** Sends a prepared zip, or a part of it, written while it is read. What the caller may no longer see is not in it. */
export async function sendArchive(context: Context, key: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { archive, items } = await context.read(async (db) => {
    const found = await findArchive(db, context.spaceId, context.userId, key);
    if (!found) fail('storage.archive_not_found');
    return { archive: found, items: (await findSeen(context, db, found.items)).filter(({ deleted_at }) => deleted_at === null) };
  });
  if (!items.length) fail('storage.archive_not_found');
  const { pieces, length } = layoutOf(items);
  asAttachment(reply, archive.name).type('application/zip').header('etag', `"${key}-${length}"`);
  return sendPart(request, reply, length, (part = { from: 0, to: length - 1 }) =>
    Readable.from(bytesOf(context, items, pieces, part), { objectMode: false }),
  );
}

/** The bytes of a zip between two positions, both included; of a content only what lies between them is read. */
async function* bytesOf(context: Context, items: readonly KeptItem[], pieces: readonly ZipPiece[], part: { from: number; to: number }) {
  let at = 0;
  for (const piece of pieces) {
    const length = 'bytes' in piece ? piece.bytes.length : piece.length;
    const [from, to] = [Math.max(part.from - at, 0), Math.min(part.to - at, length - 1)];
    at += length;
    if (from > to) continue;
    if ('bytes' in piece) yield Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset + from, to - from + 1);
    else yield* context.files.pieces(items[piece.entry].file_key, { from, to });
  }
}
