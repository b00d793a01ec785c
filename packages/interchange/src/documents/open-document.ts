import type { Cell } from '../table/columns.ts';
import type { Sheet } from '../table/read-workbook.ts';
import { parseDate } from '../text/dates.ts';
import { type BlockBuilder, DOCUMENT_READ } from './document.ts';
import { hearXml } from './sax.ts';

/** What stands beside the text: remarks, and what was deleted. */
const LEFT_OUT = new Set(['office:annotation', 'text:tracked-changes', 'text:note-citation', 'draw:frame', 'office:forms']);
const HEADINGS = 9;

/** Blanks and ends of lines, which a document writes as elements. */
function spacing(name: string, attributes: Record<string, string>): string | null {
  if (name === 'text:s') return ' '.repeat(Math.min(80, Number(attributes['text:c']) || 1));
  if (name === 'text:tab') return '\t';
  return name === 'text:line-break' ? '\n' : null;
}

/** Reads the content of an ODT; false where it is broken. */
export function readOdt(content: Uint8Array, blocks: BlockBuilder): boolean {
  const levels: number[] = [];
  let lists = 0;
  let skipped = 0;
  const open = (name: string, attributes: Record<string, string>): void => {
    if (LEFT_OUT.has(name)) skipped++;
    if (skipped) return;
    if (name === 'text:p' || name === 'text:h') {
      levels.push(name === 'text:h' ? Math.min(HEADINGS, Number(attributes['text:outline-level']) || 1) : 0);
      blocks.openParagraph();
    } else if (name === 'text:list') lists++;
    else if (name === 'table:table') blocks.openTable();
    else if (name === 'table:table-row') blocks.openRow();
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') blocks.openCell();
    else {
      const space = spacing(name, attributes);
      if (space !== null) blocks.text(space);
    }
  };
  const close = (name: string): void => {
    if (LEFT_OUT.has(name)) skipped--;
    if (skipped) return;
    if (name === 'text:p' || name === 'text:h') {
      const level = levels.pop() ?? 0;
      if (level) blocks.closeParagraph('heading', level);
      else blocks.closeParagraph(lists ? 'item' : 'paragraph', lists ? lists - 1 : 0);
    } else if (name === 'text:list') lists--;
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') blocks.closeCell();
    else if (name === 'table:table') blocks.closeTable();
  };
  return hearXml(content, { open, close, text: (text) => !skipped && levels.length > 0 && blocks.text(text) }, () => blocks.full);
}

function cellOf(attributes: Record<string, string>, text: string): Cell {
  const value = Number(attributes['office:value']);
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return Number.isFinite(value) ? value : text;
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    case 'date': {
      const minute = parseDate((attributes['office:date-value'] ?? '').slice(0, 16));
      return minute === null ? text : { minute };
    }
    default:
      return text === '' ? null : text;
  }
}

/** Reads the sheets of an ODS; null where it is broken. Empty rows and cells at the end, which may be a million, are left out. */
export function readOds(content: Uint8Array): Sheet[] | null {
  const sheets: Sheet[] = [];
  let cells: Cell[] = [];
  let emptyCells = 0;
  let emptyRows = 0;
  let rowRepeats = 1;
  let cell: { attributes: Record<string, string>; text: string; repeats: number } | null = null;
  let skipped = 0;
  let lines = 0;
  const repeatsOf = (text: string | undefined): number => Math.max(1, Math.trunc(Number(text)) || 1);
  const addRow = (): void => {
    const sheet = sheets.at(-1);
    if (!sheet) return;
    if (!cells.length) return void (emptyRows += rowRepeats);
    const last = DOCUMENT_READ.rows;
    for (; emptyRows > 0 && sheet.rows.length < last; emptyRows--) sheet.rows.push({ cells: [], line: sheet.rows.length + 1 });
    emptyRows = 0;
    for (let count = 0; count < rowRepeats && sheet.rows.length < last; count++) sheet.rows.push({ cells, line: sheet.rows.length + 1 });
  };
  const open = (name: string, attributes: Record<string, string>): void => {
    if (LEFT_OUT.has(name)) skipped++;
    if (skipped) return;
    if (name === 'table:table') {
      sheets.push({ name: attributes['table:name'] ?? '', rows: [], formulas: new Set() });
      emptyRows = 0;
    } else if (name === 'table:table-row') {
      cells = [];
      emptyCells = 0;
      rowRepeats = repeatsOf(attributes['table:number-rows-repeated']);
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
      cell = { attributes, text: '', repeats: repeatsOf(attributes['table:number-columns-repeated']) };
    else if (cell && name === 'text:p') {
      lines++;
      if (cell.text !== '') cell.text += '\n';
    } else if (cell) cell.text += spacing(name, attributes) ?? '';
  };
  const close = (name: string): void => {
    if (LEFT_OUT.has(name)) skipped--;
    if (skipped) return;
    if (name === 'text:p' && lines) lines--;
    if (cell && (name === 'table:table-cell' || name === 'table:covered-table-cell')) {
      const value = cellOf(cell.attributes, cell.text);
      if (value === null) emptyCells += cell.repeats;
      else {
        for (; emptyCells > 0 && cells.length < DOCUMENT_READ.columns; emptyCells--) cells.push(null);
        emptyCells = 0;
        for (let count = 0; count < cell.repeats && cells.length < DOCUMENT_READ.columns; count++) cells.push(value);
      }
      cell = null;
    } else if (name === 'table:table-row') addRow();
  };
  const text = (piece: string): void => {
    if (cell && lines && !skipped) cell.text += piece;
  };
  return hearXml(content, { open, close, text }, () => false) ? sheets : null;
}
