import { collectFindings } from '../../findings.ts';
import type { ByteSource, ReadOptions, ReadResult } from '../../project-file.ts';
import { projectOfTable } from '../../table/read-table.ts';
import type { TableOptions } from '../../table/read-table.ts';
import { openBytes, utf16Of, utf16ToUtf8 } from '../../text/byte-lines.ts';
import { decoderOf } from '../../text/code-pages.ts';
import { createCodePageDetector } from '../../text/detect-code-page.ts';
import { foreignFormatOf } from '../../text/signatures.ts';
import { splitRecords } from './records.ts';

const MOST_BYTES = 256 << 20;

/** A text that a spreadsheet would take for a formula comes with an apostrophe before it. */
const GUARDED = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/** Reads a table of comma, semicolon or tab separated values in any code page. */
export async function readCsv(source: ByteSource, options: ReadOptions & TableOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const refuse = (code: string): ReadResult => {
    findings.add({ severity: 'error', code });
    return { project: null, findings: findings.list() };
  };
  const { first, rest } = await openBytes(source, options.onProgress);
  const foreign = foreignFormatOf(first);
  if (foreign) return refuse(`file.is_${foreign}`);
  const wide = utf16Of(first);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of wide ? utf16ToUtf8(rest, wide) : rest) {
    size += chunk.length;
    if (size > MOST_BYTES) return refuse('file.too_large');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks).toString('latin1');
  const detector = createCodePageDetector();
  detector.add(bytes, true);
  const codePage = options.codePage ?? wide ?? detector.detect(null).codePage;
  const text = decoderOf(codePage)(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0')) return refuse('file.not_text');
  const { records, broken } = splitRecords(text, delimiterOf(text));
  if (broken !== null) findings.add({ severity: 'error', code: 'csv.malformed', line: broken });
  const rows = records.map(({ cells, line }) => ({ cells: cells.map((cell) => (cell === '' ? null : cell.replace(GUARDED, ''))), line }));
  findings.add({ severity: 'info', code: 'code_page.detected', parameters: { codePage } });
  const project = projectOfTable(rows, false, options, findings);
  if (!project) return { project: null, findings: findings.list() };
  return {
    project: {
      format: 'csv',
      producer: { program: '', version: null, exportedOn: null, user: null },
      codePage,
      currency: null,
      projects: [project],
      crossRelations: [],
      source: null,
    },
    findings: findings.list(),
  };
}

/** The separator that stands most often in the first lines. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 4096).split(/\r?\n/).slice(0, 20).join('\n');
  const count = (delimiter: string): number => head.split(delimiter).length;
  return [';', ',', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
