import { api } from '@gantry/contract';
import type pg from 'pg';
import type { Caller } from '../../e2e/caller.ts';
import { syntheticXer } from '../synthetic-xer.ts';
import { indexed, type Stage } from '../teamwork/stage.ts';

/** Reads what figures of a version are counted from by the plain driver. */
export async function readTables(client: pg.Client, version: number): Promise<void> {
  for (const table of ['wbs_item', 'assignment', 'calendar', 'resource', 'day_series'])
    await client.query(`select * from ${table} where version_id = $1`, [version]);
}

/** A version of many works, calculated, and the milliseconds that its upload took and the search needed to know it. */
export async function uploadWorks(stage: Pick<Stage, 'client'>, member: Caller, works: number) {
  const facility = await member.call(api.facilities.create, { body: { name: 'Large' } });
  const project = await member.call(api.projects.create, { body: { name: 'Large', facility_id: facility.id } });
  const schedule = await member.call(api.projects.createSchedule, { params: { id: project.id }, body: { name: 'Large' } });
  const form = new FormData();
  form.append('file', new Blob([syntheticXer(works)]), 'large.xer');
  const begun = performance.now();
  const answer = await member.ask(api.imports.uploadNow.path.replace('{id}', String(schedule.id)), { method: 'POST', body: form });
  if (!answer.ok) throw new Error((await answer.text()).slice(0, 500));
  const { version_id: version } = await answer.json();
  const uploaded = performance.now() - begun;
  await indexed(stage.client);
  const found = performance.now() - begun - uploaded;
  await member.call(api.timetable.calculateNow, { params: { id: version } });
  return { schedule: schedule.id, version: Number(version), uploaded, found };
}
