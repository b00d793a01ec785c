import { api, importRule } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../testing/world.ts';
import { MOST_MADE, requireRoom } from './room.ts';

let world: World;
let anna: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());

const full = (most: number) => ({ status: 409, code: 'request.limit_reached', parameters: { most } });
/** As many copies of the one row of a table as leave room for one more. */
const fill = (table: keyof typeof MOST_MADE, columns: string, named = columns) =>
  world.sql(`insert into ${table} (${columns}) select ${named} from ${table}, generate_series(1, ${MOST_MADE[table] - 2}) as number`);

test('backups of a space are made by at most a hundred rules', async () => {
  const call = { params: { id: anna.spaceId }, body: { cadence: 'daily' as const, at: '03:00', time_zone: 'UTC' } };
  await anna.ok(api.backups.addJob, call);
  await fill('backup_job', 'space_id, cadence, at, time_zone, keep, with_files, next_at, created_by, created_at');
  await anna.ok(api.backups.addJob, call);
  expect(await anna.refused(api.backups.addJob, call)).toMatchObject(full(100));
});

test('rules of imports are at most a hundred a schedule', async () => {
  const create = (name: string) => ({ body: { schedule_id: schedule, name, rule: importRule.parse({}) } });
  await anna.ok(api.importSettings.create, create('First'));
  await fill('import_setting', 'space_id, schedule_id, name, rule', `space_id, schedule_id, 'Rule ' || number, rule`);
  await anna.ok(api.importSettings.create, create('Last'));
  expect(await anna.refused(api.importSettings.create, create('One more'))).toMatchObject(full(100));
});

test('ways of taking files into a directory are at most a hundred; one that is there may be changed', async () => {
  const node = await projectOf(schedule);
  const { id: directoryId } = await anna.ok(api.directories.create, { params: { epsId: node }, body: { name: 'Units' } });
  const call = (name: string) => ({ params: { epsId: node, directoryId }, body: { name, rule: {} } });
  await anna.ok(api.directoryFiles.saveRule, call('First'));
  await fill('directory_upload_rule', 'space_id, directory_id, name, rule', `space_id, directory_id, 'Way ' || number, rule`);
  await anna.ok(api.directoryFiles.saveRule, call('Last'));
  await anna.ok(api.directoryFiles.saveRule, call('first'));
  expect(await anna.refused(api.directoryFiles.saveRule, call('One more'))).toMatchObject(full(100));
});

test('reports of a node that come by mail are at most a hundred', async () => {
  const when = { cadence: 'weekly' as const, at: '07:00', weekday: 1, time_zone: 'UTC' };
  const call = {
    params: { id: schedule },
    body: { ...when, report_id: 'milestones' as const, format: 'docx' as const, recipients: [anna.id] },
  };
  for (let count = 0; count < MOST_MADE.report_subscription; count += 1) await anna.ok(api.reportSubscriptions.add, call);
  expect(await anna.refused(api.reportSubscriptions.add, call)).toMatchObject(full(100));
});

test('forms of reports are at most five hundred a space', async () => {
  const made = `select $1::bigint, 'Form ' || number, 'xlsx', 'key', 1, '[]'::jsonb, $2::bigint from generate_series(1, 499) as number`;
  await world.sql(`insert into report_form (space_id, name, kind, file_key, bytes, warnings, created_by) ${made}`, [anna.spaceId, anna.id]);
  const space = { spaceId: anna.spaceId, userId: anna.id };
  const ask = () => world.app.services.database.write(space, (tx) => requireRoom(tx, 'report_form', { space_id: anna.spaceId }));
  await ask();
  await world.sql(`insert into report_form (space_id, name, kind, file_key, bytes, warnings) values ($1, 'Last', 'xlsx', 'key', 1, '[]')`, [
    anna.spaceId,
  ]);
  await expect(ask()).rejects.toMatchObject({ code: 'request.limit_reached' });
});

test('named settings are at most five hundred a person and kind, and as many are shared', async () => {
  const call = (name: string, shared = false) => ({ body: { name, shared, content: { join: 'and' as const, conditions: [] } } });
  await anna.ok(api.filters.create, call('First'));
  await fill('preset', 'space_id, kind, owner_id, name, content', `space_id, kind, owner_id, 'Filter ' || number, content`);
  const { id: last } = await anna.ok(api.filters.create, call('Last'));
  expect(await anna.refused(api.filters.create, call('One more'))).toMatchObject(full(500));
  const boris = await world.person('boris');
  await world.join(boris, anna, 'viewer');
  await world.sql('update preset set owner_id = $1, shared = true where id <> $2', [boris.id, last]);
  await anna.ok(api.filters.update, { params: { id: last }, body: { shared: true } });
  const { id: own } = await anna.ok(api.filters.create, call('Own'));
  expect(await anna.refused(api.filters.create, call('Shared', true))).toMatchObject(full(500));
  expect(await anna.refused(api.filters.update, { params: { id: own }, body: { shared: true } })).toMatchObject(full(500));
  await anna.ok(api.filters.update, { params: { id: last }, body: { shared: true, name: 'Shared already' } });
});

async function projectOf(id: number): Promise<number> {
  const node = (await anna.ok(api.eps.tree)).nodes.find((one) => one.id === id);
  return node?.parent_id ?? 0;
}
