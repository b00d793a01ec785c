import { describe, expect, test } from 'vitest';
import { readSheets } from '../table/read-sheets.ts';
import { OFFICE, throughOffice } from '../testing/office.ts';
import {
  cellsOfSheet as cellsOf,
  documentOf,
  linesOf,
  paragraphOf,
  partsOf,
  scopeOf,
  tableRowOf,
  vocabularyOf,
  workbookOf,
} from '../testing/small-template.ts';
import { writeZip } from '../zip/write-zip.ts';
import { checkTemplate, fillTemplate } from './fill-template.ts';
import { formatValue } from './formats.ts';

const rows = vocabularyOf(['name', 'cost', 'level', 'start'], {}, ['Zone']);
const vocabulary = vocabularyOf(['project', 'total'], { rows, phases: vocabularyOf(['name'], { rows }) });
const given = scopeOf({
  project: 'House & <Co>',
  total: 1234.5,
  rows: [
    { name: 'Walls', cost: 30, level: 2, start: { minute: 0 } },
    { name: '=cmd|calc', cost: 10, level: 2, start: null },
    { name: 'Roof', cost: 20, level: 1, start: { minute: 1440 } },
  ],
  phases: [
    {
      name: 'A',
      rows: [
        { name: 'a1', cost: 1 },
        { name: 'a2', cost: 2 },
      ],
    },
    { name: 'B', rows: [{ name: 'b1', cost: 3 }] },
  ],
});

const filledPart = async (bytes: Uint8Array, part: string) =>
  (await partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer)).get(part) ?? '';
const sheetOf = (bytes: Uint8Array, sheet = 1) => filledPart(bytes, `xl/worksheets/sheet${sheet}.xml`);

