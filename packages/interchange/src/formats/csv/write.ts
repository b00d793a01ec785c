import { formatMinute } from '@gantry/domain';
import { collectFindings } from '../../findings.ts';
import type { ProjectFile, WriteResult } from '../../project-file.ts';
import type { Cell, Table } from '../../table/columns.ts';
import { tableOfProject } from '../../table/write-table.ts';

/** First characters that spreadsheets read as a formula, plain and full-width; the reader removes one apostrophe. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** What separates cells or lines for one spreadsheet or another: which of them a program goes by is a setting of its machine. */
const SPLITS = /[",;\t\r\n]/;

/**
 * Writes rows as RFC 4180 with semicolons or commas, and numbers with a decimal point or, between semicolons, a comma; texts that a spreadsheet
 * would run are disarmed.
 */
export function formatCsv(table: Table, separator: ',' | ';' = ',', point: '.' | ',' = '.'): string {
  return csvLines([table.headers, ...table.rows], separator, point);
}

/** Lines of a table, which may be a part of it; each ends with a break. */
export function csvLines(rows: readonly (readonly Cell[])[], separator: ',' | ';' = ',', point: '.' | ',' = '.'): string {
  return rows.map((row) => `${row.map((cell) => formatCell(cell, point)).join(separator)}\r\n`).join('');
}

function formatCell(cell: Cell, point: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', point);
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'object') return formatMinute(cell.minute).replace('T', ' ');
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return SPLITS.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes the first project as CSV in UTF-8 with a mark, which spreadsheets need to see it. */
export function writeCsv(file: ProjectFile): WriteResult {
  const findings = collectFindings();
  if (file.projects.length > 1)
    findings.add({ severity: 'warning', code: 'export.projects_left_out', parameters: { count: file.projects.length - 1 } });
  const table = file.projects[0] ? tableOfProject(file.projects[0], file.currency) : { headers: [], rows: [] };
  return { bytes: Buffer.from(`\ufeff${formatCsv(table)}`, 'utf8'), findings: findings.list() };
}
