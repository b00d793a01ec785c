import { api } from '@gantry/contract';
import { CALCULATION_STATUS } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../testing/world.ts';
import { createLog } from '../log.ts';
import { type HeavyCall, openHeavyCalls } from './heavy.ts';

let world: World;
let anna: Person;
let version: number;
let work: number;
/** What makes a body long without a change of what it says. */
const SPACES = ' '.repeat(70_000);

/** The threads that answered the calls of a path, in their order; undefined for the thread of all calls. */
const threadsOf = (path: string): (string | undefined)[] =>
  world.log
    .map((line) => JSON.parse(line) as { event: string; path?: string; thread?: string })
    .filter((line) => line.event === 'request' && line.path === path)
    .map(({ thread }) => thread);
const longBody = (body: unknown) => ({ raw: JSON.stringify(body) + SPACES, headers: { 'content-type': 'application/json' } });
const setWorks = (count: number) => world.sql('update version set item_count = $2 where id = $1', [version, count]);

beforeAll(async () => {
  world = await createWorld({}, { calls: 'beside' });
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version();
  work = await anna.item(version, { name: 'Piles' });
}, 60_000);
afterAll(() => world.close());

test('a long body is read, stored and answered by the thread; pages hear of it, and its dates are calculated', async () => {
  const page = await anna.push(version);
  const items = [{ id: work, duration_minutes: 4800 }];
  const { headers, raw } = longBody({ items });
  const options = { raw, headers: { ...headers, prefer: 'calculate', 'idempotency-key': 'a-long-body' } };
  const answer = await anna.call(api.wbs.updateMany, { params: { id: version } }, options);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  const { revision: edited } = answer.body;
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await page.heard('version_edit', ({ revision }) => revision === edited)).toMatchObject({ version_id: version });
  expect(await anna.call(api.wbs.updateMany, { params: { id: version } }, options)).toMatchObject({ body: answer.body });
  expect(threadsOf(`/api/v1/versions/${version}/wbs`)).toEqual([undefined, 'heavy', 'heavy']);
  await page.heard('version_edit', ({ revision }) => revision === edited + 1);
  const calculated = await anna.ok(api.versions.get, { params: { id: version } });
  expect(calculated.calculation_status).toBe(CALCULATION_STATUS.calculated);
  await page.close();
});

test('a refusal of the thread is the one that the caller would have got without it, and strangers do not reach it', async () => {
  const wrong = { items: [{ id: work, duration_minutes: 'long' }] };
  const call = { params: { id: version } };
  const [beside, here] = [
    await anna.call(api.wbs.updateMany, call, longBody(wrong)),
    await anna.call(api.wbs.updateMany, { ...call, body: wrong }),
  ];
  expect(beside).toMatchObject({ status: 400 });
  expect({ ...beside.body, request_id: '' }).toEqual({ ...here.body, request_id: '' });
  const path = `/api/v1/versions/${version}/wbs`;
  const before = threadsOf(path).length;
  expect(await anna.call(api.wbs.updateMany, call, { ...longBody(wrong), by: 'nobody' })).toMatchObject({ status: 401 });
  expect(threadsOf(path).slice(before)).toEqual([undefined]);
  const tooLong = { ...longBody({ items: [] }), raw: ' '.repeat(9_000_000) };
  expect(await anna.refused(api.wbs.updateMany, call, tooLong)).toMatchObject({ code: 'request.too_large' });
});

test('what reads a whole version is answered by the thread where the version is large', async () => {
  const ask = async () => (await anna.call(api.attributeCalculate.calculateVersion, { params: { id: version }, body: {} })).body;
  const small = await ask();
  await setWorks(2_001);
  expect(await ask()).toEqual(small);
  await setWorks(1);
  expect(threadsOf(`/api/v1/versions/${version}/attributes/calculate`)).toEqual([undefined, 'heavy']);
});

test('a call that finds many rows to change is answered by the thread, once and as a whole', async () => {
  const call = { params: { id: version } };
  const name = async () => (await anna.ok(api.wbs.get, { params: { id: version, wbsId: work } })).item['name'];
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: work }, body: { name: 'Beams' } });
  const setRows = (rows: number) =>
    world.sql('update version_edit set row_count = $2 where version_id = $1 and undoes is null and undone_by is null', [version, rows]);
  await setRows(5_001);
  const options = { headers: { 'idempotency-key': 'a-large-undo' } };
  const undone = await anna.call(api.edits.undo, { ...call, body: {} }, options);
  expect(undone).toMatchObject({ status: 200, body: { success: true, name: 'wbs.update', count: 1 } });
  expect(await name()).toBe('Piles');
  expect(await anna.call(api.edits.undo, { ...call, body: {} }, options)).toMatchObject({ body: undone.body });
  await anna.ok(api.edits.redo, { ...call, body: {} });
  await setRows(5_000);
  await anna.ok(api.edits.undo, { ...call, body: {} });
  const path = `/api/v1/versions/${version}/undo-actions`;
  expect([threadsOf(`${path}/undo`), threadsOf(`${path}/restore`)]).toEqual([['heavy', 'heavy', undefined], [undefined]]);
  expect(await world.sql(`select count(*)::int as entries from audit where action = 'edits.undo'`)).toEqual([{ entries: 2 }]);
});

test('a thread that falls refuses the calls that it had, and the next one is answered; too many that wait are refused', async () => {
  const module = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, url }) => {
      if (url === 'fall') process.exit(1);
      if (url !== 'never') parentPort.postMessage({ id, status: 200, headers: {}, body: new Uint8Array(0) });
    });`;
  const heavy = openHeavyCalls(
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/'); ${module}`)}`,
    ),
    null,
    createLog({}, () => undefined),
  );
  let ids = 0;
  const ask = (url: string) =>
    heavy.answer({ id: String((ids += 1)), method: 'GET', url, headers: {}, address: '', body: null } satisfies HeavyCall);
  await expect(ask('fall')).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  expect(await ask('next')).toMatchObject({ status: 200 });
  const waiting = Promise.allSettled(Array.from({ length: 53 }, () => ask('never')));
  await expect(ask('never')).rejects.toMatchObject({ code: 'server.busy' });
  await heavy.close();
  expect((await waiting).map(({ status }) => status)).not.toContain('fulfilled');
});
