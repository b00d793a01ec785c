import { api, BUILT_IN_FORMS, type Call, type Endpoint, type Output, REPORT_FORMATS } from '@gantry/contract';
import { LANGUAGES } from '@gantry/domain';
import { collectFindings, readDocument, readSheets, readZip, TEMPLATE_FAULTS } from '@gantry/interchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, paragraphOf, workbookOf } from '../../../../../../packages/interchange/src/testing/small-template.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { formOf } from '../../../testing/directory-keeper.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { pngPicture } from '../../../testing/samples/pictures.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  await anna.space();
  await world.join(vera, anna, 'planner');
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  const sum = await anna.item(version, { name: 'Каркас', type: 'sum' });
  const volume = { volume: 30, volume_unit: 'м3', duration_minutes: 3 * 480 };
  await anna.item(version, { name: 'Колонны', start: '2026-03-02T08:00', finish: '2026-03-04T17:00', ...volume }, sum);
  await anna.item(version, { name: 'Плиты', start: '2026-03-05T08:00', finish: '2026-04-07T17:00', ...volume }, sum);
  await anna.item(version, { name: 'Сдача', type: 'milestone_finish', finish: '2026-04-07T17:00', start: '2026-04-07T17:00' });
}, 120_000);
afterAll(() => world.close());

/** Adds a form; what the server answered. */
async function add(person: Person, file: Uint8Array, query: Partial<Call<typeof api.reportForms.add>['query']> = {}, name = 'form.xlsx') {
  const { status, body } = await person.call(api.reportForms.add, { query }, { raw: formOf(file, {}, name) });
  const [refusal] = (body as unknown as { errors?: { code: string; parameters: Record<string, string> }[] }).errors ?? [];
  return { status, body, refusal };
}

async function made(person: Person, endpoint: Endpoint, call: Call<Endpoint>): Promise<Buffer> {
  const { job_id } = (await person.ok(endpoint, call)) as Output<typeof api.reportForms.run>;
  const job = await ended(person, job_id);
  expect([job.status, job.error]).toEqual(['done', null]);
  return fileOfJob(person, job);
}

const master = (x: (typeof BUILT_IN_FORMS)[number], body: object) =>
  made(anna, api.reportForms.master, { params: { id: version, x }, body });
const cellsOf = async (bytes: Uint8Array) =>
  (await readSheets(bytes)).sheets.flatMap(({ rows }) =>
    rows.map(({ cells }) => cells.map((cell) => (cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : cell))),
  );

describe('a built-in form', () => {
  test.each(BUILT_IN_FORMS)(
    '%s comes as PDF, XLSX and DOCX with the same texts',
    async (word) => {
      const texts: string[] = [];
      for (const format of REPORT_FORMATS) {
        const bytes = await master(word, { format, language: 'ru', year: 2026, month: 3 });
        if (format === 'pdf') {
          texts.push(readPdf(bytes).texts.join('\n'));
          // Read out in its language: a heading, and tables whose cells have titles.
          for (const entry of ['/Lang (ru)', '/StructTreeRoot', '/S /H1 ', '/S /Table ', '/S /TH /A'])
            expect(bytes.includes(entry)).toBe(true);
        } else if (format === 'xlsx') texts.push((await cellsOf(bytes)).flat().join('\n'));
        else {
          const read = await readDocument(bytes);
          texts.push(read && 'blocks' in read ? JSON.stringify(read.blocks) : '');
        }
      }
      for (const text of texts) expect(text).toMatch(/март 2026/);
      for (const text of texts) expect(text).not.toMatch(/report_form\.|item_type\.|resource_kind\./);
      if (word === 'method_statement') for (const text of texts) expect(text).toContain('Колонны');
      if (word === 'milestones') for (const text of texts) expect(text).toContain('Сдача');
    },
    60_000,
  );

  test('lays volumes over the days of the month, and says what is before it', async () => {
    const cells = await cellsOf(await master('month_by_days', { format: 'xlsx', language: 'en-US', year: 2026, month: 3 }));
    const head = cells.findIndex((row) => row.includes('31'));
    const plan = cells.slice(head + 1).find((row) => row[1] === 'Колонны') as unknown[];
    expect(cells[head].filter((cell) => /^\d+$/.test(String(cell)))).toHaveLength(31);
    // 30 m³ over three working days from the 2nd.
    expect(plan.slice(6, 12)).toEqual(['', 10, 10, 10, '', ''].map((cell) => (cell === '' ? 0 : cell)));
  });

  test('shows the rows that were chosen alone', async () => {
    const { items } = await anna.ok(api.wbs.list, { params: { id: version } });
    const own = items.find(({ name }) => name === 'Плиты')?.['id'] as number;
    const cells = await cellsOf(await master('method_statement', { format: 'xlsx', wbs_ids: [own] }));
    expect(cells.flat()).toContain('Плиты');
    expect(cells.flat()).not.toContain('Колонны');
  });
});

