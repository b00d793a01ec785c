import { api, type Call, type Endpoint } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Ids that a call names. */
type Ids = { version: number; schedule: number; item: number; other: number; relation: number };
type PlanCall = { name: string; endpoint: Endpoint; call(ids: Ids): Call<Endpoint> };

const of = (name: string, endpoint: unknown, call: (ids: Ids) => object): PlanCall => ({ name, endpoint: endpoint as Endpoint, call });
const version = ({ version: id }: Ids) => ({ params: { id } });
const item = ({ version: id, item: wbsId }: Ids) => ({ params: { id, wbsId } });
const relation = ({ version: id, relation: relationId }: Ids) => ({ params: { id, relationId } });

/** Every call on a version and its content, with input that is good. */
const CALLS: PlanCall[] = [
  of('versions.get', api.versions.get, version),
  of('versions.rename', api.versions.rename, (ids) => ({ ...version(ids), body: { name: 'Mine' } })),
  of('versions.remove', api.versions.remove, version),
  of('versions.setActual', api.versions.setActual, version),
  of('versions.setLocked', api.versions.setLocked, (ids) => ({ ...version(ids), body: { locked: true } })),
  of('versions.setTarget', api.versions.setTarget, version),
  of('versions.copyTo', api.versions.copyTo, ({ version: id, schedule: scheduleId }) => ({ params: { id, scheduleId } })),
  of('versions.attributes', api.versions.attributes, version),
  of('versions.users', api.versions.users, version),
  of('versions.updateTargetDates', api.versions.updateTargetDates, (ids) => ({ ...version(ids), body: { clear: true } })),
  of('versions.updateEstimatedData', api.versions.updateEstimatedData, (ids) => ({
    ...version(ids),
    body: { items: [{ id: ids.item, remaining_minutes: 60 }] },
  })),
  of('versions.acceptCuratorDates', api.versions.acceptCuratorDates, version),
  of('versions.calculateRemains', api.versions.calculateRemains, version),
  of('versions.checkEmptyWorks', api.versions.checkEmptyWorks, version),
  of('versions.updateCosts', api.versions.updateCosts, version),
  of('presence.list', api.presence.list, version),
  of('edits.clear', api.edits.clear, version),
  of('edits.list', api.edits.list, version),
  of('edits.undo', api.edits.undo, version),
  of('edits.redo', api.edits.redo, version),
  of('edits.since', api.edits.since, (ids) => ({ ...version(ids), query: { since: 0 } })),
  of('timetable.state', api.timetable.state, version),
  of('timetable.calculate', api.timetable.calculate, (ids) => ({ ...version(ids), body: {} })),
  of('timetable.calculateNow', api.timetable.calculateNow, (ids) => ({ ...version(ids), body: {} })),
  of('timetable.saveSettings', api.timetable.saveSettings, (ids) => ({ ...version(ids), body: { float_type: 'start' } })),
  of('timetable.setScenario', api.timetable.setScenario, (ids) => ({ ...version(ids), body: { ids: [ids.item], scenario: 1 } })),
  of('timetable.previewLeveling', api.timetable.previewLeveling, (ids) => ({ ...version(ids), body: {} })),
  of('timetable.level', api.timetable.level, (ids) => ({ ...version(ids), body: { revision: 0 } })),
  of('timetable.clearLeveling', api.timetable.clearLeveling, version),
  of('timetable.scheduleSettings', api.timetable.scheduleSettings, ({ schedule: id }) => ({ params: { id } })),
  of('timetable.saveScheduleSettings', api.timetable.saveScheduleSettings, ({ schedule: id }) => ({
    params: { id },
    body: { float_type: 'start' },
  })),
  of('relations.list', api.relations.list, version),
  of('relations.ofTask', api.relations.ofTask, item),
  of('relations.create', api.relations.create, (ids) => ({
    ...version(ids),
    body: { predecessor_id: ids.other, successor_id: ids.item, type: 'ss' },
  })),
  of('relations.update', api.relations.update, (ids) => ({ ...relation(ids), body: { lag_minutes: 60 } })),
  of('relations.remove', api.relations.remove, relation),
  of('relations.setPredecessors', api.relations.setPredecessors, (ids) => ({ ...item(ids), body: { predecessors: [] } })),
  of('wbs.list', api.wbs.list, version),
  of('wbs.filter', api.wbs.filter, (ids) => ({ ...version(ids), body: { conditions: [] } })),
  of('wbs.columns', api.wbs.columns, version),
  of('wbs.flags', api.wbs.flags, version),
  of('wbs.setChecked', api.wbs.setChecked, (ids) => ({ ...version(ids), body: { ids: [ids.item], checked: true } })),
  of('wbs.setExpanded', api.wbs.setExpanded, (ids) => ({ ...version(ids), body: { ids: [ids.item], expanded: false } })),
  of('wbs.removeChecked', api.wbs.removeChecked, version),
  of('wbs.moveMany', api.wbs.moveMany, (ids) => ({ ...version(ids), body: { ids: [ids.item], parent_id: null, after_id: null } })),
  of('wbs.get', api.wbs.get, item),
  of('wbs.children', api.wbs.children, item),
  of('wbs.byIds', api.wbs.byIds, (ids) => ({ ...version(ids), body: { ids: [ids.item] } })),
  of('wbs.create', api.wbs.create, (ids) => ({ ...version(ids), body: { item: { name: 'Mine' } } })),
  of('wbs.update', api.wbs.update, (ids) => ({ ...item(ids), body: { name: 'Mine' } })),
  of('wbs.updateMany', api.wbs.updateMany, (ids) => ({ ...version(ids), body: { items: [{ id: ids.item, name: 'Mine' }] } })),
  of('wbs.remove', api.wbs.remove, item),
  of('wbs.removeMany', api.wbs.removeMany, (ids) => ({ ...version(ids), body: { ids: [ids.item] } })),
  of('wbs.indent', api.wbs.indent, item),
  of('wbs.outdent', api.wbs.outdent, item),
  of('wbs.up', api.wbs.up, item),
  of('wbs.down', api.wbs.down, item),
  of('wbs.move', api.wbs.move, (ids) => ({ ...item(ids), body: { parent_id: null, index: 0 } })),
  of('wbs.copy', api.wbs.copy, (ids) => ({ ...version(ids), body: { ids: [ids.item], parent_id: null, after_id: null } })),
  of('wbs.dissolve', api.wbs.dissolve, item),
  of('wbs.setConstraints', api.wbs.setConstraints, (ids) => ({ ...item(ids), body: { as_late_as_possible: true } })),
  of('versions.list', api.versions.list, ({ schedule: id }) => ({ params: { id } })),
  of('versions.actualInfo', api.versions.actualInfo, ({ schedule: id }) => ({ params: { id } })),
  of('versions.create', api.versions.create, ({ schedule: id }) => ({ params: { id }, body: { name: 'Mine' } })),
];
const named = CALLS.map((one): [string, PlanCall] => [one.name, one]);
const MISSING = 999_999;

