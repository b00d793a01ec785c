import { api } from '@gantry/contract';
import { writePrimitives } from '@gantry/interchange';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let project: number;
let version: number;
let place: { id: number; linkId: number };

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'viewer');
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Street' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'House', facility_id: facility } })).id;
  version = await anna.version((await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id);
  const walls = await anna.item(version, { name: 'Walls', code: 'A.1', start: '2026-03-02T09:00', duration_minutes: 2400 });
  const crane = await anna.item(version, { name: 'Crane', code: 'T.1', start: '2026-03-02T09:00', duration_minutes: 4800 });
  const box = { category: 'IFCWALL', code: '', layer: '', x: 0, y: 0, z: 0, rotation: 0, height: 3 } as const;
  const file = writePrimitives({
    name: 'House',
    storeys: [{ name: 'Ground', elevation: 0 }],
    items: [
      { ...box, key: 'w', name: 'Wall', storey: 0, shape: { kind: 'box', width: 4, depth: 1 } },
      { ...box, key: 'c', name: 'Crane', storey: 0, shape: { kind: 'box', width: 1, depth: 1 } },
    ],
  });
  const form = new FormData();
  form.set('file', new Blob([file]), 'house.ifc');
  const { job_id, model_id } = await anna.ok(api.models.upload, { params: { id: project } }, { raw: form });
  let job = await anna.ok(api.jobs.get, { params: { id: job_id } });
  for (; job.finished_at === null; job = await anna.ok(api.jobs.get, { params: { id: job_id } })) await setTimeout(100);
  if (job.status !== 'done') throw new Error(`the model was not converted: ${job.status}`);
  const linkId = (await anna.ok(api.modelLinks.create, { params: { id: project }, body: { name: 'By hand' } })).id;
  place = { id: version, linkId };
  const link = (item: number, id: number) =>
    anna.ok(api.modelLinks.createRelations, {
      params: place,
      body: { run_rules: false, by_hand: { act: 'link', item_ids: [item], elements: [{ model_id, ids: [id] }] } },
    });
  await link(walls, 1);
  await link(crane, 2);
}, 180_000);
afterAll(() => world.close());

const params = () => ({ id: project });
const prefix = (text: string) => [{ field: { set: '', name: 'code' }, test: 'prefix' as const, values: [text] }];
const names = async () => (await vera.ok(api.modelProfiles.list, { params: params() })).profiles.map(({ name }) => name);
const player = () => vera.ok(api.modelLinks.player, { params: place });

describe('an appearance profile', () => {
  let temporary: number;
  let rest: number;

  test('is asked in order; the first whose conditions a work fulfils is its own', async () => {
    const body = { name: 'All else' };
    expect((await vera.refused(api.modelProfiles.create, { params: params(), body })).status).toBe(403);
    expect((await player()).works.map(({ profile }) => profile)).toEqual([null, null]);
    rest = (await anna.ok(api.modelProfiles.create, { params: params(), body })).id;
    const crane = { name: 'Temporary works', kind: 'temporary' as const, conditions: prefix('t.') };
    temporary = (await anna.ok(api.modelProfiles.create, { params: params(), body: crane })).id;
    expect((await player()).works.map(({ name, profile }) => [name, profile])).toEqual([
      ['Walls', 0],
      ['Crane', 0],
    ]);
    await anna.ok(api.modelProfiles.update, { params: { id: project, profileId: temporary }, body: { position: 1 } });
    expect(await names()).toEqual(['Temporary works', 'All else']);
    expect((await player()).works.map(({ name, profile }) => [name, profile])).toEqual([
      ['Walls', 1],
      ['Crane', 0],
    ]);
    // A new name leaves kind and conditions alone.
    await anna.ok(api.modelProfiles.update, { params: { id: project, profileId: temporary }, body: { name: 'Cranes' } });
    const { profiles } = await vera.ok(api.modelProfiles.list, { params: params() });
    expect(profiles[0]).toMatchObject({ ...crane, name: 'Cranes', position: 1 });
  });

  test('shows what its kind does, and its own states over that', async () => {
    const active = { profile_id: temporary, phase: 'active' as const, visible: true, colour: '#112233', opacity: 0.5 };
    const { id: stateId } = await anna.ok(api.modelProfiles.createState, { params: params(), body: active });
    const [cranes] = (await player()).profiles;
    expect(cranes.looks.active).toEqual({ visible: true, colour: '#112233', opacity: 0.5 });
    expect(cranes.looks.after).toMatchObject({ visible: false });
    expect(await anna.refused(api.modelProfiles.createState, { params: params(), body: active })).toMatchObject({
      status: 409,
      code: 'model_profile.state_taken',
    });
    const at = { id: project, stateId };
    await anna.ok(api.modelProfiles.updateState, { params: at, body: { colour: null } });
    await anna.ok(api.modelProfiles.updateState, { params: at, body: {} });
    expect((await vera.ok(api.modelProfiles.states, { params: params() })).states).toEqual([{ ...active, id: stateId, colour: null }]);
    await anna.ok(api.modelProfiles.removeState, { params: at });
    expect((await player()).profiles[0].looks.active).toMatchObject({ colour: '#3b7dd8' });
    expect(await anna.refused(api.modelProfiles.removeState, { params: at })).toMatchObject({
      status: 404,
      code: 'model_profile.state_not_found',
    });
    const unknown = { ...active, profile_id: 777_777 };
    expect(await anna.refused(api.modelProfiles.createState, { params: params(), body: unknown })).toMatchObject({
      status: 404,
      code: 'model_profile.not_found',
    });
    expect((await anna.refused(api.modelProfiles.updateState, { params: at, body: { colour: 'red' } })).status).toBe(400);
  });

  test('is gone with its states, and the others move up', async () => {
    await anna.ok(api.modelProfiles.createState, {
      params: params(),
      body: { profile_id: temporary, phase: 'late', visible: true, colour: null, opacity: 1 },
    });
    await anna.ok(api.modelProfiles.remove, { params: { id: project, profileId: temporary } });
    expect((await vera.ok(api.modelProfiles.list, { params: params() })).profiles).toMatchObject([{ id: rest, position: 1 }]);
    expect((await vera.ok(api.modelProfiles.states, { params: params() })).states).toEqual([]);
  });
});
