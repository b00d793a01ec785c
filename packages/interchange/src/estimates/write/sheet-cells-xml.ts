import { escapeXml } from '../../xml/write-elements.ts';
import { columnName, columnNumber } from '../../template/xlsx/references.ts';

/** What a cell is to hold. A kept formula stays, with the number as its last result. */
export type NewCell = { text: string } | { number: string; keepsFormula?: boolean };

const ROW = /<row(?=[\s/>])([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g;
const CELL = /<c(?=[\s/>])([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g;
const FORMULA = /<f(?=[\s/>])([^>]*?)(?:\/>|>[\s\S]*?<\/f>)/;
/** Of a formula that stands for several cells. */
const SHARED = /\st="(?:shared|array|dataTable)"/;

/**
 * Writes cells into the text of a sheet and leaves the rest of it as it is; cells that are not there are made in their rows. `held` is a
 * cell whose formula stands for others too, so that it cannot take a value.
 */
export function writeCells(xml: string, cells: ReadonlyMap<string, NewCell>): { xml: string; held: string | null } {
  const byLine = Map.groupBy(cells, ([place]) => Number(/\d+$/.exec(place)?.[0]));
  let held: string | null = null;
  let line = 0;
  const written = xml.replaceAll(ROW, (whole, head: string, inner: string | undefined) => {
    line = Number(/\sr="(\d+)"/.exec(head)?.[1] ?? line + 1);
    const own = byLine.get(line);
    if (!own) return whole;
    const wanted = new Map(own.map(([place, cell]) => [columnNumber(place.replace(/\d+$/, '')), cell]));
    let column = 0;
    const pieces: { at: number; text: string }[] = [];
    for (const [text, attributes, content = ''] of (inner ?? '').matchAll(CELL)) {
      const place = /\sr="([A-Z]+)\d+"/.exec(attributes)?.[1];
      column = place ? columnNumber(place) : column + 1;
      const next = wanted.get(column);
      wanted.delete(column);
      if (next && !keepsFormula(next) && SHARED.test(FORMULA.exec(content)?.[1] ?? '')) held ??= `${columnName(column)}${line}`;
      pieces.push({ at: column, text: next ? cellOf(`${columnName(column)}${line}`, attributes, content, next) : text });
    }
    for (const [at, next] of wanted) pieces.push({ at, text: cellOf(`${columnName(at)}${line}`, '', '', next) });
    return `<row${head.replace(/\sspans="[^"]*"/, '')}>${pieces
      .sort((a, b) => a.at - b.at)
      .map(({ text }) => text)
      .join('')}</row>`;
  });
  return { xml: written, held };
}

const keepsFormula = (cell: NewCell): boolean => 'number' in cell && cell.keepsFormula === true;

function cellOf(place: string, attributes: string, content: string, cell: NewCell): string {
  const style = /\ss="\d+"/.exec(attributes)?.[0] ?? '';
  const open = `<c r="${place}"${style}`;
  if ('text' in cell)
    return cell.text === '' ? `${open}/>` : `${open} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.text)}</t></is></c>`;
  if (cell.number === '') return `${open}/>`;
  const formula = cell.keepsFormula ? (FORMULA.exec(content)?.[0] ?? '') : '';
  return `${open}>${formula}<v>${cell.number}</v></c>`;
}
