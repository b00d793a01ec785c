import type { DirectoryCell, DirectoryRowChange } from '@gantry/contract';
import { formatMinute, isMaskKind, readMasked } from '@gantry/domain';
import { type CellValue, type GanttRows, parentOf } from '@gantry/scene';
import type { CellEditorKind } from '../../../ui/gantt/cell-editors/cell-editor.ts';
import type { CellEdit, CellRefusal } from '../../../ui/gantt/chart.ts';
import type { DirectoryColumn, DonorRows } from './directories.columns.model.ts';
import type { LaidRows } from './directories.document.model.ts';

/** Fields of a changed row without its place. */
type RowFields = Pick<Extract<DirectoryRowChange, { do: 'update' }>, 'code' | 'name' | 'measure_id' | 'cells' | 'donors'>;

/** What typed texts are read by: rows of other directories, and the language of who types. */
export type Reading = { donors: DonorRows; t(key: string): string; language: string };

/** A typed value as the server takes it; undefined where a column of a fixed form has no such value. */
function wireCell(column: DirectoryColumn, value: CellValue, language: string): DirectoryCell | undefined {
  if (value === null || value === '') return null;
  const type = column.attribute?.type ?? 'string';
  if (isMaskKind(type)) return readMasked(type, String(value), language) ?? undefined;
  if (type === 'date' && typeof value === 'number') return formatMinute(value);
  if (type === 'flag') return value === true || value === 'true';
  // A select hands over the text of its option.
  if ((type === 'list' || type === 'person') && typeof value === 'string') return Number(value);
  return value;
}

/** Sets a typed value in the fields of a row; answers what is wrong with it. */
function setField(fields: RowFields, column: DirectoryColumn, value: CellValue, { donors, t, language }: Reading): string | null {
  if (column.attribute) {
    const cell = wireCell(column, value, language);
    if (cell === undefined) return t(`directory_value.${column.attribute.type}`);
    fields.cells = { ...fields.cells, [column.attribute.id]: cell };
  } else if (column.id === 'measure') fields.measure_id = value === null || value === '' ? null : Number(value);
  else if (column.id === 'code') fields.code = String(value ?? '').trim();
  else if (column.id === 'name') fields.name = String(value ?? '').trim();
  else if (column.donorOf !== null) {
    const wanted = String(value ?? '').trim();
    const found = wanted === '' ? null : rowNamed(donors.get(column.donorOf), wanted);
    if (found === undefined) return t('directory.no_such_row');
    fields.donors = { ...fields.donors, [column.donorOf]: found };
  }
  return null;
}

function rowNamed(rows: ReadonlyMap<number, { code: string; name: string }> | undefined, wanted: string): number | undefined {
  const lower = wanted.toLowerCase();
  for (const [id, { code }] of rows ?? []) if (code.toLowerCase() === lower) return id;
  for (const [id, { name }] of rows ?? []) if (name.toLowerCase() === lower) return id;
  return undefined;
}

/** Edits of cells as changes of rows, and those that cannot be read. */
export function changesOf(
  edits: readonly CellEdit[],
  view: Pick<LaidRows, 'rows'>,
  columns: readonly DirectoryColumn[],
  reading: Reading,
): { changes: DirectoryRowChange[]; refused: CellRefusal[] } {
  const byRow = new Map<number, RowFields>();
  const refused: CellRefusal[] = [];
  for (const { row, columnId, value } of edits) {
    const column = columns.find(({ id }) => id === columnId);
    if (!column) continue;
    const id = view.rows.id[row];
    const fields = byRow.get(id) ?? {};
    const text = setField(fields, column, value, reading);
    if (text === null) byRow.set(id, fields);
    else refused.push({ row, columnId, text });
  }
  return { changes: [...byRow].map(([id, fields]) => ({ do: 'update', id, ...fields })), refused };
}

/** Parses the text of a cell with the rules of its editor. */
export type ReadText = (column: DirectoryColumn, text: string) => ReturnType<CellEditorKind['read']>;

