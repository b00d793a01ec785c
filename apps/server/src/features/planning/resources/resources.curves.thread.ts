import type { DistributionCurve } from '@gantry/contract';
import { type Distributions, minuteAt } from '@gantry/domain';
import { type LaidMeasure, recordsOf, withDays } from '@gantry/plan-view';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type Connection, openDatabase } from '../../../platform/postgres/database.ts';
import { openReader, valuesOf, type VersionReader } from '../edits/edits.service.ts';
import { findVersionHead } from '../version-heads/version-heads.service.ts';
import { listPlansByDays } from './resources.curves.repository.ts';
import { CURVE_FIELDS, type CurvedVersion, curvesOf, SUMMED } from './resources.curves.rules.ts';

/** Versions of a space with how measures lie in them now and how they would; `today` stands for the data date of those that have none. */
export type CurvesInput = {
  spaceId: number;
  today: string;
  measures: readonly LaidMeasure[];
  versions: readonly { id: number; before: Distributions; after: Distributions }[];
};

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry curves' }, () => undefined);

/** Versions that were looked at last, up to so many rows, by what they held then. */
const kept = new Map<string, Content>();
type Content = Pick<CurvedVersion, 'tables' | 'laid'>;
const MOST_ROWS = 600_000;

serveThread<CurvesInput, DistributionCurve[]>(({ spaceId, today, measures, versions }) =>
  database.read({ spaceId, userId: null }, async (db) => {
    const found: CurvedVersion[] = [];
    for (const { id, before, after } of versions) {
      const key = { spaceId, versionId: id };
      const head = await findVersionHead(db, key);
      if (!head) continue;
      const name = `${spaceId} ${id} ${head.revision} ${head.chain.toString('hex')}`;
      const content = kept.get(name) ?? (await read(openReader(db, key, head, null)));
      keep(name, content);
      found.push({ ...content, before, after, dataDate: minuteAt(head.data_date ?? today) });
    }
    return curvesOf(found, measures);
  }),
);

function keep(name: string, content: Content): void {
  kept.delete(name);
  kept.set(name, content);
  let count = 0;
  for (const [other, { tables }] of [...kept].reverse()) {
    count += tables.wbs.length + tables.assignment.length;
    if (count > MOST_ROWS && other !== name) kept.delete(other);
  }
}

const SMALL_TABLES = ['resource', 'calendar', 'settings'] as const;

async function read(reader: VersionReader): Promise<Content> {
  // One answer is unpacked while the database puts the next one together.
  const [small, wbs, assignment, typed] = await Promise.all([
    valuesOf(reader.values, SMALL_TABLES),
    reader.whole().valuesOfFields('wbs', CURVE_FIELDS.wbs),
    reader.whole().valuesOfFields('assignment', CURVE_FIELDS.assignment),
    listPlansByDays(reader.db, reader.key, SUMMED),
  ]);
  const daySeries = typed.length ? await reader.values('daySeries', typed) : [];
  const tables = {
    wbs: recordsOf('wbs', wbs, CURVE_FIELDS.wbs),
    assignment: recordsOf('assignment', assignment, CURVE_FIELDS.assignment),
    resource: recordsOf('resource', small.resource),
    calendar: recordsOf('calendar', small.calendar),
    daySeries: recordsOf('daySeries', daySeries).map(withDays),
    settings: recordsOf('settings', small.settings),
  };
  return { tables, laid: new Map() };
}
