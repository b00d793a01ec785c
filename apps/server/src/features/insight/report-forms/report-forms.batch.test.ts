import type { BuiltInFormWord, Job } from '@gantry/contract';
import { collectFindings, readZip } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let eva: Person;
let version: number;
beforeAll(async () => {
  world = await createWorld();
  [anna, eva] = [await world.person('anna'), await world.person('eva')];
  await anna.space();
  // Sees plans and no estimates: acts are not for her.
  await world.join(eva, anna, 'executor');
  version = await anna.version();
  await anna.item(version, { name: 'Dig', start: '2026-03-02T08:00', finish: '2026-03-04T17:00' });
});
afterAll(() => world.close());

/** A batch that was begun while Eva might read all of it. */
async function begunBefore(forms: readonly BuiltInFormWord[]): Promise<Job> {
  const rest = { format: 'docx', language: 'en-US', year: 2026, month: 3, leadDays: 0, wbsIds: [], versionIds: [version] };
  const reports = forms.map((form) => ({ form, name: `Report ${form}`, ...rest }));
  const [{ id }] = await world.sql<{ id: number }>(
    `insert into job (space_id, user_id, kind, title, input) values ($1, $2, 'reports', 'x', $3) returning id`,
    [anna.spaceId, eva.id, JSON.stringify({ reports })],
  );
  await world.sql(`select pg_notify('gantry_job', '')`);
  return ended(eva, id);
}

test('a report that cannot be made is a finding that names it; the others come', async () => {
  const job = await begunBefore(['milestones', 'ks2', 'look_ahead']);
  expect(job).toMatchObject({ status: 'done', error: null, result: { failed: 1 } });
  expect(job.findings.map(({ severity, code, parameters }) => [severity, code, parameters['of']])).toEqual([
    ['error', 'auth.forbidden', 'Report ks2'],
  ]);
  const entries = await readZip(await fileOfJob(eva, job), collectFindings());
  expect(entries?.map(({ name }) => name.slice(0, 17))).toEqual(['Report milestones', 'Report look_ahead']);
});

test('a batch of which nothing can be made fails, by the first reason', async () => {
  expect(await begunBefore(['ks2'])).toMatchObject({
    status: 'failed',
    error: { code: 'auth.forbidden', parameters: { right: 'estimate.read' } },
  });
});
