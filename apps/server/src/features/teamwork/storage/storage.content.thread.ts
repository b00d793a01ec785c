import { type SheetCell, SHEETS_SHOWN, type ShownContent, type ShownSheet } from '@gantry/contract';
import { formatMinute } from '@gantry/domain';
import { type Cell, readDocument, readSheets, type Sheet } from '@gantry/interchange';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';

/** What a file shows; null: nothing that can be read. */
export type ContentRead = ShownContent | null;

const CELL_LENGTH = 2000;
const NAME_LENGTH = 255;

serveThread(async ({ bytes }: { bytes: Uint8Array }): Promise<ContentRead> => {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const document = isZip ? await readDocument(bytes) : null;
  if (document && 'blocks' in document) return { sheets: [], ...document };
  const sheets = document ? document.sheets : (await readSheets(bytes)).sheets;
  if (!sheets.length) return null;
  return { sheets: sheets.slice(0, SHEETS_SHOWN.sheets).map(shownOf), blocks: [], cut: sheets.length > SHEETS_SHOWN.sheets };
});

function shownOf({ name, rows }: Sheet): ShownSheet {
  const shown = rows.slice(0, SHEETS_SHOWN.rows);
  return {
    name: name.slice(0, NAME_LENGTH).toWellFormed(),
    rows: shown.map((row) => row.cells.slice(0, Math.min(widthOf(row), SHEETS_SHOWN.columns)).map(cellOf)),
    cut: rows.length > SHEETS_SHOWN.rows || shown.some((row) => widthOf(row) > SHEETS_SHOWN.columns),
  };
}

/** Empty cells behind the last filled one are formats of a program, no content. */
const widthOf = ({ cells }: Sheet['rows'][number]): number => cells.findLastIndex((cell) => cell !== null && cell !== '') + 1;

function cellOf(cell: Cell | undefined): SheetCell {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'object') return { date: formatMinute(cell.minute) };
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  return typeof cell === 'string' ? cell.slice(0, CELL_LENGTH).toWellFormed() : cell;
}
