import { api } from '@gantry/contract';
import { formatCsv, readZip, writeSheet, writeZip } from '@gantry/interchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { column, directoryKeeper, formOf } from '../../../testing/directory-keeper.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let facility: number;
let keeper: ReturnType<typeof directoryKeeper>;
let m3: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  m3 = (await anna.ok(api.measures.create, { body: { name: 'Cubic metre', sign: 'm³' } })).id;
  keeper = directoryKeeper(world, anna, facility);
});
afterAll(() => world.close());

/** A workbook with the columns Code and Rate and the given cells of its second and third row. */
async function workbook(second: string, third: string): Promise<Uint8Array> {
  const book = await writeSheet('S', { headers: ['Code', 'Rate'], rows: [] });
  const read = await readZip(book, { add() {}, list: () => [] });
  const entries = (read ?? []).map(({ name, bytes }) => {
    if (name !== 'xl/worksheets/sheet1.xml') return { name, bytes };
    const text = bytes.toString('utf8');
    return { name, bytes: Buffer.from(text.replace('</sheetData>', `<row r="2">${second}</row><row r="3">${third}</row></sheetData>`)) };
  });
  return writeZip(entries);
}

describe('a file', () => {
  test('becomes a new directory with the columns that it shows, once it is accepted', async () => {
    const csv = 'Код;Наименование;Ед. изм.;Price;Since;Heavy;Note\nA1;Digging;m³;12,5;01.03.2026;yes;007\nA2;Filling;;7;02.03.2026;no;x\n';
    const { proposal, accept, lines } = await keeper.upload(csv, { name: 'From a file', kind: 'work_types' }, 'rows.csv');
    expect(proposal).toMatchObject({
      directory_id: null,
      directory_name: 'From a file',
      key: 'code',
      counts: { added: 2, changed: 0, removed: 0, refused: 0 },
    });
    expect((await lines('added'))[0]).toMatchObject({ line: 2, label: 'A1 Digging', row_id: null });
    const before = await anna.ok(api.directories.list, { params: { epsId: facility } });
    const { directory_id } = await accept();
    expect((await anna.ok(api.directories.list, { params: { epsId: facility } })).directories.length).toBe(before.directories.length + 1);
    const at = { params: { epsId: facility, directoryId: directory_id } };
    const { columns, kind } = await anna.ok(api.directories.get, at);
    expect([kind, columns.map(({ name, type }) => [name, type])]).toEqual([
      'work_types',
      [
        ['Price', 'number'],
        ['Since', 'date'],
        ['Heavy', 'string'],
        ['Note', 'string'],
      ],
    ]);
    expect(await keeper.rowsOf(at)).toMatchObject({
      codes: ['A1', 'A2'],
      measure_ids: [m3, null],
      columns: [
        { values: [12.5, 7] },
        { values: ['2026-03-01T00:00', '2026-03-02T00:00'] },
        { values: ['yes', 'no'] },
        { values: ['007', 'x'] },
      ],
    });
  });

  test('changes a directory line by line, as far as its rule says and the caller accepts', async () => {
    const at = await keeper.create(
      [column('Rate'), column('Kind', { type: 'string' })],
      [
        { do: 'add', id: -1, parent_id: null, code: 'A', name: 'Earth' },
        { do: 'add', id: -2, parent_id: -1, code: 'A1', name: 'Digging' },
        { do: 'add', id: -3, parent_id: null, code: 'B', name: 'Concrete' },
      ],
    );
    const csv = 'Code;Name;Parent code;Rate\nA1;Excavation;A;4\nA2;Hauling;A;5\nA3;By lorry;A2;\n';
    const fields = { directory_id: at.id, rule: { missing: 'remove' } };
    const { proposal, lines, accept } = await keeper.upload(csv, fields, 'x.csv');
    expect(proposal?.counts).toEqual({ added: 2, changed: 1, removed: 1, refused: 0, unchanged: 0 });
    expect(proposal?.findings.map(({ code }) => code)).toContain('finding.directory.parents_kept');
    expect(await lines('changed')).toMatchObject([
      {
        line: 2,
        fields: [
          { field: 'name', before: 'Digging', after: 'Excavation' },
          { field: 'Rate', before: null, after: 4 },
        ],
      },
    ]);
    expect(await lines('removed')).toMatchObject([{ line: null, label: 'B Concrete' }]);
    expect(await accept({ parts: ['added', 'changed'] })).toMatchObject({ applied: 3 });
    expect(await keeper.rowsOf(at)).toMatchObject({
      codes: ['A', 'A1', 'A2', 'A3', 'B'],
      names: ['Earth', 'Excavation', 'Hauling', 'By lorry', 'Concrete'],
    });
    await anna.ok(api.directories.undo, { ...at, body: {} });
    expect((await keeper.rowsOf(at)).codes).toEqual(['A', 'A1', 'B']);
    await anna.ok(api.directories.redo, at);
    // The same file again: nothing is left of it to do but what was not accepted.
    const again = await keeper.upload(csv, fields, 'x.csv');
    expect(again.proposal?.counts).toEqual({ added: 0, changed: 0, removed: 1, refused: 0, unchanged: 3 });
    await again.accept();
    const third = await keeper.upload(csv, fields, 'x.csv');
    expect(third.proposal?.counts).toEqual({ added: 0, changed: 0, removed: 0, refused: 0, unchanged: 3 });
    expect(await anna.refused(api.directoryFiles.accept, { params: third.params, body: { parts: ['added'] } })).toMatchObject({
      code: 'directory_upload.nothing_chosen',
    });
    await anna.ok(api.directoryFiles.discard, { params: third.params });
    expect(await anna.refused(api.directoryFiles.proposal, { params: third.params })).toMatchObject({ code: 'directory_upload.not_found' });
  });

  test('is taken in by the mapping that was saved, and not once the directory has changed', async () => {
    const at = await keeper.create([column('Rate')]);
    const [rate] = at.columns.map(({ id }) => id);
    const rule = {
      rows_to_skip: 1,
      columns: [
        { from: 'Number of work', to: { kind: 'code' as const } },
        { from: 'Norm', to: { kind: 'attribute' as const, attribute_id: rate } },
      ],
    };
    const saved = await anna.ok(api.directoryFiles.saveRule, { ...at, body: { name: 'Monthly', rule } });
    expect((await anna.ok(api.directoryFiles.rules, at)).rules).toMatchObject([
      { id: saved.id, name: 'Monthly', rule: { rows_to_skip: 1 } },
    ]);
    const csv = 'Report of March;;\nNumber of work;Norm;Nothing\nA;3;z\n';
    const first = await keeper.upload(csv, { directory_id: at.id, rule_id: saved.id }, 'x.csv');
    expect(first.proposal?.columns.map(({ to }) => to.kind)).toEqual(['code', 'attribute', 'skip']);
    expect(first.proposal?.counts.added).toBe(1);
    await anna.ok(api.directories.edit, {
      ...at,
      body: { base_revision: at.revision, changes: [{ do: 'add', id: -1, parent_id: null, code: 'Z' }] },
    });
    expect((await anna.ok(api.directoryFiles.proposal, { params: first.params })).stale).toBe(true);
    expect(await anna.refused(api.directoryFiles.accept, { params: first.params, body: { parts: ['added'] } })).toMatchObject({
      status: 409,
      code: 'directory_upload.changed_since',
    });
    await anna.ok(api.directoryFiles.removeRule, { params: { ...at.params, ruleId: saved.id } });
    const gone = formOf(csv, { directory_id: at.id, rule_id: saved.id });
    expect((await anna.call(api.directoryFiles.upload, { params: { epsId: facility } }, { raw: gone })).body.errors[0].code).toBe(
      'directory_upload.rule_not_found',
    );
  });
});

