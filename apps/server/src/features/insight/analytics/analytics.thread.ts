import type { Minute } from '@gantry/domain';
import { type AmountTables, recordsOf, withDays } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import type { Conventions } from './analytics.conventions.rules.ts';
import { factsOf, type VersionFacts } from './analytics.facts.rules.ts';

/** The tables of a version as they travel: rows as arrays of values, dates in minutes. */
type TravellingTables = Record<keyof AmountTables, unknown[][]>;
export type FactsInput = {
  rows: TravellingTables;
  dataDate: Minute;
  conventions: Pick<Conventions, 'technique'> & {
    baseline: (Omit<NonNullable<Conventions['baseline']>, 'tables'> & { rows: TravellingTables }) | null;
  };
};

const tablesOf = (rows: TravellingTables): AmountTables => ({
  wbs: recordsOf('wbs', rows.wbs),
  assignment: recordsOf('assignment', rows.assignment),
  resource: recordsOf('resource', rows.resource),
  calendar: recordsOf('calendar', rows.calendar),
  daySeries: recordsOf('daySeries', rows.daySeries).map(withDays),
  settings: recordsOf('settings', rows.settings),
});

serveThread<FactsInput, VersionFacts>(({ rows, dataDate, conventions: { technique, baseline } }) =>
  factsOf(tablesOf(rows), dataDate, { technique, baseline: baseline && { ...baseline, tables: tablesOf(baseline.rows) } }),
);
