import { api, BUILT_IN_FORMS, type Job } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { letInOnly } from '../../../testing/team.ts';
import { newIssuer } from '../../../testing/servers/license-issuer.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { activeMemberOf, NO_ACCESS, rightsAt, rightsAtEach } from '../roles/roles.access.service.ts';

/** A job that waited while its people lost what it needs does nothing, whatever kind it is of. */
const issuer = newIssuer();
let laterMs = 0;
let world: World;
let anna: Person;
let vera: Person;
/** Acts for vera. */
let dora: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld({ GANTRY_LICENSE_PUBLIC_KEYS: issuer.trusted }, { now: () => new Date(Date.now() + laterMs) });
  [anna, vera, dora] = [await world.person('anna'), await world.person('vera'), await world.person('dora')];
  await anna.space();
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  await anna.item(version, { name: 'Dig' });
  await world.join(vera, anna, 'planner');
  await world.join(dora, anna, 'executor');
});
afterAll(() => world.close());

const act = (endsAt = Date.now() + 3_600_000) => {
  const [starts_at, ends_at] = [Date.now() - 60_000, endsAt].map((time) => new Date(time).toISOString());
  return vera.ok(api.delegation.create, { body: { receiver_id: dora.id, starts_at, ends_at } });
};
beforeEach(async () => {
  laterMs = 0;
  await world.sql(`update license_clock set seen_at = now()`);
  await world.sql('delete from delegation');
  await world.sql(`update space_user set role = 'planner', status = 'active' where user_id = $1`, [vera.id]);
  await world.sql(`update app_user set status = 'active'`);
});

const OF_ACT: Record<string, unknown> = {
  version_directory_assign: { directory_id: 1, row_id: 1, items: [{ id: 1 }] },
  version_directory_copy: { from_item_id: 1, items: [{ id: 1 }] },
  version_directory_add: { directory_id: 1, row_ids: [1] },
  version_directory_update: [{ id: 1 }],
  version_directory_unassign: { directory_id: 1 },
  version_directory_sync: {},
};
const report = () => ({
  form: BUILT_IN_FORMS[0],
  name: 'Report',
  format: 'xlsx',
  language: 'en-US',
  year: 2026,
  month: 3,
  leadDays: 0,
  wbsIds: [],
  versionIds: [version],
});
/** What some kind or other is queued with: each reads its own part of it. */
const queued = (kind: string) => ({
  ...report(),
  input: OF_ACT[kind],
  versionId: version,
  scheduleId: schedule,
  epsId: schedule,
  nodeId: schedule,
  projectId: schedule,
  facilityId: schedule,
  facilityIds: [],
  directoryId: 1,
  modelId: 1,
  relationId: 1,
  actId: 1,
  uploadId: 1,
  backupId: 1,
  folder: 'none',
  key: '',
  publicKey: '',
  manifest: '',
  estimateId: 1,
  made: false,
  target: 'auto',
  sha256: '',
  mapping: {},
  mode: 'new_space',
  proposalId: 1,
  sourceId: 1,
  source: 'calendar',
  ids: [1],
  itemIds: null,
  file: 'none',
  files: [],
  fileName: 'plan.xer',
  versionName: null,
  codePage: null,
  name: 'Plan',
  kind: 'resources',
  parts: [],
  format: 'xlsx',
  apply: true,
  skipRefused: false,
  indicatorId: null,
  versions: [{ id: version, name: 'Version', version_id: version, schedule_id: schedule }],
  rule: {},
  sheet: DEFAULT_PRINT_FORMAT,
  settings: DEFAULT_PRINT_SETTINGS,
  filter: null,
  sort: null,
  reports: [report()],
});