describe('a form of people', () => {
  const form = () =>
    workbookOf({
      Form: {
        A1: '{{schedule}} {{year}}',
        A2: '{{#each works sort name}}{{name}}',
        B2: '{{volume.plan.m3}}',
        C2: '=B2*2',
        D2: '{{/each}}',
        A3: 'Sum',
        B3: '=SUM(B2:B2)',
      },
    });

  test('is checked, added, offered, run, renamed, downloaded and deleted', async () => {
    const { eps_id: facility } = { eps_id: (await anna.ok(api.eps.tree)).nodes[0].id };
    const added = await add(anna, await form(), { name: 'Volumes', eps_id: facility });
    expect([added.status, added.body]).toMatchObject([200, { check: [] }]);
    const id = added.body.id;
    const listed = (await vera.ok(api.reportForms.listAt, { params: { id: schedule } })).items.filter((one) => one.id !== null);
    expect(listed).toMatchObject([{ id, name: 'Volumes', kind: 'xlsx', formats: ['xlsx'], own: false, nodes: [{ id: facility }] }]);
    const bytes = await made(vera, api.reportForms.run, { params: { id, x: facility }, body: { year: 2026, month: 3 } });
    const cells = await cellsOf(bytes);
    expect(cells.map((row) => row[0])).toEqual([expect.stringMatching(/ 2026$/), 'Колонны', 'Плиты', 'Sum']);
    expect(cells[1][1]).toBe(30);
    expect(cells[2][1]).toBe(30);
    expect((await made(anna, api.reportForms.runVersion, { params: { id: version, x: id }, body: {} })).length).toBeGreaterThan(500);
    expect(await vera.refused(api.reportForms.rename, { params: { id }, body: { name: 'Mine' } })).toMatchObject({
      code: 'report_form.not_yours',
    });
    await anna.ok(api.reportForms.rename, { params: { id }, body: { name: 'Months' } });
    const again = await add(anna, await form(), { name: ' MONTHS' });
    expect(again).toMatchObject({ status: 409, refusal: { code: 'report_form.name_taken' } });
    await anna.ok(api.reportForms.detach, { params: { id, epsId: facility } });
    expect((await vera.ok(api.reportForms.listAt, { params: { id: schedule } })).items.filter((one) => one.id !== null)).toEqual([]);
    await anna.ok(api.reportForms.attach, { params: { id, epsId: schedule }, body: {} });
    expect((await vera.ok(api.reportForms.listAt, { params: { id: schedule } })).items.filter((one) => one.id !== null)).toHaveLength(1);
    expect(await anna.refused(api.reportForms.runVersion, { params: { id: version, x: id }, body: { format: 'pdf' } })).toMatchObject({
      code: 'report_form.format_not_offered',
    });
    await anna.ok(api.reportForms.remove, { params: { id } });
    expect(await anna.refused(api.reportForms.template, { params: { id } })).toMatchObject({ status: 404, code: 'report_form.not_found' });
  }, 60_000);

  test('with faults is refused with all of them, and nothing is kept', async () => {
    const file = await documentOf(paragraphOf('{{shedule}}') + paragraphOf('{{#each works}}{{nmae}}'));
    const { status, refusal } = await add(anna, file, {}, 'letter.docx');
    const { code, parameters } = refusal ?? { code: '', parameters: { faults: '[]' } };
    expect([status, code]).toEqual([422, 'report_form.template_faulty']);
    expect(
      (JSON.parse(parameters.faults) as { code: string; paragraph: number; parameters: object }[]).map((one) => [
        one.code,
        one.paragraph,
        one.parameters,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['unknown_name', 1, { name: 'shedule', suggestion: 'schedule' }],
        ['unknown_name', 2, { name: 'nmae', suggestion: 'name' }],
        ['unclosed', 2, { name: '#each' }],
      ]),
    );
    expect((await anna.ok(api.reportForms.list)).items.filter((one) => one.id !== null)).toEqual([]);
    expect(await add(anna, Buffer.from('nothing'))).toMatchObject({ status: 422 });
  });
});

