import { describe, expect, test } from 'vitest';
import { writeZip } from '../zip/write-zip.ts';
import { DOCUMENT_READ } from './document.ts';
import { readDocument } from './read-document.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const zip = (files: Record<string, string>) => writeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
const docx = (body: string, more: Record<string, string> = {}) =>
  zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`, ...more });
const open = (kind: string, body: string) =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body>${body}</office:body></office:document-content>`,
  });
const read = async (bytes: Promise<Uint8Array> | Uint8Array) => readDocument(await bytes);
const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

describe('a DOCX', () => {
  test('is headings, paragraphs, items of lists and tables', async () => {
    const styles = `<w:styles ${W}><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>`;
    const body =
      p('Акт приёмки', '<w:pStyle w:val="1"/>') +
      p('Part', '<w:outlineLvl w:val="1"/>') +
      '<w:p><w:r><w:t>Poured</w:t><w:tab/><w:t xml:space="preserve"> on </w:t><w:br/><w:t>Monday</w:t></w:r></w:p>' +
      p('first', '<w:numPr><w:ilvl w:val="0"/></w:numPr>') +
      p('below', '<w:numPr><w:ilvl w:val="1"/></w:numPr>') +
      p('  ') +
      `<w:tbl><w:tr><w:tc>${p('Axis')}</w:tc><w:tc>${p('7')}${p('8')}</w:tc></w:tr>
       <w:tr><w:tc><w:tbl><w:tr><w:tc>${p('in')}</w:tc><w:tc>${p('ner')}</w:tc></w:tr></w:tbl></w:tc><w:tc>${p('')}</w:tc></w:tr></w:tbl>`;
    expect(await read(docx(body, { 'word/styles.xml': styles }))).toEqual({
      cut: false,
      blocks: [
        { kind: 'heading', level: 1, text: 'Акт приёмки' },
        { kind: 'heading', level: 2, text: 'Part' },
        { kind: 'paragraph', level: 0, text: 'Poured\t on \nMonday' },
        { kind: 'item', level: 0, text: 'first' },
        { kind: 'item', level: 1, text: 'below' },
        {
          kind: 'table',
          rows: [
            ['Axis', '7\n8'],
            ['in | ner', ''],
          ],
        },
      ],
    });
  });

  test('shows neither deleted text nor fields nor a drawing twice, and what stands in a text box', async () => {
    const body = `<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>kept</w:t></w:r></w:ins>
      <w:r><w:instrText>PAGE</w:instrText></w:r></w:p>
      <w:p><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:txbxContent>${p('Box')}</w:txbxContent></mc:Choice>
      <mc:Fallback><w:txbxContent>${p('Box')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await read(docx(body))).toMatchObject({ blocks: [{ text: 'kept' }, { text: 'Box' }] });
  });

  test('says where it is cut', async () => {
    const long = await read(docx(p('x').repeat(DOCUMENT_READ.blocks + 3)));
    expect(long && 'blocks' in long && [long.blocks.length, long.cut]).toEqual([DOCUMENT_READ.blocks, true]);
    const wide = await read(docx(p('y'.repeat(DOCUMENT_READ.characters + 3))));
    expect(wide && 'blocks' in wide && wide.cut).toBe(true);
  });
});

describe('an OpenDocument', () => {
  test('of text is what a DOCX is', async () => {
    const body = `<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
      <text:h text:outline-level="2">Part</text:h><text:p>One<text:s text:c="2"/><text:span>two</text:span><office:annotation><text:p>remark</text:p></office:annotation><text:line-break/>three</text:p>
      <text:list><text:list-item><text:p>item</text:p><text:list><text:list-item><text:p>below</text:p></text:list-item></text:list></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell/></table:table-row></table:table></office:text>`;
    expect(await read(open('text', body))).toEqual({
      cut: false,
      blocks: [
        { kind: 'heading', level: 2, text: 'Part' },
        { kind: 'paragraph', level: 0, text: 'One  two\nthree' },
        { kind: 'item', level: 0, text: 'item' },
        { kind: 'item', level: 1, text: 'below' },
        { kind: 'table', rows: [['a', '']] },
      ],
    });
  });

  test('of sheets has numbers, moments and repeated cells, and no million empty ones', async () => {
    const cell = (type: string, value: string, text: string, more = '') =>
      `<table:table-cell office:value-type="${type}" ${value} ${more}><text:p>${text}</text:p></table:table-cell>`;
    const body = `<office:spreadsheet><table:table table:name="Volumes">
      <table:table-row>${cell('string', '', 'Бетон')}${cell('float', 'office:value="12.5"', '12,5', 'table:number-columns-repeated="2"')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
      <table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>
      <table:table-row><table:table-cell table:number-columns-repeated="2"/>${cell('date', 'office:date-value="2026-03-02T09:00:00"', '2.3.')}${cell('boolean', 'office:boolean-value="true"', 'TRUE')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      </table:table></office:spreadsheet>`;
    const found = await read(open('spreadsheet', body));
    expect(found && 'sheets' in found && found.sheets.map(({ name, rows }) => [name, rows.map(({ cells }) => cells)])).toEqual([
      ['Volumes', [['Бетон', 12.5, 12.5], [], [], [null, null, { minute: expect.any(Number) }, true]]],
    ]);
  });

  test('repeats what is filled no further than it is shown', async () => {
    const row = `<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`;
    const found = await read(open('spreadsheet', `<office:spreadsheet><table:table>${row}</table:table></office:spreadsheet>`));
    expect(found && 'sheets' in found && [found.sheets[0].rows.length, found.sheets[0].rows[0].cells.length]).toEqual([
      DOCUMENT_READ.rows,
      DOCUMENT_READ.columns,
    ]);
  });
});

test.each([
  ['no zip', Buffer.from('PK\u0003\u0004 no zip')],
  ['a zip of something else', zip({ 'readme.txt': 'x' })],
  ['broken XML', docx('<w:p><w:r>')],
  ['a document type', zip({ 'word/document.xml': '<!DOCTYPE d [<!ENTITY a "b">]><w:document><w:p><w:t>&a;</w:t></w:p></w:document>' })],
  ['endless nesting', docx(`${'<w:p>'.repeat(5000)}${'</w:p>'.repeat(5000)}`)],
  ['an OpenDocument of another kind', open('presentation', '<text:p>x</text:p>')],
])('%s is no document', async (_what, bytes) => {
  expect(await read(bytes)).toBeNull();
});
