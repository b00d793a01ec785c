import { fieldsOf } from '@gantry/domain';
import type { FileFormat } from '@gantry/interchange';
import type { Content } from './import.content.rules.ts';
import { type Mapping, mappedFields, skippedFields } from './import.mapping.rules.ts';

/** What a file says of a version. Schedule files say all; a table only what its columns hold. */
export type Stated = {
  /** Fields of rows; null = all of them. */
  wbs: ReadonlySet<string> | null;
  calendars: boolean;
  relations: boolean;
  resources: boolean;
  settings: boolean;
  /** Dates that another program had calculated. */
  dates: boolean;
};

/** Tables say less than schedule files: no calendars, no options, only the columns that somebody chose. */
export const isTable = (format: FileFormat): boolean => format === 'csv' || format === 'xlsx';

/** A table that leaves a field of every row as it is when nothing is entered does not state it. */
const UNSTATED: Record<string, unknown> = {
  schedulingKind: 'task',
  status: 'not_started',
  durationMinutes: 0,
  remainingMinutes: 0,
  progress: 0,
  mandatory: false,
  asLateAsPossible: false,
  code: '',
  name: '',
};

/** What a file states, under a rule. */
export function statedBy(format: FileFormat, content: Content, mapping: Mapping): Stated {
  const skipped = skippedFields(mapping);
  const fields = fieldsOf('wbs').map(({ name }) => name);
  if (!isTable(format)) {
    return {
      wbs: skipped.size ? new Set(fields.filter((field) => !skipped.has(field))) : null,
      calendars: true,
      relations: true,
      resources: true,
      settings: true,
      dates: content.importedDates.length > 0,
    };
  }
  const rows = content.wbs as unknown as Record<string, unknown>[];
  const isStated = (field: string) => rows.some((row) => (row[field] ?? null) !== (UNSTATED[field] ?? null));
  const stated = new Set([...fields.filter(isStated), ...mappedFields(mapping)].filter((field) => !skipped.has(field)));
  for (const field of ['id', 'calendarId', 'position']) stated.delete(field);
  return {
    wbs: stated,
    calendars: false,
    relations: content.relation.length > 0,
    resources: content.assignment.length > 0,
    settings: false,
    dates: false,
  };
}
