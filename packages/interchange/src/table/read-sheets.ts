import { collectFindings, type Findings } from '../findings.ts';
import { delimiterOf, splitRecords, withoutGuard } from '../formats/csv/records.ts';
import type { ByteSource, Finding } from '../project-file.ts';
import { collectBytes, openBytes, utf16Of, utf16ToUtf8 } from '../text/byte-lines.ts';
import { type CodePage, decoderOf } from '../text/code-pages.ts';
import { createCodePageDetector } from '../text/detect-code-page.ts';
import { foreignFormatOf } from '../text/signatures.ts';
import { LARGEST_ZIP, type ZipEntry, zipEntries } from '../zip/read-zip.ts';
import { isNeeded, LARGE_SHEET, readWorkbook, type Sheet } from './read-workbook.ts';
import type { SheetRow } from './sheet-cells.ts';

/** Tables of a workbook or text; null for other bytes. */
export type SheetsRead = { format: 'xlsx' | 'csv' | null; codePage: CodePage | null; sheets: Sheet[]; findings: Finding[] };

const MOST_TEXT = 256 << 20;

/** Reads tables of a workbook or separated values, with bounds on declared and actual size. */
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
  // Unpacked once with bounds, before a library that has none is let at it.
  const before = findings.list().length;
  const entries: ZipEntry[] = [];
  let large = false;
  let isWorkbook = false;
  for await (const entry of zipEntries(bytes, findings)) {
    isWorkbook ||= entry.name === '[Content_Types].xml';
    large ||= entry.bytes.length >= LARGE_SHEET;
    if (isNeeded(entry.name)) entries.push(entry);
  }
  if (findings.list().length > before) return null;
  if (!isWorkbook) return refuse('file.not_xlsx');
  try {
    return await readWorkbook(bytes, large ? entries : []);
  } catch {
    return refuse('file.not_xlsx');
  }
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
