import { api, BUILT_IN_FORMS, type BuiltInFormWord } from '@gantry/contract';
import { collectFindings, readSheets, readZip, writeZip } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allThroughOffice, OFFICE } from '../../../../../../packages/interchange/src/testing/office.ts';
import { linesOf, partsOf } from '../../../../../../packages/interchange/src/testing/small-template.ts';
import { gge, planWith, uploadEstimate } from '../../../testing/estimates.ts';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let dig: number;

/** Two rows, of which works do the first by thirds in March, April and May; the second waits. */
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const plan = await planWith(anna, [{ name: 'Dig' }, { name: 'Pave' }]);
  ({ schedule, version } = plan);
  dig = plan.works[0];
  await anna.ok(api.versions.setActual, { params: { id: version } });
  const { estimate_id } = await uploadEstimate(anna, gge({ number: '05', amounts: ['4594.30', '100.00'] }), { project_id: plan.project });
  const links = [{ row_id: 2, item_id: dig }, { row_id: 4, item_id: plan.works[1] }]; // prettier-ignore
  await anna.ok(api.costLinks.link, { params: { id: estimate_id }, body: { version_id: version, links } });
  const days = (mode: 'plan' | 'fact', all: Record<string, number>) =>
    anna.ok(api.dayValues.write, {
      params: { id: version, wbsId: dig },
      body: { measure: 'volume', mode, values: Object.entries(all).map(([day, value]) => ({ day, value })) },
    });
  await days('plan', { '2026-03-02': 30 });
  await days('fact', { '2026-03-31': 10, '2026-04-30': 10, '2026-05-29': 10 });
  for (const to of ['2026-03-31', '2026-04-30']) {
    const { id } = await anna.ok(api.acts.create, { body: { schedule_id: schedule, to, vat_rate: '20' } });
    await anna.ok(api.acts.update, { params: { id }, body: { state: 'issued' } });
  }
  await anna.ok(api.acts.create, { body: { schedule_id: schedule, to: '2026-05-31', vat_rate: '20' } });
}, 120_000);
afterAll(() => world.close());

/** The numbers in the rows of a form that name a work, or that sum up. */
async function numbersOf(x: BuiltInFormWord, month: number, row: RegExp): Promise<number[]> {
  const { job_id } = await anna.ok(api.reportForms.master, { params: { id: version, x }, body: { year: 2026, month, format: 'xlsx' } });
  const { sheets } = await readSheets(await fileOfJob(anna, await ended(anna, job_id)));
  const cells = sheets
    .flatMap(({ rows }) => rows)
    .find((one) => one.cells.some((cell) => typeof cell === 'string' && row.test(cell)))?.cells;
  return (cells ?? []).filter((cell) => typeof cell === 'number');
}

test('an act of works has what its period bills', async () => {
  expect(await numbersOf('ks2', 4, /^Waste 1$/)).toEqual([0.6666666, 2297.15, 1531.44]);
  expect(await numbersOf('ks2', 4, /^Waste 2$/)).toEqual([]);
});

test('the certificate of cost adds up all acts since the start; a draft of the period is in it', async () => {
  expect((await numbersOf('ks3', 4, /^Hall$/)).slice(-5)).toEqual([3062.87, 3062.87, 1531.44, 306.29, 1837.73]);
  expect((await numbersOf('ks3', 5, /^Hall$/)).slice(-5)).toEqual([4594.3, 4594.3, 1531.43, 306.29, 1837.72]);
  expect((await numbersOf('ks3', 6, /^Hall$/)).slice(-5)).toEqual(
    [4594.3 - 1531.43, 4594.3 - 1531.43, 0, 0, 0].map((sum) => Number(sum.toFixed(2))),
  );
});

test('the journal has every row from the beginning: whole, before, in the period and what is left', async () => {
  const [, , ...april] = await numbersOf('ks6a', 4, /^Waste 1$/);
  expect(april).toEqual([4594.3, 0.6666667, 1531.43, 0.6666666, 1531.44, 0.6666667, 1531.43]);
  expect(await numbersOf('ks6a', 4, /^Waste 2$/)).toEqual([50, 2, 100, 0, 0, 0, 0, 2, 100]);
  expect(await numbersOf('ks6a', 3, /^Waste 1$/)).toEqual([2297.15, 2, 4594.3, 0, 0, 0.6666667, 1531.43, 1.3333333, 3062.87]);
});

