import { api } from '@gantry/contract';
import { readSheets, writeSheet } from '@gantry/interchange';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gge, sand, uploadEstimate } from '../../../testing/estimates.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { estimatesThread } from './estimates.jobs.ts';

let world: World;
let anna: Person;
let vera: Person;
let boris: Person;
let project: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, vera } = await createTeam(world));
  boris = await world.person('estimator');
  await world.join(boris, anna, 'estimator');
  const facility = await anna.ok(api.facilities.create, { body: { name: 'Plant' } });
  project = (await anna.ok(api.projects.create, { body: { name: 'Hall', facility_id: facility.id } })).id;
});
afterAll(() => world.close());

const rowsOf = async (person: Person, id: number) => (await person.ok(api.estimates.rows, { params: { id } })).rows;

describe('an uploaded estimate', () => {
  test('comes with its rows and exact totals; pages hear how it goes on', async () => {
    const push = await boris.push();
    const { estimate_id } = await uploadEstimate(boris, gge({ number: '01-01' }), { project_id: project });
    const head = await boris.ok(api.estimates.get, { params: { id: estimate_id } });
    expect(head).toMatchObject({ number: '01-01', status: 'ready', rows: 4, edition: 1, proposal: null, currency: 'RUB', findings: [] });
    expect([head.counted.current, head.stated.current]).toEqual(['30.30', '30.30']);
    const rows = await rowsOf(boris, estimate_id);
    expect(rows.map(({ id, parent_id, kind, current }) => [id, parent_id, kind, current])).toEqual([
      [1, null, 'section', null],
      [2, 1, 'machine', '10.10'],
      [3, 1, 'text', null],
      [4, 1, 'machine', '20.20'],
    ]);
    await push.heard('estimate_processing', ({ stage }) => stage === 'checked');
    await push.heard('estimate_progress', ({ percent }) => percent > 0);
    expect(await push.heard('estimate_upload', ({ status }) => status === 'completed')).toMatchObject({ estimate_id, project_id: project });
    const list = () => anna.ok(api.estimates.list, { params: { id: project } });
    expect((await list()).estimates.map(({ id }) => id)).toEqual([estimate_id]);
    const heads = (await statementsOf(list)).filter((text) => text.includes('from "estimate"'));
    expect(heads.map((text) => /\*|findings/.test(text))).toEqual([false]);
  });

  test('is for those who may see estimates; what others ask for is not there', async () => {
    const { estimate_id } = await uploadEstimate(boris, gge({ number: '01-02' }), { project_id: project });
    expect(await vera.refused(api.estimates.get, { params: { id: estimate_id } })).toMatchObject({ status: 403 });
    expect(await vera.refused(api.estimates.list, { params: { id: project } })).toMatchObject({ status: 403 });
    expect(await anna.refused(api.estimates.get, { params: { id: 777_777 } })).toMatchObject({ status: 404, code: 'estimate.not_found' });
  });

  test('has of each row what its file says of it, for those who may see estimates', async () => {
    const { estimate_id: id } = await uploadEstimate(boris, gge({ number: '01-05', made: sand }), { project_id: project });
    const of = (estimateRowId: number) => ({ params: { id, estimateRowId } });
    expect(await boris.ok(api.estimates.rowDetails, of(2))).toEqual({
      hours: null,
      formula: null,
      resources: [
        {
          part: 'materials',
          code: 'S-1',
          name: 'Sand',
          unit: 'm3',
          quantity: '1.5',
          price: { base: null, current: '4' },
          amount: { base: null, current: '10.10' },
        },
      ],
    });
    expect(await boris.ok(api.estimates.rowDetails, of(3))).toEqual({ hours: null, formula: null, resources: [] });
    expect(await boris.refused(api.estimates.rowDetails, of(99))).toMatchObject({ status: 404, code: 'estimate.row_not_found' });
    expect(await vera.refused(api.estimates.rowDetails, of(2))).toMatchObject({ status: 403 });
    await boris.ok(api.estimates.remove, { params: { id } });
  });

  test('keeps what each person has ticked and folded', async () => {
    const { estimate_id: id } = await uploadEstimate(boris, gge({ number: '01-03' }), { project_id: project });
    await boris.ok(api.estimates.setChecked, { params: { id }, body: { ids: [2, 4, 99], value: true } });
    await boris.ok(api.estimates.setExpanded, { params: { id }, body: { ids: [1], value: false } });
    const flags = async (person: Person) => (await rowsOf(person, id)).map(({ checked, expanded }) => [checked, expanded]);
    expect(await flags(boris)).toEqual([
      [false, false],
      [true, true],
      [false, true],
      [true, true],
    ]);
    expect(await flags(anna)).toEqual([
      [false, true],
      [false, true],
      [false, true],
      [false, true],
    ]);
    await boris.ok(api.estimates.setChecked, { params: { id }, body: { value: false } });
    expect((await flags(boris)).every(([checked]) => !checked)).toBe(true);
  });

  test('with changed rows remembers what the file says, and its total follows', async () => {
    const { estimate_id: id } = await uploadEstimate(boris, gge({ number: '01-04' }), { project_id: project });
    const change = (body: Record<string, string>) => boris.ok(api.estimates.updateRow, { params: { id, estimateRowId: 2 }, body });
    expect((await change({ quantity: '3' })).row).toMatchObject({
      quantity: '3',
      current: '15.15',
      stated: { quantity: '2', current: '10.10' },
    });
    expect((await boris.ok(api.estimates.get, { params: { id } })).counted.current).toBe('35.35');
    expect((await change({ price: '0.335' })).row.current).toBe('1.01');
    expect((await change({ quantity: '2', current: '10.10' })).row).toMatchObject({ base: null, stated: {} });
    expect(await boris.refused(api.estimates.updateRow, { params: { id, estimateRowId: 1 }, body: { quantity: '1' } })).toMatchObject({
      status: 422,
      code: 'estimate.row_calculated',
    });
    expect(await boris.refused(api.estimates.updateRow, { params: { id, estimateRowId: 99 }, body: { name: 'x' } })).toMatchObject({
      status: 404,
    });
  });

  test.each([
    ['text', Buffer.from('Dear Sir'), 'estimate.unknown_format'],
    ['nothing', Buffer.alloc(0), 'estimate.unknown_format'],
    ['another kind', gge({ number: '9', type: 'ПСР' }), 'estimate.kind_not_read'],
  ])('that is %s ends in a sentence and stands as failed', async (_name, file, code) => {
    const { job, estimate_id } = await uploadEstimate(boris, file, { project_id: project }, { fails: true });
    expect(job.error?.code).toBe(code);
    expect(await boris.ok(api.estimates.get, { params: { id: estimate_id } })).toMatchObject({ status: 'failed', rows: 0 });
    await boris.ok(api.estimates.remove, { params: { id: estimate_id } });
  });
});

