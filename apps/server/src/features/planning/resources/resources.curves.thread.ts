import type { DistributionCurve } from '@gantry/contract';
import type { Distributions, Minute } from '@gantry/domain';
import { type LaidMeasure, recordsOf, withDays } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { CURVE_FIELDS, type CURVE_TABLES, type CurvedVersion, curvesOf } from './resources.curves.rules.ts';

/** A version with how measures lie in it now and how they would; `chain` says which content of it, its rows come where the thread asked for them. */
export type CurvedHead = {
  id: number;
  chain: string;
  dataDate: Minute;
  before: Distributions;
  after: Distributions;
  rows?: Record<(typeof CURVE_TABLES)[number], unknown[][]>;
};
export type CurvesInput = { measures: readonly LaidMeasure[]; versions: CurvedHead[] };

/** What was counted, or the versions whose rows are wanted first. */
export type CurvesOutcome = { missing: number[] } | { curves: DistributionCurve[] };

/** Versions that were looked at last, up to so many rows. */
const kept = new Map<string, Content>();
type Content = Pick<CurvedVersion, 'tables' | 'laid'>;
const MOST_ROWS = 600_000;

serveThread<CurvesInput, CurvesOutcome>(({ versions, measures }) => {
  const found = versions.flatMap(({ rows: _rows, ...version }, at) => {
    const content = find(versions[at]);
    return content ? [{ ...version, ...content }] : [];
  });
  if (found.length < versions.length) {
    const known = new Set(found.map(({ id }) => id));
    return { missing: versions.flatMap(({ id }) => (known.has(id) ? [] : [id])) };
  }
  return { curves: curvesOf(found, measures) };
});

function find({ id, chain, rows }: CurvedHead): Content | null {
  const name = `${id} ${chain}`;
  const content = kept.get(name) ?? (rows ? { tables: tablesOf(rows), laid: new Map() } : null);
  if (!content) return null;
  kept.delete(name);
  kept.set(name, content);
  let count = 0;
  for (const [other, { tables }] of [...kept].reverse()) {
    count += tables.wbs.length + tables.assignment.length;
    if (count > MOST_ROWS && other !== name) kept.delete(other);
  }
  return content;
}

const tablesOf = (rows: NonNullable<CurvedHead['rows']>): CurvedVersion['tables'] => ({
  wbs: recordsOf('wbs', rows.wbs, CURVE_FIELDS.wbs),
  assignment: recordsOf('assignment', rows.assignment, CURVE_FIELDS.assignment),
  resource: recordsOf('resource', rows.resource),
  calendar: recordsOf('calendar', rows.calendar),
  daySeries: recordsOf('daySeries', rows.daySeries).map(withDays),
  settings: recordsOf('settings', rows.settings),
});
