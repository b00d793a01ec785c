import type { Minute } from '@gantry/domain';
import { type AmountTables, recordsOf, withDays } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { factsOf, type VersionFacts } from './analytics.facts.rules.ts';

/** The tables of a version as they travel: rows as arrays of values, dates in minutes. */
export type FactsInput = { rows: Record<keyof AmountTables, unknown[][]>; dataDate: Minute };

serveThread<FactsInput, VersionFacts>(({ rows, dataDate }) => {
  const tables: AmountTables = {
    wbs: recordsOf('wbs', rows.wbs),
    assignment: recordsOf('assignment', rows.assignment),
    resource: recordsOf('resource', rows.resource),
    calendar: recordsOf('calendar', rows.calendar),
    daySeries: recordsOf('daySeries', rows.daySeries).map(withDays),
    settings: recordsOf('settings', rows.settings),
  };
  return factsOf(tables, dataDate);
});
