/** What LibreOffice makes of the tables: it opens them without a window and saves them as a workbook, which is read again. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { collectFindings } from '../findings.ts';
import type { ProjectFile } from '../project-file.ts';
import { sampleTables, xerText } from '../testing/xer-sample.ts';
import { readZip } from '../zip/read-zip.ts';
import { writeCsv } from './csv/write.ts';
import { readXer } from './xer/read.ts';
import { readXlsx } from './xlsx/read.ts';
import { writeXlsx } from './xlsx/write.ts';

const office = spawnSync('soffice', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'gantry-office-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXTS = ['=1+1', '+7', '-2+3', '@SUM(A1)', '=HYPERLINK("http://x")', 'Котлован', 'Temel kazısı', 'حفر', 'two\nlines', 'a;b,"c"'];

/** The sample with hostile and foreign names. */
async function sample(): Promise<ProjectFile> {
  const { project } = await readXer(Buffer.from(xerText(sampleTables())));
  const file = { ...project!, source: null };
  file.projects[0].plan.items.forEach((item, index) => (item.name = TEXTS[index % TEXTS.length]));
  return file;
}

/** The workbook that LibreOffice saves of a file. */
function saved(name: string, bytes: Uint8Array): Buffer {
  writeFileSync(join(folder, name), bytes);
  const out = join(folder, 'out');
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  // A spreadsheet's own words for a table with commas in UTF-8, quotes around texts.
  const filter = name.endsWith('.csv') ? ['--infilter=CSV:44,34,76,1,,1033,false,true'] : [];
  execFileSync('soffice', [profile, '--headless', ...filter, '--convert-to', 'xlsx', '--outdir', out, join(folder, name)], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  return readFileSync(join(out, name.replace(/\.\w+$/, '.xlsx')));
}

async function formulasIn(workbook: Buffer): Promise<number> {
  const entries = await readZip(workbook, collectFindings());
  const sheets = entries!.filter(({ name }) => name.startsWith('xl/worksheets/')).map(({ bytes }) => bytes.toString('utf8'));
  return sheets.reduce((count, sheet) => count + (sheet.match(/<f[ >]/g) ?? []).length, 0);
}

/** What a row of the table says of an item. */
const reported = (file: ProjectFile) =>
  file.projects[0].plan.items.map(({ code, name, type, start, finish, durationMinutes }) => ({
    code,
    name,
    type,
    start,
    finish,
    // A summary's duration is that of the rows below it.
    durationMinutes: type === 'sum' ? null : durationMinutes,
  }));

describe.skipIf(!office)('opened by LibreOffice (needs soffice)', () => {
  it('a workbook has the same cells and no formula', async () => {
    const file = await sample();
    const workbook = saved('workbook.xlsx', (await writeXlsx(file)).bytes);
    expect(await formulasIn(workbook)).toBe(0);
    const { project, findings } = await readXlsx(workbook);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(reported(project!)).toEqual(reported(file));
  }, 180_000);

  it('a CSV has the same cells; what begins like a formula is a text with an apostrophe before it', async () => {
    const file = await sample();
    const workbook = saved('table.csv', writeCsv(file).bytes);
    expect(await formulasIn(workbook)).toBe(0);
    const { project, findings } = await readXlsx(workbook);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const guarded = reported(file).map((row) => ({ ...row, name: /^[=+\-@]/.test(row.name) ? `'${row.name}` : row.name }));
    expect(reported(project!)).toEqual(guarded);
  }, 180_000);
});