describe('a table', () => {
  const table = Buffer.from('what;how many;each\nWall;2;5,25\nRoof;1;10\n');
  const mapping = JSON.stringify({ headerRow: 0, columns: { name: 0, quantity: 1, price: 2 }, currency: 'EUR' });
  const preview = (fields: Record<string, string>, file = table) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(file)]), 'boq.csv');
    return boris.ok(api.estimates.preview, {}, { raw: form });
  };

  test('is shown before it is stored, and read by the columns that a person names', async () => {
    const kept = world.files().length;
    const first = await preview({});
    expect(first).toMatchObject({
      format: null,
      rows: 0,
      table: {
        header_row: 0,
        cells: [
          ['what', 'how many', 'each'],
          ['Wall', '2', '5,25'],
          ['Roof', '1', '10'],
        ],
      },
    });
    expect(first.findings.map(({ code }) => code)).toContain('finding.estimate.no_column');
    expect(await preview({ mapping })).toMatchObject({
      format: 'csv',
      rows: 2,
      counted: { current: '20.50' },
      first: [{ name: 'Wall', current: '10.50' }, { name: 'Roof' }],
    });
    expect(world.files().length).toBe(kept);
    const { estimate_id: id } = await uploadEstimate(boris, table, { project_id: project, mapping }, { name: 'boq.csv' });
    expect(await boris.ok(api.estimates.get, { params: { id } })).toMatchObject({
      format: 'csv',
      currency: 'EUR',
      counted: { current: '20.50' },
      name: 'boq.csv',
    });
    const form = new FormData();
    form.append('mapping', '{');
    form.append('file', new Blob([new Uint8Array(table)]), 'boq.csv');
    expect((await boris.call(api.estimates.preview, {}, { raw: form })).status).toBe(400);
  });

  test('of many rows is shown by its first ones, which alone leave the thread that reads it', async () => {
    const run = vi.spyOn(estimatesThread, 'run');
    onTestFinished(() => run.mockRestore());
    const file = Buffer.from(`what;how many;each\n${'Wall;2;5,25\n'.repeat(120)}`);
    const shown = await preview({ mapping }, file);
    expect(shown).toMatchObject({ rows: 120, counted: { current: '1260.00' } });
    expect(shown.first.length).toBe(50);
    const read = await (run.mock.results[0].value as ReturnType<typeof estimatesThread.run>);
    expect(read.estimate?.rows.length).toBe(50);
  });

  test('is read by columns that were kept from another one, wherever their headings stand; without them it is refused', async () => {
    const headings = { name: 'What', quantity: 'How many', price: 'EACH' };
    const content = { headerRow: 0, columns: { name: 0, quantity: 1, price: 2 }, headings, currency: 'EUR' };
    const { id: preset } = await boris.ok(api.estimateMappings.create, { body: { name: 'Supplier', content } });
    const moved = Buffer.from('Offer;;;\n;each;what;how many\n;5,25;Wall;2\n;10;Roof;1\n');
    const shown = (file: Buffer, fields: Record<string, string>) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new Blob([new Uint8Array(file)]), 'boq.csv');
      return boris.ok(api.estimates.preview, {}, { raw: form });
    };
    expect((await shown(moved, {})).table?.presets).toEqual([preset]);
    const foreign = Buffer.from('Item;Description;Qty;Rate;Amount\n1;Wall;2;5;10\n');
    expect((await shown(foreign, {})).table?.presets).toEqual([]);
    expect(await shown(moved, { preset: String(preset) })).toMatchObject({
      rows: 2, currency: 'EUR', counted: { current: '20.50' }, table: { header_row: 1, columns: { name: 2, quantity: 3, price: 1 } },
    }); // prettier-ignore
    const { estimate_id: id } = await uploadEstimate(boris, moved, { project_id: project, preset }, { name: 'boq.csv' });
    expect((await boris.ok(api.estimates.get, { params: { id } })).counted.current).toBe('20.50');
    const { job } = await uploadEstimate(boris, foreign, { project_id: project, preset }, { name: 'boq.csv', fails: true });
    expect(job.error).toMatchObject({ code: 'estimate.no_headings', parameters: { headings: 'What, How many, EACH' } });
    // Columns that are named go before those that are kept.
    const named = JSON.stringify({ headerRow: 0, columns: { name: 1, quantity: 2, amount: 4 } });
    expect(await shown(foreign, { preset: String(preset), mapping: named })).toMatchObject({ rows: 1, counted: { current: '10.00' } });
    await boris.ok(api.estimateMappings.update, { params: { id: preset }, body: { name: 'Supplier 2' } });
    expect((await boris.ok(api.estimateMappings.list)).items).toMatchObject([{ name: 'Supplier 2', own: true, content }]);
    // Who may change estimates shares their columns, and no filter of schedules; who only reads shares neither.
    await boris.ok(api.estimateMappings.update, { params: { id: preset }, body: { shared: true } });
    expect((await vera.ok(api.estimateMappings.list)).items).toMatchObject([{ name: 'Supplier 2', own: false }]);
    const mine = { name: 'Mine', shared: true };
    const filter = { body: { ...mine, content: { join: 'and' as const, conditions: [] } } };
    for (const refused of [
      await vera.refused(api.estimateMappings.create, { body: { ...mine, content } }),
      await boris.refused(api.filters.create, filter),
    ])
      expect(refused).toMatchObject({ status: 403, code: 'preset.may_not_share' });
    await boris.ok(api.estimateMappings.remove, { params: { id: preset } });
    const form = new FormData();
    form.append('preset', String(preset));
    form.append('file', new Blob([new Uint8Array(moved)]), 'boq.csv');
    expect((await boris.call(api.estimates.preview, {}, { raw: form })).status).toBe(404);
  });
});

