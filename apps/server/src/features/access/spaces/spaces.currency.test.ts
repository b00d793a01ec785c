import { api, type ExportFormat, type Job, type ReportFormat } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { FORMATS, readDocument, readSheets } from '@gantry/interchange';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { versionWithMoney } from '../../../testing/samples/version-with-money.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const CURRENCY = 'CHF';
const OTHERS = /\b(USD|EUR|RUB|GBP|KZT)\b|[€£₽₸]/;

let world: World;
let anna: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  ({ version } = await versionWithMoney(anna));
  await anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { currency: CURRENCY } });
});
afterAll(() => world.close());

const bytesOf = async ({ job_id }: { job_id: number }): Promise<Buffer> => {
  const job: Job = await ended(anna, job_id);
  expect([job.status, job.error]).toEqual(['done', null]);
  return fileOfJob(anna, job);
};
const written = async (id: number, x: ExportFormat) => bytesOf(await anna.ok(api.exports.version, { params: { id, x }, body: {} }));
const exported = (x: ExportFormat) => async () => (await written(version, x)).toString('latin1');
const tabled = async () => JSON.stringify((await readSheets(await written(version, 'xlsx'))).sheets);
const reported = (x: 's_curve' | 'weekly' | 'variance', format: ReportFormat) => async () => {
  const bytes = await bytesOf(await anna.ok(api.reportForms.master, { params: { id: version, x }, body: { format } }));
  if (format === 'pdf') return readPdf(bytes).texts.join('\n');
  if (format === 'docx') return JSON.stringify(await readDocument(bytes));
  return JSON.stringify((await readSheets(bytes)).sheets);
};
const printed = async () => {
  const columns = ['name', 'plannedCost', 'actualCost'];
  const body = { settings: { ...DEFAULT_PRINT_SETTINGS, columns }, format: { ...DEFAULT_PRINT_FORMAT, sheet_width: 2000 } };
  return readPdf(await bytesOf(await anna.ok(api.print.print, { params: { id: version }, body }))).texts.join('\n');
};

/** Where the server writes money for people or for other programs. */
const PLACES: Record<string, () => Promise<string>> = {
  'a printed plan': printed,
  'an S-curve on paper': reported('s_curve', 'pdf'),
  'an S-curve as a workbook': reported('s_curve', 'xlsx'),
  'an S-curve as a document': reported('s_curve', 'docx'),
  XER: exported('xer'),
  'XER for Primavera': exported('xer-primavera'),
  'XML of Primavera': exported('xml-primavera'),
  'XML of Project': exported('xml'),
  JSON: exported('json'),
  CSV: exported('csv'),
  'a workbook of works': tabled,
};

test.each(Object.entries(PLACES))('%s shows the currency of the space, and no other', { timeout: 60_000 }, async (_, read) => {
  const text = await read();
  expect(text).toContain(CURRENCY);
  expect(OTHERS.exec(text)?.[0]).toBeUndefined();
});

/** Formats of a file that a version came from, and those that it is written in over that file. */
const LANGUAGES = { xer: 'xer', xml: 'mspdi', 'xml-primavera': 'pmxml' } as const;
const KINDS = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];

test.each(KINDS)('a file of another currency that a version came from (%s) gets that of the space', { timeout: 60_000 }, async (kind) => {
  const currencyIn = async (x: keyof typeof LANGUAGES, bytes: Buffer) =>
    (await FORMATS[LANGUAGES[x]].read(Readable.from([bytes]), {})).project?.currency;
  await anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { currency: 'EUR' } });
  const file = await written(version, kind);
  expect(await currencyIn(kind, file)).toBe('EUR');
  await anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { currency: CURRENCY } });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), kind === 'xer' ? 'plan.xer' : 'plan.xml');
  const { body } = await anna.call(api.imports.uploadNow, { params: { id: await anna.schedule() } }, { raw: form });
  const { version_id: id } = body as unknown as { version_id: number };
  for (const x of KINDS) expect([x, await currencyIn(x, await written(id, x))]).toEqual([x, CURRENCY]);
});
