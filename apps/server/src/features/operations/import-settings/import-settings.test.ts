import { api, type ImportRule, importRule } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { importThreadOf } from '../import/import.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
});

const rule = (fields: Partial<ImportRule> = {}): ImportRule => ({ ...importRule.parse({}), ...fields });
const save = (name: string, fields: Partial<ImportRule> = {}) =>
  anna.ok(api.importSettings.create, { body: { schedule_id: schedule, name, rule: rule(fields) } });
const upload = (text: string, fields: Record<string, string>) => anna.importXer(schedule, Buffer.from(text), fields);
const rowsOf = async (id: number) => (await anna.ok(api.wbs.list, { params: { id } })).items as Record<string, any>[];

test('rules are kept by schedule, renamed, changed and deleted', async () => {
  const { id } = await save('Monthly', { rows_to_skip: 2, delete: true });
  const { settings } = await anna.ok(api.importSettings.list, { query: { schedule_id: schedule } });
  expect(settings).toMatchObject([{ id, name: 'Monthly', rule: { rows_to_skip: 2, add: true, delete: true } }]);
  await anna.ok(api.importSettings.update, { params: { id }, body: { name: 'Weekly', rule: rule({ match_by: 'name' }) } });
  expect((await anna.ok(api.importSettings.list, { query: { schedule_id: schedule } })).settings).toMatchObject([
    { name: 'Weekly', rule: { match_by: 'name', rows_to_skip: 0 } },
  ]);
  await anna.ok(api.importSettings.remove, { params: { id } });
  expect(await anna.refused(api.importSettings.remove, { params: { id } })).toMatchObject({
    status: 404,
    code: 'import_setting.not_found',
  });
});

test('many values of a column that do not fit are a hundred findings and their number', async () => {
  await save('wrong', { columns: [{ from: 'How long', to: { kind: 'field', field: 'durationMinutes' } }] });
  const lines = Array.from({ length: 250 }, (_, at) => `C${at},Row ${at},while ${at}`);
  const { body } = await upload(`Code,Name,How long\r\n${lines.join('\r\n')}\r\n`, { rule_name: 'wrong' });
  const { findings } = await anna.ok(api.jobs.get, { params: { id: body.job_id } });
  const ofMapping = findings.filter(({ code, parameters }) => code.endsWith('.value_does_not_fit') || parameters['code']);
  expect(ofMapping.slice(0, 100).map(({ parameters }) => parameters['value'])).toEqual(
    Array.from({ length: 100 }, (_, at) => `while ${at}`),
  );
  expect(ofMapping.slice(100).map(({ code, parameters }) => [code, parameters])).toEqual([
    ['finding.more', { code: 'import.value_does_not_fit', count: 150 }],
  ]);
});

test('names are one of a kind in a schedule, whatever their case', async () => {
  const { id } = await save('Monthly');
  await save('Weekly');
  expect(await anna.refused(api.importSettings.create, { body: { schedule_id: schedule, name: 'monthly', rule: rule() } })).toMatchObject({
    status: 409,
    code: 'import_setting.name_taken',
  });
  expect(await anna.refused(api.importSettings.update, { params: { id }, body: { name: 'WEEKLY' } })).toMatchObject({ status: 409 });
});

