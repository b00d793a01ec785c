/** Forms of reports: a workbook of 5,000 rows and 60 columns against the zip of its result alone, a document of 1,000 rows against easy-template-x. */

import { collectFindings, fillTemplate, readZip, writeZip } from '@gantry/interchange';
import { TemplateHandler } from 'easy-template-x';
import { documentOf, scopeOf, tableRowOf, workbookOf } from '../../packages/interchange/src/testing/small-template.ts';

const [ROWS, COLUMNS, LINES] = [5000, 60, 1000];

const letters = (index: number): string =>
  (index < 26 ? '' : String.fromCharCode(64 + Math.floor(index / 26))) + String.fromCharCode(65 + (index % 26));

/** Milliseconds of the shortest of five runs. */
async function least(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

/** A workbook, and what unpacking and packing its result takes without any of it. */
export async function workbook(): Promise<{ fill: number; zip: number }> {
  const names = Array.from({ length: COLUMNS }, (_, index) => `c${index}`);
  const cells = names.map((name, index): [string, string] => {
    const text = index === 0 ? `{{#each rows}}{{${name}}}` : index === COLUMNS - 1 ? `{{${name}}}{{/each}}` : `{{${name}}}`;
    return [`${letters(index)}2`, text];
  });
  const template = await workbookOf({ Form: { A1: 'Head', ...Object.fromEntries(cells), A3: '=SUM(B2:B2)' } });
  const row = (at: number) => Object.fromEntries(names.map((name, index) => [name, index % 2 ? at * index : `Row ${at} ${name}`]));
  const scope = scopeOf({ rows: Array.from({ length: ROWS }, (_, at) => row(at)) });
  let result: Uint8Array = new Uint8Array();
  const fill = await least(async () => {
    result = (await fillTemplate(template, scope, 'en-US')) ?? result;
  });
  const zip = await least(async () => writeZip((await readZip(result, collectFindings())) ?? []));
  return { fill, zip };
}

/** A document with a table of lines, by both. */
export async function document(): Promise<{ own: number; peer: number }> {
  const lines = Array.from({ length: LINES }, (_, at) => ({ name: `Wall ${at}`, unit: 'm3', cost: at * 10, start: '2026-05-01' }));
  const head = tableRowOf('Work', 'Unit', 'Cost', 'Start');
  const ownForm = await documentOf(
    `<w:tbl>${head}${tableRowOf('{{#each rows}}{{name}}', '{{unit}}', '{{cost}}', '{{start}}{{/each}}')}</w:tbl>`,
  );
  const peerForm = await documentOf(`<w:tbl>${head}${tableRowOf('{#rows}{name}', '{unit}', '{cost}', '{start}{/rows}')}</w:tbl>`);
  const scope = scopeOf({ rows: lines });
  const handler = new TemplateHandler();
  const own = await least(() => fillTemplate(ownForm, scope, 'en-US'));
  const peer = await least(() => handler.process(Buffer.from(peerForm), { rows: lines }));
  return { own, peer };
}
