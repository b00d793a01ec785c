import type { Language } from '@gantry/domain';
import type { Cell } from '../../table/columns.ts';
import { escapeXml } from '../../xml/write-elements.ts';
import { formatValue } from '../formats.ts';
import { listIn, type TemplateScope, valueIn } from '../vocabulary.ts';

/** A chart of a list: a series a column of its rows, the lines or columns of each in its own colour. */
export type TemplateChart = {
  title: string;
  kind: 'line' | 'column';
  list: string;
  category: string;
  series: readonly { path: string; title: string }[];
};

/** Told apart without colours too: they differ in lightness. */
const COLOURS = ['2B579A', 'D9822B', '3A8F5C', '7A5195'];
const SPACE = 'http://schemas.openxmlformats.org/drawingml/2006';

const points = (texts: readonly (string | null)[]): string =>
  `<c:ptCount val="${texts.length}"/>${texts.map((text, at) => (text === null ? '' : `<c:pt idx="${at}"><c:v>${escapeXml(text)}</c:v></c:pt>`)).join('')}`;

/** What the series of a chart show, each as the elements that a chart has for it. */
export function chartSeries(
  { list, category, series }: TemplateChart,
  scopes: readonly TemplateScope[],
  language: Language,
): { name: string; categories: string; values: string }[] {
  const rows = listIn(scopes, list) ?? [];
  const labels = rows.map((row) => labelOf(valueIn([row], category), language));
  const categories = `<c:cat><c:strLit>${points(labels)}</c:strLit></c:cat>`;
  return series.map(({ path, title }) => {
    const values = rows.map((row) => {
      const value = valueIn([row], path);
      return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
    });
    return {
      name: `<c:tx><c:v>${escapeXml(title)}</c:v></c:tx>`,
      categories,
      values: `<c:val><c:numLit><c:formatCode>General</c:formatCode>${points(values)}</c:numLit></c:val>`,
    };
  });
}

/** A chart as office programs draw it; null where its list is empty. What it shows is in it: it points at no cells. */
export function chartXml(chart: TemplateChart, scopes: readonly TemplateScope[], language: Language): Buffer | null {
  const { title, kind, list } = chart;
  if (!listIn(scopes, list)?.length) return null;
  const drawn = chartSeries(chart, scopes, language).map(({ name, categories, values }, at) => {
    const colour = `<a:solidFill><a:srgbClr val="${COLOURS[at % COLOURS.length]}"/></a:solidFill>`;
    const shape = kind === 'line' ? `<a:ln w="28575" cap="rnd">${colour}<a:round/></a:ln>` : colour;
    return (
      `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${name}<c:spPr>${shape}</c:spPr>` +
      (kind === 'line' ? '<c:marker><c:symbol val="none"/></c:marker>' : '<c:invertIfNegative val="0"/>') +
      `${categories}${values}` +
      (kind === 'line' ? '<c:smooth val="0"/>' : '') +
      '</c:ser>'
    );
  });
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  const plot =
    kind === 'line'
      ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${drawn.join('')}<c:marker val="1"/>${axes}</c:lineChart>`
      : `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${drawn.join('')}<c:gapWidth val="60"/>${axes}</c:barChart>`;
  const axis = (id: number, other: number, place: 'b' | 'l', more: string): string =>
    `<c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${place}"/>${more}` +
    `<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="${other}"/><c:crosses val="autoZero"/>`;
  const grid =
    '<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D5DAE1"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>';
  const text = `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1100" b="1"/></a:pPr><a:r><a:rPr sz="1100" b="1"/><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<c:chartSpace xmlns:c="${SPACE}/chart" xmlns:a="${SPACE}/main"><c:roundedCorners val="0"/><c:chart>${text}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}` +
      `<c:catAx>${axis(1, 2, 'b', '<c:numFmt formatCode="General" sourceLinked="0"/>')}</c:catAx><c:valAx>${axis(2, 1, 'l', `${grid}<c:numFmt formatCode="#,##0" sourceLinked="0"/>`)}</c:valAx></c:plotArea>` +
      '<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>',
  );
}

/** Months are called by their number and year. */
const labelOf = (cell: Cell, language: Language): string =>
  cell !== null && typeof cell === 'object' ? formatValue(cell, null, language).slice(MONTH) : formatValue(cell, null, language);
/** Where the month begins in DD.MM.YYYY. */
const MONTH = 3;
