import { LIMITS } from '@gantry/domain';
import type { FastifyRequest } from 'fastify';
import { fail, Refused } from '../fail.ts';
import type { Files, SavedFile } from '../files/files.ts';
import { errorCode } from '../errors.ts';

/** An uploaded file as it is kept. */
export type UploadedFile = Pick<SavedFile, 'key' | 'bytes' | 'sha256'> & { name: string };

/** A form with its files; those beyond the first `most` are read past. */
type Form = { fields: Record<string, unknown>; files: UploadedFile[] };

/** Reads a form to its end; fields may come before or after files. Files of an aborted form are deleted. No file holds more than `mostBytes`. */
export async function receiveForm(
  files: Files,
  request: FastifyRequest,
  most: number,
  mostBytes: number = LIMITS.uploadBytes,
): Promise<Form> {
  if (!request.isMultipart()) fail('import.no_file');
  const form: Form = { fields: {}, files: [] };
  try {
    for await (const part of request.parts({ limits: { fileSize: mostBytes } })) {
      if (part.type === 'field') form.fields[part.fieldname] = part.value;
      else if (form.files.length >= most) part.file.resume();
      else {
        form.files.push({ ...(await files.save(part.file)), name: part.filename ?? '' });
        if (part.file.truncated) fail('import.too_large', { most: mostBytes });
      }
    }
    return form;
  } catch (error) {
    await forgetFiles(files, form.files);
    throw isBrokenForm(error) ? new Refused('request.invalid', { where: 'form', fields: [], field: '', reason: '' }) : error;
  }
}

/** Removes uploaded files that nobody will read. */
export async function forgetFiles(files: Files, kept: readonly { key: string }[]): Promise<void> {
  await Promise.all(kept.map(({ key }) => files.remove(key)));
}

/** The parser of forms and a connection that broke off throw plain errors; a full disk and our own refusals do not look so. */
function isBrokenForm(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Refused || 'statusCode' in error) return false;
  return !('syscall' in error) || error.syscall === 'read' || errorCode(error) === 'ECONNRESET';
}
