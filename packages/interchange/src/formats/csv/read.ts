import { collectFindings } from '../../findings.ts';
import type { ByteSource, ReadOptions, ReadResult } from '../../project-file.ts';
import { rowsOfText } from '../../table/read-sheets.ts';
import { projectOfTable } from '../../table/read-table.ts';
import type { TableOptions } from '../../table/read-table.ts';
import { openBytes } from '../../text/byte-lines.ts';

/** Reads a table of comma, semicolon or tab separated values in any code page. */
export async function readCsv(source: ByteSource, options: ReadOptions & TableOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const { first, rest } = await openBytes(source, options.onProgress);
  const text = await rowsOfText(first, rest, options.codePage, findings);
  if (!text) return { project: null, findings: findings.list() };
  const { rows, codePage } = text;
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
