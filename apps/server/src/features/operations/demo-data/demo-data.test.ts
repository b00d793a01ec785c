import { api } from '@gantry/contract';
import { dayOf, formatMinute, type Minute, parseMinute } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space('Sandbox');
});
afterAll(() => world.close());

const fill = (person = anna) => person.call(api.demoData.fill, { params: { id: person.spaceId } });
const ended = async (id: number, person = anna) => {
  await expect
    .poll(async () => (await person.ok(api.jobs.get, { params: { id } })).finished_at, { timeout: 60_000, interval: 100 })
    .not.toBeNull();
  return person.ok(api.jobs.get, { params: { id } });
};

describe('test data', () => {
  test('fill a space with a calculated plan and no person; an empty space becomes a demo one, and its page hears how far it is', async () => {
    const people = await world.sql(`select 1 from app_user where status = 'active'`);
    const page = await anna.push();
    const job = await ended((await fill()).body.job_id);
    expect(job).toMatchObject({ status: 'done', kind: 'fill_demo' });
    const schedule = Number(job.result?.['schedule_id']);
    const [version] = (await anna.ok(api.versions.list, { params: { id: schedule } })).versions;
    expect(version).toMatchObject({ calculation_status: 1 });
    expect(version.item_count).toBeGreaterThan(40);
    expect(await world.sql(`select 1 from app_user where status = 'active'`)).toHaveLength(people.length);
    // Its people are names without accounts: nobody reads what stands for their logins.
    const { users } = await anna.ok(api.spaces.users, { params: { id: anna.spaceId } });
    expect(users.filter(({ login }) => login !== null)).toMatchObject([{ login: 'anna' }]);
    expect(users.length).toBeGreaterThan(1);
    const mentioned = (await anna.ok(api.comments.people, { params: { id: schedule }, query: { search: 'sample-' } })).people;
    expect(mentioned).toEqual([]);
    const readers = (await anna.ok(api.versions.users, { params: { id: version.id } })).users;
    expect(new Set(readers.map(({ login }) => login))).toEqual(new Set(['anna', null]));
    expect((await anna.ok(api.users.spaces)).spaces).toMatchObject([{ name: 'Sandbox', kind: 'demo', projects: 1 }]);
    expect(await page.heard('space_demo_progress', (data) => data['percent'] === 100)).toMatchObject({ space_id: anna.spaceId });
    await page.close();
  });

  test('leave what is there: a space with work of its own stays what it is and gets a facility more', async () => {
    const boris = await world.person('boris');
    await boris.space();
    await boris.ok(api.facilities.create, { body: { name: 'Own' } });
    expect(await ended((await fill(boris)).body.job_id, boris)).toMatchObject({ status: 'done' });
    const [space] = (await boris.ok(api.users.spaces)).spaces;
    expect(space.kind).toBe('regular');
    const names = (await boris.ok(api.facilities.list)).facilities.map(({ name }) => name);
    expect(names).toEqual(['Own', 'Riverside quarter']);
  });

  test('are for who manages the space and may make plans; a foreign space is as one that is not there', async () => {
    const clara = await world.person('clara');
    await clara.space();
    const asked = async (id: number) => {
      const { status, body } = await clara.call(api.demoData.fill, { params: { id } });
      return { status, errors: body.errors };
    };
    expect(await asked(anna.spaceId)).toEqual(await asked(777_777));
    const door = (await anna.ok(api.roles.create, { body: { name: 'Door', rights: ['space.read', 'space.manage'] } })).id;
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'clara', role_id: door } });
    clara.spaceId = anna.spaceId;
    expect(await clara.refused(api.demoData.fill, { params: { id: anna.spaceId } })).toMatchObject({ status: 403 });
  });
});

test('a work that one has begun and reported nothing on for today is due, in actual versions alone', async () => {
  const dora = await world.person('dora');
  await dora.space();
  const version = await dora.version();
  const begun = await dora.item(version, { name: 'Begun' });
  const other = await dora.item(version, { name: 'Not begun' });
  await world.sql(`update wbs_item set executor_id = $1 where version_id = $2`, [dora.id, version]);
  await world.sql(`update wbs_item set actual_start = '2025-03-03T08:00' where id = $1 and version_id = $2`, [begun, version]);
  const due = () => dora.ok(api.users.timesheetNotification);
  expect((await due()).due).toBe(0);
  await world.sql(`update version set kind = 'actual' where id = $1`, [version]);
  expect(await due()).toMatchObject({ due: 1, schedules: [{ version_id: version, works: 1 }] });
  const days = dayOf(parseMinute((await due()).day) as Minute);
  const report = (item: number, day: number, value: number) =>
    dora.ok(api.dayValues.write, {
      params: { id: version, wbsId: item },
      body: { measure: 'volume', mode: 'fact', values: [{ day: formatMinute(day * 1440).slice(0, 10), value }] },
    });
  await report(other, days, 3);
  await report(begun, days - 1, 3);
  expect((await due()).due).toBe(1);
  // Nothing done is a report too.
  await report(begun, days, 0);
  expect((await due()).due).toBe(0);
});
