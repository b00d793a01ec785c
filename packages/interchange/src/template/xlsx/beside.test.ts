import { expect, test } from 'vitest';
import { partsOf, scopeOf, vocabularyOf, workbookOf } from '../../testing/small-template.ts';
import { checkTemplate, fillTemplate } from '../fill-template.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...list: [string, string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([type, target], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const anchor = (from: number, to: number): string =>
  `<xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>${from}</xdr:row></xdr:from><xdr:to><xdr:col>2</xdr:col><xdr:row>${to}</xdr:row></xdr:to></xdr:twoCellAnchor>`;
const range = '<c:numRef><c:f>Form!$B$2:$B$2</c:f><c:numCache><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:numRef>';

test('what stands beside the cells of a loop, and names them, moves and grows with them', async () => {
  const bytes = await workbookOf(
    {
      Form: { A1: 'Work', B1: 'Cost', A2: '{{#each rows}}{{name}}', B2: '{{cost}}', C2: '{{/each}}', A3: 'Sum', B3: '=SUM(B2:B2)' },
      Other: { A1: '=Form!B3' },
    },
    {
      more:
        '<autoFilter ref="A1:B2"/><conditionalFormatting sqref="B2"><cfRule><formula>$B2&gt;$B$3</formula></cfRule></conditionalFormatting>' +
        '<dataValidations count="1"><dataValidation sqref="B2"><formula1>$A$2:$A$2</formula1></dataValidation></dataValidations>' +
        '<hyperlinks><hyperlink ref="A2" location="Other!A1"/><hyperlink ref="A3" location="Other!A1"/></hyperlinks>' +
        '<extLst><ext><x14:sparklineGroups xmlns:x14="x" xmlns:xm="m"><x14:sparkline><xm:f>Form!B2:B2</xm:f><xm:sqref>D3</xm:sqref></x14:sparkline></x14:sparklineGroups></ext></extLst>',
      names: '<definedName name="_xlnm.Print_Area" localSheetId="0">Form!$A$1:$C$3</definedName>',
      parts: {
        'xl/worksheets/_rels/sheet1.xml.rels': relations(
          ['table', '../tables/table1.xml'],
          ['comments', '../comments1.xml'],
          ['drawing', '../drawings/drawing1.xml'],
        ),
        'xl/tables/table1.xml': '<table displayName="T" ref="A1:B2"><autoFilter ref="A1:B2"/></table>',
        'xl/comments1.xml': '<comments><commentList><comment ref="B3"/></commentList></comments>',
        'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="d">${anchor(4, 9)}</xdr:wsDr>`,
        'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="c"><c:val>${range}</c:val></c:chartSpace>`,
        'xl/pivotCache/pivotCacheDefinition1.xml':
          '<pivotCacheDefinition><cacheSource><worksheetSource ref="A1:B2" sheet="Form"/></cacheSource></pivotCacheDefinition>',
        'xl/calcChain.xml': '<calcChain/>',
        'docProps/app.xml': '<Properties><Company>Untouched</Company></Properties>',
      },
    },
  );
  const rows = vocabularyOf(['name', 'cost']);
  expect((await checkTemplate(bytes, vocabularyOf([], { rows }))).faults).toEqual([]);
  const given = scopeOf({ rows: ['a', 'b', 'c'].map((name, at) => ({ name, cost: at })) });
  const parts = await partsOf((await fillTemplate(bytes, given, 'en-US')) as Buffer);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const moved: [string, string][] = [
    ['xl/worksheets/sheet1.xml', '<autoFilter ref="A1:B4"/>'],
    ['xl/worksheets/sheet1.xml', '<conditionalFormatting sqref="B2:B4">'],
    ['xl/worksheets/sheet1.xml', '<dataValidation sqref="B2:B4"><formula1>$A$2:$A$4</formula1>'],
    ['xl/worksheets/sheet1.xml', '<xm:f>Form!B2:B4</xm:f><xm:sqref>D5</xm:sqref>'],
    ['xl/worksheets/sheet2.xml', '<f>Form!B5</f>'],
    ['xl/workbook.xml', 'Form!$A$1:$C$5<'],
    ['xl/tables/table1.xml', 'ref="A1:B4"><autoFilter ref="A1:B4"/>'],
    ['xl/comments1.xml', '<comment ref="B5"/>'],
    ['xl/drawings/drawing1.xml', '<xdr:row>6</xdr:row></xdr:from><xdr:to><xdr:col>2</xdr:col><xdr:row>11</xdr:row>'],
    [
      'xl/charts/chart1.xml',
      '<c:f>Form!$B$2:$B$4</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="3"/><c:pt idx="0"><c:v>0</c:v>',
    ],
    ['xl/pivotCache/pivotCacheDefinition1.xml', 'ref="A1:B4"'],
    ['docProps/app.xml', 'Untouched'],
  ];
  for (const [part, text] of moved) expect(parts.get(part), part).toContain(text);
  expect([...sheet.matchAll(/<hyperlink ref="(\w+)"/g)].map(([, ref]) => ref)).toEqual(['A2', 'A3', 'A4', 'A5']);
  expect([...parts.keys()]).not.toContain('xl/calcChain.xml');
});
