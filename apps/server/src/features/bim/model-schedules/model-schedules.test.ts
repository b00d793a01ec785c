import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { readAny, readIfc, writePrimitives, writeZip } from '@gantry/interchange';
import fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { outputsOfWorks } from './model-schedules.rules.ts';

test('works make each element once, in the order of the pairs', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ item_id: fc.integer({ min: 1, max: 3 }), guid: fc.constantFrom('a', 'b', 'A', 'c') })), (pairs) => {
      const expected = new Map<number, { guid: string; name: string }[]>();
      for (const { item_id, guid } of pairs) {
        const own = expected.get(item_id) ?? [];
        if (!own.some((element) => element.guid === guid)) own.push({ guid, name: '' });
        expected.set(item_id, own);
      }
      expect([...outputsOfWorks(pairs)]).toEqual([...expected]);
    }),
  );
});

let world: World;
let anna: Person;
let project: number;
let schedule: number;
let version: number;
let link: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Street' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'House', facility_id: facility } })).id;
  schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  version = await anna.version(schedule);
});
afterAll(() => world.close());

const shape = { kind: 'box' as const, width: 4, depth: 1 };
const body = { category: 'IFCWALL' as const, x: 0, y: 0, z: 0, rotation: 0, height: 3, layer: '', shape, storey: 0 };
const HOUSE = Buffer.from(
  writePrimitives({
    name: 'House',
    storeys: [{ name: 'Ground', elevation: 0 }],
    items: [
      { ...body, key: 'w1', name: 'Wall', code: 'W' },
      { ...body, key: 's1', name: 'Slab', code: 'S' },
    ],
  }),
);

async function upload(content: Uint8Array<ArrayBuffer>): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'house.ifc');
  const { job_id, model_id } = await anna.ok(api.models.upload, { params: { id: project } }, { raw: form });
  // On a busy machine a conversion takes longer than a poll waits; the time of the test bounds this.
  let job = await anna.ok(api.jobs.get, { params: { id: job_id } });
  for (; job.finished_at === null; job = await anna.ok(api.jobs.get, { params: { id: job_id } })) await setTimeout(100);
  expect(job).toMatchObject({ status: 'done' });
  return model_id;
}
async function file(query: { model_id?: number } = {}, person = anna): Promise<Buffer> {
  const address = addressOf(api.modelSchedules.file, { params: { id: version, linkId: link }, query });
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(person.base() + address, { headers: { cookie, 'x-space-id': String(anna.spaceId) } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
async function planIn(bytes: Buffer) {
  const { project: read } = await readAny(bytes);
  const { plan, values } = read!.projects[0];
  const nameOf = (id: number) => plan.items.find((item) => item.id === id)?.name;
  return {
    items: plan.items.map(({ name, type, parentId }) => [name, type, parentId === null ? null : nameOf(parentId)]),
    relations: plan.relations.map(({ predecessorId, successorId }) => [nameOf(predecessorId), nameOf(successorId)]),
    elements: values.map(({ ownerId, value }) => [nameOf(ownerId), value]),
    calendars: plan.calendars.map(({ name, week, isDefault }) => ({ name, week, isDefault })),
  };
}

describe('a plan as IFC 4D', () => {
  test('stands in the file of the model with its elements, comes back, and links itself again', { timeout: 300_000 }, async () => {
    const shell = await anna.item(version, { name: 'Shell' });
    const walls = await anna.item(version, { name: 'Walls', code: 'W', start: '2026-03-02T09:00', duration_minutes: 2400 }, shell);
    const slabs = await anna.item(version, { name: 'Slabs', code: 'S', duration_minutes: 480 }, shell);
    await anna.relation(version, walls, slabs);
    const model = await upload(new Uint8Array(HOUSE));
    const join = { element: { set: '', name: 'class' }, item: { set: '', name: 'code' }, by: 'equal' as const, map: [] };
    const rules = [{ name: 'By class', active: true, elements: [], items: [], joins: [join], share: 1, again: false }];
    link = (await anna.ok(api.modelLinks.create, { params: { id: project }, body: { name: 'All', rules } })).id;
    await anna.ok(api.modelLinks.createRelations, { params: { id: version, linkId: link }, body: {} });

    const whole = await file({ model_id: model });
    const [before, after] = [await readIfc(HOUSE), await readIfc(whole)];
    expect(after).toEqual(before);
    const { calendars } = await anna.ok(api.versionCalendars.list, { params: { id: version } });
    const [wall, slab] = before.model!.elements.map(({ guid }) => guid);
    const expected = {
      items: [
        ['Shell', 'sum', null],
        ['Walls', 'task', 'Shell'],
        ['Slabs', 'task', 'Shell'],
      ],
      relations: [['Walls', 'Slabs']],
      elements: [
        ['Walls', wall],
        ['Slabs', slab],
      ],
      calendars: calendars.map(({ name, week, is_default }) => ({ name, week, isDefault: is_default })),
    };
    expect(await planIn(whole)).toEqual(expected);
    expect(await planIn(await file())).toEqual(expected);

    // Taken in again, works name their elements, and a link reads that.
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(whole)]), 'house.ifc');
    const imported = await anna.ok(api.imports.uploadNow, { params: { id: schedule } }, { raw: form });
    const guid_field = { set: 'attribute', name: 'IFC GUID' };
    const byGuid = (await anna.ok(api.modelLinks.create, { params: { id: project }, body: { name: 'GUID', guid_field } })).id;
    const place = { id: imported.version_id as number, linkId: byGuid };
    const report = await anna.ok(api.modelLinks.createRelations, { params: place, body: {} });
    expect(report).toMatchObject({ relations: 2, linked_elements: 2, linked_items: 2 });
  });

  test('has what assignments cost, for who may see money', async () => {
    const [{ id: item }] = await world.sql<{ id: number }>(`select id from wbs_item where version_id = $1 and name = 'Walls'`, [version]);
    await world.sql(
      `insert into resource (space_id, version_id, id, code, name, kind, unit, price_per_unit) values ($1, $2, 1, 'BR', 'Bricklayers', 'labour', 'h', 10)`,
      [anna.spaceId, version],
    );
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
         planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 1, $3, 1, 40, 0, 40, 4711.25, 0, 4711.25, 0, false)`,
      [anna.spaceId, version, item],
    );
    const { project: read } = await readAny(await file());
    expect(read!.projects[0].plan.assignments).toMatchObject([{ plannedUnits: 40, plannedCost: 4711.25, remainingCost: 4711.25 }]);
    const reader = await world.person('reader');
    await world.join(reader, anna, 'viewer');
    expect((await file({}, reader)).includes('4711.25')).toBe(true);
    const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
    await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
    const text = (await file({}, reader)).toString('latin1');
    expect([text.includes('IFCLABORRESOURCE'), text.includes('4711.25'), text.includes('IFCCOST')]).toEqual([true, false, false]);
  });

  test('is within the model of a zip too; of a model that is not there it is refused', { timeout: 300_000 }, async () => {
    const zip = await writeZip([{ name: 'house.ifc', bytes: HOUSE }]);
    const whole = await file({ model_id: await upload(new Uint8Array(zip)) });
    expect((await readIfc(whole)).model?.elements).toHaveLength(2);
    expect((await planIn(whole)).items).toHaveLength(3);
    const params = { id: version, linkId: link };
    const refused = await anna.refused(api.modelSchedules.file, { params, query: { model_id: 999_999 } });
    expect(refused).toMatchObject({ status: 404, code: 'model.not_found' });
  });
});