test('a rule maps columns to fields, attributes and codes, passes over others, and tells each cell that does not fit', async () => {
  await save('Site', {
    rows_to_skip: 1,
    columns: [
      { from: 'How long', to: { kind: 'field', field: 'durationMinutes' } },
      { from: 'Latest', to: { kind: 'field', field: 'deadline' } },
      { from: 'Zone', to: { kind: 'code', name: 'Area' } },
      { from: 'Remark', to: { kind: 'skip' } },
      { from: 'Not there', to: { kind: 'skip' } },
    ],
  });
  const csv = 'Our plan,,,,,\r\nCode,Name,How long,Latest,Zone,Remark\r\nA,Dig,5d,31.12.2026,North,x\r\nB,Pour,a while,someday,South,y\r\n';
  const { status, body } = await upload(csv, { rule_name: 'site' });
  expect(status).toBe(200);
  const [dig, pour] = await rowsOf(body.version_id);
  expect(dig).toMatchObject({ code: 'A', duration_minutes: 2400, remaining_minutes: 2400, deadline: '2026-12-31T00:00' });
  expect(pour).toMatchObject({ code: 'B', duration_minutes: 0, deadline: null });
  expect((await anna.ok(api.wbs.get, { params: { id: body.version_id, wbsId: dig['id'] } })).attributes).toEqual([
    { name: 'Area', origin: 'code', value: 'North' },
  ]);
  const { findings } = await anna.ok(api.jobs.get, { params: { id: body.job_id } });
  expect(findings.filter(({ severity }) => severity === 'warning').map(({ code, parameters }) => [code, parameters])).toEqual([
    ['finding.import.value_does_not_fit', { field: 'durationMinutes', value: 'a while', item: 'B', column: 'How long' }],
    ['finding.import.value_does_not_fit', { field: 'deadline', value: 'someday', item: 'B', column: 'Latest' }],
    ['finding.import.no_such_column', { column: 'Not there' }],
  ]);
});

test('fields of the form go before those of the rule; an unknown rule is refused', async () => {
  await save('Skip two', { rows_to_skip: 2 });
  const csv = 'Code,Name,Duration\r\nA,Dig,5d\r\n';
  expect((await upload(csv, { rule_name: 'Skip two' })).body.errors[0].parameters.reason).toBe('table.no_headers');
  expect((await upload(csv, { rule_name: 'Skip two', rows_to_skip: '0' })).status).toBe(200);
  expect((await upload(csv, { rule_name: 'None' })).body.errors[0]).toMatchObject({ code: 'import.no_such_rule' });
  await expect.poll(() => world.files()).toEqual([]);
});

test('rules are not there for other spaces, and not changed by who may not import', async () => {
  const { id } = await save('Monthly');
  const viewer = await world.person('viewer');
  await world.join(viewer, anna, 'viewer');
  const body = { schedule_id: schedule, name: 'Mine', rule: rule() };
  expect((await boris.refused(api.importSettings.list, { query: { schedule_id: schedule } })).status).toBe(404);
  expect((await boris.refused(api.importSettings.create, { body })).status).toBe(404);
  expect((await boris.refused(api.importSettings.update, { params: { id }, body: { name: 'X' } })).status).toBe(404);
  expect((await boris.refused(api.importSettings.remove, { params: { id } })).status).toBe(404);
  expect((await viewer.refused(api.importSettings.create, { body })).status).toBe(403);
  expect((await viewer.refused(api.importSettings.update, { params: { id }, body: { name: 'X' } })).status).toBe(403);
  expect((await viewer.refused(api.importSettings.remove, { params: { id } })).status).toBe(403);
  expect((await viewer.ok(api.importSettings.list, { query: { schedule_id: schedule } })).settings).toHaveLength(1);
});

test('rules are copied between schedules; one whose name is taken is passed over', async () => {
  const other = await anna.schedule();
  await save('Monthly', { rows_to_skip: 2, columns: [{ from: 'X', to: { kind: 'skip' } }] });
  await save('Weekly', { rows_to_skip: 3 });
  await anna.ok(api.importSettings.create, { body: { schedule_id: other, name: 'WEEKLY', rule: rule() } });
  const body = { schedule_id: other, from_schedule_id: schedule };
  expect(await anna.ok(api.importSettings.copy, { body })).toMatchObject({ copied: ['Monthly'], passed_over: ['Weekly'] });
  expect((await anna.ok(api.importSettings.list, { query: { schedule_id: other } })).settings).toMatchObject([
    { name: 'Monthly', rule: { rows_to_skip: 2, columns: [{ from: 'X' }] } },
    { name: 'WEEKLY', rule: { rows_to_skip: 0 } },
  ]);
  expect((await anna.ok(api.importSettings.list, { query: { schedule_id: schedule } })).settings).toHaveLength(2);
  const viewer = await world.person('watcher');
  await world.join(viewer, anna, 'viewer');
  expect((await viewer.refused(api.importSettings.copy, { body })).status).toBe(403);
  expect((await boris.refused(api.importSettings.copy, { body })).status).toBe(404);
  const own = await boris.schedule();
  expect((await boris.refused(api.importSettings.copy, { body: { schedule_id: own, from_schedule_id: schedule } })).status).toBe(404);
});

