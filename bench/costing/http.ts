import { api, type Output } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../../e2e/caller.ts';
import { startServer } from '../server-process.ts';
import { syntheticXer } from '../synthetic-xer.ts';
import { costsOfWorks } from './costs.ts';
import { atFullSize, nameOf } from './full-size.ts';
import { least, ROWS } from './measure.ts';
import { overStoring } from './storing.ts';
import { upload } from './upload.ts';

/** Storing, rules, the update of costs, opening and suggestions, as a person has them. */
export async function throughHttp(file: Buffer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-costing-'));
  const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
  const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
  const { host, user, database } = cluster.administration;
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  let server: ChildProcess | null = null;
  try {
    const started = await startServer(folder, url);
    server = started.child;
    const person = await signIn(started.url);
    const member = person.inSpace((await person.call(api.spaces.create, { body: { name: 'Bench' } })).id);
    const facility = await member.call(api.facilities.create, { body: { name: 'Bench' } });
    const { id: project } = await member.call(api.projects.create, { body: { name: 'Bench', facility_id: facility.id } });
    const estimate = await upload(member, project, 'a.gge', new Uint8Array(file));
    const rows = new Set<number>();
    const reading = await least(async () => {
      for (let offset: number | null = 0; offset !== null;) {
        const page: Output<typeof api.estimates.rows> = await member.call(api.estimates.rows, {
          params: { id: estimate },
          query: { offset },
        });
        for (const { id, kind } of page.rows) if (kind === 'work') rows.add(id);
        offset = page.next;
      }
    });
    await overStoring(cluster.administration, url, estimate);
    await costsOfWorks(member, { project, estimate, rows: [...rows], version: await importWorks(member, project, 2 * ROWS), reading, url });
    await atFullSize(member, { project, version: await importWorks(member, project, ROWS, nameOf), estimate, reading });
  } finally {
    server?.kill();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A version of a new schedule with so many works. */
async function importWorks(member: Caller, project: number, count: number, names?: (at: number) => string): Promise<number> {
  const schedule = await member.call(api.projects.createSchedule, { params: { id: project }, body: { name: `${count} works` } });
  const form = new FormData();
  form.append('file', new Blob([syntheticXer(count, names)]), 'works.xer');
  const answer = await member.ask(`/api/v1/schedules/${schedule.id}/versions/upload/synchronous`, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { version_id: number }).version_id;
}
