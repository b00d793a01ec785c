import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { removeNodes } from './eps.service.ts';

let world: World;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
});
afterAll(() => world.close());

const facility = async (name: string, person = anna) => (await person.ok(api.facilities.create, { body: { name } })).id;
const node = async (kind: 'project' | 'schedule_group' | 'schedule', parent_id: number, name: string = kind) =>
  (await anna.ok(api.eps.create, { body: { kind, name, parent_id } })).id;
const childrenOf = async (parentId: number | null) =>
  (await anna.ok(api.eps.tree)).nodes
    .filter((one) => one.parent_id === parentId)
    .sort((a, b) => a.position - b.position)
    .map(({ id }) => id);

test('a hierarchy is built, read, renamed and counted', async () => {
  const top = await facility('Plant');
  const project = await node('project', top, 'Line 1');
  const group = await node('schedule_group', project, 'Stage A');
  const schedule = await node('schedule', group, 'Works');
  await anna.version(schedule);
  await anna.ok(api.eps.rename, { params: { id: schedule }, body: { name: '  Works, 2nd issue ' } });
  const described = await anna.ok(api.eps.get, { params: { id: top } });
  expect(described).toMatchObject({ name: 'Plant', kind: 'facility', counts: { nodes: 3, versions: 1, items: 0 } });
  const { path } = await anna.ok(api.eps.get, { params: { id: schedule } });
  expect(path.map(({ name }) => name)).toEqual(['Plant', 'Line 1', 'Stage A', 'Works, 2nd issue']);
  const { nodes, versions } = await anna.ok(api.eps.tree);
  expect(nodes.find(({ id }) => id === schedule)).toMatchObject({ parent_id: group, kind: 'schedule' });
  expect(versions.map((version) => version.schedule_id)).toContain(schedule);
  expect(await anna.ok(api.eps.spaceId, { params: { id: schedule } })).toEqual({ space_id: anna.spaceId });
});

describe('places', () => {
  test.each([
    ['a project at the top', 'project', null],
    ['a schedule in a facility', 'schedule', 'facility'],
    ['a group in a group', 'schedule_group', 'schedule_group'],
    ['a facility in a project', 'facility', 'project'],
    ['anything under a schedule', 'schedule', 'schedule'],
  ] as const)('%s is refused', async (_what, kind, under) => {
    const top = await facility(`Places ${kind} ${under}`);
    const project = await node('project', top);
    const ids = {
      facility: top,
      project,
      schedule_group: await node('schedule_group', project),
      schedule: await node('schedule', project),
    };
    const refusal = await anna.refused(api.eps.create, { body: { kind, name: 'X', parent_id: under && ids[under] } });
    expect(refusal).toMatchObject({ status: 422, code: 'node.wrong_parent', parameters: { kind, parent: under } });
  });

  test('siblings move up and down and stop at the ends', async () => {
    const top = await facility('Order');
    const [a, b, c] = [await node('project', top, 'A'), await node('project', top, 'B'), await node('project', top, 'C')];
    await anna.ok(api.eps.up, { params: { id: c } });
    expect(await childrenOf(top)).toEqual([a, c, b]);
    await anna.ok(api.eps.down, { params: { id: a } });
    expect(await childrenOf(top)).toEqual([c, a, b]);
    expect(await anna.refused(api.eps.up, { params: { id: c } })).toMatchObject({ status: 409, code: 'node.already_first' });
    expect(await anna.refused(api.eps.down, { params: { id: b } })).toMatchObject({ status: 409, code: 'node.already_last' });
  });

  test('a move and a creation take the same statements among any number of siblings', async () => {
    const top = await facility('Numbered');
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await node('project', top, `N${at}`));
    const other = await facility('Two');
    const two = [await node('project', other, 'A'), await node('project', other, 'B')];
    const up = (id: number) => statementsOf(() => anna.ok(api.eps.up, { params: { id } }));
    await world.sql('update eps_node set position = position + 0.5 where parent_id = any($1)', [[top, other]]);
    expect(await up(ids[5])).toHaveLength((await up(two[1])).length);
    const places = await world.sql('select id::int, position from eps_node where parent_id = $1 order by position', [top]);
    expect(places).toEqual([ids[0], ids[1], ids[2], ids[3], ids[5], ids[4]].map((id, at) => ({ id, position: at + 1 })));
    const made = await statementsOf(() => node('project', top, 'Last'));
    const siblings = made.filter((text) => /from "eps_node" where .*"parent_id"/.test(text));
    expect(siblings).toHaveLength(1);
    expect(siblings[0]).toMatch(/limit/);
    expect((await childrenOf(top)).slice(0, 6)).toEqual(places.map(({ id }) => id));
  });

  test('twenty nodes made at once get twenty places', async () => {
    const top = await facility('Crowd');
    await Promise.all(Array.from({ length: 20 }, (_, index) => node('project', top, `P${index}`)));
    const positions = (await anna.ok(api.eps.tree)).nodes.filter((one) => one.parent_id === top).map(({ position }) => position);
    expect(new Set(positions).size).toBe(20);
  });
});

