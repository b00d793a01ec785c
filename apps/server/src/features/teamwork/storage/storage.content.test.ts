import { api, SHEETS_SHOWN, type StoredItem } from '@gantry/contract';
import { formatCsv, writeSheet, writeZip } from '@gantry/interchange';
import { deflateRawSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import type { Context } from '../../../platform/context.ts';
import { readContent } from './storage.content.service.ts';

let world: World;
let anna: Person;
let guest: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, guest] = await Promise.all(['anna', 'guest'].map((name) => world.person(name)));
  await anna.space();
  await letInOnly(guest, anna);
  schedule = await anna.schedule();
});
afterAll(() => world.close());

async function stored(name: string, content: Uint8Array | string): Promise<StoredItem> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return (await anna.ok(api.storage.upload, { params: { id: schedule } }, { raw: form })).items[0];
}
const sheetsOf = (id: number, person = anna) => person.call(api.storage.content, { params: { id } });

test('a workbook and separated values are tables; what is not shown is said', async () => {
  const book = await stored(
    'volumes.xlsx',
    await writeSheet('Volumes', {
      headers: ['Work', 'm³'],
      rows: [
        ['Бетон', 12.5],
        ['', true],
      ],
    }),
  );
  expect((await sheetsOf(book.id)).body).toMatchObject({
    cut: false,
    sheets: [
      {
        name: 'Volumes',
        cut: false,
        rows: [
          ['Work', 'm³'],
          ['Бетон', 12.5],
          ['', true],
        ],
      },
    ],
  });
  const long = await stored('long.csv', `a;b\n${'1;2\n'.repeat(SHEETS_SHOWN.rows + 5)}`);
  const { sheets, cut } = (await sheetsOf(long.id)).body;
  expect([sheets[0].rows.length, sheets[0].cut, cut, sheets[0].rows[1]]).toEqual([SHEETS_SHOWN.rows, true, false, ['1', '2']]);
  const large = await stored('large.csv', 'a;b\n'.repeat(1_200_000));
  expect((await sheetsOf(large.id)).body).toMatchObject({ cut: true, sheets: [{ cut: true }] });
  expect((await sheetsOf(book.id, guest)).status).toBe(403);
});

test('what is no table, or is made to harm, ends in a sentence', async () => {
  const bomb = await writeZip([
    { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
    { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.alloc(400 * 1024 * 1024, 0x20) },
  ]);
  for (const [name, content] of [
    ['page.xlsx', '\u0000\u0001\u0002 no table'],
    ['cut.xlsx', (await writeSheet('A', { headers: ['a'], rows: [[1]] })).subarray(0, 300)],
    ['plain.xlsx', await writeZip([{ name: 'readme.txt', bytes: Buffer.from('no workbook') }])],
    ['bomb.xlsx', bomb],
    ['noise.xlsx', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(5000, 7))])],
    ['empty.csv', ''],
  ] as const) {
    const { id } = await stored(name, content);
    const { status, body } = await sheetsOf(id);
    expect([name, status]).toEqual([name, 422]);
    expect(body).toMatchObject({ errors: [{ code: 'storage.preview_unreadable' }] });
  }
  // What a formula of another program would do is text here.
  const { id } = await stored('formula.csv', formatCsv({ headers: ['a'], rows: [['=cmd|calc']] }, ';'));
  expect((await sheetsOf(id)).body.sheets[0].rows[1]).toEqual(['=cmd|calc']);
});

test('a file that waits for its turn is not read yet', async () => {
  const started: string[] = [];
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  async function* lines(key: string) {
    started.push(key);
    await mayGoOn;
    yield Buffer.from('a;b');
  }
  const open = (key: string, { to }: { to: number }) => (to === 1 ? Readable.from([Buffer.from('a;')]) : Readable.from(lines(key)));
  const context = { files: { size: () => Promise.resolve(3), open } } as unknown as Context;
  const first = readContent(context, { bytes: 3, file_key: 'first' });
  await expect.poll(() => started).toEqual(['first']);
  const second = readContent(context, { bytes: 3, file_key: 'second' });
  await stored('between.csv', 'a');
  expect(started).toEqual(['first']);
  goOn();
  await Promise.all([first, second]);
  expect(started).toEqual(['first', 'second']);
});

test('files of a work are found by its code', async () => {
  const plan = await world.app.services.database.write({ spaceId: anna.spaceId, userId: null }, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql`explain select id from storage_item where space_id = ${anna.spaceId} and node_id = ${schedule} and deleted_at is null
      and row_code = any('{A1}')`.execute(tx);
  });
  expect(JSON.stringify(plan.rows)).toContain('storage_item_of_code');
});

test('files of a work and of all below it are found where the works are: none of them goes back and forth', async () => {
  const version = await anna.version(schedule);
  const phase = await anna.item(version, { name: 'Phase', type: 'sum', code: 'P' });
  const inner = await anna.item(version, { name: 'Inner', type: 'sum' }, phase);
  const below = await anna.item(version, { name: 'Below', code: 'B' }, inner);
  const beside = await anna.item(version, { name: 'Beside', code: 'S' });
  const add = async (name: string, wbs: number) => {
    const form = new FormData();
    form.set('wbs_id', String(wbs));
    form.append('file', new Blob([name]), name);
    await anna.ok(api.storage.upload, { params: { id: schedule } }, { raw: form });
  };
  await add('phase', phase);
  await add('below', below);
  await add('beside', beside);
  // A file of a row whose code the version has at another row belongs to that one.
  await world.sql(`update storage_item set row_code = 'gone' where name = 'phase'`);
  const listed = async (wbsId: number) =>
    (await anna.ok(api.storage.ofRow, { params: { id: version, wbsId } })).items.map(({ name }) => name).toSorted();
  expect([await listed(phase), await listed(below), await listed(beside)]).toEqual([['below', 'phase'], ['below'], ['beside']]);
  await world.sql(`update storage_item set row_code = 'S' where name = 'phase'`);
  expect([await listed(phase), await listed(beside)]).toEqual([['below'], ['beside', 'phase']]);
  const sent = await statementsOf(() => listed(phase));
  const recursive = sent.filter((text) => text.includes('with recursive below'));
  expect([recursive.length, recursive.every((text) => text.includes('storage_item'))]).toEqual([1, true]);
});
