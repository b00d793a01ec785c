import { formatCsv } from '@gantry/interchange';
import type { AuditRow } from './audit.repository.ts';

export type AuditFormat = 'csv' | 'ndjson';

/** The beginning of a file: for CSV its headers, in the texts of a language. */
export function headOf(format: AuditFormat, texts: Record<string, string>): string {
  if (format === 'ndjson') return '';
  const headers = ['at', 'actor', 'on_behalf_of', 'action', 'object', 'address', 'details'].map((column) => texts[`audit.${column}`]);
  return `\ufeff${formatCsv({ headers, rows: [] }, ';')}`;
}

/** The lines of entries in a file. */
export function linesOf(format: AuditFormat, texts: Record<string, string>, rows: readonly AuditRow[]): string {
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify({ ...row, at: row.at.toISOString() })}\n`).join('');
  return rows.map((row) => formatCsv({ headers: fieldsOf(row, texts), rows: [] }, ';')).join('');
}

const fieldsOf = (row: AuditRow, texts: Record<string, string>): string[] => [
  row.at.toISOString(),
  row.actor,
  row.on_behalf_of ?? '',
  texts[`audit.action_${row.action}`] ?? row.action,
  row.object,
  row.address ?? '',
  row.details ? JSON.stringify(row.details) : '',
];
