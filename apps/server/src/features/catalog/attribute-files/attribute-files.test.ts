import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, fileOfValue } from '@gantry/domain';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../platform/context.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { storeFile } from './attribute-files.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let planner: Person;
let guest: Person;
let visitor: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld({ GANTRY_STORAGE_QUOTA_MB: '1' });
  [anna, vera, stranger] = [await world.person('anna'), await world.person('vera'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  schedule = await anna.schedule('Works');
  version = await anna.version(schedule);
  planner = await world.person('planner');
  await world.join(planner, anna, 'planner');
  const elsewhere = await anna.schedule('Elsewhere');
  guest = await guestAt('guest', elsewhere);
  visitor = await guestAt('visitor', elsewhere);
});
afterAll(() => world.close());

/** A member who may read what is at one node alone. */
async function guestAt(login: string, node_id: number): Promise<Person> {
  const person = await world.person(login);
  const door = (await anna.ok(api.roles.create, { body: { name: `Door of ${login}`, rights: ['space.read'] } })).id;
  await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login, role_id: door } });
  await anna.ok(api.grants.grant, { body: { node_id, user_id: person.id, role_id: BUILT_IN_ROLE_ID.viewer } });
  person.spaceId = anna.spaceId;
  return person;
}
const formOf = (content: string | Uint8Array<ArrayBuffer>, name: string): FormData => {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return form;
};
const attributeOfVersion = async (name: string, type: 'file' | 'string' = 'file') =>
  (await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name, type } })).id;
const stored = async (attributeId: number, content: string, name: string) =>
  (await anna.ok(api.attributeValues.storeFile, { params: { id: version, attributeId } }, { raw: formOf(content, name) })).value;
const read = (person: Person, value: string) => {
  const { key } = fileOfValue(value) as { key: string };
  return person.call(api.attributeFiles.read, { params: { fileKey: key } });
};

test('who has left while they waited for their turn gives it to the next', async () => {
  // A form whose connection has ended says nothing any more.
  const left = { isMultipart: () => true, raw: { destroyed: true }, file: () => new Promise(() => undefined) };
  for (let count = 0; count < 4; count += 1) {
    const storing = storeFile({} as Context, left as unknown as FastifyRequest);
    await expect(storing).rejects.toMatchObject({ code: 'server.busy' });
  }
  expect(await stored(await attributeOfVersion('After them'), 'lines', 'Plan.pdf')).toContain('Plan.pdf');
});

test('a file becomes the value of a row, is read by its name, taken back and restored with it', async () => {
  const attributeId = await attributeOfVersion('Drawing');
  const item = await anna.item(version, { name: 'Dig' });
  const value = await stored(attributeId, 'lines and arcs', 'Plan “А”.pdf');
  expect(fileOfValue(value)?.name).toBe('Plan “А”.pdf');
  const params = { id: version, wbsId: item };
  await anna.ok(api.wbs.update, { params, body: { attributes: { [attributeId]: value } } });
  const valueNow = async () => (await anna.ok(api.wbs.get, { params })).attributes.find((one) => one.name === 'Drawing')?.value;
  expect(await valueNow()).toBe(value);
  const answer = await read(vera, value);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.body).toBe('lines and arcs');
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect(await valueNow()).toBeUndefined();
  await anna.ok(api.edits.redo, { params: { id: version } });
  expect(await valueNow()).toBe(value);
});

test('a file becomes the value of a node, and goes out by its name', async () => {
  const { id: attributeId } = await anna.ok(api.attributes.create, {
    params: { id: schedule },
    body: { name: 'Contract', key: 'contract', type: 'file', owners: ['schedule'] },
  });
  const at = { params: { id: schedule, attributeId } };
  const { value } = await anna.ok(api.attributeFiles.storeForNode, at, { raw: formOf('signed', '../../etc/contract.txt') });
  expect(fileOfValue(value)?.name).toBe('contract.txt');
  await anna.ok(api.attributes.saveValues, { params: { id: schedule }, body: { values: [{ attribute_id: attributeId, value }] } });
  const { entries } = await anna.ok(api.attributes.passport, { params: { id: schedule } });
  expect(entries.find((entry) => entry.attribute.id === attributeId)?.value).toBe(value);
});

test('what is no file, too large, or for an attribute of another kind is refused, and nothing is a file by its text', async () => {
  const attributeId = await attributeOfVersion('Photo');
  const params = { id: version, attributeId };
  const refused = (form: FormData, at = params) => anna.refused(api.attributeValues.storeFile, { params: at }, { raw: form });
  expect(await refused(new FormData())).toMatchObject({ code: 'attribute_file.none' });
  expect(await refused(formOf('', 'empty.txt'))).toMatchObject({ code: 'attribute_file.none' });
  expect(await refused(formOf(new Uint8Array(25 * 1024 * 1024 + 1), 'large.bin'))).toMatchObject({
    status: 413,
    code: 'attribute_file.too_large',
  });
  const text = await attributeOfVersion('Note', 'string');
  expect(await refused(formOf('x', 'x.txt'), { id: version, attributeId: text })).toMatchObject({ code: 'attribute_file.not_of_files' });
  expect(await refused(formOf('x', 'x.txt'), { id: version, attributeId: 999_999 })).toMatchObject({ status: 404 });
  const item = await anna.item(version, { name: 'Pour' });
  for (const value of ['plan.pdf', 12, `${'0'.repeat(36)}/plan.pdf`])
    expect(
      await anna.refused(api.wbs.update, { params: { id: version, wbsId: item }, body: { attributes: { [attributeId]: value } } }),
    ).toMatchObject({ code: 'attribute.bad_value' });
});