describe('a new edition', () => {
  test('waits for a decision, keeps ids of rows, and handwork that the file does not contradict', async () => {
    const { estimate_id: id } = await uploadEstimate(boris, gge({ number: '02-01' }), { project_id: project });
    await boris.ok(api.estimates.updateRow, { params: { id, estimateRowId: 4 }, body: { volume_code: 'V-4' } });
    const changed = gge({ number: '02-01', amounts: ['10.10', '25.00', '5.00'] });
    expect((await uploadEstimate(boris, changed, { project_id: project })).estimate_id).toBe(id);
    const head = await boris.ok(api.estimates.get, { params: { id } });
    expect(head).toMatchObject({ edition: 1, counted: { current: '30.30' } });
    expect(head.proposal).toMatchObject({
      stale: false,
      counts: { kept: 3, changed: 1, added: 1, removed: 0 },
      counted: { current: '40.10' },
    });
    const sent = await statementsOf(() => boris.ok(api.estimates.get, { params: { id } }));
    expect(sent.filter((text) => text.includes('estimate_proposal'))).toEqual([expect.not.stringContaining('*')]);
    await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept', revision: head.revision } });
    expect(await boris.ok(api.estimates.get, { params: { id } })).toMatchObject({
      edition: 2,
      proposal: null,
      counted: { current: '40.10' },
    });
    expect((await rowsOf(boris, id)).map((row) => [row.id, row.current, row.volume_code])).toEqual([
      [1, null, ''],
      [2, '10.10', ''],
      [3, null, ''],
      [4, '25.00', 'V-4'],
      [5, '5.00', ''],
    ]);
  });

  test('that is the same file changes nothing; one that is out of date is refused', async () => {
    const file = gge({ number: '02-02' });
    const { estimate_id: id } = await uploadEstimate(boris, file, { project_id: project });
    const before = await rowsOf(boris, id);
    await uploadEstimate(boris, file, { estimate_id: id });
    expect((await boris.ok(api.estimates.get, { params: { id } })).proposal?.counts).toEqual({
      kept: 4, changed: 0, moved: 0, added: 0, removed: 0, doubtful: 0,
    }); // prettier-ignore
    await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept' } });
    expect(await rowsOf(boris, id)).toEqual(before);
    await uploadEstimate(boris, file, { estimate_id: id });
    await boris.ok(api.estimates.update, { params: { id }, body: { name: 'Renamed' } });
    expect(await boris.refused(api.estimates.update, { params: { id }, body: { proposal: 'accept' } })).toMatchObject({
      code: 'estimate.stale',
    });
    await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'reject' } });
    expect(await boris.refused(api.estimates.update, { params: { id }, body: { proposal: 'reject' } })).toMatchObject({
      code: 'estimate.no_proposal',
    });
  });
});