/** Lines of a table as new rows at the end of a list of siblings; cells that cannot be read are left out and counted. */
export function rowsOfLines(
  lines: readonly (readonly string[])[],
  columns: readonly DirectoryColumn[],
  place: { parentId: number | null; afterId: number | undefined },
  reading: Reading,
  read: ReadText,
): { changes: DirectoryRowChange[]; unread: number } {
  let unread = 0;
  const changes = lines.map((line, index): DirectoryRowChange => {
    const fields: RowFields = {};
    for (const [at, text] of line.entries()) {
      const column = columns[at];
      if (!column?.editable || text.trim() === '') continue;
      const parsed = read(column, text);
      if ('refusal' in parsed || setField(fields, column, parsed.value, reading) !== null) unread += 1;
    }
    const after = index > 0 ? -index : place.afterId;
    return { do: 'add', id: -index - 1, parent_id: place.parentId, ...(after === undefined ? {} : { after_id: after }), ...fields };
  });
  return { changes, unread };
}

/** The rows that have none of the others above them: what is below a row goes with it. */
export function topmost({ rows }: { rows: GanttRows }, list: readonly number[]): number[] {
  let end = -1;
  return [...list]
    .sort((a, b) => a - b)
    .filter((row) => {
      if (row < end) return false;
      end = rows.end[row];
      return true;
    });
}

/** The target of a new row before, after or inside another. */
export function placeBeside(
  { rows }: { rows: GanttRows },
  row: number,
  where: 'before' | 'after' | 'inside',
): { parentId: number | null; afterId: number | null | undefined } {
  if (row < 0) return { parentId: null, afterId: undefined };
  if (where === 'inside') return { parentId: rows.id[row], afterId: undefined };
  const parent = parentOf(rows, row);
  const parentId = parent < 0 ? null : rows.id[parent];
  if (where === 'after') return { parentId, afterId: rows.id[row] };
  return { parentId, afterId: siblingBefore(rows, row) };
}

/** The id of the sibling before a row, null for the first. */
function siblingBefore(rows: GanttRows, row: number): number | null {
  for (let at = row - 1; at >= 0 && rows.level[at] >= rows.level[row]; at -= 1) if (rows.level[at] === rows.level[row]) return rows.id[at];
  return null;
}

const move = (id: number, parentId: number | null, afterId: number | null | undefined): DirectoryRowChange => ({
  do: 'move',
  id,
  parent_id: parentId,
  ...(afterId === undefined ? {} : { after_id: afterId }),
});

/** A step of rows in the tree as changes; rows that cannot go that way stay. */
export function shiftChanges(view: LaidRows, step: 'indent' | 'outdent' | 'up' | 'down', list: readonly number[]): DirectoryRowChange[] {
  const { rows } = view;
  const changes: DirectoryRowChange[] = [];
  const chosen = topmost(view, list);
  for (const row of step === 'down' || step === 'outdent' ? chosen.reverse() : chosen) {
    const parent = parentOf(rows, row);
    const parentId = parent < 0 ? null : rows.id[parent];
    const before = siblingBefore(rows, row);
    const id = rows.id[row];
    if (step === 'indent' && before !== null) changes.push(move(id, before, undefined));
    if (step === 'outdent' && parent >= 0) {
      const above = parentOf(rows, parent);
      changes.push(move(id, above < 0 ? null : rows.id[above], parentId));
    }
    if (step === 'up' && before !== null) changes.push(move(id, parentId, siblingBefore(rows, view.rowOfId.get(before) ?? 0)));
    const next = rows.end[row];
    if (step === 'down' && next < rows.count && rows.level[next] === rows.level[row]) changes.push(move(id, parentId, rows.id[next]));
  }
  return changes;
}

/** Rows put before, after or into another one, in their order. */
export function moveChanges(
  view: LaidRows,
  list: readonly number[],
  target: number,
  where: 'before' | 'after' | 'inside',
): DirectoryRowChange[] {
  const place = placeBeside(view, target, where);
  let after = place.afterId;
  return topmost(view, list).map((row) => {
    const id = view.rows.id[row];
    const change = move(id, place.parentId, after);
    after = id;
    return change;
  });
}