test('who may only look stores nothing; who is elsewhere reads nothing, even with the key', async () => {
  const attributeId = await attributeOfVersion('Act');
  const value = await stored(attributeId, 'secret', 'act.pdf');
  const at = { params: { id: version, attributeId } };
  expect(await vera.refused(api.attributeValues.storeFile, at, { raw: formOf('x', 'x.txt') })).toMatchObject({ status: 403 });
  expect(await stranger.refused(api.attributeValues.storeFile, at, { raw: formOf('x', 'x.txt') })).toMatchObject({ status: 404 });
  expect((await read(stranger, value)).status).toBe(404);
  expect((await read(anna, `${crypto.randomUUID()}/act.pdf`)).status).toBe(404);
});

test('a key opens nothing to a member who may not read a value that names the file', async () => {
  const role = { user_id: guest.id, role_id: BUILT_IN_ROLE_ID.viewer };
  const attributeId = await attributeOfVersion('Report');
  const item = await anna.item(version, { name: 'Survey' });
  const value = await stored(attributeId, 'secret', 'report.pdf');
  const statuses = async () => Promise.all([anna, vera, planner, guest].map(async (person) => (await read(person, value)).status));
  expect(await statuses()).toEqual([200, 404, 404, 404]);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { attributes: { [attributeId]: value } } });
  expect(await statuses()).toEqual([200, 200, 200, 404]);
  await world.sql(
    `insert into attribute_access (space_id, node_id, role_id, attribute_name, level) values ($1, $2, $3, 'Report', 'none')`,
    [anna.spaceId, schedule, BUILT_IN_ROLE_ID.planner],
  );
  expect(await statuses()).toEqual([200, 200, 404, 404]);
  await anna.ok(api.grants.grant, { body: { ...role, node_id: schedule } });
  expect(await statuses()).toEqual([200, 200, 404, 200]);
});

test('the content of a file is read for those alone who may have it', async () => {
  const value = await stored(await attributeOfVersion('Survey'), 'secret', 'survey.pdf');
  const reads = async (person: Person) => {
    const sent = await statementsOf(() => read(person, value));
    return sent.filter((text) => /substring\(content\b.* from attribute_file/s.test(text)).length;
  };
  expect([await reads(anna), await reads(vera)]).toEqual([1, 0]);
});

test('a file is sent in pieces: the whole of it is never in memory', async () => {
  const [{ key }] = await world.sql(
    `insert into attribute_file (space_id, name, content, created_by) values ($1, 'large.bin', decode(repeat('61', 2500000), 'hex'), $2) returning key`,
    [anna.spaceId, anna.id],
  );
  let body: unknown;
  const sent = await statementsOf(async () => {
    ({ body } = await read(anna, `${String(key)}/large.bin`));
  });
  expect(body).toHaveLength(2_500_000);
  expect(sent.filter((text) => text.includes('substring(content'))).toHaveLength(3);
  await world.sql('delete from attribute_file where key = $1', [key]);
});

test('a file of a node is read where the node is, and nowhere else', async () => {
  const role = { user_id: visitor.id, role_id: BUILT_IN_ROLE_ID.viewer };
  const { id: attributeId } = await anna.ok(api.attributes.create, {
    params: { id: schedule },
    body: { name: 'Permit', key: 'permit', type: 'file', owners: ['schedule'] },
  });
  const at = { params: { id: schedule, attributeId } };
  const { value } = await anna.ok(api.attributeFiles.storeForNode, at, { raw: formOf('stamped', 'permit.pdf') });
  await anna.ok(api.attributes.saveValues, { params: { id: schedule }, body: { values: [{ attribute_id: attributeId, value }] } });
  expect([(await read(vera, value)).status, (await read(visitor, value)).status]).toEqual([200, 404]);
  await anna.ok(api.grants.grant, { body: { ...role, node_id: schedule } });
  expect((await read(visitor, value)).status).toBe(200);
});

test('values that name a file are found by an index of theirs', async () => {
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const plan = await context.read(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return sql`explain select from attribute_value v where space_id = ${anna.spaceId} and version_id = ${version} and attribute_id = 1
      and v.value #>> '{}' like '________-____-____-____-____________/%' and left(v.value #>> '{}', 37) = 'x'`.execute(db);
  });
  expect(JSON.stringify(plan.rows)).toContain('attribute_value_file');
  const value = await stored(await attributeOfVersion('Found'), 'here', 'found.pdf');
  const sent = await statementsOf(() => read(vera, value));
  expect(sent.filter((text) => text.includes(`v.value #>> '{}' like '________-____-____-____-____________/%'`))).toHaveLength(1);
});

test('files take no more than the files of a space may', async () => {
  const attributeId = await attributeOfVersion('Large');
  await stored(attributeId, 'x'.repeat(700 * 1024), 'large.txt');
  const more = { raw: formOf('x'.repeat(500 * 1024), 'more.txt') };
  expect(await anna.refused(api.attributeValues.storeFile, { params: { id: version, attributeId } }, more)).toMatchObject({
    status: 413,
    code: 'storage.quota_exceeded',
    parameters: { name: 'more.txt', used: 1.2, limit: 1 },
  });
  await stored(attributeId, 'small', 'small.txt');
});
