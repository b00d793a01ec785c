import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { listColours, putColours } from './cyclogram.repository.ts';

let world: World;
let anna: Person;
let version: number;
let floor: number;
let crew: number;
let rows: number[];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version(await anna.schedule());
  const define = async (name: string, more: object) =>
    (await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name, type: 'string', ...more } as never })).id;
  floor = await define('Floor', { type: 'list', values: ['Roof', 'Cellar'] });
  crew = await define('Crew', {});
  rows = [];
  for (const [name, place, start, by] of [
    ['Walls', 'Cellar', '2026-03-02T09:00', 'A'],
    ['Walls', 'Roof', '2026-03-09T09:00', 'A'],
    ['Slabs', 'Cellar', '2026-03-03T09:00', 'B'],
  ]) {
    const id = await anna.item(version, { name, start, duration_minutes: 2400 });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: id }, body: { attributes: { [floor]: place, [crew]: by } } });
    rows.push(id);
  }
});
afterAll(() => world.close());

const read = (by?: number, who = anna) => who.ok(api.cyclogram.read, { params: { id: version, attributeId: floor }, query: { by } });

test('places stand in the order of their list, lines in that of their start, and a clash names both works', async () => {
  const flow = await read();
  expect(flow.locations).toEqual([{ name: 'Roof' }, { name: 'Cellar' }]);
  expect(flow.lines).toEqual([
    { name: 'Walls', tint: null },
    { name: 'Slabs', tint: null },
  ]);
  expect(flow.segments.map(({ row_id, line, place, start }) => [row_id, line, place, start])).toEqual([
    [rows[0], 0, 1, '2026-03-02T09:00'],
    [rows[2], 1, 1, '2026-03-03T09:00'],
    [rows[1], 0, 0, '2026-03-09T09:00'],
  ]);
  const [first] = flow.segments;
  expect(flow.findings).toEqual([{ kind: 'place_clash', row_id: rows[2], other_id: rows[0], from: '2026-03-03T09:00', to: first.finish }]);
  expect((await read(crew)).lines.map(({ name }) => name)).toEqual(['A', 'B']);
});

test('over distance works go from one attribute to another, stretches are the places, and what has no position is counted', async () => {
  const define = async (name: string, more: object) =>
    (await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name, ...more } as never })).id;
  const from = await define('From', { type: 'string', unit: 'm' });
  const to = await define('To', { type: 'number' });
  const whole = await define('Occupies', { type: 'flag' });
  const set = (wbsId: number, attributes: object) => anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { attributes } });
  await set(rows[0], { [from]: '0+200', [to]: 800 });
  await set(rows[2], { [from]: '700', [to]: 300, [whole]: true });
  const overDistance = (query: object = {}) =>
    anna.ok(api.cyclogram.read, { params: { id: version, attributeId: from }, query: { axis: 'distance', to, ...query } as never });
  const flow = await overDistance({ block: whole });
  expect(flow.locations).toEqual([
    { name: '0+200 – 0+800', from: 200, to: 800, block: false },
    { name: '0+700 – 0+300', from: 700, to: 300, block: true },
  ]);
  expect(flow.axis).toEqual({ low: 200, high: 800, left_out: { missing: 1, bad: [] } });
  expect(flow.segments.map(({ row_id, place }) => [row_id, place])).toEqual([
    [rows[0], 0],
    [rows[2], 1],
  ]);
  expect(flow.findings.map(({ row_id, other_id }) => [row_id, other_id])).toEqual([[rows[2], rows[0]]]);
  await set(rows[1], { [from]: 'north' });
  expect((await overDistance({ station: '0' })).axis?.left_out).toEqual({ missing: 0, bad: [rows[0], rows[1]] });
  const call = { params: { id: version, attributeId: from }, query: { axis: 'distance', to: 777_777 } } as never;
  expect(await anna.refused(api.cyclogram.read, call)).toMatchObject({ status: 404, code: 'attribute.not_found' });
});

test('colours are a person’s own before everybody’s, and hold for other versions of the schedule', async () => {
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  const params = { id: version };
  const colour = (value: string, tint: number | null) => ({ colours: [{ value, tint }] });
  await anna.ok(api.cyclogram.color, { params, body: { ...colour('Walls', 3), shared: true } });
  await vera.ok(api.cyclogram.color, { params, body: colour('Walls', 5) });
  await vera.ok(api.cyclogram.color, { params, body: { ...colour('A', 7), attribute_id: crew } });
  const tints = async (by?: number, who = anna) => (await read(by, who)).lines.map(({ tint }) => tint);
  expect(await tints()).toEqual([3, null]);
  expect(await tints(undefined, vera)).toEqual([5, null]);
  expect(await tints(crew)).toEqual([null, null]);
  expect(await tints(crew, vera)).toEqual([7, null]);
  const { id: copy } = await anna.ok(api.versions.copyTo, {
    params: { id: version, scheduleId: (await anna.ok(api.versions.get, { params })).schedule_id },
    body: {},
  });
  const names = await anna.ok(api.versions.attributes, { params: { id: copy as number } });
  const inCopy = names.attributes.find(({ name }) => name === 'Floor')?.id as number;
  const flow = await vera.ok(api.cyclogram.read, { params: { id: copy as number, attributeId: inCopy }, query: {} });
  expect(flow.lines[0]).toEqual({ name: 'Walls', tint: 5 });
  await vera.ok(api.cyclogram.color, { params, body: colour('Walls', null) });
  expect(await tints(undefined, vera)).toEqual([3, null]);
  expect(await vera.refused(api.cyclogram.color, { params, body: { ...colour('Walls', 1), shared: true } })).toMatchObject({
    status: 403,
    code: 'preset.may_not_share',
  });
});

test('of colours that a person has chosen the newest stay, as many as are kept', async () => {
  const { schedule_id: scheduleId } = await anna.ok(api.versions.get, { params: { id: version } });
  const key = { spaceId: anna.spaceId, scheduleId, lineBy: 'Kept' };
  const scope = { spaceId: anna.spaceId, userId: anna.id };
  const { database } = world.app.services;
  const put = (values: string[], tint = 1) =>
    database.write(scope, (tx) => putColours(tx, key, anna.id, values.map((value) => ({ value, tint })), 3)); // prettier-ignore
  await database.write(scope, (tx) => putColours(tx, key, null, [{ value: 'Shared', tint: 4 }], 3));
  await put(['A', 'B']);
  await put(['C']);
  await put(['A', 'D', 'D'], 2);
  const kept = await database.read(scope, (db) => listColours(db, key, anna.id));
  expect([...kept].sort()).toEqual([
    ['A', 2],
    ['C', 1],
    ['D', 2],
    ['Shared', 4],
  ]);
});

test('an attribute that is not there, a colour beyond eight and a foreign space are refused', async () => {
  const call = { params: { id: version, attributeId: 777_777 }, query: {} };
  expect(await anna.refused(api.cyclogram.read, call)).toMatchObject({ status: 404, code: 'attribute.not_found' });
  const body = { colours: [{ value: 'Walls', tint: 9 }] };
  expect(await anna.refused(api.cyclogram.color, { params: { id: version }, body })).toMatchObject({ status: 400 });
  const boris = await world.person('boris');
  await boris.space();
  expect(await boris.refused(api.cyclogram.read, { params: { id: version, attributeId: floor }, query: {} })).toMatchObject({
    status: 404,
  });
});