describe('a workbook', () => {
  const form = {
    A1: 'Of {{project}}',
    A2: '{{#each rows level>1 sort cost}}{{name}}', B2: '{{cost}}', C2: '=B2*2', D2: '=SUM(B$2:B2)', E2: '=B2/B$4{{/each}}',
    A3: '{{/each}}',
    A4: 'Total', B4: '=SUM(B2:B2)', C4: '=SUM(C2)', D4: '=LOG10(B4)+LEN("B2")',
  }; // prettier-ignore

  test('repeats the rows of a loop, and every reference follows', async () => {
    const { E2: _formulas, ...cells } = { ...form, A2: form.A2, A3: 'beside' };
    const bytes = await workbookOf(
      { Form: { ...cells, D2: '=SUM(B$2:B2)', E2: '{{/each}}' }, Other: { A1: '=SUM(Form!B2:B2)+Form!B4' } },
      {
        more: '<mergeCells count="2"><mergeCell ref="F2:G2"/><mergeCell ref="A4:A5"/></mergeCells><conditionalFormatting sqref="B2:B4"><cfRule type="expression" priority="1"><formula>$B$4&gt;0</formula></cfRule></conditionalFormatting>',
        names: '<definedName name="All">Form!$A$2:$B$4</definedName>',
      },
    );
    expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
    const xml = await sheetOf(bytes);
    expect(cellsOf(xml)).toEqual({
      A1: 'Of House &amp; &lt;Co&gt;',
      A2: '=cmd|calc', B2: '10', C2: '=B2*2', D2: '=SUM(B$2:B2)', E2: '',
      A3: 'Walls', B3: '30', C3: '=B3*2', D3: '=SUM(B$2:B3)', E3: '',
      A4: 'beside',
      A5: 'Total', B5: '=SUM(B2:B3)', C5: '=SUM(C2:C3)', D5: '=LOG10(B5)+LEN(&quot;B2&quot;)',
    }); // prettier-ignore
    expect(xml).toContain('<c r="A2" t="inlineStr">');
    expect([...xml.matchAll(/mergeCell ref="([^"]+)"/g)].map(([, ref]) => ref)).toEqual(['F2:G2', 'F3:G3', 'A5:A6']);
    expect(xml).toContain('sqref="B2:B5"');
    expect(xml).toContain('<formula>$B$5&gt;0</formula>');
    expect(cellsOf(await sheetOf(bytes, 2))).toEqual({ A1: '=SUM(Form!B2:B3)+Form!B5' });
    expect(await filledPart(bytes, 'xl/workbook.xml')).toMatch(/Form!\$A\$2:\$B\$5<.*fullCalcOnLoad="1"/);
  });

  test('repeats loops in loops; sums stay in their phase', async () => {
    const bytes = await workbookOf({
      Form: {
        A1: '{{#each phases}}{{name}}',
        B1: '=SUM(B2:B2)',
        A2: '{{#each rows}}{{name}}',
        B2: '{{cost}}{{/each}}{{/each}}',
        A3: 'All',
        B3: '=SUM(B2)',
      },
    });
    expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
    expect(cellsOf(await sheetOf(bytes))).toMatchObject({
      A1: 'A',
      B1: '=SUM(B2:B3)',
      A2: 'a1',
      A3: 'a2',
      A4: 'B',
      B4: '=SUM(B5:B5)',
      A5: 'b1',
      A6: 'All',
      B6: '=SUM(B2:B5)',
    });
  });

  test('keeps a row for a loop without rows, and drops those of a condition that does not hold', async () => {
    const bytes = await workbookOf({
      Form: {
        A1: '{{#each rows where cost>99}}{{name}}{{/each}}',
        B1: '=LEN(A1)',
        A2: '{{#if total<0}}Loss',
        B2: '=1{{/if}}',
        C2: '{{/if}}',
        A3: 'End',
        B3: '=A2&"x"',
      },
    });
    expect(cellsOf(await sheetOf(bytes))).toMatchObject({ A1: '', A2: 'End', B2: '=0&amp;&quot;x&quot;' });
  });

  test('says all that is wrong at once, with the cell and what was meant', async () => {
    const bytes = await workbookOf(
      {
        Form: {
          A1: '{{projcet}}',
          B1: '{{total | mony}}',
          A2: '{{#each rows}}{{nmae}} {{attr("Zona")}}',
          A3: '{{#each rows',
          B3: '{{#eahc rows}}',
          C3: '{{rows}}',
        },
      },
      { more: '<mergeCells><mergeCell ref="D1:D2"/></mergeCells>' },
    );
    const { faults } = await checkTemplate(bytes, vocabulary);
    expect(
      faults.map(({ severity, code, cell, parameters }) => [severity, code, cell, parameters['suggestion'] ?? parameters['name'] ?? '']),
    ).toEqual(
      expect.arrayContaining([
        ['error', 'unknown_name', 'Form!A1', 'project'],
        ['error', 'unknown_format', 'Form!B1', 'money'],
        ['error', 'unknown_name', 'Form!A2', 'name'],
        ['warning', 'unknown_name', 'Form!A2', 'attr("Zone")'],
        ['error', 'braces', 'Form!A3', ''],
        ['error', 'unknown_command', 'Form!B3', '#each'],
        ['error', 'list_as_value', 'Form!C3', 'rows'],
        ['error', 'unclosed', 'Form!2:2', '#each'],
        ['error', 'merge_in_loop', 'Form!D1', 'D1:D2'],
      ]),
    );
    expect(faults).toHaveLength(9);
  });

  test('5,000 rows of 60 columns with formulas are written in a bounded time', { timeout: 90_000 }, async () => {
    const cells: Record<string, string> = { A1: '{{#each rows}}{{name}}' };
    for (let column = 0; column < 57; column++)
      cells[`${String.fromCharCode(65 + Math.floor(column / 26))}${String.fromCharCode(65 + (column % 26))}1`] =
        column % 2 ? '{{cost}}' : '=A1&SUM(A$1:A1)';
    const many = scopeOf({ rows: Array.from({ length: 5000 }, (_, at) => ({ name: `Work ${at}`, cost: at })) });
    const bytes = await workbookOf({ Form: { ...cells, ZZ1: '{{/each}}', A2: '=COUNTA(A1)' } });
    const began = performance.now();
    const filled = (await fillTemplate(bytes, many, 'en-US')) as Buffer;
    expect(performance.now() - began).toBeLessThan(60_000);
    expect((await readSheets(filled)).sheets[0].rows).toHaveLength(5001);
  });
});

describe('a document', () => {
  const table = `<w:tbl>${tableRowOf('Work', 'Cost')}${tableRowOf('{{#each rows sort cost desc}}{{name}}', '{{cost | money}}{{/each}}')}</w:tbl>`;

  test('repeats rows and paragraphs; placeholders cut into runs are joined', async () => {
    const bytes = await documentOf(
      paragraphOf('Of {{pro', 'ject', '}} at ', '{{total | number 1}}!') +
        table +
        paragraphOf('{{#each phases}}') +
        paragraphOf('Phase {{name}}: {{#each rows}}{{name}}; {{/each}}') +
        paragraphOf('{{/each}}') +
        paragraphOf('{{#if total>5}}much{{:else}}little{{/if}}'),
    );
    expect((await checkTemplate(bytes, vocabulary)).faults).toEqual([]);
    const xml = await filledPart(bytes, 'word/document.xml');
    expect(linesOf(xml)).toEqual([
      'Of House &amp; &lt;Co&gt; at 1\u00a0234.5!',
      'Work',
      'Cost',
      'Walls',
      '30.00',
      'Roof',
      '20.00',
      '=cmd|calc',
      '10.00',
      'Phase A: a1; a2; ',
      'Phase B: b1; ',
      'much',
    ]);
    expect(xml).toContain('<w:rPr><w:b/></w:rPr>');
  });

  test('names the paragraph of each fault', async () => {
    const bytes = await documentOf(
      paragraphOf('fine') + paragraphOf('{{nobody}}') + `<w:tbl>${tableRowOf('{{#each rows}}{{cost}}', '{{level | nope}}')}</w:tbl>`,
    );
    const { faults } = await checkTemplate(bytes, vocabulary);
    expect(faults.map(({ code, paragraph }) => [code, paragraph])).toEqual(
      expect.arrayContaining([
        ['unknown_name', 2],
        ['unknown_format', 4],
        ['unclosed', 3],
      ]),
    );
  });
});

describe('what must not be in a template', () => {
  const rels = (target: string, type: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://x/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
  test.each([
    ['macros', { 'xl/vbaProject.bin': 'x' }],
    ['embedded', { 'xl/embeddings/oleObject1.bin': 'x' }],
    ['external', { 'xl/externalLinks/externalLink1.xml': '<externalLink/>' }],
    ['external', { 'xl/worksheets/_rels/sheet1.xml.rels': rels('http://evil.example/x.png', 'image') }],
    ['external', { 'xl/worksheets/_rels/sheet1.xml.rels': rels('file:///etc/passwd', 'hyperlink') }],
    ['broken', { 'xl/styles.xml': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' }],
    ['broken', { 'xl/styles.xml': '<a>'.repeat(300) + '</a>'.repeat(300) }],
  ])('%s is refused: %o', async (code, parts) => {
    const bytes = await workbookOf({ Form: { A1: '{{project}}' } }, { parts: parts as unknown as Record<string, string> });
    expect((await checkTemplate(bytes, vocabulary)).faults.map((one) => one.code)).toContain(code);
    expect(await fillTemplate(bytes, given, 'ru')).toBeNull();
  });

  test.each(['=WEBSERVICE("http://a.example")', "=cmd|'/c calc'!A0", '=[1]Sheet1!A1', '=CALL("a","b")'])(
    'a formula that fetches or runs: %s',
    async (formula) => {
      const bytes = await workbookOf({ Form: { A1: '{{project}}', B1: formula } });
      expect((await checkTemplate(bytes, vocabulary)).faults.map((one) => one.code)).toEqual(['active_formula']);
    },
  );

  test('a field that includes files, however it is cut', async () => {
    const bytes = await documentOf(
      `<w:p><w:r><w:instrText> INCLUDE</w:instrText></w:r><w:r><w:instrText>PICTURE "http://a.example/b.png"</w:instrText></w:r></w:p>${paragraphOf('{{project}}')}`,
    );
    expect((await checkTemplate(bytes, vocabulary)).faults.map((one) => one.code)).toEqual(['active_field']);
  });

  test('bombs, other files and broken ones end in a fault', async () => {
    const bomb = await writeZip([{ name: 'xl/workbook.xml', bytes: Buffer.alloc(64 << 20) }]);
    const codes = async (bytes: Uint8Array) => (await checkTemplate(bytes, vocabulary)).faults.map((one) => one.code);
    expect(await codes(bomb)).toEqual(['too_large']);
    expect(await codes(Buffer.from('PK\u0003\u0004 nothing'))).toEqual(['broken']);
    expect(await codes(await writeZip([{ name: 'a.txt', bytes: Buffer.from('a') }]))).toEqual(['not_a_template']);
    expect(await codes(await workbookOf({ Form: { A1: 'plain' } }))).toEqual(['no_placeholders']);
  });
});

test.each([
  [1001.5, 'en-US', 'One thousand one 50/100'],
  [21_000, 'ru', 'Двадцать одна тысяча 00/100'],
  [2_112_000.07, 'ru', 'Два миллиона сто двенадцать тысяч 07/100'],
  [80, 'fr', 'Quatre-vingts 00/100'],
  [271_091, 'fr', 'Deux cent soixante et onze mille quatre-vingt-onze 00/100'],
  [0, 'ru', 'Ноль 00/100'],
] as const)('%d in words of %s', (sum, language, words) =>
  expect(formatValue(sum, { name: 'words', decimals: null }, language)).toBe(words),
);

test.each([
  [1, 'en-US', ['work', 'works'], 'work'],
  [21, 'en-US', ['work', 'works'], 'works'],
  [0, 'fr', ['tâche', 'tâches'], 'tâche'],
  [1, 'en-US', ['работа', 'работы', 'работ'], 'работа'],
  [22, 'ru', ['работа', 'работы', 'работ'], 'работы'],
  [111, 'ru', ['работа', 'работы', 'работ'], 'работ'],
  [1.5, 'ru', ['работа', 'работы', 'работ'], 'работы'],
] as const)('%d in %s takes its form of %o', (count, language, forms, noun) =>
  expect(formatValue(count, { name: 'plural', decimals: null, forms }, language)).toBe(noun),
);

test.skipIf(!OFFICE)('LibreOffice calculates a filled workbook to what it should be', { timeout: 120_000 }, async () => {
  const bytes = await workbookOf({
    Form: {
      A1: '{{#each phases}}{{name}}',
      B1: '=SUM(B2:B2)',
      A2: '{{#each rows}}{{name}}',
      B2: '{{cost}}',
      C2: '=B2/B$2',
      D2: '{{/each}}{{/each}}',
      A3: 'All',
      B3: '=SUM(B2)',
      A4: '{{#if total<0}}{{total}}{{/if}}',
      B5: '=SUM(B1:B3)+A4',
    },
  });
  const text = (await throughOffice((await fillTemplate(bytes, given, 'en-US')) as Buffer, 'xlsx', 'csv')).toString();
  expect(text).not.toMatch(/#|Err:/);
  expect(text.split('\n').slice(0, 6)).toEqual(['A,3,', 'a1,1,1', 'a2,2,2', 'B,3,', 'b1,3,3', 'All,9,']);
});