describe('names', () => {
  test.each([
    ['', 'validation.enter_name'],
    ['   ', 'validation.enter_name'],
    ['tab\there', 'validation.prohibited_characters'],
    ['x'.repeat(513), 'validation.too_long_512'],
  ])('of %j are refused at the field', async (name, reason) => {
    const refusal = await anna.refused(api.facilities.create, { body: { name } });
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid', parameters: { where: 'body', field: 'name', reason } });
  });
});

describe('deleting', () => {
  test('takes all below with it and says how much', async () => {
    const top = await facility('Gone');
    const schedule = await node('schedule', await node('project', top));
    const version = await anna.version(schedule);
    await anna.item(version, { name: 'Row' });
    expect(await anna.ok(api.eps.remove, { params: { id: top } })).toEqual({ success: true, removed: 4 });
    expect(await anna.refused(api.versions.get, { params: { id: version } })).toMatchObject({ status: 404, code: 'version.not_found' });
    expect(await world.sql('select 1 from wbs_item where version_id = $1', [version])).toEqual([]);
    expect(await anna.refused(api.eps.remove, { params: { id: top } })).toMatchObject({ status: 404, code: 'node.not_found' });
  });

  test('takes several at once, by body or by query', async () => {
    const [a, b, c] = [await facility('Check A'), await facility('Check B'), await facility('Check C')];
    expect(await anna.ok(api.eps.removeChecked, { body: { ids: [a, b] } })).toEqual({ success: true, removed: 2 });
    const response = await anna.call(api.eps.removeChecked, {}, { path: `/api/v1/eps/delete-by-checkbox?ids=${c}` });
    expect(response.body).toEqual({ success: true, removed: 1 });
    expect(await anna.refused(api.eps.removeChecked, { body: { ids: [] } })).toMatchObject({ status: 422, code: 'node.nothing_checked' });
  });

  test('of a group lifts its schedules into the project', async () => {
    const project = await node('project', await facility('Groups'));
    const group = await node('schedule_group', project);
    const schedules = [await node('schedule', group, 'S1'), await node('schedule', group, 'S2')];
    await anna.ok(api.schedules.removeGroup, { params: { id: group } });
    expect(await childrenOf(project)).toEqual(schedules);
  });
});

