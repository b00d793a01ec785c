import { parseDate } from '../../text/dates.ts';
import { readXlsx as readWorkbook } from 'hucre/xlsx';
import { collectFindings } from '../../findings.ts';
import type { ByteSource, ImportedProject, ReadOptions, ReadResult } from '../../project-file.ts';
import type { Cell } from '../../table/columns.ts';
import { projectOfTable } from '../../table/read-table.ts';
import type { TableOptions } from '../../table/read-table.ts';
import { collectBytes } from '../../text/byte-lines.ts';
import { LARGEST_ZIP, readZip } from '../../zip/read-zip.ts';

/** Reads the sheets of a workbook that look like schedules, one project a sheet. */
export async function readXlsx(source: ByteSource, options: ReadOptions & TableOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const refused = (): ReadResult => ({ project: null, findings: findings.list() });
  const bytes = await collectBytes(source, LARGEST_ZIP, options.onProgress);
  if (!bytes) {
    findings.add({ severity: 'error', code: 'file.too_large' });
    return refused();
  }
  // Read once with bounds, before a library that has none is let at it.
  const entries = await readZip(bytes, findings);
  if (!entries) return refused();
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) {
    findings.add({ severity: 'error', code: 'file.not_xlsx' });
    return refused();
  }
  const projects: ImportedProject[] = [];
  try {
    const workbook = await readWorkbook(bytes);
    for (const sheet of workbook.sheets) {
      const rows = sheet.rows.map((row, i) => ({ cells: row.map(cellOf), line: i + 1 }));
      const own = collectFindings();
      const project = projectOfTable(rows, true, { ...options, name: sheet.name }, own);
      if (project || workbook.sheets.length === 1) for (const finding of own.list()) findings.add({ ...finding, table: sheet.name });
      if (project) projects.push({ ...project, sourceId: String(projects.length + 1) });
    }
  } catch {
    findings.add({ severity: 'error', code: 'file.not_xlsx' });
    return refused();
  }
  if (projects.length === 0) {
    findings.add({ severity: 'error', code: 'file.no_schedule' });
    return refused();
  }
  const producer = { program: '', version: null, exportedOn: null, user: null };
  return {
    project: { format: 'xlsx', producer, codePage: null, currency: null, projects, crossRelations: [], source: null },
    findings: findings.list(),
  };
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) {
    // Serial numbers of Excel are binary fractions: half a minute evens them out.
    const minute = parseDate(new Date(value.getTime() + 30_000).toISOString().slice(0, 16));
    return minute === null ? null : { minute };
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
