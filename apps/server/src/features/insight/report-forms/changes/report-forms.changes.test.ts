import { api } from '@gantry/contract';
import { collectFindings, readSheets, readZip } from '@gantry/interchange';
import { codeSquares } from '@gantry/scene';
import newCode from 'qrcode-generator';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf, paragraphOf, partsOf, workbookOf } from '../../../../../../../packages/interchange/src/testing/small-template.ts';
import { formOf } from '../../../../testing/directory-keeper.ts';
import { ended, fileOfJob } from '../../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let base: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  base = await anna.version(schedule);
  const item = (name: string, code: string) =>
    anna.item(base, { name, code, start: '2026-03-02T08:00', finish: '2026-03-04T17:00', duration_minutes: 1440, labour_hours: 12 });
  for (const [name, code] of [
    ['Columns', 'A'],
    ['Slabs', 'B'],
    ['Roof', 'C'],
  ])
    await item(name, code);
  await anna.ok(api.versions.setActual, { params: { id: base } });
  version = (await anna.ok(api.versions.copyTo, { params: { id: base, scheduleId: schedule }, body: { name: 'Now' } })).id as number;
  const { items } = await anna.ok(api.wbs.list, { params: { id: version } });
  const idOf = (name: string) => items.find((one) => one.name === name)?.['id'] as number;
  await anna.ok(api.wbs.update, {
    params: { id: version, wbsId: idOf('Slabs') },
    body: { name: 'Slabs of the floor', start: '2026-03-09T08:00', finish: '2026-03-11T17:00' },
  });
  await anna.ok(api.wbs.remove, { params: { id: version, wbsId: idOf('Roof') } });
  await anna.ok(api.narratives.saveNote, { params: { id: version }, body: { line: 'later', text: 'Waits for the crane' } });
  await anna
    .ok(api.versions.copyTo, { params: { id: base, scheduleId: schedule }, body: { name: 'Promised' } })
    .then(({ id }) => anna.ok(api.versions.setTarget, { params: { id: id as number } }));
}, 120_000);
afterAll(() => world.close());

async function filled(file: Uint8Array, name: string, body: object = {}): Promise<Buffer> {
  const added = await anna.call(api.reportForms.add, { query: { name } }, { raw: formOf(file, {}, name) });
  expect([added.status, added.body]).toMatchObject([200, { check: [] }]);
  const { job_id } = await anna.ok(api.reportForms.runVersion, { params: { id: version, x: added.body.id }, body });
  const job = await ended(anna, job_id);
  expect([job.status, job.error]).toEqual(['done', null]);
  return fileOfJob(anna, job);
}

const lists = {
  A1: '{{version}} / {{target_version}}',
  A2: '{{link}}',
  A3: '{{#each changes sort code}}{{code}}',
  B3: '{{name}}',
  C3: '{{change}}',
  D3: '{{kinds}}',
  E3: '{{finish_before | date}}',
  F3: '{{finish | date}}',
  G3: '{{days}}{{/each}}',
  A5: '{{#each narrative}}{{section}}',
  B5: '{{text}}',
  C5: '{{count}}',
  D5: '{{amount}}',
  E5: '{{note}}{{/each}}',
};

test('a form lists what has changed since the base version, and the narrative, in words of its language', { timeout: 60_000 }, async () => {
  const { sheets } = await readSheets(await filled(await workbookOf({ Form: lists }), 'lists.xlsx', { language: 'ru' }));
  const cells = sheets[0].rows.map((row) => row.cells.map((cell) => (cell === null ? '' : cell)));
  expect(cells[0][0]).toBe('Now / Promised');
  expect(cells[1][0]).toMatch(new RegExp(`^https?://[^/]+/${anna.spaceId}/schedule/${version}$`));
  const changes = cells.filter(([code]) => code === 'A' || code === 'B' || code === 'C');
  expect(changes.map((row) => row.slice(0, 3))).toEqual([
    ['B', 'Slabs of the floor', 'Изменено'],
    ['C', 'Roof', 'Удалено'],
  ]);
  expect(changes[0][3]).toMatch(/Названия и коды|Названия/);
  expect(changes[0].slice(4, 7)).toEqual(['04.03.2026', '11.03.2026', 7]);
  const narrative = await anna.ok(api.narratives.read, { params: { id: version }, body: {} });
  const lines = narrative.sections.flatMap((section) => section.lines);
  const listed = cells.slice(cells.findLastIndex(([code]) => code === 'C') + 1).filter((row) => row.some((cell) => cell !== ''));
  expect(listed).toHaveLength(lines.length);
  expect(listed.map((row) => row[2])).toEqual(lines.map(({ count }) => count));
  expect(listed.map((row) => row[3] || null)).toEqual(lines.map(({ amount }) => amount));
  expect(listed.map((row) => row[4] ?? '')).toContain('Waits for the crane');
  expect(listed.flat().map(String).join(' ')).not.toMatch(/narrative\.|compare\.|health\./);
});

test('a form of chosen rows lists the changes of these alone', { timeout: 60_000 }, async () => {
  const { items } = await anna.ok(api.wbs.list, { params: { id: version } });
  const idOf = (name: string) => items.find((one) => one.name === name)?.['id'] as number;
  const file = await workbookOf({ Form: { A1: '{{#each changes}}{{code}}', B1: '{{/each}}', A2: 'End' } });
  const codes: string[][] = [];
  for (const [at, name] of ['Slabs of the floor', 'Columns'].entries()) {
    const { sheets } = await readSheets(await filled(file, `chosen ${at}.xlsx`, { wbs_ids: [idOf(name)] }));
    codes.push(sheets[0].rows.flatMap(({ cells: [code] }) => (typeof code === 'string' && code !== '' ? [code] : [])));
  }
  expect(codes).toEqual([['B', 'End'], ['End']]);
});

/** The squares that a PNG of three bytes a pixel shows. */
function squaresOf(png: Buffer, scale: number, quiet: number): boolean[][] {
  const width = png.readUInt32BE(16);
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const count = width / scale - 2 * quiet;
  const isDark = (x: number, y: number): boolean => pixels[y * (width * 3 + 1) + 1 + x * 3] === 0;
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) => isDark((column + quiet) * scale, (row + quiet) * scale)),
  );
}

test('a workbook and a document bear the code of the link to the schedule', { timeout: 60_000 }, async () => {
  const wanted = `/${anna.spaceId}/schedule/${version}`;
  const files = [
    await filled(await workbookOf({ Form: { A1: '{{image:qr 30x30}}', A2: '{{link}}' } }), 'code.xlsx'),
    await filled(await documentOf(paragraphOf('{{image:qr 30x30}} {{link}}')), 'code.docx'),
  ];
  for (const [at, file] of files.entries()) {
    const link = /https?:\/\/[^<\s]*\/schedule\/\d+/.exec([...(await partsOf(file)).values()].join('\n'))?.[0] ?? '';
    expect(link.endsWith(wanted)).toBe(true);
    const pictures = (await readZip(file, collectFindings()))?.filter(({ name }) => name.endsWith('.png')) ?? [];
    expect(pictures.map(({ name }) => name)).toEqual([`${at === 0 ? 'xl' : 'word'}/media/gantry1.png`]);
    expect(squaresOf(Buffer.from(pictures[0].bytes), 8, 4)).toEqual(codeSquares(link, newCode));
  }
});
