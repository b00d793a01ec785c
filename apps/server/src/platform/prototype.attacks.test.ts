import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../testing/world.ts';

/** Names that every object of the language knows: as a column, a key or a name they are a text like any other. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
let world: World;
let anna: Person;
let schedule: number;
let version: number;
let item: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  item = await anna.item(version, { name: 'Dig' });
});
afterAll(() => world.close());

const at = () => ({ params: { id: version } });
const intact = () => {
  expect(Object.keys(Object.getPrototypeOf({}))).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
};

describe.each(NAMES)('%s', (name) => {
  test('is no column: sorting by it is refused, a filter by it ignored', async () => {
    expect(await anna.refused(api.wbs.list, { ...at(), query: { sort: name } })).toMatchObject({ code: 'wbs.unknown_column' });
    const conditions = [{ column: name, operator: 'eq' as const, value: 'x' }];
    const filtered = await anna.ok(api.wbs.filter, { ...at(), body: { conditions } });
    expect(filtered).toMatchObject({ ignored: [name], total: 1 });
    expect((await anna.ok(api.gwbs.filter, { params: { id: await projectOf() }, body: { conditions } })).ignored).toEqual([name]);
  });

  test('is no field of a row', async () => {
    const raw = JSON.stringify({ items: [{ id: item }] }).replace('}]', `,"${name}":{"polluted":true}}]`);
    const refused = await anna.call(api.wbs.updateMany, at(), { raw, headers: { 'content-type': 'application/json' } });
    expect([400, 422]).toContain(refused.status);
    intact();
  });

  test('is a name like any other: of rows, nodes, attributes, directories, columns and filters', async () => {
    const row = await anna.item(version, { name, code: name });
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId: row } })).item).toMatchObject({ name, code: name });
    const facility = await anna.ok(api.facilities.create, { body: { name } });
    expect(await anna.ok(api.eps.get, { params: { id: facility.id } })).toMatchObject({ name });
    await anna.ok(api.attributes.create, {
      params: { id: facility.id },
      body: { key: name, name, type: 'string', owners: ['facility'] } as never,
    });
    const passport = { params: { id: facility.id } };
    const [{ attribute }] = (await anna.ok(api.attributes.passport, passport)).entries;
    await anna.ok(api.attributes.savePassport, { ...passport, body: { values: [{ attribute_id: attribute.id, value: 'deep' }] } });
    expect((await anna.ok(api.attributes.passport, passport)).entries).toMatchObject([{ attribute: { key: name }, value: 'deep' }]);
    const { id } = await anna.ok(api.directories.create, {
      params: { epsId: facility.id },
      body: { name, columns: [{ name, type: 'string' }] as never },
    });
    expect(await anna.ok(api.directories.get, { params: { epsId: facility.id, directoryId: id } })).toMatchObject({ name });
    await anna.ok(api.wbs.remove, { params: { id: version, wbsId: row } });
    intact();
  });

  test('is a column of a file, taken over as an attribute or left out, never as a field', async () => {
    const columns = [{ from: name, to: { kind: 'attribute' as const, name } }];
    await anna.ok(api.importSettings.create, { body: { schedule_id: schedule, name, rule: { columns } } });
    const form = new FormData();
    form.set('rule_name', name);
    form.set('file', new Blob([`Name,Duration,${name}\nWalls,5,deep\n`]), 'plan.csv');
    const answer = await anna.call(api.imports.uploadNow, { params: { id: schedule } }, { raw: form });
    expect(answer.status).toBe(200);
    const { version_id: id } = answer.body as unknown as { version_id: number };
    const [row] = (await anna.ok(api.wbs.list, { params: { id } })).items as { id: number; name: string }[];
    const { attributes } = await anna.ok(api.wbs.get, { params: { id, wbsId: row.id } });
    expect([row.name, attributes.map((one) => [one.name, one.value])]).toEqual(['Walls', [[name, 'deep']]]);
    intact();
  });

  test('is no state that is kept of a screen under another name', async () => {
    await anna.ok(api.preferences.saveState, { body: { a: name, b: name, state: { width: 5 } } });
    expect((await anna.ok(api.preferences.readState, { params: { a: name, b: name } })).state).toEqual({ width: 5 });
    expect((await anna.ok(api.preferences.readState, { params: { a: name, b: 'valueOf' } })).state).toBeNull();
  });
});

test('a body whose keys reach a prototype is refused before anything reads it', async () => {
  for (const raw of ['{"__proto__":{"polluted":true}}', '{"a":"x","b":"y","state":{"constructor":{"prototype":{"polluted":true}}}}']) {
    const answer = await anna.call(api.preferences.saveState, {}, { raw, headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 400, body: { error_message: 'request.invalid' } });
  }
  intact();
});

async function projectOf(): Promise<number> {
  return (await anna.ok(api.projects.list)).projects[0].id;
}
