import { type api, STORAGE_FILE_BYTES } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { prepareArchive, sendArchive } from './storage.archive.service.ts';
import {
  readContentOf,
  readUse,
  listOfNode,
  listOfRow,
  listPhotos,
  removeItem,
  restoreItem,
  sendItem,
  sendThumbnail,
} from './storage.service.ts';
import { uploadFiles } from './storage.upload.service.ts';
import { addPart, createUpload, endUpload, readUpload } from './storage.uploads.service.ts';

export const storageRoutes: Handlers<typeof api.storage> = {
  maxSize: async (context) => ({ bytes: STORAGE_FILE_BYTES, ...(await readUse(context)) }),
  list: (context, { params, query }) => listOfNode(context, params.id, query),
  upload: async (context, { params }, { request }) => ({ items: await uploadFiles(context, params.id, request) }),
  createUpload: (context, { params }, { request, reply }) => createUpload(context, params.id, request, reply),
  readUpload: async (context, { params }, { reply }) => {
    const { offset, length } = await readUpload(context, params.key, reply);
    return { offset, length };
  },
  addPart: (context, { params }, { request, reply }) => addPart(context, params.key, request, reply),
  endUpload: (context, { params }) => endUpload(context, params.key),
  prepareArchive: (context, { params, body }) => prepareArchive(context, params, body),
  archive: (context, { params }, { request, reply }) => sendArchive(context, params.key, request, reply),
  thumbnail: (context, { params, query }, { reply }) => sendThumbnail(context, params.id, query.size, reply),
  content: (context, { params }) => readContentOf(context, params.id),
  download: (context, { params }, { request, reply }) => sendItem(context, params.id, request, reply),
  remove: (context, { params }) => removeItem(context, params.id),
  restore: (context, { params }) => restoreItem(context, params.id),
  ofRow: (context, { params, query }) => listOfRow(context, params.id, params.wbsId, query),
  photosFeed: (context, { params, query }) => listPhotos(context, params.id, query),
};
