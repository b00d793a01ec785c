import { api } from '@gantry/contract';
import { readZip, writeSheet, writeZip } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryKeeper, formOf } from '../../../testing/directory-keeper.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Files that want to eat the server come to nothing, and the next file is read as if they had not been. */
let world: World;
let anna: Person;
let facility: number;
let keeper: ReturnType<typeof directoryKeeper>;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  keeper = directoryKeeper(world, anna, facility);
});
afterAll(() => world.close());

const MEGABYTE = 1 << 20;

/** A workbook whose one sheet is what is given. */
async function workbook(sheet: Buffer): Promise<Buffer> {
  const entries = await readZip(await writeSheet('S', { headers: ['Code'], rows: [] }), { add() {}, list: () => [] });
  const changed = (entries ?? []).map(({ name, bytes }) => ({ name, bytes: name === 'xl/worksheets/sheet1.xml' ? sheet : bytes }));
  return Buffer.from(await writeZip(changed));
}
const sheetOf = (inside: string) => `<?xml version="1.0"?><worksheet><sheetData>${inside}</sheetData></worksheet>`;

/** A workbook that says of each entry that a gigabyte is in it. */
async function boasting(): Promise<Buffer> {
  const bytes = await workbook(Buffer.from(sheetOf('<row r="1"><c t="inlineStr"><is><t>Code</t></is></c></row>')));
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
    bytes.writeUInt32LE(2 ** 30, at + 24);
  return bytes;
}

const FILES: Record<string, () => Promise<Buffer | string>> = {
  'a sheet of a hundred megabytes of blanks in a few bytes': () => workbook(Buffer.alloc(100 * MEGABYTE, 0x20)),
  'entries that say they are a gigabyte': boasting,
  'a line of twenty megabytes': async () => `Code;Name\nA1;"${'x'.repeat(20 * MEGABYTE)}"\n`,
  'entities within entities': () => {
    const names = Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(20)}">`).join('');
    return workbook(Buffer.from(`<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e0 "x">${names}]>${sheetOf('&e20;').slice(21)}`));
  },
};

test.each(Object.keys(FILES))('%s', { timeout: 120_000 }, async (name) => {
  const file = await FILES[name]();
  const before = await anna.ok(api.directories.list, { params: { epsId: facility } });
  const raw = formOf(file, { name: 'Bomb' }, typeof file === 'string' ? 'rows.csv' : 'rows.xlsx');
  const { job_id } = await anna.ok(api.directoryFiles.upload, { params: { epsId: facility } }, { raw });
  const { status, error, result } = await keeper.ended(job_id);
  expect([status, error?.code]).not.toEqual(['failed', 'server.unknown']);
  // A file that can be read has its lines refused one by one.
  expect(status === 'failed' || result?.['counts']).toEqual(status === 'failed' || expect.objectContaining({ added: 0, refused: 1 }));
  expect(await anna.ok(api.directories.list, { params: { epsId: facility } })).toEqual(before);
  await expect.poll(() => world.files()).toEqual([]);
  const { proposal } = await keeper.upload('Code;Name\nA1;Digging\n', { name: 'Harmless' }, 'rows.csv');
  expect(proposal?.counts).toMatchObject({ added: 1 });
});

test('what a spreadsheet would run is text again in the file that comes back', async () => {
  const { accept } = await keeper.upload('Code;Name\n"=cmd|\' /C calc\'!A0";"@SUM(1+1)"\n', { name: 'Formulas' }, 'rows.csv');
  const { directory_id } = await accept();
  const csv = Buffer.from(await keeper.exported(directory_id, 'csv')).toString('utf8');
  expect(csv).not.toMatch(/(^|[;"\n])[=@]/);
  expect(csv).toContain('cmd|');
});
