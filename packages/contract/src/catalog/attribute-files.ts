import { z } from 'zod';
import { ANYWHERE, atNode, endpoint, pathId } from '../endpoint.ts';

export const attributeFilesErrors = {
  'attribute_file.not_found': 404,
  'attribute_file.none': 422,
  'attribute_file.too_large': 413,
  'attribute_file.not_of_files': 422,
} as const;

/** The largest file that a value of an attribute can be. */
export const ATTRIBUTE_FILE_BYTES = 25 * 1024 * 1024;

/** What was stored, as a value of the attribute: it is not set yet. */
export const storedFile = z.object({ success: z.literal(true), value: z.string() });
const one = z.object({ id: pathId, attributeId: pathId });

/** Files that are values of attributes. A value names its file by a random key; its file is read by who can read such a value. */
export const attributeFiles = {
  storeForNode: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{id}/attributes/{attributeId}/file',
    summary: 'Store a file, up to 25 MB, that becomes a value of an attribute of the node',
    right: 'structure.edit',
    place: atNode('id'),
    params: one,
    request: 'multipart',
    output: storedFile,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/attributes/files/{fileKey}',
    summary: 'The file that a value of an attribute names',
    right: 'structure.read',
    place: ANYWHERE,
    params: z.object({ fileKey: z.uuid() }),
    response: 'binary',
  }),
};
