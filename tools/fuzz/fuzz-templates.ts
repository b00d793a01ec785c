/** Mutated forms of reports, so many a kind: `npm run fuzz:templates -- 100000`. Prints what came of them; ends with 1 where one crashed. */

import { checkTemplate, fillTemplate, TemplateTooLarge } from '@gantry/interchange';
import {
  documentOf,
  paragraphOf,
  scopeOf,
  tableRowOf,
  vocabularyOf,
  workbookOf,
} from '../../packages/interchange/src/testing/small-template.ts';
import { mutatedArchive } from './fuzz-bytes.ts';
import { seeded } from './fuzz-mutations.ts';

const ROWS = ['Walls', 'Roof', 'Floor'].map((name, at) => ({
  name,
  cost: 100 * (at + 1),
  works: [{ name: `${name} a` }, { name: `${name} b` }],
}));
const SCOPE = scopeOf({ schedule: 'Plan', rows: ROWS, months: [{ name: 'May' }, { name: 'June' }] });
const ROW = vocabularyOf(['name', 'cost'], { works: vocabularyOf(['name']) }, ['Zone']);
const VOCABULARY = vocabularyOf(['schedule'], { rows: ROW, months: vocabularyOf(['name']) });

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The kinds of forms with a sound one of each. */
async function samplesOf(): Promise<[kind: string, bytes: Buffer][]> {
  const cells = {
    Form: {
      A1: '{{schedule}}',
      B1: '{{#each months across}}{{name}}{{/each}}',
      A2: '{{#each rows where cost>0 sort name}}{{name}}',
      B2: '{{cost | money}}',
      C2: '=SUM(B2:B2)',
      D2: '{{#if cost>150}}{{name}}{{:else}}little{{/if}}{{/each}}',
      A3: '{{#each rows}}{{name}}',
      A4: '{{#each works}}{{name}}{{/each}}',
      A5: '{{/each}}',
      B6: '=SUM(B2:B3)',
    },
  };
  const chart = `<c:chartSpace xmlns:c="c"><c:cat><c:strRef><c:f>Form!$A$2:$A$2</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>Form!$B$2:$B$4</c:f></c:numRef></c:val></c:chartSpace>`;
  const workbook = await workbookOf(cells, {
    more: '<headerFooter><oddHeader>&amp;L{{schedule}} &amp;P</oddHeader><oddFooter>{{#each rows}}{{name}}; {{/each}}</oddFooter></headerFooter>',
    parts: { 'xl/charts/chart1.xml': chart },
  });
  const table = `<w:tbl>${tableRowOf('{{#each rows}}{{name}}', '{{cost | number 2}}', '{{attr("Zone")}}{{/each}}')}</w:tbl>`;
  const texts = paragraphOf('{{sched', 'ule}}') + paragraphOf('{{#each rows}}{{name}}{{/each}}') + table;
  const header = `<w:headerReference xmlns:r="${OFFICE}" w:type="default" r:id="rId7"/>`;
  const section = `<w:p><w:pPr><w:sectPr>${header}<w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:pPr></w:p>`;
  const sections = paragraphOf('{{#each rows}}') + paragraphOf('{{name}}') + section + paragraphOf('{{/each}}') + '<w:sectPr/>';
  const document = await documentOf(texts + sections, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="${OFFICE}/header" Target="header1.xml"/></Relationships>`,
    'word/header1.xml': `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${paragraphOf('{{schedule}}')}</w:hdr>`,
  });
  return [
    ['xlsx', workbook],
    ['docx', document],
  ];
}

export type TemplateFuzzReport = {
  byKind: Record<string, { filled: number; refused: number; slowestMs: number }>;
  failures: { input: string; trouble: string }[];
};

const LONGEST_MS = 5000;

/** Checks so many mutations of each kind, and fills those that pass. */
export async function fuzzTemplates(inputs: number, seed: number): Promise<TemplateFuzzReport> {
  const report: TemplateFuzzReport = { byKind: {}, failures: [] };
  for (const [kind, bytes] of await samplesOf()) {
    const counts = { filled: 0, refused: 0, slowestMs: 0 };
    report.byKind[kind] = counts;
    for (let index = 0; index < inputs; index += 1) {
      const random = seeded(seed * 1_000_003 + index);
      const input = index === 0 ? bytes : await mutatedArchive(bytes, random);
      const begun = performance.now();
      let trouble: string | null = null;
      try {
        const check = await checkTemplate(input, VOCABULARY);
        const errors = check.faults.filter(({ severity }) => severity === 'error');
        if (!check.kind && errors.length === 0) trouble = 'refused without a fault';
        const filled = errors.length > 0 ? null : await fillTemplate(input, SCOPE, 'en-US');
        if (errors.length === 0 && check.kind && !filled) trouble = 'passed the check and was not filled';
        counts[filled ? 'filled' : 'refused'] += 1;
      } catch (error) {
        if (error instanceof TemplateTooLarge) counts.refused += 1;
        else trouble = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      const took = performance.now() - begun;
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(took));
      if (took > LONGEST_MS) trouble ??= `no answer within ${LONGEST_MS} ms`;
      if (trouble) report.failures.push({ input: `${kind}, seed ${seed}, input ${index}`, trouble });
    }
  }
  return report;
}

if (process.argv[1] === import.meta.filename) {
  const report = await fuzzTemplates(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1));
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.failures.length ? 1 : 0;
}
