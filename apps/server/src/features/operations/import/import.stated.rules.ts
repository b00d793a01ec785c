import { fieldsOf } from '@gantry/domain';
import type { FileFormat } from '@gantry/interchange';
import type { Content } from './import.content.rules.ts';
import { type Mapping, mappedFields, skippedFields } from './import.mapping.rules.ts';

/** What a file states about a version: schedule files everything, tables only their columns. */
export type Stated = {
  /** Complete: what is missing is deleted. */
  whole: boolean;
  /** Fields of rows. */
  wbs: ReadonlySet<string>;
  calendars: boolean;
  relations: boolean;
  resources: boolean;
  settings: boolean;
  /** Dates that another program had calculated. */
  dates: boolean;
};

/** Tables state less than schedule files: no calendars, no options, only the chosen columns. */
export const isTable = (format: FileFormat): boolean => format === 'csv' || format === 'xlsx';

/** Fields that other programs lack; their absence deletes nothing. */
const AMOUNTS = ['volume', 'volumeUnit', 'labourHours', 'cost', 'progressBy', 'dayPlanned'];
const OURS = ['executorId', 'curatorId', 'specialtyId', 'tint', 'inScope', ...AMOUNTS];
const NOT_IN: Partial<Record<FileFormat, readonly string[]>> = {
  xer: [...OURS, 'deadline'],
  pmxml: [...OURS, 'deadline'],
  mspdi: [...OURS, 'expectedFinish', 'suspendDate', 'resumeDate'],
  json: ['executorId', 'curatorId', 'specialtyId', 'tint'],
  gantry: ['executorId', 'curatorId', 'specialtyId', 'tint'],
};

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
  volumeUnit: '',
  dayPlanned: true,
};

/** What a file states, under a rule. */
export function statedBy(format: FileFormat, content: Content, mapping: Mapping): Stated {
  const skipped = skippedFields(mapping);
  const fields = fieldsOf('wbs').map(({ name }) => name);
  const rows: readonly Record<string, unknown>[] = content.wbs;
  const isStated = (field: string) => rows.some((row) => (row[field] ?? null) !== (UNSTATED[field] ?? null));
  if (!isTable(format)) {
    // Files of older releases have no amounts of works.
    const unknown = new Set([...(NOT_IN[format] ?? []), ...AMOUNTS.filter((field) => !isStated(field))]);
    return {
      whole: true,
      wbs: new Set(fields.filter((field) => !skipped.has(field) && !unknown.has(field))),
      calendars: true,
      relations: true,
      resources: true,
      settings: true,
      dates: content.importedDates.length > 0,
    };
  }
  const stated = new Set([...fields.filter(isStated), ...mappedFields(mapping)].filter((field) => !skipped.has(field)));
  for (const field of ['id', 'calendarId', 'position']) stated.delete(field);
  return {
    whole: false,
    wbs: stated,
    calendars: false,
    relations: content.relation.length > 0,
    resources: content.assignment.length > 0,
    settings: false,
    dates: false,
  };
}