test('the application for payment says what is left of each row', async () => {
  expect(await numbersOf('payment_application', 4, /^Waste 2$/)).toEqual([100, 0, 0, 0, 0, 100]);
});

test('a limited cost that acts bill is a line of each form, and in its sums', async () => {
  const percents = [{ name: 'Winter', rate: '10', in_acts: true }];
  await anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body: { percents } });
  expect((await numbersOf('ks2', 5, /^Winter$/)).at(-1)).toBe(459.43);
  expect((await numbersOf('ks3', 5, /^Hall$/)).slice(-5)).toEqual([5053.73, 5053.73, 1990.86, 398.17, 2389.03]);
  expect(await numbersOf('ks6a', 5, /^Winter$/)).toEqual([0, 469.43, 0, 0, 0, 459.43, 0, 10]);
  expect((await numbersOf('payment_application', 5, /^Winter$/)).slice(0, 3)).toEqual([469.43, 0, 459.43]);
});

const formOf = async (x: BuiltInFormWord, format: 'xlsx' | 'docx'): Promise<Buffer> => {
  const body = { year: 2026, month: 4, format, language: 'ru' } as const;
  const { job_id } = await anna.ok(api.reportForms.master, { params: { id: version, x }, body });
  return fileOfJob(anna, await ended(anna, job_id));
};
const every = async (format: 'xlsx' | 'docx'): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>();
  for (const x of BUILT_IN_FORMS) files.set(x, await formOf(x, format));
  return files;
};

/** A workbook whose formulas have forgotten what they come to. */
async function forgotten(bytes: Buffer): Promise<{ bytes: Buffer; formulas: number }> {
  let formulas = 0;
  const parts = (await readZip(bytes, collectFindings()))?.map(({ name, bytes: content }) => {
    const text = Buffer.from(content).toString();
    const without = text.replace(/(<f>[^<]*<\/f>)<v>[^<]*<\/v>/g, (_, formula: string) => ((formulas += 1), formula));
    return { name, bytes: without === text ? Buffer.from(content) : Buffer.from(without) };
  });
  return { bytes: await writeZip(parts ?? []), formulas };
}

const rowsOf = async (bytes: Uint8Array) =>
  (await readSheets(bytes)).sheets.map(({ rows }) =>
    rows.map(({ cells }) => {
      const written = cells.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(6)) : cell === '' ? null : cell));
      return written.slice(0, written.findLastIndex((cell) => cell !== null) + 1);
    }),
  );

test.skipIf(!OFFICE)('LibreOffice calculates the workbook of each built-in form to what it says', { timeout: 120_000 }, async () => {
  const ours = await every('xlsx');
  const asked = new Map<string, Buffer>();
  let formulas = 0;
  for (const [x, bytes] of ours) {
    const left = await forgotten(bytes);
    formulas += left.formulas;
    asked.set(x, left.bytes);
  }
  expect(formulas).toBeGreaterThan(BUILT_IN_FORMS.length);
  const theirs = await allThroughOffice(asked, 'xlsx', 'xlsx');
  for (const [x, bytes] of ours) expect(await rowsOf(theirs.get(x) ?? Buffer.alloc(0)), x).toEqual(await rowsOf(bytes));
});

test.skipIf(!OFFICE)('LibreOffice shows each text of the document of each built-in form, in order', { timeout: 120_000 }, async () => {
  const ours = await every('docx');
  const theirs = await allThroughOffice(ours, 'docx', 'txt');
  for (const [x, bytes] of ours) {
    const shown = theirs.get(x)?.toString().replaceAll(/\s+/g, ' ') ?? '';
    const xml = (await partsOf(bytes)).get('word/document.xml') ?? '';
    const texts = linesOf(xml.replaceAll(/<w:p [^>]*>/g, '<w:p>'))
      .map(plain)
      .filter(Boolean);
    expect(texts.length, x).toBeGreaterThan(5);
    let from = 0;
    for (const text of texts) {
      const at = shown.indexOf(text, from);
      expect(at, `${x}: ${text}`).toBeGreaterThanOrEqual(0);
      from = at + text.length;
    }
  }
});

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text
    .replaceAll(/&(\w+);/g, (whole, name: string) => SIGNS[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
