import { LIMITS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, atVersion, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

export const storageErrors = {
  'storage.not_found': 404,
  'storage.archive_not_found': 404,
  'storage.no_files': 422,
  'storage.type_not_allowed': 422,
  'storage.too_large': 413,
  'storage.quota_exceeded': 413,
  'storage.picture_too_large': 422,
  'storage.picture_unclear': 422,
  'storage.preview_too_large': 422,
  'storage.preview_unreadable': 422,
  'storage.row_not_found': 404,
  'storage.upload_not_found': 404,
  'storage.upload_moved': 409,
  'storage.upload_protocol': 412,
} as const;

/** The largest file that the storage takes. */
export const STORAGE_FILE_BYTES = LIMITS.uploadBytes;
/** The bytes of a part in which the page sends larger files; one form takes less than the storage does. */
export const STORAGE_PART_BYTES = 8 * 1024 * 1024;
/** Pictures of more points than this are not read. */
export const STORAGE_PICTURE_POINTS = 40_000_000;
/** Sides of the small pictures that are shown instead of a large one. */
export const THUMBNAIL_SIDES = [256, 1600] as const;

/** Tables of a file are shown up to so many sheets, rows and columns. */
export const SHEETS_SHOWN = { sheets: 20, rows: 500, columns: 60 } as const;

/** A cell of a table; a moment is `2025-03-03T09:00`, without a zone. */
const sheetCell = z.union([z.string(), z.number(), z.boolean(), z.strictObject({ date: z.string() }), z.null()]);
export type SheetCell = z.output<typeof sheetCell>;
/** A table of a file; `cut` says that it has more rows or columns than are shown. */
const shownSheet = z.object({ name: z.string(), rows: z.array(z.array(sheetCell)), cut: z.boolean() });
export type ShownSheet = z.output<typeof shownSheet>;
/** A part of a document: headings from level 1, items of lists from level 0. */
const shownBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['heading', 'paragraph', 'item']), level: z.number(), text: z.string() }),
  z.object({ kind: z.literal('table'), rows: z.array(z.array(z.string())) }),
]);
export type ShownBlock = z.output<typeof shownBlock>;
/** What a file shows: tables, or the text of a document. `cut`: it has more of them, or only its beginning was read. */
export const shownContent = z.object({ sheets: z.array(shownSheet), blocks: z.array(shownBlock), cut: z.boolean() });
export type ShownContent = z.output<typeof shownContent>;
/** Names of files whose content is shown as tables or text. */
export const SHOWN_CONTENT = /\.(?:xlsx|xlsm|ods|csv|tsv|docx|docm|odt)$/i;