/** A job as it waits in the database: begun while everything was in order. */
async function waited(kind: string, actor: Person | null = null, input: Record<string, unknown> = {}): Promise<Job> {
  const [{ id }] = await world.sql<{ id: number }>(
    `insert into job (space_id, user_id, actor_id, kind, title, input) values ($1, $2, $3, $4, 'x', $5) returning id`,
    [anna.spaceId, vera.id, actor?.id ?? null, kind, JSON.stringify({ ...queued(kind), ...input })],
  );
  await world.sql(`select pg_notify('gantry_job', '')`);
  return ended(vera, id);
}
const CALCULATE = 'timetable_calculate';
const kinds = () => world.app.services.jobs.kinds();
const revision = async () => (await anna.ok(api.versions.get, { params: { id: version } })).revision;

describe('every kind of job', () => {
  test('says what it needs, or that it is the installation’s own', () => {
    expect(kinds().filter(({ needs }) => needs === undefined)).toEqual([]);
    const nobodys = kinds().flatMap(({ kind, needs }) => (needs === null ? [kind] : []));
    expect(nobodys.sort()).toEqual(['analytics_bundles', 'backup_upload', 'delete_space', 'letter', 'notice_push', 'remote_copy']);
    expect(kinds().map(({ kind }) => kind)).toContain(CALCULATE);
  });

  test('is refused to somebody who was taken out of the space meanwhile', async () => {
    const before = await world.sql('select id, revision from version order by id');
    await world.sql(`update space_user set status = 'disabled' where user_id = $1`, [vera.id]);
    for (const { kind, needs } of kinds())
      if (needs) expect([kind, await waited(kind)]).toMatchObject([kind, { status: 'failed', error: { code: 'auth.forbidden' } }]);
    expect(await world.sql('select id, revision from version order by id')).toEqual(before);
  });

  test('that writes is refused to somebody whose role has come to be a reader’s', async () => {
    await world.sql(`update space_user set role = 'viewer' where user_id = $1`, [vera.id]);
    for (const { kind, needs } of kinds()) {
      if (!needs?.(queued(kind)).some(({ right }) => !right.endsWith('.read'))) continue;
      expect([kind, await waited(kind)]).toMatchObject([kind, { status: 'failed', error: { code: 'auth.forbidden' } }]);
    }
  });
});

describe('a job that another release has queued', () => {
  test('ends with a code where its input is not what its kind reads, and changes nothing', async () => {
    const before = await revision();
    const ended = await waited(CALCULATE, null, { versionId: 'the first one' });
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'job.unknown_input', parameters: { kind: CALCULATE, field: 'versionId' } },
    });
    expect(await revision()).toBe(before);
    expect(world.log.filter((line) => line.includes('job.failed'))).toEqual([]);
  });

  test('says of every kind what its input is', () => {
    for (const { kind, input } of kinds()) {
      // What nothing can be wrong with is declared as nothing: test data has no input.
      if (kind !== 'fill_demo') expect([kind, input.safeParse({}).success]).toEqual([kind, false]);
      expect([kind, input.safeParse(null).success]).toEqual([kind, false]);
    }
  });
});

describe('a job of somebody who acts for another', () => {
  const asVera = { headers: { 'x-on-behalf-of': '' } };
  beforeAll(() => {
    asVera.headers['x-on-behalf-of'] = String(vera.id);
  });

  test('is begun in that one’s name and runs with what was given', async () => {
    await act();
    const { job_id } = await dora.ok(api.timetable.calculate, { params: { id: version }, body: {} }, asVera);
    expect(await ended(vera, Number(job_id))).toMatchObject({ status: 'done' });
    expect(await world.sql('select user_id, actor_id from job where id = $1', [job_id])).toEqual([{ user_id: vera.id, actor_id: dora.id }]);
  });

  test.each([
    ['the delegation is over', () => world.sql(`update delegation set ends_at = now() - interval '1 second'`)],
    ['the delegation was taken back', () => world.sql('delete from delegation')],
    ['who acts is closed', () => world.sql(`update app_user set status = 'disabled' where id = $1`, [dora.id])],
    ['who gave it is a reader now', () => world.sql(`update space_user set role = 'viewer' where user_id = $1`, [vera.id])],
  ])('does nothing where %s', async (_what, lose) => {
    await act();
    expect(await waited(CALCULATE, dora)).toMatchObject({ status: 'done' });
    await anna.item(version, { name: 'Pour' });
    const before = await revision();
    await lose();
    expect(await waited(CALCULATE, dora)).toMatchObject({ status: 'failed' });
    expect(await revision()).toBe(before);
  });
});

