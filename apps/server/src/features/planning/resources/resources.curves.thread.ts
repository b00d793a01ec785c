import type { DistributionCurve } from '@gantry/contract';
import type { Distributions, Minute } from '@gantry/domain';
import { type LaidMeasure, recordsOf, withDays } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type CURVE_TABLES, curvesOf } from './resources.curves.rules.ts';

export type CurvesInput = {
  measures: readonly LaidMeasure[];
  versions: {
    rows: Record<(typeof CURVE_TABLES)[number], unknown[][]>;
    dataDate: Minute;
    before: Distributions;
    after: Distributions;
  }[];
};

serveThread<CurvesInput, DistributionCurve[]>(({ versions, measures }) =>
  curvesOf(
    versions.map(({ rows, ...rest }) => ({
      ...rest,
      tables: {
        wbs: recordsOf('wbs', rows.wbs),
        assignment: recordsOf('assignment', rows.assignment),
        resource: recordsOf('resource', rows.resource),
        calendar: recordsOf('calendar', rows.calendar),
        daySeries: recordsOf('daySeries', rows.daySeries).map(withDays),
        settings: recordsOf('settings', rows.settings),
      },
    })),
    measures,
  ),
);