/** A file of the storage. `row_id` names the work that it belongs to; it is the same work in all versions of the schedule. */
export const storedItem = z.object({
  id: z.number(),
  node_id: z.number(),
  node_name: z.string(),
  row_id: z.number().nullable(),
  row_code: z.string().nullable(),
  row_name: z.string().nullable(),
  name: z.string(),
  bytes: z.number(),
  media: z.string(),
  /** Size in points, of a picture that can be shown. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  taken_at: z.string(),
  created_at: z.string(),
  author_id: z.number().nullable(),
  author: z.string(),
});
export type StoredItem = z.output<typeof storedItem>;

/** A page of a list, newest first; `next` goes on after it. */
const page = z.object({ items: z.array(storedItem), next: z.string().nullable() });
const paging = z.object({
  before: z
    .string()
    .regex(/^\d{1,16}-\d{1,16}$/)
    .optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).default(100),
});
const one = z.object({ id: pathId });
/** The space, where a browser fetches by an address alone. */
const inSpace = z.object({ space_id: pathId.optional() });
const byKey = z.object({ key: z.uuid() });
const ids = z.array(z.number().int().positive()).min(1).max(1000);

export const storage = {
  maxSize: endpoint({
    method: 'GET',
    path: '/api/v1/storage/max-size',
    summary: 'The largest file that the storage takes, how much the space keeps and how much it may keep',
    right: 'files.read',
    place: ANYWHERE,
    output: z.object({ bytes: z.number(), used: z.number(), limit: z.number() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/storage/schedule/{id}',
    summary: 'Files of a schedule or another node, or of one of its works, newest first',
    right: 'files.read',
    place: atNode('id'),
    params: one,
    query: paging.extend({ wbs_id: z.coerce.number<number>().int().positive().optional() }),
    output: page,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/storage/schedule/{id}',
    summary: 'Store files at a schedule or another node; fields `wbs_id` and `client_key` stand before the files',
    right: 'files.edit',
    place: atNode('id'),
    params: one,
    request: 'multipart',
    output: z.object({ success: z.literal(true), items: z.array(storedItem) }),
  }),
  createUpload: endpoint({
    method: 'POST',
    path: '/api/v1/storage/uploads/schedule/{id}',
    summary: 'Open an upload that is sent in parts and goes on after a cut (tus 1.0; metadata `filename`, `wbs_id`, `client_key`)',
    right: 'files.edit',
    place: atNode('id'),
    params: one,
    output: z.object({ success: z.literal(true), key: z.string() }),
  }),
  readUpload: endpoint({
    method: 'GET',
    path: '/api/v1/storage/uploads/{key}',
    summary: 'How much of an upload has arrived; HEAD answers the same as tus 1.0 has it',
    right: 'files.edit',
    place: ANYWHERE,
    params: byKey,
    output: z.object({ success: z.literal(true), offset: z.number(), length: z.number() }),
  }),
  addPart: endpoint({
    method: 'PATCH',
    path: '/api/v1/storage/uploads/{key}',
    summary: 'Send the next part of an upload (`application/offset+octet-stream`); the last one stores the file',
    right: 'files.edit',
    place: ANYWHERE,
    audit: false,
    params: byKey,
    request: 'binary',
  }),
  endUpload: endpoint({
    method: 'DELETE',
    path: '/api/v1/storage/uploads/{key}',
    summary: 'End an upload; its parts are removed',
    right: 'files.edit',
    place: ANYWHERE,
    audit: false,
    params: byKey,
  }),
  prepareArchive: endpoint({
    method: 'POST',
    path: '/api/v1/storage/schedule/{id}/version/{versionId}/download',
    summary: 'Prepare a zip of chosen files, or of all files of chosen works; `document_download` names it',
    right: 'files.read',
    place: atNode('id'),
    alsoAt: [atVersion('versionId')],
    audit: true,
    params: z.object({ id: pathId, versionId: pathId }),
    body: z.union([z.strictObject({ ids }), z.strictObject({ wbs_ids: ids })]),
    output: z.object({ success: z.literal(true), key: z.string(), name: z.string(), size: z.number() }),
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/v1/storage/archive/{key}',
    summary: 'Fetch a prepared zip; it is written while it is read, and a part of it can be asked for',
    right: 'files.read',
    place: ANYWHERE,
    params: byKey,
    query: inSpace,
    response: 'binary',
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/api/v1/storage/thumbnail/{id}',
    summary: 'A picture of the storage at most 256 or 1600 points wide and high',
    right: 'files.read',
    place: ANYWHERE,
    params: one,
    query: inSpace.extend({ size: z.enum(['256', '1600']).default('256') }),
    response: 'binary',
  }),
  content: endpoint({
    method: 'GET',
    path: '/api/v1/storage/content/{id}',
    summary: 'Tables of a workbook (XLSX, ODS) or of separated values, the text of a document (DOCX, ODT), as far as they are shown',
    right: 'files.read',
    place: ANYWHERE,
    params: one,
    output: shownContent,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/v1/storage/download/{id}',
    summary: 'A file of the storage, or a part of it',
    right: 'files.read',
    place: ANYWHERE,
    params: one,
    query: inSpace,
    response: 'binary',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/storage/{id}',
    summary: 'Delete a file; who stored it or may change files takes it back within 30 days',
    right: 'files.read',
    place: ANYWHERE,
    audit: true,
    params: one,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/storage/{id}/restore',
    summary: 'Take back the deletion of a file',
    right: 'files.read',
    place: ANYWHERE,
    audit: true,
    params: one,
  }),
  ofRow: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/wbs/{wbsId}/storage',
    summary: 'Files of a work and of all works below it, newest first',
    right: 'files.read',
    place: atVersion('id'),
    params: z.object({ id: pathId, wbsId: pathId }),
    query: paging,
    output: page,
  }),
  photosFeed: endpoint({
    method: 'GET',
    path: '/api/v1/eps/{id}/photos-feed',
    summary: 'Photos of a node and all below it, the last taken first',
    right: 'files.read',
    place: atNode('id'),
    params: one,
    query: paging,
    output: page,
  }),
};

export const storageEvents = {
  /** A file was stored, deleted or restored at a node, or at a work of it. */
  wbs_storage_uploaded: heardBy(
    'files.read',
    'node',
    'node_id',
    event({ node_id: z.number(), wbs_id: z.number().nullable(), storage_id: z.number() }),
  ),
  /** A zip of files can be fetched. */
  document_download: event({ key: z.string(), name: z.string(), size: z.number() }),
};
