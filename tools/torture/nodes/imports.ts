/** I9: files that are imported while servers fall: each job that says it is done has made one whole version, any other none. */

import { setTimeout } from 'node:timers/promises';
import { chain, xerText } from '../../../apps/server/src/testing/samples/xer-sample.ts';
import type { Cluster } from './cluster.ts';
import type { Desk } from './planner.ts';

const EVERY_MS = 3_000;
const CALL_MS = 5_000;
const ENDED_MS = 60_000;
/** So that a job takes long enough to be killed at it. */
const WORKS = 400;

/** Uploads files to one server after the other until it is over; answers the jobs that were acknowledged. */
export async function importOn({ nodes, token, spaceId }: Desk, scheduleId: number, isOver: () => boolean): Promise<number[]> {
  const acknowledged: number[] = [];
  const file = new Blob([xerText(chain(WORKS))]);
  for (let at = 0; !isOver(); at += 1) {
    const form = new FormData();
    form.set('version_name', `import-${at}`);
    form.set('file', file, `import-${at}.xer`);
    const answer = await fetch(`${nodes[at % nodes.length].wire.url}/api/v1/schedules/${scheduleId}/versions/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-space-id': String(spaceId) },
      body: form,
      signal: AbortSignal.timeout(CALL_MS),
    })
      .then((response) => response.json() as Promise<{ job_id?: number }>)
      .catch(() => ({ job_id: undefined }));
    if (answer.job_id !== undefined) acknowledged.push(answer.job_id);
    await setTimeout(EVERY_MS);
  }
  return acknowledged;
}

/** What jobs made that was not theirs to make, or did not make; answers how many ended, and how many of them were begun more than once. */
export async function checkImports({ sql }: Pick<Cluster, 'sql'>, acknowledged: readonly number[]) {
  const rows = () =>
    sql<{ id: number; status: string; name: string; attempts: number; versions: number; torn: number }>(
      `select j.id::int, j.status, j.attempts, split_part(j.title, '.xer', 1) as name, count(v.id)::int as versions,
         count(v.id) filter (where (select count(*) from wbs_item w where w.version_id = v.id) <> $1)::int as torn
       from job j left join version v on v.space_id = j.space_id and v.name = split_part(j.title, '.xer', 1)
       where j.kind = 'import' group by j.id order by j.id`,
      [WORKS + 1],
    );
  let found = await rows();
  for (const from = Date.now(); Date.now() - from < ENDED_MS; found = await rows()) {
    if (!found.some(({ status }) => status === 'waiting' || status === 'running')) break;
    await setTimeout(250);
  }
  const broken = found.flatMap(({ id, status, name, versions, torn }) => {
    if (status === 'waiting' || status === 'running') return [`job ${id} is still ${status}`];
    if (versions !== (status === 'done' ? 1 : 0)) return [`job ${id} is ${status}, and there are ${versions} versions ${name}`];
    return torn ? [`version ${name} has not all of its rows`] : [];
  });
  const known = new Set(found.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !known.has(id)).map((id) => `job ${id} was acknowledged and is gone`);
  return {
    broken: [...broken, ...lost],
    done: found.filter(({ status }) => status === 'done').length,
    others: found.filter(({ status }) => status !== 'done').length,
    again: found.filter(({ attempts }) => attempts > 1).length,
  };
}