let world: World;
let anna: Person;
let viewer: Person;
let boris: Person;
let hers: Ids;
let his: Ids;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  viewer = await world.person('viewer');
  await anna.space();
  await boris.space();
  await world.join(viewer, anna, 'viewer');
  hers = await planOf(anna);
  his = await planOf(boris);
});
afterAll(() => world.close());

async function planOf(person: Person): Promise<Ids> {
  const schedule = await person.schedule();
  const id = await person.version(schedule);
  const [first, second] = [await person.item(id, { name: 'A' }), await person.item(id, { name: 'B' })];
  return { version: id, schedule, item: second, other: first, relation: await person.relation(id, first, second) };
}

const everything = async () => [
  await contentOf(world, hers.version),
  await world.sql('select * from version where id = $1', [hers.version]),
];

test('the table names every call of these features', () => {
  const groups = {
    versions: api.versions,
    presence: api.presence,
    edits: api.edits,
    timetable: api.timetable,
    relations: api.relations,
    wbs: api.wbs,
  };
  const declared = Object.entries(groups).flatMap(([feature, group]) => Object.keys(group).map((name) => `${feature}.${name}`));
  expect(CALLS.map(({ name }) => name).sort()).toEqual(declared.sort());
});

describe('a version of a foreign space', () => {
  test.each(named)('%s answers as if there were none, and nothing changes', async (_name, { endpoint, call }) => {
    const before = await everything();
    const foreign = await boris.call(endpoint, call({ ...his, version: hers.version, schedule: hers.schedule }));
    const missing = await boris.call(endpoint, call({ ...his, version: MISSING, schedule: MISSING }));
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const stated = (answer: typeof foreign, id: number) => JSON.stringify(answer.body.errors).replaceAll(`:${id}`, ':ID');
    const id = endpoint.path.startsWith('/api/v1/schedules') ? hers.schedule : hers.version;
    expect(stated(foreign, id)).toBe(stated(missing, MISSING));
    expect(await everything()).toEqual(before);
  });

  test("ids of its rows in a version of one's own touch nothing of it", async () => {
    const before = await everything();
    const far = { ...his, item: hers.item + 5000, other: hers.other + 5000, relation: hers.relation + 5000 };
    for (const { endpoint, call } of CALLS.filter(({ name }) => /^(wbs|relations)\.(update|remove|indent|get|move|dissolve)$/.test(name))) {
      const { status } = await boris.call(endpoint, call(far));
      expect([endpoint.path, status]).toEqual([endpoint.path, 404]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe('somebody who may only look', () => {
  test.each(named.filter(([, { endpoint }]) => endpoint.right === 'plan.read'))('%s answers', async (_name, { endpoint, call }) => {
    expect((await viewer.call(endpoint, call(hers))).status).toBe(200);
  });

  test.each(named.filter(([, { endpoint }]) => endpoint.right !== 'plan.read'))(
    '%s is refused, and nothing changes',
    async (_name, { endpoint, call }) => {
      const before = await everything();
      expect(await viewer.refused(endpoint, call(hers))).toMatchObject({
        status: 403,
        code: 'auth.forbidden',
        parameters: { right: endpoint.right },
      });
      expect(await everything()).toEqual(before);
    },
  );
});
