import { api, type DirectoryRow } from '@gantry/contract';
import { readZip, writeSheet, writeZip } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryKeeper, formOf } from '../../../testing/directory-keeper.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { type Line, propose } from './directory-files.proposal.rules.ts';

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

const row = (id: number, parent_id: number | null, code: string) =>
  ({ id, parent_id, code, name: '', cells: {} }) as unknown as DirectoryRow;
/** Every third line is a row that is there. */
const idOfLine = (at: number): number => (at % 3 ? -1 - at : at / 3 + 1);
const RULE = { missing: 'keep', update: true, add: true } as const;
const proposed = (rows: DirectoryRow[], lines: Line[]) => propose(rows, lines, [], [], RULE, new Set(), () => false);

/** What a walk over all lines and rows refuses, level by level, until it finds no more. */
function refusedSlowly(rows: readonly DirectoryRow[], lines: readonly Line[], refused: Map<number, string>): Map<number, string> {
  for (let before = -1; before !== refused.size;) {
    before = refused.size;
    const lost = new Set(lines.filter((one) => !one.before && refused.has(one.line)).map((one) => one.row.id));
    for (const one of lines) if (lost.has(one.row.parent_id ?? 0) && !refused.has(one.line)) refused.set(one.line, 'parent_refused');
    const going = lines.filter((one) => !refused.has(one.line));
    const next = new Map(going.map((one) => [one.row.id, one.row]));
    const codes = [...rows.map((one) => next.get(one.id) ?? one), ...going.filter((one) => !one.before).map((one) => one.row)].map(
      ({ code }) => code,
    );
    for (const one of going)
      if (codes.filter((code) => code === one.row.code).length > 1 && one.before?.code !== one.row.code)
        refused.set(one.line, 'code_taken');
  }
  return refused;
}

test('lines below refused ones are refused as a walk over all of them level by level refuses them', () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const reasons = new Set<string>();
  for (let round = 0; round < 500; round += 1) {
    const rows = Array.from({ length: 4 }, (_, at) => row(at + 1, null, `R${at}`));
    const lines = Array.from({ length: 12 }, (_, at): Line => {
      const before = at % 3 ? null : rows[at / 3];
      const code = random(3) ? `N${at}` : `${random(2) ? 'R' : 'N'}${random(8)}`;
      const above = at && random(4) ? random(at) : null;
      const stated = above === null ? null : idOfLine(above);
      return { line: at + 2, before, row: row(idOfLine(at), stated, code), ...(random(8) ? {} : { parent: { id: '77' } }) };
    });
    const first = new Map(lines.filter(({ parent }) => parent).map(({ line }) => [line, 'parent_unknown']));
    const expected = refusedSlowly(rows, lines, first);
    const { refused } = proposed(rows, structuredClone(lines));
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([...expected].sort(([a], [b]) => a - b));
    for (const { reason } of refused) reasons.add(reason);
  }
  expect([...reasons].sort()).toEqual(['code_taken', 'parent_refused', 'parent_unknown']);
});

test('a chain of lines with a faulty head is walked over once, not once a level', () => {
  let reads = 0;
  const lines = Array.from({ length: 1000 }, (_, at): Line => {
    const counted = Object.defineProperty(row(-1 - at, at ? -at : null, ''), 'code', {
      enumerable: true,
      get: () => ((reads += 1), `C${at}`),
    });
    return { line: at + 2, before: null, row: counted, ...(at ? {} : { parent: { id: '77' } }) };
  });
  const { refused } = proposed([], lines);
  expect(refused.map(({ reason }) => reason)).toEqual(['parent_unknown', ...Array.from({ length: 999 }, () => 'parent_refused')]);
  expect(reads).toBeLessThan(20 * lines.length);
});

test('a chain of new lines, each with a row of the directory below it whose code the next one takes, is counted once', () => {
  const levels = 500;
  let reads = 0;
  const read = (id: number, parent: number | null, code: string) =>
    Object.defineProperty(row(id, parent, ''), 'code', { enumerable: true, get: () => ((reads += 1), code) });
  const rows = Array.from({ length: levels }, (_, at) => read(at + 1, null, `R${at}`));
  const lines = Array.from({ length: levels }, (_, at): Line[] => [
    { line: 2 * at + 2, before: null, row: read(-1 - at, null, at ? `R${at - 1}` : 'N'), ...(at ? {} : { parent: { id: '77777' } }) },
    { line: 2 * at + 3, before: rows[at], row: read(at + 1, -1 - at, `M${at}`) },
  ]).flat();
  const { refused } = proposed(rows, lines);
  expect(refused.map(({ reason }) => reason)).toEqual(
    Array.from({ length: levels }, (_, at) => [at ? 'code_taken' : 'parent_unknown', 'parent_refused']).flat(),
  );
  expect(reads).toBeLessThan(30 * lines.length);
});