describe('bad input is listed line by line', () => {
  test('wrong values, units, keys, parents and cycles; the rest goes in only if the caller says so', async () => {
    const at = await keeper.create(
      [
        column('Rate', { unique: true }),
        column('Need', { type: 'string', required: true }),
        column('Day', { type: 'date' }),
        column('Yes', { type: 'flag' }),
      ],
      [
        { do: 'add', id: -1, parent_id: null, code: 'OLD', name: 'Old', cells: {} },
        { do: 'add', id: -2, parent_id: null, code: 'OLD2', name: 'Old 2', cells: {} },
      ],
    );
    const rows = [
      ['GOOD', 'Good', 'm³', '', 1, 'x', '2026-03-01', 'yes'],
      ['BAD-NUMBER', '', '', '', 'many', 'x', '', ''],
      ['BAD-UNIT', '', 'furlong', '', 2, 'x', '', ''],
      ['TWICE', '', '', '', 3, 'x', '', ''],
      ['TWICE', '', '', '', 4, 'x', '', ''],
      ['', 'No code', '', '', 5, 'x', '', ''],
      ['NO-NEED', '', '', '', 6, '', '', ''],
      ['BAD-DAY', '', '', '', 7, 'x', '31.04.2026', ''],
      ['BAD-FLAG', '', '', '', 8, 'x', '', 'perhaps'],
      ['LOST', '', '', 'NOWHERE', 9, 'x', '', ''],
      ['CHILD', '', '', 'BAD-NUMBER', 10, 'x', '', ''],
      ['RING-1', '', '', 'RING-2', 11, 'x', '', ''],
      ['RING-2', '', '', 'RING-1', 12, 'x', '', ''],
      ['OLD', 'Old', '', 'OLD2', 13, 'x', '', ''],
      ['OLD2', 'Old 2', '', 'OLD', 14, 'x', '', ''],
      ['SAME-1', '', '', '', 15, 'x', '', ''],
      ['SAME-2', '', '', '', 15, 'x', '', ''],
    ];
    const file = await writeSheet('Works', { headers: ['Code', 'Name', 'Unit', 'Parent code', 'Rate', 'Need', 'Day', 'Yes'], rows });
    const { proposal, lines, params, accept } = await keeper.upload(file, { directory_id: at.id });
    expect(proposal?.counts).toMatchObject({ added: 1, changed: 0, refused: rows.length - 1 });
    const refused = (await lines('refused')).map(({ line, reason, column: name, value }) => [line, reason, name, value]);
    expect(refused).toEqual([
      [3, 'number', 'Rate', 'many'],
      [4, 'measure', 'Unit', 'furlong'],
      [5, 'key_twice', 'Code', 'TWICE'],
      [6, 'key_twice', 'Code', 'TWICE'],
      [7, 'key_missing', 'Code', ''],
      [8, 'required', 'Need', null],
      [9, 'date', 'Day', '31.04.2026'],
      [10, 'flag', 'Yes', 'perhaps'],
      [11, 'parent_unknown', null, 'NOWHERE'],
      [12, 'parent_unknown', null, 'BAD-NUMBER'],
      [13, 'ring', null, null],
      [14, 'ring', null, null],
      [15, 'ring', null, null],
      [16, 'ring', null, null],
      [17, 'not_unique', 'Rate', '15'],
      [18, 'not_unique', 'Rate', '15'],
    ]);
    expect(await anna.refused(api.directoryFiles.accept, { params, body: { parts: ['added'] } })).toMatchObject({
      status: 409,
      code: 'directory_upload.has_refused',
      parameters: { count: 16 },
    });
    expect(await accept({ without_refused: true })).toMatchObject({ applied: 1 });
    expect((await keeper.rowsOf(at)).codes).toEqual(['OLD', 'OLD2', 'GOOD']);
  });

  test('times, telephones and cards as people write them; what has another form is refused', async () => {
    const at = await keeper.create(
      [column('Shift', { type: 'time' }), column('Call', { type: 'phone' }), column('Card', { type: 'card' })],
      [],
    );
    const rows = [
      ['A', '0830', '+7 (916) 123-45-67', '4111-1111-1111-1111'],
      ['B', '8:60', '', ''],
      ['C', '', 'the gate', ''],
      ['D', '', '', '4111 1111 1111 1112'],
    ];
    const { lines, accept } = await keeper.upload(await writeSheet('S', { headers: ['Code', 'Shift', 'Call', 'Card'], rows }), {
      directory_id: at.id,
    });
    expect((await lines('refused')).map(({ line, reason, value }) => [line, reason, value])).toEqual([
      [3, 'time', '8:60'],
      [4, 'phone', 'the gate'],
      [5, 'card', '4111 1111 1111 1112'],
    ]);
    await accept({ without_refused: true });
    expect((await keeper.rowsOf(at)).columns.map(({ values }) => values)).toEqual([['08:30'], ['+79161234567'], ['4111111111111111']]);
  });

  test('keys that stand twice: the first or the last one counts where the rule says so', async () => {
    const at = await keeper.create([column('Rate')]);
    const csv = 'Code;Rate\nA;1\nA;2\n';
    for (const [duplicates, value] of [
      ['first', 1],
      ['last', 2],
    ] as const) {
      const { accept, proposal } = await keeper.upload(csv, { directory_id: at.id, rule: { duplicates } }, 'x.csv');
      expect(proposal?.counts.refused).toBe(0);
      await accept();
      expect((await keeper.rowsOf(at)).columns[0].values).toEqual([value]);
    }
  });

  test('formulas, files that are none, bombs', async () => {
    const at = await keeper.create([column('Rate')]);
    const csv = formatCsv({ headers: ['Code', 'Name'], rows: [['A', '=1+1']] }, ';');
    await (await keeper.upload(csv, { directory_id: at.id }, 'x.csv')).accept();
    expect((await keeper.rowsOf(at)).names).toEqual(['=1+1']);
    const book = await writeSheet('S', { headers: ['Code'], rows: [['A']] });
    const fails = async (file: Uint8Array | string, fields: object = {}) =>
      (await keeper.upload(file, { directory_id: at.id, ...fields })).job.error;
    expect(await fails(book.subarray(0, book.length - 40))).toMatchObject({ code: 'directory_upload.unreadable' });
    expect(await fails(book.subarray(0, 40))).toMatchObject({ code: 'directory_upload.unreadable' });
    expect(await fails('%PDF-1.7 nothing')).toMatchObject({ code: 'directory_upload.unreadable', parameters: { reason: 'file.is_pdf' } });
    expect(await fails('Name of nothing\nx\n')).toMatchObject({ code: 'directory_upload.no_key' });
    expect(await fails('Code;Code\nx;y\n')).toMatchObject({ code: 'directory_upload.column_twice' });
    expect(await fails('\n\n')).toMatchObject({ code: 'directory_upload.no_sheet' });
    expect(await fails(book, { rule: { sheet: 'Other' } })).toMatchObject({ code: 'directory_upload.no_sheet' });
    expect(await fails(book, { rule: { rows_to_skip: 9 } })).toMatchObject({ code: 'directory_upload.no_header' });
    const bomb = await writeZip([
      { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
      { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.alloc(64 << 20, 0x20) },
    ]);
    expect(await fails(bomb)).toMatchObject({ code: 'directory_upload.unreadable', parameters: { reason: 'zip.too_large' } });
    const { proposal, lines } = await keeper.upload(
      await workbook(
        '<c r="A2" t="inlineStr"><is><t>F1</t></is></c><c r="B2"><f>1+2</f><v>3</v></c>',
        '<c r="A3" t="inlineStr"><is><t>F2</t></is></c><c r="B3"><f>1+2</f></c>',
      ),
      {
        directory_id: at.id,
      },
    );
    expect(proposal?.findings).toMatchObject([{ code: 'finding.directory.formulas', parameters: { count: 2 } }]);
    expect((await lines('added'))[0].fields).toContainEqual({ field: 'Rate', before: null, after: 3 });
    expect(await lines('refused')).toMatchObject([{ line: 3, reason: 'formula', column: 'Rate' }]);
    const bad = formOf('x', { directory_id: at.id, rule: { duplicates: 'perhaps' } });
    expect((await anna.call(api.directoryFiles.upload, { params: { epsId: facility } }, { raw: bad })).status).toBe(400);
    // Uploaded bytes do not stay.
    await expect.poll(() => world.files().length).toBeLessThanOrEqual(1);
  });
});
