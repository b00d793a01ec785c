import type { DirectoryAttribute, DirectoryColumnTarget, DirectoryUpload, DirectoryUploadRule } from '@gantry/contract';
import { entryOf, formatMinute } from '@gantry/domain';
import type { Cell, Sheet, SheetRow } from '@gantry/interchange';

const plain = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** Headers under which exports write what every row has, and other words for it. */
const KNOWN: { kind: 'id' | 'parent_id' | 'code' | 'parent_code' | 'name' | 'measure'; words: readonly string[] }[] = [
  { kind: 'id', words: ['id', 'row id'] },
  { kind: 'parent_id', words: ['parent id'] },
  { kind: 'code', words: ['code', 'код', 'шифр', 'code interne'] },
  { kind: 'parent_code', words: ['parent code', 'код родителя', 'родитель', 'code parent'] },
  { kind: 'name', words: ['name', 'название', 'наименование', 'nom'] },
  { kind: 'measure', words: ['unit', 'ед. изм.', 'ед.изм.', 'единица', 'единица измерения', 'unité'] },
];

/** Headers that count where rows are given to works as well. */
const OF_WORKS: { kind: 'work_code' | 'volume'; words: readonly string[] }[] = [
  { kind: 'work_code', words: ['work code', 'wbs code', 'work', 'код работы', 'шифр работы', 'работа', 'code de la tâche'] },
  { kind: 'volume', words: ['volume', 'quantity', 'объём', 'объем', 'количество', 'quantité'] },
];

export const HEADERS = { id: 'ID', parent_id: 'Parent ID', code: 'Code', name: 'Name', measure: 'Unit' } as const;
export const donorHeader = (name: string): string => `Donor: ${name}`;

/** Headers of columns with their unit, and with their id when another column or a reserved word would read the same. */
export function attributeHeaders(columns: readonly DirectoryAttribute[]): Map<number, string> {
  const taken = new Set(KNOWN.flatMap(({ words }) => words));
  return new Map(
    columns.map((column) => {
      const own = column.unit ? `${column.name}, ${column.unit}` : column.name;
      const header = taken.has(plain(own)) ? `${own} (#${column.id})` : own;
      taken.add(plain(header));
      return [column.id, header];
    }),
  );
}

/** A directory that gives values, as files name its rows. */
export type GiverCodes = { id: number; name: string; codes: readonly (readonly [code: string, id: number])[] };

/** A column of a file with its place in the rows. */
export type FileColumn = { at: number; from: string; to: DirectoryColumnTarget };

export type Refusal = {
  code: 'directory_upload.no_header' | 'directory_upload.no_sheet' | 'directory_upload.no_key' | 'directory_upload.column_twice';
  parameters: Record<string, string>;
};

/** The table of a file that is meant: the named sheet, else the first with rows. */
export function sheetOf(
  sheets: readonly Sheet[],
  { sheet, rows_to_skip }: DirectoryUploadRule,
): { sheet: Sheet; header: SheetRow; rows: SheetRow[] } | Refusal {
  const found = sheet === null ? sheets.find(({ rows }) => rows.some(isFilled)) : sheets.find(({ name }) => plain(name) === plain(sheet));
  if (!found) return { code: 'directory_upload.no_sheet', parameters: { name: sheet ?? '' } };
  const rows = found.rows.slice(rows_to_skip);
  const at = rows.findIndex(isFilled);
  if (at < 0) return { code: 'directory_upload.no_header', parameters: {} };
  return { sheet: found, header: rows[at], rows: rows.slice(at + 1).filter(isFilled) };
}

const isFilled = ({ cells }: SheetRow): boolean => cells.some((cell) => cell !== null && cell !== '');

/** The target of each column: by the rule, else by its header; unknown columns are new when columns may be added. */
export function mapColumns(
  header: SheetRow,
  rule: DirectoryUploadRule,
  columns: readonly DirectoryAttribute[],
  givers: readonly GiverCodes[],
  mayAdd: boolean,
  toWorks: boolean,
): FileColumn[] | Refusal {
  const stated = new Map(rule.columns.map(({ from, to }) => [plain(from), to]));
  const result: FileColumn[] = [];
  const taken = new Set<string>();
  for (const [at, cell] of header.cells.entries()) {
    const from = textOf(cell).trim();
    if (!from) continue;
    const to =
      stated.get(plain(from)) ??
      byHeader(from, columns, givers, toWorks) ??
      (mayAdd ? { kind: 'new' as const } : { kind: 'skip' as const });
    const mark = to.kind === 'new' ? `new ${plain(to.name ?? from)}` : JSON.stringify(to);
    if (to.kind !== 'skip' && taken.has(mark)) return { code: 'directory_upload.column_twice', parameters: { name: from } };
    taken.add(mark);
    result.push({ at, from, to });
  }
  return result;
}

function byHeader(
  header: string,
  columns: readonly DirectoryAttribute[],
  givers: readonly GiverCodes[],
  toWorks: boolean,
): DirectoryColumnTarget | undefined {
  const text = plain(header);
  const known = (toWorks ? OF_WORKS : []).find(({ words }) => words.includes(text)) ?? KNOWN.find(({ words }) => words.includes(text));
  if (known) return { kind: known.kind };
  const headers = attributeHeaders(columns);
  const column = columns.find(({ id }) => plain(entryOf(headers, id)) === text) ?? columns.find(({ name }) => plain(name) === text);
  if (column) return { kind: 'attribute', attribute_id: column.id };
  const giver = givers.find(({ name }) => plain(donorHeader(name)) === text);
  return giver && { kind: 'donor', directory_id: giver.id };
}

/** The key of rows: from the rule when the file has that column, else id, code or name. */
export function keyOf(columns: readonly FileColumn[], { key }: DirectoryUploadRule): DirectoryUpload['key'] | Refusal {
  const has = (kind: string): boolean => columns.some(({ to }) => to.kind === kind);
  if (typeof key === 'number') {
    if (columns.some(({ to }) => to.kind === 'attribute' && to.attribute_id === key)) return key;
    return { code: 'directory_upload.no_key', parameters: {} };
  }
  const found = (['id', 'code', 'name'] as const).find((kind) => (key === null || key === kind) && has(kind));
  return found ?? { code: 'directory_upload.no_key', parameters: {} };
}

/** A cell as text; moments as `2025-03-03T09:00`. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? formatMinute(cell.minute) : String(cell);
}