test('a form repeats columns over months, draws a logo and a chart of the version, and counts a noun', async () => {
  const file = await workbookOf({
    Form: {
      A1: '{{image:logo 30x15}}',
      B1: '{{#each quarters across}}{{name}}{{/each}}',
      C1: 'Sum',
      A2: '{{#each works sort name}}{{name}}',
      B2: '{{volume.plan.each}}',
      C2: '=SUM(B2:B2)',
      D2: '{{duration | plural "день" "дня" "дней"}}{{/each}}',
      A4: '{{chart:s_curve}} {{chart:labour_months}} {{chart:progress}}',
      A5: '{{passport("HANDOVER") | date}} {{passport("nothing")}}',
    },
  });
  const handover = { name: 'Handover', key: 'handover', type: 'date', owners: ['schedule'], inherits: false, default_value: null };
  const { id } = await anna.ok(api.attributes.create, { params: { id: schedule }, body: { ...handover, values: [], unit: '' } as never });
  const values = [{ attribute_id: id, value: '2026-09-01' }];
  await anna.ok(api.attributes.savePassport, { params: { id: schedule }, body: { values } });
  await anna.ok(api.print.addLogo, {}, { raw: formOf(pngPicture(40, 20), {}, 'logo.png') });
  const added = await add(anna, file, { name: 'Quarters' });
  expect([added.status, added.body]).toMatchObject([200, { check: [] }]);
  const bytes = await made(anna, api.reportForms.runVersion, {
    params: { id: version, x: added.body.id },
    body: { year: 2026, month: 3, language: 'ru' },
  });
  const cells = await cellsOf(bytes);
  expect(cells[0].filter((cell) => cell !== '')).toEqual(['1 кв.', '2 кв.', '3 кв.', '4 кв.', 'Sum']);
  expect(cells[1].filter((cell) => typeof cell !== 'number')).toEqual(expect.arrayContaining(['Колонны', 'дня']));
  expect(cells[1][1]).toBe(30);
  expect(cells.flat().map(String).join('|')).toContain('01.09.2026');
  const names = (await readZip(bytes, collectFindings()))?.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(['xl/media/gantry1.png', 'xl/drawings/gantry1.xml']));
  await anna.ok(api.reportForms.remove, { params: { id: added.body.id } });
});

test('several reports come as one zip', async () => {
  const items = (['milestones', 'look_ahead'] as const).map((word) => ({ report_id: word, eps_id: schedule, format: 'docx' as const }));
  const bytes = await made(anna, api.reportForms.batch, { body: { items } });
  const entries = await readZip(bytes, collectFindings());
  expect(entries?.map(({ name }) => name.slice(0, 9))).toEqual(['Milestone', 'Look-ahea']);
});

test('acts are for who may see estimates', async () => {
  const eva = await world.person('eva');
  await world.join(eva, anna, 'executor');
  for (const x of ['ks2', 'payment_application'] as const)
    expect(await eva.refused(api.reportForms.master, { params: { id: version, x }, body: {} })).toMatchObject({
      code: 'auth.forbidden',
      parameters: { right: 'estimate.read' },
    });
});

test('a place without versions has no report', async () => {
  const empty = await anna.schedule();
  expect(await anna.refused(api.reportForms.run, { params: { id: 'milestones', x: empty }, body: {} })).toMatchObject({
    code: 'report_form.no_version',
  });
});

test('what placeholders may name is said', async () => {
  const { lists, values } = await anna.ok(api.reportForms.vocabulary);
  expect(values).toEqual(
    expect.arrayContaining(['schedule', 'target_version', 'link', 'image:qr', 'chart:progress', 'chart:cost_curve', 'chart:labour_months']),
  );
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'rows',
      'sections',
      'works',
      'resources',
      'curve',
      'cost_curve',
      'labour_curve',
      'act_lines',
      'changes',
      'narrative',
      'versions',
    ]),
  );
});

test.each(LANGUAGES)('every fault of a form has its sentence in %s', (language) => {
  const texts = textsOf(language);
  expect(TEMPLATE_FAULTS.filter((code) => !texts[`template.fault.${code}`])).toEqual([]);
});
