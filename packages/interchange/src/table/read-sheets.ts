import { readXlsx as readWorkbook } from 'hucre/xlsx';
import { collectFindings, type Findings } from '../findings.ts';
import { delimiterOf, splitRecords, withoutGuard } from '../formats/csv/records.ts';
import type { ByteSource, Finding } from '../project-file.ts';
import { collectBytes, openBytes, utf16Of, utf16ToUtf8 } from '../text/byte-lines.ts';
import { type CodePage, decoderOf } from '../text/code-pages.ts';
import { parseDate } from '../text/dates.ts';
import { createCodePageDetector } from '../text/detect-code-page.ts';
import { foreignFormatOf } from '../text/signatures.ts';
import { LARGEST_ZIP, zipEntries } from '../zip/read-zip.ts';
import type { Cell } from './columns.ts';

/** A row of a sheet with the line that it starts in, from 1. */
export type SheetRow = { cells: Cell[]; line: number };

/** A table as a file has it. `formulas` are cells whose value a formula gave, as `line:column`, both from 1. */
export type Sheet = { name: string; rows: SheetRow[]; formulas: Set<string> };

/** Tables of a workbook, or the one of a text; null where the bytes are neither. */
export type SheetsRead = { format: 'xlsx' | 'csv' | null; codePage: CodePage | null; sheets: Sheet[]; findings: Finding[] };

const MOST_TEXT = 256 << 20;

/** Reads the tables of a workbook or of separated values, within bounds on what is claimed and on what comes. */
export async function readSheets(
  source: ByteSource,
  options: { codePage?: CodePage; onProgress?: (bytesDone: number) => void } = {},
): Promise<SheetsRead> {
  const findings = collectFindings();
  const { first, rest } = await openBytes(source, options.onProgress);
  const isZip = foreignFormatOf(first) === 'zip';
  const read = isZip ? await sheetsOfWorkbook(rest, findings) : null;
  if (isZip) return { format: read ? 'xlsx' : null, codePage: null, sheets: read ?? [], findings: findings.list() };
  const text = await rowsOfText(first, rest, options.codePage, findings);
  if (!text) return { format: null, codePage: null, sheets: [], findings: findings.list() };
  return {
    format: 'csv',
    codePage: text.codePage,
    sheets: [{ name: '', rows: text.rows, formulas: new Set() }],
    findings: findings.list(),
  };
}

/** The sheets of a workbook; null with a finding where it is none or breaks the bounds. */
export async function sheetsOfWorkbook(
  source: ByteSource,
  findings: Findings,
  onProgress?: (bytesDone: number) => void,
): Promise<Sheet[] | null> {
  const refuse = (code: string): null => {
    findings.add({ severity: 'error', code });
    return null;
  };
  const bytes = await collectBytes(source, LARGEST_ZIP, onProgress);
  if (!bytes) return refuse('file.too_large');
  // Read once with bounds, and nothing of it kept, before a library that has none is let at it.
  const before = findings.list().length;
  let isWorkbook = false;
  for await (const { name } of zipEntries(bytes, findings)) isWorkbook ||= name === '[Content_Types].xml';
  if (findings.list().length > before) return null;
  if (!isWorkbook) return refuse('file.not_xlsx');
  try {
    const workbook = await readWorkbook(bytes);
    return workbook.sheets.map(({ name, rows, cells }) => ({
      name,
      rows: rows.map((row, i) => {
        // The row of the library becomes ours: a million cells are not held twice.
        for (const [at, value] of row.entries())
          if (value === undefined || (value !== null && typeof value === 'object')) row[at] = cellOf(value) as never;
        return { cells: row as Cell[], line: i + 1 };
      }),
      formulas: new Set([...(cells ?? [])].flatMap(([at, cell]) => (cell.formula === undefined ? [] : [placeOf(at)]))),
    }));
  } catch {
    return refuse('file.not_xlsx');
  }
}

/** The library counts rows and columns from 0. */
function placeOf(at: string): string {
  const [row, column] = at.split(',').map(Number);
  return `${row + 1}:${column + 1}`;
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) {
    // Serial numbers of Excel are binary fractions: half a minute evens them out.
    const minute = parseDate(new Date(value.getTime() + 30_000).toISOString().slice(0, 16));
    return minute === null ? null : { minute };
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The records of separated values in any code page; null with a finding where the bytes are no text. */
export async function rowsOfText(
  first: Buffer,
  rest: AsyncIterable<Buffer>,
  wanted: CodePage | undefined,
  findings: Findings,
): Promise<{ rows: SheetRow[]; codePage: CodePage } | null> {
  const refuse = (code: string): null => {
    findings.add({ severity: 'error', code });
    return null;
  };
  const foreign = foreignFormatOf(first);
  if (foreign) return refuse(`file.is_${foreign}`);
  const wide = utf16Of(first);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of wide ? utf16ToUtf8(rest, wide) : rest) {
    size += chunk.length;
    if (size > MOST_TEXT) return refuse('file.too_large');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks).toString('latin1');
  const detector = createCodePageDetector();
  detector.add(bytes, true);
  const codePage = wanted ?? wide ?? detector.detect(null).codePage;
  const text = decoderOf(codePage)(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0')) return refuse('file.not_text');
  const { records, broken } = splitRecords(text, delimiterOf(text));
  if (broken !== null) findings.add({ severity: 'error', code: 'csv.malformed', line: broken });
  return {
    rows: records.map(({ cells, line }) => ({ cells: cells.map((cell) => (cell === '' ? null : withoutGuard(cell))), line })),
    codePage,
  };
}
