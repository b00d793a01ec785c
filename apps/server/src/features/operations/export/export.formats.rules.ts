import type { ExportFormat } from '@gantry/contract';
import type { VersionTable } from '@gantry/domain';
import type { AnyWriteOptions, FileFormat } from '@gantry/interchange';

/** What a format of the specification is in files: which language, how written. */
export const FILE_OF = {
  xer: { format: 'xer', options: {} },
  'xer-primavera': { format: 'xer', options: { forPrimavera: true } },
  'xml-primavera': { format: 'pmxml', options: {} },
  xml: { format: 'mspdi', options: {} },
  excel: { format: 'xlsx', options: {} },
  xlsx: { format: 'xlsx', options: {} },
  csv: { format: 'csv', options: {} },
  json: { format: 'json', options: {} },
  gantry: { format: 'gantry', options: {} },
  ifc: { format: 'ifc', options: {} },
} as const satisfies Record<Exclude<ExportFormat, 'zip'>, { format: FileFormat; options: AnyWriteOptions }>;

/** What an archive of one version holds: the version for P6, for MS Project, for a spreadsheet, and whole. */
export const IN_ARCHIVE = ['xer-primavera', 'xml', 'xlsx', 'gantry'] as const satisfies (keyof typeof FILE_OF)[];

/** Tables of a version that files have a place for. */
export const EXPORTED_TABLES = [
  'wbs',
  'relation',
  'calendar',
  'resource',
  'assignment',
  'attribute',
  'attributeValue',
  'settings',
] as const satisfies VersionTable[];
