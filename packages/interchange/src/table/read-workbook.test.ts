import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { collectFindings } from '../findings.ts';
import { type ZipEntry, zipEntries } from '../zip/read-zip.ts';
import { writeZip } from '../zip/write-zip.ts';
import { readWorkbook, type Sheet } from './read-workbook.ts';
import { scanSheet } from './scan-sheet.ts';
import { writeSheet } from './write-sheet.ts';

const NEVER = Number.POSITIVE_INFINITY;

async function unpacked(bytes: Uint8Array): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for await (const entry of zipEntries(bytes, collectFindings())) entries.push(entry);
  return entries;
}

/** Without the empty cells behind the last of a row, which the library adds where others go on. */
const compact = (sheets: readonly Sheet[]) =>
  sheets.map(({ name, rows, formulas }) => ({
    name,
    formulas: [...formulas].sort(),
    rows: rows.map(({ cells, line }) => ({ line, cells: cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1) })),
  }));

/** Reads a workbook by the library alone and with its sheets scanned, which must be the same; answers what was read. */
async function expectSame(bytes: Uint8Array): Promise<ReturnType<typeof compact>> {
  const entries = await unpacked(bytes);
  const scanned = compact(await readWorkbook(bytes, entries, 0));
  expect(scanned).toEqual(compact(await readWorkbook(bytes, entries, NEVER)));
  return scanned;
}

/** A workbook with the given text in place of the cells of its first sheet, and other files changed as asked. */
async function withCells(cells: string, change: (entry: ZipEntry) => string | null = () => null): Promise<Uint8Array> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'One',
        rows: [['shared', 'texts', 'a & b', new Date('2026-03-01T08:30:00Z')]],
        columns: [{}, {}, {}, { numFmt: 'yyyy-mm-dd hh:mm' }],
      },
      { name: 'Two', rows: [['other', 2]] },
    ],
  });
  const entries = await unpacked(bytes);
  return writeZip(
    entries.map((entry) => {
      const text = entry.bytes.toString('utf8');
      const put = entry.name === 'xl/worksheets/sheet1.xml' && cells ? text.replace(/<sheetData>.*<\/sheetData>/s, cells) : change(entry);
      return put === null ? entry : { name: entry.name, bytes: Buffer.from(put) };
    }),
  );
}

test('what the product writes is read the same by one pass', async () => {
  const headers = ['Code', 'Name', 'Unit', 'Start', 'Done'];
  const rows = Array.from({ length: 300 }, (_none, at) => [
    `W-${at}`,
    ['Бетон & "сталь" <1>', `  spaces ${at} `, 'two\nlines', '_x0041_ x', 'm²', '=1+1', null][at % 7],
    at % 3 ? at / 7 : null,
    at % 2 ? { minute: 1_500_000 + at * 60 } : null,
    at % 5 === 0,
  ]);
  const [{ rows: read }] = await expectSame(await writeSheet('Works', { headers, rows }));
  expect(read).toHaveLength(301);
  expect(read[2].cells).toEqual(['W-1', '  spaces 1 ', 1 / 7, { minute: 1_500_060 }, false]);
});

test('shared texts, styles and several sheets are looked up by the library', async () => {
  const [one, two] = await expectSame(await withCells(''));
  expect(one.rows[0].cells.slice(0, 3)).toEqual(['shared', 'texts', 'a & b']);
  expect(one.rows[0].cells[3]).toEqual({ minute: expect.any(Number) });
  expect(two.rows[0].cells).toEqual(['other', 2]);
});

const row = (cells: string, attributes = ' r="1"'): string => `<sheetData><row${attributes}>${cells}</row></sheetData>`;

