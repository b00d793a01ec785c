import type { JsonValue, Minute, VersionTable } from '@gantry/domain';
import { documentOfValues } from '../document/document.ts';
import { layOutCalendars, layOutLinks, layOutRows } from './rows.ts';
import type { ScheduleView } from './view.ts';

/** A version as it goes to a thread: rows as arrays of values in the order of the fields, dates in minutes. */
export type VersionValues = {
  versionId: number;
  revision: number;
  dataDate: Minute | null;
  rows: Record<VersionTable, unknown[][]>;
  /** Results of formulas that read what the person may not see, by attribute and row. */
  given: ReadonlyMap<number, ReadonlyMap<number, JsonValue>>;
};

/** Opens a version from its values, with the dates and figures of its phases. */
export function viewOfValues({ versionId, revision, rows, given, dataDate }: VersionValues): ScheduleView {
  const read = documentOfValues({ versionId, revision }, rows);
  const document = { ...read, given, ...(dataDate === null ? {} : { dataDate }) };
  const laid = layOutRows(document, () => false);
  return {
    ...laid,
    document,
    links: layOutLinks(document, laid),
    times: layOutCalendars(document),
    load: { state: 'ready' },
    ticked: new Set(),
  };
}