describe('facilities, projects and schedules', () => {
  test('answer under their own paths, each to its kind alone', async () => {
    const top = await facility('Kinds');
    const project = (await anna.ok(api.projects.create, { body: { name: 'P', facility_id: top } })).id;
    const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'S' } })).id;
    const group = (await anna.ok(api.schedules.createGroup, { body: { name: 'G', project_id: project } })).id;
    expect((await anna.ok(api.facilities.get, { params: { id: top } })).name).toBe('Kinds');
    expect((await anna.ok(api.projects.list, { query: { facility_id: top } })).projects.map(({ id }) => id)).toEqual([project]);
    expect((await anna.ok(api.schedules.get, { params: { id: schedule } })).kind).toBe('schedule');
    expect((await anna.ok(api.schedules.listGroups, { query: { project_id: project } })).groups.map(({ id }) => id)).toEqual([group]);
    for (const refusal of [
      await anna.refused(api.facilities.get, { params: { id: project } }),
      await anna.refused(api.projects.update, { params: { id: top }, body: { name: 'X' } }),
      await anna.refused(api.projects.remove, { params: { id: schedule } }),
      await anna.refused(api.schedules.remove, { params: { id: group } }),
      await anna.refused(api.schedules.updateGroup, { params: { id: schedule }, body: { name: 'X' } }),
      await anna.refused(api.schedules.removeGroup, { params: { id: schedule } }),
      await anna.refused(api.projects.schedules, { params: { id: top } }),
      await anna.refused(api.projects.createSchedule, { params: { id: top }, body: { name: 'S' } }),
    ])
      expect(refusal).toMatchObject({ status: 404, code: 'node.not_found' });
    await anna.ok(api.facilities.update, { params: { id: top }, body: { name: 'Kinds 2' } });
    await anna.ok(api.projects.update, { params: { id: project }, body: { name: 'P 2' } });
    await anna.ok(api.schedules.updateGroup, { params: { id: group }, body: { name: 'G 2' } });
    expect((await anna.ok(api.facilities.list)).facilities.map(({ name }) => name)).toContain('Kinds 2');
    await anna.ok(api.schedules.remove, { params: { id: schedule } });
    await anna.ok(api.projects.remove, { params: { id: project } });
    await anna.ok(api.facilities.remove, { params: { id: top } });
    expect(await anna.refused(api.facilities.get, { params: { id: top } })).toMatchObject({ status: 404 });
  });

  test('schedules move into a group of their project and out again, and groups among their siblings', async () => {
    const top = await facility('Moves');
    const [project, other] = [await node('project', top, 'P'), await node('project', top, 'Q')];
    const [group, second] = [await node('schedule_group', project, 'G'), await node('schedule_group', project, 'H')];
    const foreign = await node('schedule_group', other, 'F');
    const schedule = await node('schedule', project, 'S');
    await anna.ok(api.schedules.moveSchedule, { body: { schedule_id: schedule, group_id: group } });
    expect(await childrenOf(group)).toEqual([schedule]);
    expect((await anna.ok(api.projects.schedules, { params: { id: project } })).schedules.map(({ id }) => id)).toEqual([schedule]);
    await anna.ok(api.schedules.moveSchedule, { body: { schedule_id: schedule, group_id: null } });
    expect(await childrenOf(project)).toEqual([group, second, schedule]);
    expect(await anna.refused(api.schedules.moveSchedule, { body: { schedule_id: schedule, group_id: foreign } })).toMatchObject({
      status: 422,
      code: 'node.wrong_parent',
    });
    expect(await anna.refused(api.schedules.moveSchedule, { body: { schedule_id: group, group_id: null } })).toMatchObject({
      status: 404,
      code: 'node.not_found',
    });
    await anna.ok(api.schedules.moveGroup, { params: { id: second }, body: { index: 0 } });
    expect(await childrenOf(project)).toEqual([second, group, schedule]);
  });
});

describe('a foreign space', () => {
  test('is neither seen nor touched, whatever id is named', async () => {
    const top = await facility('Hidden');
    const project = await node('project', top);
    const schedule = await node('schedule', project);
    const group = await node('schedule_group', project);
    const mine = await facility('Mine', boris);
    const before = await world.sql('select * from eps_node where space_id = $1 order by id', [anna.spaceId]);
    const params = { id: top };
    const refusals = [
      await boris.refused(api.eps.get, { params }),
      await boris.refused(api.eps.spaceId, { params }),
      await boris.refused(api.eps.rename, { params, body: { name: 'X' } }),
      await boris.refused(api.eps.up, { params }),
      await boris.refused(api.eps.down, { params }),
      await boris.refused(api.eps.remove, { params }),
      await boris.refused(api.eps.removeChecked, { body: { ids: [top, project] } }),
      await boris.refused(api.eps.create, { body: { kind: 'project', name: 'X', parent_id: top } }),
      await boris.refused(api.projects.create, { body: { name: 'X', facility_id: top } }),
      await boris.refused(api.projects.schedules, { params: { id: project } }),
      await boris.refused(api.schedules.moveSchedule, { body: { schedule_id: schedule, group_id: null } }),
      await boris.refused(api.schedules.moveGroup, { params: { id: group }, body: { index: 0 } }),
      await boris.refused(api.schedules.removeGroup, { params: { id: group } }),
      await boris.refused(api.versions.create, { params: { id: schedule }, body: { name: 'X' } }),
      await boris.refused(api.versions.list, { params: { id: schedule } }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 404, code: 'node.not_found' });
    expect((await boris.ok(api.eps.tree)).nodes.map(({ id }) => id)).toEqual([mine]);
    // A list that names one's own and a foreign node removes one's own alone.
    await boris.ok(api.eps.removeChecked, { body: { ids: [mine, top] } });
    expect(await world.sql('select * from eps_node where space_id = $1 order by id', [anna.spaceId])).toEqual(before);
  });

  test('everybody in the space hears of a change, nobody outside', async () => {
    const [inside, outside] = [await anna.push(), await boris.push()];
    const id = await facility('Loud');
    expect(await inside.heard('eps_updated', (data) => data['eps_id'] === id)).toEqual({ eps_id: id, author_id: anna.id });
    expect(outside.messages.map(({ event }) => event)).toEqual(['subscribed']);
    await inside.close();
    await outside.close();
  });
});

