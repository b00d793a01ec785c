import { api, directoryUploadResult, type DirectoryAttributeDefinition, type DirectoryRowChange } from '@gantry/contract';
import { expect } from 'vitest';
import { ended as endedJob } from './jobs.ts';
import type { Person, World } from './world.ts';

/** A column of a directory; numeric by default. */
export const column = (name: string, more: Partial<DirectoryAttributeDefinition> = {}) => ({ name, type: 'number' as const, ...more });

/** A form with a file, as the page sends it. */
export function formOf(file: Uint8Array | string, fields: Record<string, string | number | object> = {}, name = 'rows.xlsx'): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  return form;
}

let made = 0;

/** A person who edits directories of one node and their files. */
export function directoryKeeper(world: World, anna: Person, facility: number) {
  async function create(columns: ReturnType<typeof column>[] = [], rows: DirectoryRowChange[] = []) {
    const body = { name: `Directory ${(made += 1)}`, columns };
    const { id } = await anna.ok(api.directories.create, { params: { epsId: facility }, body });
    const at = { params: { epsId: facility, directoryId: id } };
    const about = await anna.ok(api.directories.get, at);
    if (rows.length) await anna.ok(api.directories.edit, { ...at, body: { base_revision: about.revision, changes: rows } });
    return { ...at, ...about };
  }
  const rowsOf = (at: { params: { epsId: number; directoryId: number } }) => anna.ok(api.directories.rows, at);

  const ended = (jobId: number) => endedJob(anna, jobId);

  /** Uploads and answers the job with the proposal that it made. */
  async function upload(
    file: Uint8Array | string,
    fields: Record<string, string | number | object> = {},
    name?: string,
    call: typeof api.directoryFiles.upload = api.directoryFiles.upload,
  ) {
    const answer = await anna.call(call, { params: { epsId: facility } }, { raw: formOf(file, fields, name) });
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([200, undefined]);
    const job = await ended(answer.body.job_id);
    const uploadId = Number(job.result?.['upload_id'] ?? 0);
    const params = { epsId: facility, uploadId };
    return {
      job,
      params,
      proposal: uploadId ? await anna.ok(api.directoryFiles.proposal, { params }) : null,
      lines: async (part: 'added' | 'changed' | 'removed' | 'refused') =>
        (await anna.ok(api.directoryFiles.changes, { params, query: { part } })).changes,
      /** Accepts and answers what the job has ended with. */
      async accept(body: { parts?: ('added' | 'changed' | 'removed')[]; without_refused?: boolean } = {}) {
        const { job_id } = await anna.ok(api.directoryFiles.accept, {
          params,
          body: { parts: ['added', 'changed', 'removed'], ...body },
        });
        const { status, error, result } = await ended(job_id);
        expect([status, error]).toEqual(['done', null]);
        return directoryUploadResult.parse(result);
      },
    };
  }

  async function exported(directoryId: number, format: 'xlsx' | 'csv'): Promise<Uint8Array> {
    const { job_id } = await anna.ok(api.directoryFiles.export, { params: { epsId: facility, directoryId }, body: { format } });
    const { status, result } = await ended(job_id);
    expect(status).toBe('done');
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-space-id': String(anna.spaceId) };
    const answer = await fetch(`${world.base}/api/v1/download?key=${result?.['download_key'] as string}`, { headers });
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  }

  return { create, rowsOf, ended, upload, exported };
}