/** A file that an export has written. */
async function fetched(key: string): Promise<Buffer> {
  const cookie = [...boris.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-space-id': String(boris.spaceId) };
  return Buffer.from(await (await fetch(`${boris.base()}/api/v1/download?key=${key}`, { headers })).arrayBuffer());
}

test.each(['xlsx', 'x84', 'gge', 'bc3'] as const)('an estimate is written as %s and comes back with the same amounts', async (x) => {
  const { estimate_id: id } = await uploadEstimate(boris, gge({ number: `out-${x}`, amounts: ['10.10', '20.20'] }), {
    project_id: project,
  });
  const push = await boris.push();
  await boris.ok(api.estimates.export, { params: { id, x } });
  const { key, name } = await push.heard('export', ({ status }) => status === 'completed');
  const again = await uploadEstimate(boris, await fetched(String(key)), { project_id: project, mode: 'new' }, { name });
  const amounts = (await rowsOf(boris, again.estimate_id)).flatMap(({ current }) => current ?? []);
  expect(amounts).toEqual(['10.10', '20.20']);
  expect(await vera.refused(api.estimates.export, { params: { id, x } })).toMatchObject({ status: 403 });
});

test('a workbook is filled with what has changed of its estimate; what came from another file has none', async () => {
  const sheet = { headers: ['No.', 'Description', 'Unit', 'Qty', 'Rate', 'Amount', 'Note'], rows: [[1, 'Wall', 'm3', 2, 5, 10, 'by hand'], [2, 'Roof', 'm2', 1, 7, 7, null]] }; // prettier-ignore
  const upload = async (id: Record<string, number>) =>
    uploadEstimate(boris, Buffer.from(await writeSheet('BoQ', sheet)), { ...id, mapping: '{"currency":"EUR"}' }, { name: 'boq.xlsx' });
  const { estimate_id: id } = await upload({ project_id: project });
  const client = { params: { id, x: 'client' as const } };
  const saved = async (): Promise<unknown[][]> => {
    const push = await boris.push();
    await boris.ok(api.estimates.export, client);
    const { key, name } = await push.heard('export', ({ status }) => status === 'completed');
    expect(name).toBe('BoQ.xlsx');
    const { sheets } = await readSheets(await fetched(String(key)));
    return sheets[0].rows.map(({ cells }) => cells.filter((cell) => cell !== null));
  };
  await boris.ok(api.estimates.updateRow, { params: { id, estimateRowId: 1 }, body: { name: 'Wall, new', quantity: '3' } });
  const filled = [sheet.headers, [1, 'Wall, new', 'm3', 3, 5, 15, 'by hand'], [2, 'Roof', 'm2', 1, 7, 7]];
  expect(await saved()).toEqual(filled);
  // Taken over as an edition, it is the workbook of this one.
  await upload({ estimate_id: id });
  await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept' } });
  expect((await saved())[2]).toEqual([2, 'Roof', 'm2', 1, 7, 7]);
  await world.sql('delete from estimate_source where estimate_id = $1', [id]);
  const sent = await statementsOf(async () =>
    expect(await boris.refused(api.estimates.export, client)).toMatchObject({ code: 'estimate.workbook_not_kept' }),
  );
  expect(sent.filter((text) => text.includes('estimate_source'))).toEqual([expect.not.stringContaining('bytes')]);
  const { estimate_id: other } = await uploadEstimate(boris, gge({ number: '07-01' }), { project_id: project });
  expect(await boris.refused(api.estimates.export, { params: { id: other, x: 'client' } })).toMatchObject({
    status: 422,
    code: 'estimate.no_workbook',
  });
});

test('object and summary estimates stand above those that they name; only what comes on top of them counts once more', async () => {
  const schedule = await anna.schedule('Line');
  const version = await anna.version(schedule);
  const place = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
  const entry = (tag: string, reason: string, total: string): string =>
    `<${tag}><Total>${total}</Total><Name>${reason}</Name><Num>1</Num><Reason>${reason}</Reason></${tag}>`;
  const file = (type: string, number: string, body: string): Buffer =>
    Buffer.from(
      `<?xml version="1.0"?><Construction><Meta><File><Type>${type}</Type></File></Meta><Num>${number}</Num><Name>${type}</Name>${body}</Construction>`,
    );
  const upload = async (bytes: Buffer) => (await uploadEstimate(anna, bytes, { project_id: place })).estimate_id;
  const local = await upload(gge({ number: '01-02-01', amounts: ['1000.00'] }));
  const object = await upload(
    file(
      'ОСР',
      '01-02',
      `<Object><Num>01-02</Num><Summary><Total>1.00</Total></Summary>${entry('LocalEstimate', 'ЛСР-01-02-01 К1', '1.00')}</Object>`,
    ),
  );
  const whole = await upload(
    file(
      'ССР',
      'S-1',
      `<Summary><Total>1.03</Total></Summary><Chapter2>${entry('ObjectEstimate', 'ОСР-01-02', '1.00')}</Chapter2><Chapter13>${entry('Addition', '421', '0.03')}</Chapter13>`,
    ),
  );
  const second = await upload(gge({ number: '01-02-02', amounts: ['7.00'] }));
  const { estimates } = await anna.ok(api.estimates.list, { params: { id: place } });
  const parents = new Map(estimates.map(({ id, parent_id }) => [id, parent_id]));
  expect([local, object, whole, second].map((id) => parents.get(id))).toEqual([object, whole, null, null]);
  const { coverage } = await anna.ok(api.complianceRules.apply, { params: { versionId: version }, body: { dry_run: true } });
  expect(coverage.total.amount).toBe('1037.00');
});

describe('files of the ministry', () => {
  const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates/gge');
  const has = process.env['GANTRY_TEST_DATA'] !== undefined && existsSync(folder);
  test.skipIf(!has)('keep their totals to the kopeck (needs GANTRY_TEST_DATA)', async () => {
    const { estimate_id: id } = await uploadEstimate(boris, readFileSync(join(folder, 'LSR_BIM_3.01_primer1.gge')), {
      project_id: project,
    });
    expect((await boris.ok(api.estimates.get, { params: { id } })).counted).toEqual({ base: '1806575.55', current: '36150662.20' });
    const sum = (await rowsOf(boris, id)).reduce((total, { current }) => total + BigInt((current ?? '0').replace('.', '')), 0n);
    expect(sum).toBe(3_615_066_220n);
    const seventh = (await rowsOf(boris, id)).find(({ number }) => number === '7')?.id ?? 0;
    const { hours, formula, resources } = await boris.ok(api.estimates.rowDetails, { params: { id, estimateRowId: seventh } });
    expect([hours, formula, resources.length, resources[0].amount]).toEqual([
      '6869.60082', '589.64', 8, { base: '157818.53', current: '8239705.45' },
    ]); // prettier-ignore
  });
});
