import { api, type Job, type ReportFormat } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { readDocument, readSheets } from '@gantry/interchange';
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
const exported = (x: 'xer' | 'xer-primavera' | 'xml-primavera' | 'xml' | 'json') => async () =>
  (await bytesOf(await anna.ok(api.exports.version, { params: { id: version, x }, body: {} }))).toString('latin1');
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
};

test.each(Object.entries(PLACES))('%s shows the currency of the space, and no other', { timeout: 60_000 }, async (_, read) => {
  const text = await read();
  expect(text).toContain(CURRENCY);
  expect(OTHERS.exec(text)?.[0]).toBeUndefined();
});
