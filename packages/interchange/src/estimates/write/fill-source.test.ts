import { describe, expect, test } from 'vitest';
import { collectFindings } from '../../findings.ts';
import { readSheets } from '../../table/read-sheets.ts';
import { OFFICE, throughOffice } from '../../testing/office.ts';
import { workbookOf } from '../../testing/small-template.ts';
import { readZip } from '../../zip/read-zip.ts';
import { writeZip } from '../../zip/write-zip.ts';
import type { EstimateRow } from '../estimate-file.ts';
import { readTableEstimate } from '../read-table-estimate.ts';
import { fillSource } from './fill-source.ts';

const BOQ = {
  A1: 'Offer of Smith & Sons',
  A4: 'No.', B4: 'Code', C4: 'Description', D4: 'Unit', E4: 'Qty', F4: 'Rate', G4: 'Amount', H4: 'Note',
  A5: '1', C5: 'Earthworks', G5: '=SUM(G6:G7)',
  A6: '1.1', B6: 'E-1', C6: 'Dig', D6: 'm3', E6: 10, F6: 2.5, G6: '=E6*F6', H6: 'by hand',
  A7: '1.2', C7: 'Haul', D7: 'm3', E7: 4, F7: 3, G7: 12,
  A9: '2', C9: 'Roof', G9: 30,
  A10: '2.1', C10: 'Beams', D10: 't', E10: 2, F10: 15, G10: 30,
  C11: 'Total', G11: 67,
}; // prettier-ignore
const RESULTS: Record<string, number> = { G5: 37, G6: 25 };

/** The workbook as a program leaves it: with results of formulas, styles, another sheet and an order of calculation. */
async function offer(change: (xml: string) => string = (xml) => xml): Promise<Buffer> {
  const plain = await workbookOf(
    { Bill: BOQ, Notes: { A1: 'kept', B2: '=Bill!G11*2' } },
    { more: '<pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/>' },
  );
  const entries = (await readZip(plain, collectFindings())) ?? [];
  return writeZip(
    entries.map(({ name, bytes }) => {
      if (name !== 'xl/worksheets/sheet1.xml') return { name, bytes };
      let xml = bytes.toString('utf8');
      for (const [place, value] of Object.entries(RESULTS)) xml = xml.replace(new RegExp(`(<c r="${place}">.*?<v>)0`), `$1${value}`);
      return { name, bytes: Buffer.from(change(xml)) };
    }),
  );
}

const rowsOf = async (bytes: Uint8Array): Promise<EstimateRow[]> => (await readTableEstimate(bytes, {})).estimate?.rows ?? [];
const cellsOf = async (bytes: Uint8Array) => {
  const { sheets } = await readSheets(bytes);
  return Object.fromEntries(
    sheets.flatMap(({ name, rows }) =>
      rows.flatMap(({ cells, line }) =>
        cells.flatMap((cell, at) => (cell === null ? [] : [[`${name} ${String.fromCharCode(65 + at)}${line}`, cell]])),
      ),
    ),
  ) as Record<string, unknown>;
};
const changed = (rows: readonly EstimateRow[], number: string, change: Partial<EstimateRow>): EstimateRow[] =>
  rows.map((row) => (row.number === number ? { ...row, ...change } : row));

describe('the workbook that an estimate was read from', () => {
  test('is the same to the byte where nothing has changed', async () => {
    const source = await offer();
    expect((await fillSource(source, {}, await rowsOf(source), 2)).bytes).toBe(source);
  });

  test('has what has changed in its cells; formulas of amounts and sums stay, every other cell and part is as it was', async () => {
    const source = await offer((xml) => xml.replace('<c r="F7">', '<c r="F7" s="0">'));
    let rows = await rowsOf(source);
    rows = changed(rows, '1.1', { name: 'Dig & load', code: 'E-1/2', quantity: '20', current: 5000n });
    rows = changed(rows, '1.2', { unit: 't', current: 1400n });
    rows = changed(rows, '2.1', { quantity: '3', current: 4500n });
    const { bytes } = await fillSource(source, {}, rows, 2);
    const [before, after] = [await cellsOf(source), await cellsOf(bytes as Uint8Array)];
    const differing = Object.keys({ ...before, ...after }).filter((place) => before[place] !== after[place]);
    expect(Object.fromEntries(differing.map((place) => [place, after[place]]))).toEqual({
      'Bill B6': 'E-1/2', 'Bill C6': 'Dig & load', 'Bill E6': 20, 'Bill G6': 50,
      'Bill D7': 't', 'Bill F7': 3.5, 'Bill G7': 14, 'Bill G5': 64,
      'Bill E10': 3, 'Bill G10': 45, 'Bill G9': 45, 'Bill G11': 109,
    }); // prettier-ignore
    const parts = async (file: Uint8Array) =>
      new Map(((await readZip(file, collectFindings())) ?? []).map(({ name, bytes: own }) => [name, own.toString('utf8')]));
    const [was, is] = [await parts(source), await parts(bytes as Uint8Array)];
    expect([...is.keys()]).toEqual([...was.keys()]);
    expect([...is.keys()].filter((name) => is.get(name) !== was.get(name))).toEqual(['xl/workbook.xml', 'xl/worksheets/sheet1.xml']);
    expect(is.get('xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
    const sheet = is.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<c r="G6"><f>E6*F6</f><v>50.00</v></c>');
    expect(sheet).toContain('<c r="G5"><f>SUM(G6:G7)</f><v>64.00</v></c>');
    expect(sheet).toContain('<c r="F7" s="0"><v>3.50</v></c>');
    // The estimate that is read of it is the one that was written.
    const read = await rowsOf(bytes as Uint8Array);
    expect(read).toEqual(rows);
  });

  test('takes values into cells that were not there, and the result of a formula that is no product', async () => {
    const source = await offer((xml) => xml.replace('E6*F6', 'H1*7').replace(/<c r="B6".*?<\/c>/, ''));
    const rows = changed(await rowsOf(source), '1.1', { code: 'NEW', current: 7000n, quantity: '0' });
    const cells = await cellsOf((await fillSource(source, {}, rows, 2)).bytes as Uint8Array);
    expect([cells['Bill B6'], cells['Bill E6'], cells['Bill G6']]).toEqual(['NEW', 0, 70]);
  });

  test('is refused where rows are others, and where a formula is that of several cells', async () => {
    const source = await offer((xml) => xml.replace('<f>E6*F6</f>', '<f t="shared" ref="G6:G6" si="0">H1*7</f>'));
    const rows = await rowsOf(source);
    expect((await fillSource(source, {}, rows.slice(1), 2)).trouble).toEqual({ code: 'other_rows', cell: '' });
    const other = changed(rows, '1.1', { quantity: '0', current: 7000n });
    expect((await fillSource(source, {}, other, 2)).trouble).toEqual({ code: 'formula', cell: 'G6' });
  });

  test.skipIf(!OFFICE)('is opened and calculated by LibreOffice', async () => {
    const source = await offer();
    const rows = changed(await rowsOf(source), '1.1', { quantity: '20', current: 5000n });
    const { bytes } = await fillSource(source, {}, rows, 2);
    const opened = await throughOffice(bytes as Uint8Array, 'xlsx', 'csv');
    expect(opened.toString('utf8')).toContain('1.1,E-1,Dig,m3,20,2.5,50,by hand');
  });
});
