import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import type { ByteSource, ReadOptions, ReadResult } from '../../project-file.ts';
import type { RawTables } from '../../raw.ts';
import { byteLines, openBytes, utf16Of, utf16ToUtf8 } from '../../text/byte-lines.ts';
import { decoderOf } from '../../text/code-pages.ts';
import type { CodePage } from '../../text/code-pages.ts';
import { foreignFormatOf } from '../../text/signatures.ts';
import { mapXer } from './map/map.ts';
import { collectRows } from './rows.ts';

/** Reads a Primavera XER file of any version and code page. Findings name line, table and field; only bytes that are no XER at all are refused. */
export async function readXer(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const read = await readXerTables(source, options, findings);
  if (!read) return { project: null, findings: findings.list() };
  const project = mapXer(read.tables, read.codePage, findings);
  return { project, findings: findings.list() };
}

/** Reads the rows of an XER file without giving them a meaning; null where the bytes are no XER. */
export async function readXerTables(
  source: ByteSource,
  options: ReadOptions,
  findings: Findings,
): Promise<{ tables: RawTables; codePage: CodePage } | null> {
  const { first, rest } = await openBytes(source, options.onProgress);
  const foreign = foreignFormatOf(first);
  if (foreign) {
    findings.add({ severity: 'error', code: `file.is_${foreign}` });
    await drop(rest);
    return null;
  }
  const wide = utf16Of(first);
  const rows = collectRows(findings);
  for await (const lines of byteLines(wide ? utf16ToUtf8(rest, wide) : rest)) {
    for (const line of lines) rows.add(line);
    if (rows.isForeign()) break;
  }
  const collected = rows.finish();
  if (!collected) return null;
  const { tables, detector } = collected;
  const detected = detector.detect(headerCurrency(tables.header));
  const codePage = options.codePage ?? wide ?? detected.codePage;
  if (codePage === 'utf-8' && detected.invalidUtf8 > 0) {
    findings.add({ severity: 'warning', code: 'code_page.broken_characters', parameters: { count: detected.invalidUtf8, codePage } });
  }
  if (options.codePage && options.codePage !== detected.codePage && !wide) {
    findings.add({ severity: 'info', code: 'code_page.overridden', parameters: { codePage, detected: detected.codePage } });
  } else findings.add({ severity: 'info', code: 'code_page.detected', parameters: { codePage } });
  decodeTables(tables, decoderOf(codePage));
  return { tables, codePage };
}

const HIGH = /[\x80-\xff]/;

function decodeTables(source: RawTables, decode: (bytes: string) => string): void {
  const decodeAll = (values: string[]): void => {
    for (let i = 0; i < values.length; i++) if (HIGH.test(values[i])) values[i] = decode(values[i]);
  };
  decodeAll(source.header);
  for (const table of source.tables) {
    decodeAll(table.columns);
    for (const column of table.cells) decodeAll(column.values);
    for (const cells of table.longRows.values()) decodeAll(cells);
  }
}

/** ERMHDR version date program user … currency: in versions with a currency it is last. */
export function headerCurrency(header: readonly string[]): string | null {
  const currency = header[8]?.trim() ?? '';
  return /^[A-Za-z]{2,4}$/.test(currency) ? currency.toUpperCase() : null;
}

async function drop(rest: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of rest) if (chunk) return;
}
