import { type ComparedValue, type Difference, toSnake } from '@gantry/contract';
import { formatMinute, wordTextsOf } from '@gantry/domain';
import { type Cell, csvLines, writeZip } from '@gantry/interchange';

type Texts = Record<string, string>;
/** A table whose lines are made one after the other. */
type Lines = { headers: string[]; rows: Iterable<Cell[]> };

/** Lines that stand in memory as text at once. */
const PIECE = 1_000;

/** The comparison as a table: kind, place, and the value in each version. */
export function tableOf(differences: readonly Difference[], versions: readonly { name: string }[], texts: Texts): Lines {
  const t = (key: string, other: string) => texts[key] ?? other;
  const headers = [
    ...['kind', 'change', 'code', 'name', 'object', 'field', 'part'].map((column) => t(`compare.column_${column}`, column)),
    ...versions.map(({ name }) => name),
  ];
  const rows = each(differences, ({ kind, change, item, table, object, field, part, values, minutes_per_day: minutesPerDay }): Cell[] => [
    t(`compare.kind_${kind}`, kind),
    t(`compare.change_${change}`, change),
    item?.code ?? '',
    item?.name ?? '',
    object,
    field && t(`compare.field_${field}`, texts[`column.${field}`] ?? toSnake(field).replaceAll('_', ' ')),
    part === null ? '' : t(`compare.part_${part}`, texts[`timetable.${toSnake(part)}`] ?? part),
    ...values.map((value): Cell => {
      const keyOf = wordTextsOf(table, part ?? field);
      if (keyOf && Array.isArray(value))
        return value.map((one) => (typeof one === 'string' ? t(keyOf(one), one) : JSON.stringify(one))).join(', ');
      if (keyOf && typeof value === 'string') return t(keyOf(value), value);
      if (value !== null && typeof value === 'object') return JSON.stringify(value);
      // Days, as in the grid.
      return typeof value === 'number' && field.endsWith('Minutes') ? Math.round((value / minutesPerDay) * 100) / 100 : value;
    }),
  ]);
  return { headers, rows };
}

/** Values by periods as a table: of which row, when, in each version, and by how much the others differ from the first. */
export function valueTableOf(lines: readonly ComparedValue[], versions: readonly { name: string }[], texts: Texts): Lines {
  const t = (key: string, other: string) => texts[key] ?? other;
  const [first, ...others] = versions;
  const headers = [
    ...['code', 'name', 'from', 'change'].map((column) => t(`compare.column_${column}`, column)),
    ...versions.map(({ name }) => name),
    ...others.map(({ name }) => `${name} − ${first.name}`),
  ];
  const rows = each(lines, ({ item, from, change, values: [base, ...rest] }): Cell[] => [
    item?.code ?? '',
    item?.name ?? t('compare.all_rows', 'all'),
    from,
    t(`compare.change_${change}`, change),
    base,
    ...rest,
    ...rest.map((value) => Math.round((value - base) * 1000) / 1000),
  ]);
  return { headers, rows };
}

export async function fileOf(table: Lines, name: string, format: 'csv' | 'xlsx') {
  // Spreadsheet programs recognise UTF-8 by the byte order mark.
  if (format === 'csv') {
    const bytes = Buffer.concat([...written(table, '\ufeff', (rows) => csvLines(rows, ';'), '')]);
    return { bytes, mediaType: 'text/csv; charset=utf-8', name: `${name}.csv` };
  }
  return {
    bytes: await workbookOf(table),
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: `${name}.xlsx`,
  };
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The smallest workbook that spreadsheets open: one sheet, texts inline, so that none is taken for a formula. */
async function workbookOf(table: Lines): Promise<Buffer> {
  const rowsOf = (rows: readonly Cell[][], before: number): string =>
    rows.map((cells, at) => `<row r="${before + at + 1}">${cells.map(cellOf).join('')}</row>`).join('');
  const sheet = written(table, `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`, rowsOf, '</sheetData></worksheet>');
  const files: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Comparison" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
  ];
  const small = files.map(([name, xml]) => ({ name, bytes: Buffer.from(HEAD + xml) }));
  return writeZip([...small, { name: 'xl/worksheets/sheet1.xml', bytes: sheet }]);
}

const each = <T>(list: readonly T[], cellsOf: (one: T) => Cell[]): Iterable<Cell[]> => ({
  *[Symbol.iterator]() {
    for (const one of list) yield cellsOf(one);
  },
});

/** A table as text, in pieces: of many lines one text would be longer than a text may be. */
function* written(
  { headers, rows }: Lines,
  begin: string,
  textOf: (rows: readonly Cell[][], before: number) => string,
  end: string,
): Generator<Buffer> {
  let piece: Cell[][] = [headers];
  let before = 0;
  yield Buffer.from(begin);
  for (const row of rows) {
    if (piece.length === PIECE) {
      yield Buffer.from(textOf(piece, before));
      before += piece.length;
      piece = [];
    }
    piece.push(row);
  }
  yield Buffer.from(textOf(piece, before) + end);
}

function cellOf(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  // oxlint-disable-next-line no-control-regex
  const text = (typeof cell === 'object' ? formatMinute(cell.minute) : cell).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
