import type { Language } from '@gantry/domain';
import { writeZip } from '../zip/write-zip.ts';
import { checkChartTitles, titledCharts, workbooksOfCharts } from './docx/chart-titles.ts';
import { checkDocument, documentParts, fillDocument, noPlaceholders } from './docx/fill-document.ts';
import { NO_DRAWINGS, type TemplateDrawings } from './drawings/drawing-parts.ts';
import { fault, MOST_FAULTS, type TemplateFault } from './faults.ts';
import { readTemplateText } from './grammar.ts';
import { openTemplate, type TemplateKind } from './open-template.ts';
import type { TemplateScope, Vocabulary } from './vocabulary.ts';
import { NO_ELEMENT, textIn } from './xml-tree.ts';
import { readTemplateSheets } from './xlsx/read-sheets.ts';
import { fillWorkbook } from './xlsx/fill-workbook.ts';

/** What a template comes to: its kind where it is one, and all that is wrong with it. */
export type TemplateCheck = { kind: TemplateKind | null; faults: TemplateFault[] };

/** The result of a template grew beyond what a file may be. */
export class TemplateTooLarge extends Error {
  constructor() {
    super('the result of the template is too large');
    this.name = 'TemplateTooLarge';
  }
}

const LARGEST_RESULT = 200 * 1024 * 1024;

/** Checks a template against a vocabulary; every fault is said at once with its place. */
export async function checkTemplate(bytes: Uint8Array, vocabulary: Vocabulary): Promise<TemplateCheck> {
  const { template, faults } = await openTemplate(bytes, workbooksOfCharts);
  if (!template) return { kind: null, faults };
  if (template.kind === 'docx') {
    checkDocument(template, vocabulary, faults);
    checkChartTitles(template, vocabulary, faults);
    if (!documentParts(template).length && !titledCharts(template).length) faults.push(noPlaceholders());
  } else if (!readTemplateSheets(template, vocabulary, faults).some(({ blocks }) => blocks)) faults.push(noPlaceholders());
  if (!faults.some(({ severity }) => severity === 'error')) faults.push(...(await dryRun(bytes, vocabulary)));
  return { kind: template.kind, faults: faults.slice(0, MOST_FAULTS) };
}

/** One row of each list, with nothing in it. */
const emptyScope = ({ lists }: Vocabulary): TemplateScope => ({
  value: () => null,
  list: (path) => {
    const rows = lists.get(path);
    return rows && [emptyScope(rows)];
  },
});

/** Fills a template with nothing: what comes out is a file that opens, and no larger than reports are. */
async function dryRun(bytes: Uint8Array, vocabulary: Vocabulary): Promise<TemplateFault[]> {
  try {
    const filled = await fillTemplate(bytes, emptyScope(vocabulary), 'en-US');
    return filled && (await openTemplate(filled, workbooksOfCharts)).template ? [] : [fault('broken', { name: '' })];
  } catch (error) {
    if (error instanceof TemplateTooLarge) return [fault('too_large')];
    throw error;
  }
}

/** Parts that hold texts of people: sheets, texts of cells, paragraphs, charts. */
const TEXTS = /^(?:xl\/(?:sharedStrings|worksheets\/[^/]+)|word\/(?:charts\/)?[^/]+)\.xml$/i;

/** The names that placeholders of a template have: values, lists, and what loops and conditions ask of them. What is costly to know is read for the templates that name it. */
export async function namesOfTemplate(bytes: Uint8Array): Promise<ReadonlySet<string>> {
  const { template } = await openTemplate(bytes, workbooksOfCharts);
  const names = new Set<string>();
  for (const part of template?.parts.keys() ?? []) {
    if (!TEXTS.test(part)) continue;
    for (const token of readTemplateText(textIn(template?.xml(part) ?? NO_ELEMENT), [])) {
      if (token.kind === 'value') names.add(token.path);
      else if (token.kind === 'drawing') names.add(token.name);
      else if (token.kind === 'each' || token.kind === 'if') for (const { path } of token.conditions) names.add(path);
      if (token.kind === 'each') names.add(token.list);
    }
  }
  return names;
}

/** Fills a template that was checked; null where it is none any more. */
export async function fillTemplate(
  bytes: Uint8Array,
  scope: TemplateScope,
  language: Language,
  drawings: TemplateDrawings = NO_DRAWINGS,
): Promise<Buffer | null> {
  const { template, faults } = await openTemplate(bytes, workbooksOfCharts);
  if (!template || faults.length) return null;
  let written = 0;
  const tooLarge = (): never => {
    throw new TemplateTooLarge();
  };
  const count = (more: number): void => {
    written += more;
    if (written > LARGEST_RESULT) tooLarge();
  };
  const writing = { language, drawings, count, tooLarge };
  const changed =
    template.kind === 'xlsx'
      ? fillWorkbook(template, readTemplateSheets(template, ANYTHING, []), scope, writing)
      : fillDocument(template, scope, writing);
  for (const name of changed.keys()) if (!template.parts.has(name)) template.parts.set(name, NO_BYTES);
  const parts = [...template.parts].flatMap(([name, content]) => {
    const now = changed.get(name);
    return now === null ? [] : [{ name, bytes: Buffer.from(now ?? content) }];
  });
  return writeZip(parts);
}

const NO_BYTES = new Uint8Array();

/** Names were checked when the template was taken. */
const ANYTHING: Vocabulary = { values: new Set(), lists: new Map(), attributes: null };