test('a locked version is not deleted with what stands above it, unless the caller names it', async () => {
  const top = await facility('Signed');
  const project = await node('project', top, 'Line');
  const group = await node('schedule_group', project, 'Stage');
  const schedule = await node('schedule', group, 'Works');
  const kept = await anna.version(schedule);
  const other = await anna.version(schedule);
  await anna.ok(api.versions.setLocked, { params: { id: kept }, body: { locked: true } });
  const refusal = { status: 409, code: 'node.locked_versions' };
  const unnamed = { locked_versions: String(other) };
  for (const query of [{}, unnamed]) {
    expect(await anna.refused(api.schedules.remove, { params: { id: schedule }, query })).toMatchObject(refusal);
    expect(await anna.refused(api.projects.remove, { params: { id: project }, query })).toMatchObject(refusal);
    expect(await anna.refused(api.facilities.remove, { params: { id: top }, query })).toMatchObject(refusal);
    expect(await anna.refused(api.eps.remove, { params: { id: group }, query })).toMatchObject(refusal);
    expect(await anna.refused(api.eps.removeChecked, { body: { ids: [schedule, top] }, query })).toMatchObject({
      ...refusal,
      parameters: { count: 1, version_ids: [kept] },
    });
  }
  expect(await anna.ok(api.versions.get, { params: { id: kept } })).toMatchObject({ locked: true });
  const page = await anna.push();
  await anna.ok(api.eps.remove, { params: { id: top }, query: { locked_versions: `${kept},${other}` } });
  expect(await page.heard('delete_versions')).toEqual({ version_ids: [kept, other] });
  await page.close();
  expect(await anna.refused(api.versions.get, { params: { id: kept } })).toMatchObject({ code: 'version.not_found' });
});

test('the hierarchy is written once for all who reach the same of it, and anew after each change', async () => {
  const top = await facility('Shared');
  await anna.ok(api.eps.tree);
  const rowsRead = async () => {
    const sent = await statementsOf(() => anna.ok(api.eps.tree));
    return sent.filter((text) => /^select .*"position".* from "eps_node"/s.test(text)).length;
  };
  expect(await rowsRead()).toBe(0);
  await anna.ok(api.eps.rename, { params: { id: top }, body: { name: 'Renamed' } });
  expect(await rowsRead()).toBe(1);
  expect((await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === top)?.name).toBe('Renamed');
  expect((await boris.ok(api.eps.tree)).nodes.some(({ id }) => id === top)).toBe(false);
});

test('very much is not deleted at once, a single version whatever its size', async () => {
  const top = await facility('Large');
  const schedule = await node('schedule', await node('project', top), 'Works');
  await anna.version(schedule);
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const most = { nodes: 3, works: 1 };
  const removed = (limits: typeof most) => removeNodes(context, [top], {}, limits).catch(({ code }: { code: string }) => code);
  await world.sql('update version set item_count = 10 where schedule_id = $1', [schedule]);
  expect(await removed({ ...most, nodes: 2 })).toBe('request.limit_reached');
  const second = await anna.version(schedule);
  expect(await removed(most)).toBe('request.limit_reached');
  await world.sql('delete from version where id = $1', [second]);
  expect(await removed(most)).toBe(4);
});