test('a mapping of the form goes before that of the rule; both are tried on the first fifty rows, and nothing is stored', async () => {
  await save('Site', { columns: [{ from: 'How long', to: { kind: 'skip' } }] });
  const lines = Array.from({ length: 60 }, (_, at) => `A${at},Dig ${at},${at === 1 ? 'a while' : '5d'},North`);
  const csv = `Code,Name,How long,Zone\r\n${lines.join('\r\n')}\r\n`;
  const tried = (fields: Record<string, string>, who = anna) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([csv]), 'plan.csv');
    return who.call(api.imports.tryRule, { params: { id: schedule } }, { raw: form });
  };
  const mapping = JSON.stringify({
    match_by: 'code',
    columns: [{ from: 'How long', to: { kind: 'field', field: 'durationMinutes' } }],
    calendars: [],
  });
  const { status, body } = await tried({ rule_name: 'Site', mapping });
  expect(status).toBe(200);
  expect({ total: body.total, rows: body.rows.length, attributes: body.attributes }).toEqual({ total: 60, rows: 50, attributes: ['Zone'] });
  const column = body.fields.indexOf('durationMinutes');
  expect(body.rows.slice(0, 2).map((row) => [row[column], row.at(-1)])).toEqual([
    [2400, 'North'],
    [0, 'North'],
  ]);
  expect(body.findings[0]).toMatchObject({ code: 'finding.import.value_does_not_fit', parameters: { value: 'a while' } });
  expect((await tried({ rule_name: 'Site' })).body.findings.filter(({ severity }) => severity === 'warning')).toEqual([]);
  expect((await tried({ mapping: '{' })).status).toBe(400);
  expect((await tried({ mapping: '{"columns":[{"from":""}]}' })).status).toBe(400);
  expect((await anna.ok(api.versions.list, { params: { id: schedule } })).versions).toEqual([]);
  await expect.poll(() => world.files()).toEqual([]);
  const uploaded = await upload(csv, { rule_name: 'Site', mapping });
  expect((await rowsOf(uploaded.body.version_id))[0]).toMatchObject({ duration_minutes: 2400 });
  const viewer = await world.person('onlooker');
  await world.join(viewer, anna, 'viewer');
  expect((await tried({}, viewer)).status).toBe(403);
});

test('a trial ends when its caller goes away, and what it read goes too', async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const run = vi.spyOn(importThreadOf(world.app.services), 'run').mockImplementation((_input, options) => {
    const { signal } = options ?? {};
    if (!signal) throw new Error('the trial cannot be ended');
    asked.resolve(signal);
    return new Promise((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const form = new FormData();
  form.set('file', new Blob(['Code,Name\r\nA1,Dig\r\n']), 'plan.csv');
  const leaving = new AbortController();
  const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = fetch(world.base + addressOf(api.imports.tryRule, { params: { id: schedule } }), {
    method: 'POST',
    body: form,
    headers: { cookie, 'x-xsrf-token': anna.keys.cookies.get('XSRF-TOKEN') ?? '', 'x-space-id': String(anna.spaceId) },
    signal: leaving.signal,
  });
  const signal = await asked.promise;
  expect(signal.aborted).toBe(false);
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await expect.poll(() => signal.aborted).toBe(true);
  await expect.poll(() => world.files()).toEqual([]);
  run.mockRestore();
});
