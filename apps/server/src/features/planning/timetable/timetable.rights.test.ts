import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refused } from '../../../platform/fail.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { calculateNow } from './timetable.service.ts';

/** A job works for a person: what they have lost since they started it, it has lost as well. */
let world: World;
let anna: Person;
let vera: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  version = await anna.version();
  await anna.item(version, { name: 'Dig' });
  await world.join(vera, anna, 'planner');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql(`update space_user set role = 'planner', status = 'active' where user_id = $1`, [vera.id]);
  await world.sql(`update app_user set status = 'active' where id = $1`, [vera.id]);
});

const started = () =>
  world.app.contextOf({
    userId: vera.id,
    actorId: vera.id,
    spaceId: anna.spaceId,
    needs: [{ right: 'plan.calculate', at: { kind: 'version', id: version } }],
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refused ? error.code : String(error)),
  );

describe.each([
  ['a lesser role', `update space_user set role = 'viewer' where user_id = $1`],
  ['a membership that rests', `update space_user set status = 'disabled' where user_id = $1`],
  ['an account that is closed', `update app_user set status = 'disabled' where id = $1`],
])('%s', (_what, loss) => {
  test('keeps a job from starting', async () => {
    expect(await codeOf(started())).toBe('done');
    await world.sql(loss, [vera.id]);
    expect(await codeOf(started())).toBe('auth.forbidden');
  });

  test('keeps a job that has begun from committing what it made', async () => {
    const context = await started();
    const before = await anna.ok(api.versions.get, { params: { id: version } });
    await world.sql(loss, [vera.id]);
    expect(await codeOf(calculateNow(context, version))).toBe('auth.forbidden');
    expect(await anna.ok(api.versions.get, { params: { id: version } })).toMatchObject({
      revision: before.revision,
      calculation_status: 0,
    });
  });
});

test('a right at the schedule alone is enough, and is lost with the grant', async () => {
  const schedule = (await anna.ok(api.versions.get, { params: { id: version } })).schedule_id;
  await world.sql(`update space_user set role = 'viewer' where user_id = $1`, [vera.id]);
  await anna.ok(api.grants.grant, { body: { node_id: schedule, user_id: vera.id, role_id: 3 } });
  const context = await started();
  expect(await codeOf(calculateNow(context, version))).toBe('done');
  await anna.item(version, { name: 'Pour' });
  await anna.ok(api.grants.revoke, { body: { node_id: schedule, user_id: vera.id } });
  expect(await codeOf(calculateNow(context, version))).toBe('auth.forbidden');
});
