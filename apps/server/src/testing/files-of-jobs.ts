import { api, type Job } from '@gantry/contract';
import { addressOf } from './call.ts';
import type { Person } from './world.ts';

/** The file that a job has made for its owner. */
export async function fileOfJob(person: Person, job: Pick<Job, 'result'>): Promise<Buffer> {
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const address = addressOf(api.exports.download, { query: { key: job.result?.['download_key'] } } as never);
  const response = await fetch(person.base() + address, { headers: { cookie, 'x-space-id': String(person.spaceId) } });
  return Buffer.from(await response.arrayBuffer());
}
