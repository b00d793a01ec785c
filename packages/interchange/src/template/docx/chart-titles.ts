import type { Language } from '@gantry/domain';
import { chartSeries, type TemplateChart } from '../drawings/chart-xml.ts';
import type { TemplateDrawings } from '../drawings/drawing-parts.ts';
import { fault, type TemplateFault } from '../faults.ts';
import { type DrawingToken, readTemplateText, type TemplateToken } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { relationsOf, relationsPart } from '../relations.ts';
import { renderText } from '../render.ts';
import type { TemplateScope, Vocabulary } from '../vocabulary.ts';
import { copyOf, elementOf, elementsIn, everyElement, NO_ELEMENT, textIn, writeXml, type XmlNode } from '../xml-tree.ts';
import { checkTokens } from '../xlsx/check-sheet.ts';

const CHART = /^word\/charts\/[^/]+\.xml$/i;
const CHART_MARK = /\{\{\s*chart\s*:/i;

const titleTexts = (root: XmlNode): XmlNode[] => {
  const title = elementOf(elementOf(root, 'c:chart') ?? NO_ELEMENT, 'c:title');
  return title ? [...everyElement(title)].filter(({ name }) => name === 'a:t') : [];
};
const titleOf = (root: XmlNode): string => titleTexts(root).map(textIn).join('');

/** Charts of a document whose titles name what they show. */
export const titledCharts = (template: TemplatePackage): string[] =>
  [...template.parts.keys()].filter((name) => CHART.test(name) && CHART_MARK.test(titleOf(template.xml(name) ?? NO_ELEMENT)));

/** Workbooks behind charts whose titles name what they show: they go when the chart is filled. One that something else bears as well is not of them. */
export function workbooksOfCharts(template: TemplatePackage): ReadonlySet<string> {
  const charts = new Set(titledCharts(template));
  const found = new Set<string>();
  for (const chart of charts)
    for (const { type, target } of relationsOf(template, chart)) if (type === 'package' && /\.xlsx$/i.test(target)) found.add(target);
  for (const name of template.parts.keys()) {
    const [, folder, owner] = /^(.*?)_rels\/([^/]+)\.rels$/i.exec(name) ?? [];
    if (folder === undefined || charts.has(folder + owner)) continue;
    for (const { target } of relationsOf(template, folder + owner)) found.delete(target);
  }
  return found;
}

/** Checks the titles of charts: one chart each, and names that are known. */
export function checkChartTitles(template: TemplatePackage, vocabulary: Vocabulary, faults: TemplateFault[]): void {
  for (const part of titledCharts(template)) {
    const text = titleOf(template.xml(part) ?? NO_ELEMENT);
    const found: TemplateFault[] = [];
    const tokens = readTemplateText(text, found);
    checkTokens(tokens, [vocabulary], found);
    const isPlain = tokens.every(({ kind }) => kind === 'text' || kind === 'value' || kind === 'drawing');
    const isOne = tokens.filter(({ kind }) => kind === 'drawing').length === 1 && chartOf(tokens) !== undefined;
    if (!found.length && !(isPlain && isOne)) found.push(fault('drawing', { text: text.slice(0, 60) }));
    faults.push(...found.map((one) => ({ ...one, cell: part })));
  }
}

const chartOf = (tokens: readonly TemplateToken[]): DrawingToken | undefined =>
  tokens.find((token): token is DrawingToken => token.kind === 'drawing' && token.name.startsWith('chart:'));

/** Fills charts with what their titles name: they keep their looks, and no workbook stands behind them any more. */
export function fillChartTitles(
  template: TemplatePackage,
  scope: TemplateScope,
  { language, drawings }: { language: Language; drawings: TemplateDrawings },
  changed: Map<string, Uint8Array | null>,
): void {
  for (const part of titledCharts(template)) {
    const root = copyOf(template.xml(part) ?? NO_ELEMENT);
    const texts = titleTexts(root);
    const tokens = readTemplateText(titleOf(root), []);
    const chart = drawings.charts.get(chartOf(tokens)?.name.slice('chart:'.length) ?? '');
    const title = tokens.map((token) => (token.kind === 'drawing' ? (chart?.title ?? '') : renderText([token], [scope], language)));
    for (const [at, node] of texts.entries()) node.children = at === 0 ? [title.join('')] : [];
    if (chart) for (const node of everyElement(root)) if (hasSeries(node)) putSeries(node, chart, [scope], language);
    root.children = root.children.filter((child) => typeof child === 'string' || child.name !== 'c:externalData');
    changed.set(part, writeXml(root));
    const relations = template.xml(relationsPart(part));
    if (relations) changed.set(relationsPart(part), writeXml(withoutWorkbook(relations)));
  }
  for (const workbook of workbooksOfCharts(template)) changed.set(workbook, null);
}

const withoutWorkbook = (relations: XmlNode): XmlNode => ({
  ...relations,
  children: elementsIn(relations).filter(({ attributes: { Type: type = '' } }) => !type.endsWith('/package')),
});

const isSeries = (child: XmlNode | string): child is XmlNode => typeof child === 'object' && child.name === 'c:ser';
const hasSeries = (node: XmlNode): boolean => node.children.some(isSeries);

/** The series of a plot, as many as are shown, each looking as it does in the template; those that it has not get their colours where they are opened. */
function putSeries(plot: XmlNode, chart: TemplateChart, scopes: readonly TemplateScope[], language: Language): void {
  const looks = plot.children.filter(isSeries);
  const at = plot.children.indexOf(looks[0]);
  const series = chartSeries(chart, scopes, language).map(({ name, categories, values }, index): XmlNode => {
    const own = copyOf(looks[index] ?? looks[looks.length - 1]);
    const written = (text: string): XmlNode => ({ name: '', attributes: {}, children: [], written: [text] });
    // The schema fixes the order of a series' children. Formats of single points are dropped: they belong to the values of the template.
    const isAdded = index >= looks.length;
    const kept = elementsIn(own).filter(({ name: kind }) => !REPLACED.has(kind) && !(isAdded && OWN_LOOKS.has(kind)));
    const behind = kept.findIndex((child) => BEHIND.has(child.name));
    const split = behind < 0 ? kept.length : behind;
    const looked = kept.slice(0, split);
    const numbered = ['c:idx', 'c:order'].map((kind): XmlNode => ({ name: kind, attributes: { val: String(index) }, children: [] }));
    return { ...own, children: [...numbered, written(name), ...looked, written(categories), written(values), ...kept.slice(split)] };
  });
  plot.children = plot.children.filter((child) => !isSeries(child));
  plot.children.splice(at, 0, ...series);
}

const REPLACED: ReadonlySet<string> = new Set(['c:idx', 'c:order', 'c:tx', 'c:cat', 'c:val', 'c:dPt', 'c:dLbls', 'c:extLst']);
const OWN_LOOKS: ReadonlySet<string> = new Set(['c:spPr', 'c:marker']);
/** What stands behind the values of a series. */
const BEHIND: ReadonlySet<string> = new Set(['c:smooth', 'c:shape']);
