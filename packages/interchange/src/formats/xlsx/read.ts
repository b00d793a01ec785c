import { collectFindings } from '../../findings.ts';
import type { ByteSource, ImportedProject, ReadOptions, ReadResult } from '../../project-file.ts';
import { sheetsOfWorkbook } from '../../table/read-sheets.ts';
import { projectOfTable } from '../../table/read-table.ts';
import type { TableOptions } from '../../table/read-table.ts';

/** Reads the sheets of a workbook that look like schedules, one project a sheet. */
export async function readXlsx(source: ByteSource, options: ReadOptions & TableOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const refused = (): ReadResult => ({ project: null, findings: findings.list() });
  const sheets = await sheetsOfWorkbook(source, findings, options.onProgress);
  if (!sheets) return refused();
  const projects: ImportedProject[] = [];
  for (const sheet of sheets) {
    const own = collectFindings();
    const project = projectOfTable(sheet.rows, true, { ...options, name: sheet.name }, own);
    if (project || sheets.length === 1) for (const finding of own.list()) findings.add({ ...finding, table: sheet.name });
    if (project) projects.push({ ...project, sourceId: String(projects.length + 1) });
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