test('a right that is lost in the middle ends the job before it commits', async () => {
  const owner = { userId: vera.id, actorId: dora.id, spaceId: anna.spaceId, needs: [{ right: 'plan.calculate' as const }] };
  await act();
  const context = await world.app.contextOf(owner);
  await context.read((db) => context.recheck(db));
  await world.sql('delete from delegation');
  await expect(context.read((db) => context.recheck(db))).rejects.toMatchObject({ code: 'delegation.not_valid' });
  await expect(world.app.contextOf({ ...owner, needs: [] })).rejects.toMatchObject({ code: 'delegation.not_valid' });
});

test('a licence that has ended meanwhile keeps jobs from writing, not from reading', async () => {
  const exp = Math.floor(Date.now() / 1000) + 2 * 24 * 3600;
  await anna.ok(api.licenses.load, { body: { token: await issuer.issue({ exp }) } });
  expect(await waited(CALCULATE)).toMatchObject({ status: 'done' });
  laterMs = 10 * 24 * 3600 * 1000;
  const before = await revision();
  expect(await waited(CALCULATE)).toMatchObject({ status: 'failed', error: { code: 'license.expired' } });
  expect(await revision()).toBe(before);
  const { job_id } = await vera.ok(api.exports.version, { params: { id: version, x: 'csv' }, body: {} });
  expect(await ended(vera, job_id)).toMatchObject({ status: 'done' });
});

test('rights at many places are asked for by as many statements as those at two, and are those of each place', async () => {
  const guest = await world.person('guest');
  await letInOnly(guest, anna);
  const scope = { spaceId: anna.spaceId, userId: guest.id };
  const versions: number[] = [];
  const nodes: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const id = await anna.schedule(`S${at}`);
    nodes.push(id);
    versions.push(await anna.version(id), await anna.version(id));
    const [{ parent_id }] = await world.sql('select parent_id from eps_node where id = $1', [id]);
    const role_id = BUILT_IN_ROLE_ID[at % 2 ? 'planner' : 'viewer'];
    if (at < 5) await anna.ok(api.grants.grant, { body: { node_id: at % 3 ? parent_id : id, user_id: guest.id, role_id } });
  }
  const needs = (ids: readonly number[]) => ids.map((id) => ({ right: 'plan.read' as const, at: { kind: 'version' as const, id } }));
  const contextFor = (ids: readonly number[]) => world.app.contextOf({ ...scope, actorId: guest.id, needs: needs(ids) });
  const ofPlaces = /from eps_node|from version /i;
  const statements = async (ids: readonly number[]) =>
    (await statementsOf(() => contextFor(ids))).filter((text) => ofPlaces.test(text)).length;
  // What the guest reaches is read once.
  await contextFor(versions.slice(0, 2));
  expect(await statements(versions.slice(0, 10))).toBe(await statements(versions.slice(0, 2)));
  await expect(contextFor(versions)).rejects.toMatchObject({ code: 'auth.forbidden', parameters: { right: 'plan.read' } });
  await expect(contextFor([versions[0], 999_999])).rejects.toMatchObject({ code: 'auth.forbidden' });

  const places = [
    ...[...nodes, 999_999].map((id) => ({ kind: 'node' as const, id })),
    ...[...versions, 999_999].map((id) => ({ kind: 'version' as const, id })),
  ];
  await world.app.services.database.read(scope, async (db) => {
    const access = (await activeMemberOf(db, anna.spaceId, guest.id))?.access ?? NO_ACCESS;
    const held = await rightsAtEach(db, anna.spaceId, access, places);
    for (const at of places) {
      const one = await rightsAt(db, anna.spaceId, access, { kind: at.kind, param: 'id' }, () => at.id);
      expect([at, [...held(at)].sort()]).toEqual([at, [...one].sort()]);
    }
    expect(new Set(places.map((at) => held(at).size)).size).toBe(3);
  });
});
