import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { formOf } from '../../../testing/directory-keeper.ts';
import { ended } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let relation: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, stranger] = [await world.person('anna'), await world.person('vera'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  const node = await anna.schedule();
  const rows = (letter: string) => Array.from({ length: 3 }, (_, index) => ({ code: `${letter}${index + 1}` }));
  const from_id = await makeDirectory(world, anna, node, { name: 'Norms', rows: rows('N') });
  const to_id = await makeDirectory(world, anna, node, { name: 'Resources', kind: 'resources', rows: [...rows('R'), { code: 'R1' }] });
  relation = (await anna.ok(api.directoryRelations.create, { body: { name: 'Crews', from_id, to_id } })).id;
  const { id: set_id } = await anna.ok(api.coefficients.createSet, { body: { name: 'Set' } });
  for (const code of ['K1', 'K2']) await anna.ok(api.coefficients.create, { body: { set_id, code, name: code, target: 'cost', all: 1.1 } });
});
afterAll(() => world.close());

const upload = async (text: string | Uint8Array, fields: Record<string, string> = {}, format: 'csv' | 'xlsx' = 'csv') => {
  const call = { params: { a: relation, b: format } };
  const answer = await anna.call(api.directoryRelationFiles.import, call, { raw: formOf(text, fields, `rows.${format}`) });
  expect(answer.status).toBe(200);
  return ended(anna, answer.body.job_id);
};
const rows = async () => (await anna.ok(api.directoryRelations.rows, { body: { relation_id: relation } })).rows;
const FILE = 'from_code;to_code;quantity;coefficients;optional;note\nN1;R2;"1,5";K1;;by hand\nn2;r3;2;K2, k1;true;\n';

test('a file is checked line by line before anything is written, then taken in, and comes back the same', async () => {
  expect(await upload(FILE)).toMatchObject({ status: 'done', result: { added: 2, refused: 0, applied: false } });
  expect(await rows()).toEqual([]);
  expect(await upload(FILE, { mode: 'apply' })).toMatchObject({ status: 'done', result: { added: 2, applied: true } });
  expect(
    (await rows()).map(({ row_a, row_b, quantity, options, coefficient_ids }) => [
      row_a.code,
      row_b.code,
      quantity,
      options,
      coefficient_ids.length,
    ]),
  ).toEqual([
    ['N1', 'R2', 1.5, { note: 'by hand', optional: false }, 1],
    ['N2', 'R3', 2, { note: '', optional: true }, 2],
  ]);
  expect(await upload(FILE.replace('"1,5"', '7'))).toMatchObject({ result: { updated: 1, unchanged: 1, added: 0 } });
  for (const format of ['csv', 'xlsx'] as const) {
    const { job_id } = await anna.ok(api.directoryRelationFiles.export, { params: { a: relation, b: format } });
    const { result } = await ended(anna, job_id);
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${world.base}/api/v1/download?key=${result?.['download_key'] as string}`, {
      headers: { cookie, 'x-space-id': String(anna.spaceId) },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(await upload(bytes, {}, format)).toMatchObject({ result: { added: 0, updated: 0, unchanged: 2, refused: 0 } });
  }
});

test('lines that cannot go in are told one by one; the rest goes in where asked', async () => {
  const file = [
    'Код A;Код B;Количество;Коэффициенты',
    'N3;R2;1;',
    'N9;R2;1;',
    'N3;R1;1;',
    'N3;R3;much;',
    'N3;R2;2;',
    'N2;R2;1;K9',
    '',
  ].join('\n');
  const checked = await upload(file);
  expect(checked.findings.map(({ line, code }) => [line, code.replace('directory_relation_file.', '')])).toEqual([
    [3, 'code_unknown'],
    [4, 'code_twice'],
    [5, 'quantity'],
    [6, 'pair_twice'],
    [7, 'coefficient_unknown'],
  ]);
  expect(await upload(file, { mode: 'apply' })).toMatchObject({ status: 'failed', error: { code: 'directory_relation_file.has_refused' } });
  expect(await rows()).toHaveLength(2);
  expect(await upload(file, { mode: 'apply', skip_refused: 'true' })).toMatchObject({ status: 'done', result: { added: 1, refused: 5 } });
  expect(await rows()).toHaveLength(3);
  expect(await upload('a;b\n1;2\n')).toMatchObject({ status: 'failed', error: { code: 'directory_relation_file.no_columns' } });
  expect(await upload(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2]), {}, 'xlsx')).toMatchObject({ status: 'failed' });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const params = { a: relation, b: 'csv' as const };
  const { job_id } = await vera.ok(api.directoryRelationFiles.export, { params });
  expect(await ended(vera, job_id)).toMatchObject({ status: 'done' });
  expect((await vera.call(api.directoryRelationFiles.import, { params }, { raw: formOf(FILE) })).status).toBe(403);
  expect(await stranger.refused(api.directoryRelationFiles.export, { params })).toMatchObject({ status: 404 });
  expect((await stranger.call(api.directoryRelationFiles.import, { params }, { raw: formOf(FILE) })).status).toBe(404);
});

test('an export and an import read no pairs before their jobs do', async () => {
  const sent = await statementsOf(async () => {
    await anna.call(api.directoryRelationFiles.import, { params: { a: relation, b: 'csv' } }, { raw: new FormData() });
  });
  expect(sent.filter((text) => text.includes('from directory_relation r'))).toHaveLength(1);
  expect(sent.filter((text) => /from directory_(relation_)?row\b/.test(text))).toEqual([]);
});
