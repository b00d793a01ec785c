import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileLabel } from '../../../platform/http/attachments.ts';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import {
  addPart,
  endUpload,
  endWithJob,
  joinParts,
  openUpload,
  type Purpose,
  readUpload,
} from '../../teamwork/storage/storage.uploads.service.ts';
import { askedImport, askedOf, enqueueImport } from './import.service.ts';

/** Uploads whose last part begins an import. The job is noted in the transaction that ends the upload: a part that is sent again begins none. */
const IMPORTED: Purpose = {
  right: 'plan.import',
  isOf: (upload) => upload.import !== null,
  async finish(context, upload, last) {
    const asked = askedImport.parse(upload.import);
    const schedule = await getNode(context, asked.scheduleId, 'schedule');
    const { parts, content } = await joinParts(context, upload, last);
    const { key } = await context.files.save(content);
    try {
      await context.write(async (tx) => {
        const job = await enqueueImport(context, tx, schedule.name, { ...asked, file: key, fileName: upload.name });
        await endWithJob(tx, context, upload, job);
      });
    } catch (error) {
      await context.files.remove(key);
      throw error;
    }
    return parts;
  },
};

type Opened = { name: string; bytes: number; fields: Record<string, string> };

/** Opens an upload of a schedule file; fields that no import could follow are refused before a byte is sent. */
export async function openImport(context: Context, scheduleId: number, { name, bytes, fields }: Opened, reply: FastifyReply) {
  await getNode(context, scheduleId, 'schedule');
  const label = fileLabel(name);
  if (!label) fail('import.no_file');
  const asked = await askedOf(context, scheduleId, fields);
  const place = { node_id: scheduleId, row_id: null, client_key: null };
  const key = await openUpload(context, { ...place, name: label, length: bytes, import: asked });
  reply.header('location', `/api/v1/version-uploads/${key}`);
  return { key };
}

export const readImport = (context: Context, key: string, reply: FastifyReply) => readUpload(context, key, reply, IMPORTED);
export const addImportPart = (context: Context, key: string, request: FastifyRequest, reply: FastifyReply) =>
  addPart(context, key, request, reply, IMPORTED);
export const endImport = (context: Context, key: string) => endUpload(context, key, IMPORTED);
