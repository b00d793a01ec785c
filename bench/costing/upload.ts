import { api } from '@gantry/contract';
import type { Caller } from '../../e2e/caller.ts';

/** The estimate that a file makes, once it is stored. */
export async function upload(member: Caller, project: number, name: string, file: BlobPart): Promise<number> {
  const form = new FormData();
  form.append('project_id', String(project));
  form.append('file', new Blob([file]), name);
  const answer = await member.ask('/api/v1/cost-estimates/upload', { method: 'POST', body: form });
  const { estimate_id, job_id } = (await answer.json()) as { estimate_id: number; job_id: number };
  while ((await member.call(api.jobs.get, { params: { id: job_id } })).finished_at === null)
    await new Promise((next) => setTimeout(next, 200));
  return estimate_id;
}