test.each([
  ['places without references', row('<c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c>', '')],
  [
    'rows with gaps',
    `<sheetData><row r="2"><c r="B2"><v>1</v></c></row><row r="5"/><row r="7"><c r="A7" t="b"><v>1</v></c></row></sheetData>`,
  ],
  ['a row that says nothing after one that does', `<sheetData><row r="3"><c><v>1</v></c></row><row><c><v>2</v></c></row></sheetData>`],
  ['formulas', row('<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>"x"</f><v>x</v></c><c r="C1"><f>A1</f></c>')],
  ['shared formulas', row('<c r="A1"><f t="shared" ref="A1:B1" si="0">1</f><v>1</v></c><c r="B1"><f t="shared" si="0"/><v>2</v></c>')],
  ['errors and empty cells', row('<c r="A1" t="e"><v>#DIV/0!</v></c><c r="B1" s="1"/><c r="C1"><v></v></c><c r="D1"><v/></c>')],
  ['booleans in words', row('<c r="A1" t="b"><v>true</v></c><c r="B1" t="b"><v>0</v></c>')],
  ['shared texts that are not there', row('<c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>999</v></c><c r="C1" t="s"><v>x</v></c>')],
  ['references and escapes', row('<c r="A1" t="str"><v>&lt;&#1041;&#x42;&nbsp;&amp;amp;_x000A_</v></c>')],
  [
    'texts in place',
    row('<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a &amp; b </t></is></c><c r="B1" t="inlineStr"><is></is></c>'),
  ],
  ['runs with fonts', row('<c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>bo</t></r><r><t>ld</t></r></is></c>')],
  ['numbers that are none', row('<c r="A1"><v>abc</v></c><c r="B1"><v>1e3</v></c><c r="C1"><v> 7 </v></c>')],
  ['attributes in any order and form', row(`<c t='str' r='B1'\n s="0"><v>x</v></c>`)],
  ['space between tags', row('\n  <c r="A1"><v>1</v></c>\n')],
  [
    'a prefix',
    '<x:sheetData xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row></x:sheetData>',
  ],
  ['a comment', row('<!-- <c r="B1"><v>2</v></c> --><c r="A1"><v>1</v></c>')],
  ['a section', row('<c r="A1" t="str"><v><![CDATA[<b>]]></v></c>')],
  ['no rows', '<sheetData/>'],
])('as the library reads it: %s', async (_what, cells) => {
  await expectSame(await withCells(cells));
});

test.each([0, 1, 59, 60, 61, 1000, 45_000.5, 45_000.354_166_666_6, 2_958_465.999, -3, 3e6, 1e7])('the date of %d', async (serial) => {
  const styled =
    (await unpacked(await withCells(''))).find(({ name }) => name === 'xl/worksheets/sheet1.xml')?.bytes.toString('utf8') ?? '';
  const style = / s="(\d+)"/.exec(styled)?.[1];
  const cells = row(`<c r="A1" s="${style}"><v>${serial}</v></c><c r="B1"><v>${serial}</v></c>`);
  await expectSame(await withCells(cells));
  const since1904 = ({ name, bytes }: ZipEntry): string | null =>
    name === 'xl/workbook.xml' ? bytes.toString('utf8').replace(/<workbookPr[^>]*>|(?=<sheets>)/, '<workbookPr date1904="1"/>') : null;
  await expectSame(await withCells(cells, since1904));
});

test('a sheet that claims to stand for another is no way around', async () => {
  const [one, two] = await expectSame(
    await withCells(row('<c r="A1" t="str"><v>stands for a large sheet:0</v></c><c r="B1"><v>5</v></c>')),
  );
  expect(one.rows[0].cells).toEqual(['stands for a large sheet:0', 5]);
  expect(two.rows[0].cells).toEqual(['other', 2]);
});

test('what is plain is scanned, and what is not is left to the library', () => {
  const scan = (cells: string) => scanSheet(cells, { isDate: [], from1904: false, texts: ['one'] });
  const plain = row('<c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>x</t></is></c><c r="C1"><f>1</f><v>1</v></c>');
  expect(scan(plain)).toEqual({ rows: [{ line: 1, cells: ['one', 'x', 1] }], formulas: new Set(['1:3']) });
  for (const cells of [
    '<x:sheetData/>',
    row('<!-- --><c r="A1"><v>1</v></c>'),
    row('<c r="A1" t="str"><v><![CDATA[b]]></v></c>'),
    row('<c r="A1" t="inlineStr"><is><r><t>x</t></r></is></c>'),
    row('<c r="ZZZZ1"><v>1</v></c>'),
    row('<c r="A1"><v>1</v>'),
    row('<c r="A1"><extLst/></c>'),
  ])
    expect(scan(cells), cells).toBeNull();
});

test.each(['constructor', 'toString', 'valueOf'])('an entity &%s; that XML does not know stays the text that it is', (name) => {
  const text = row(`<c r="A1" t="inlineStr"><is><t>&${name};</t></is></c>`);
  expect(scanSheet(text, { isDate: [], from1904: false, texts: [] })?.rows).toEqual([{ line: 1, cells: [`&${name};`] }]);
});
