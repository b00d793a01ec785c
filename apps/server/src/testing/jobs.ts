import { api, type Job } from '@gantry/contract';
import { expect } from 'vitest';
import { addressOf } from './call.ts';
import type { Person } from './world.ts';

/** Waits until a job of a person has ended in any way. */
export async function ended(person: Person, id: number): Promise<Job> {
  const job = () => person.ok(api.jobs.get, { params: { id } });
  await expect.poll(async () => (await job()).finished_at, { timeout: 60_000, interval: 30 }).not.toBeNull();
  return job();
}

/** Waits until versions have followed what a call saved in the catalog; answers how that went. */
export async function followedBy(person: Person, { job_id }: { job_id: number | null }) {
  if (job_id === null) return { followed: [], left: [] };
  const job = await ended(person, job_id);
  expect(job).toMatchObject({ status: 'done' });
  return job.result as { followed: number[]; left: { version_id: number; code: string }[] };
}

/** The file that a job has made for its owner. */
export async function fileOfJob(person: Person, job: Pick<Job, 'result'>): Promise<Buffer> {
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const address = addressOf(api.exports.download, { query: { key: job.result?.['download_key'] } });
  const response = await fetch(person.base() + address, { headers: { cookie, 'x-space-id': String(person.spaceId) } });
  return Buffer.from(await response.arrayBuffer());
}
