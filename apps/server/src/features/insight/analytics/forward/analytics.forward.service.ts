import type { AnyRow } from '@gantry/domain';
import type { AmountTables } from '@gantry/plan-view';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { readVersion, versionLog, type VersionReader } from '../../../planning/edits/edits.service.ts';
import { type CountedVersion, scheduleCountedBy, type VersionKey } from '../../../planning/version-heads/version-heads.service.ts';
import type { CountedBy } from '../../analytics-settings/analytics-settings.service.ts';
import { analyticsThread } from '../analytics.packed.service.ts';
import { dataDateAt } from '../analytics.place.service.ts';
import { findWhole, type KeptFacts, listParents, saveFacts } from '../analytics.repository.ts';
import { saveStatusPoint } from '../analytics.status.repository.ts';
import type { ForwardInput, PackedWhole } from '../analytics.thread.ts';
import { beforeEdits, countable, OF_WORKS, type RowsOfWorks, type Touched, touchedBy } from './analytics.forward.rules.ts';

/** An edit that changes more works than this number and more than this share of the version causes a full recount. */
const [FEW_WORKS, FEW_OF_ALL] = [500, 0.05];
/** The most edits, and bytes of them, that are read for it. */
const MOST_EDITS = { edits: 200, bytes: 2 ** 20 };
/** The most versions that one answer brings forward. */
const MOST_VERSIONS = 100;

/** Brings what is kept of versions up to their revisions by the works that edits have changed since; answers those that are to be counted whole. */
export async function bringForward(
  context: Context,
  versions: readonly CountedVersion[],
  known: ReadonlyMap<number, Pick<KeptFacts, 'conventions'>>,
  wayOf: (scheduleId: number) => CountedBy,
): Promise<CountedVersion[]> {
  const left: CountedVersion[] = [];
  let tried = 0;
  for (const version of versions) {
    const way = wayOf(version.schedule_id);
    const kept = known.get(version.version_id);
    const isNear = kept?.conventions === way.key && (way.baselineId === null || way.baselineId === version.version_id);
    if (!isNear || (tried += 1) > MOST_VERSIONS || !(await isBroughtForward(context, version.version_id, way))) left.push(version);
  }
  return left;
}

async function isBroughtForward(context: Context, versionId: number, way: CountedBy): Promise<boolean> {
  const input = await readVersion(context, versionId, async (reader) => readChanges(context, reader.whole(), way));
  if (!input) return false;
  const { key, ...asked } = input;
  const { whole } = await analyticsThread.run(asked);
  if (whole) await context.write((tx) => keepWhole(tx, key, whole));
  return whole !== null;
}

type Key = VersionKey & { revision: number; conventions: string };

/** What is kept of a version and the works that edits have changed since; null where these are many, or others follow from them. */
async function readChanges(context: Context, reader: VersionReader, way: CountedBy): Promise<(ForwardInput & { key: Key }) | null> {
  const { db, key, head } = reader;
  const kept = await findWhole(db, key.spaceId, key.versionId);
  const dataDate = dataDateAt(context, head.data_date);
  if (!kept || kept.conventions !== way.key || kept.head.data_date !== dataDate) return null;
  const { edits, bytes } = await versionLog.sizeSince(db, key, kept.revision);
  if (edits !== head.revision - kept.revision || edits > MOST_EDITS.edits || bytes > MOST_EDITS.bytes) return null;
  const diffs = (await versionLog.listDiffsSince(db, key, kept.revision)).map(({ diff }) => diff);
  const touched = diffs.length === edits ? touchedBy(diffs) : null;
  if (!touched) return null;
  const works = await worksOf(reader, touched);
  if (works.length > Math.max(FEW_WORKS, head.item_count * FEW_OF_ALL)) return null;
  const { technique, promise } = way.conventions;
  const [before, after] = await tablesOfWorks(reader, works, (rows) => [beforeEdits(rows, diffs), rows]);
  return {
    kept: { head: kept.head, noted: kept.noted, week: kept.week, month: kept.month },
    forward: { before, after, dataDate, conventions: { technique, promise, baseline: null } },
    key: { ...key, revision: head.revision, conventions: way.key },
  };
}

/** The works that edits touch, those of their assignments and series too. */
async function worksOf(reader: VersionReader, { works, ...others }: Touched): Promise<number[]> {
  for (const table of ['assignment', 'daySeries'] as const) {
    const ids = [...others[table]];
    if (ids.length) for (const { itemId } of await reader.rows(table, ids)) works.add(itemId);
  }
  return [...works];
}

/** The tables of some works in several states of their rows. */
async function tablesOfWorks(
  reader: VersionReader,
  works: number[],
  statesOf: (rows: RowsOfWorks) => RowsOfWorks[],
): Promise<AmountTables[]> {
  const { db, key } = reader;
  const parents = await listParents(db, key.spaceId, key.versionId, works);
  const rows: RowsOfWorks = {
    // Rows that have others below them do not count, though those others are not read.
    wbs: (await reader.rows('wbs', works)).map((row) => (parents.has(row.id) ? { ...row, type: 'sum' } : row)),
    assignment: await reader.rowsBy('assignment', 'itemId', works),
    daySeries: await reader.rowsBy('daySeries', 'itemId', works),
  };
  const states = statesOf(rows);
  const resources = states.flatMap(({ assignment }) => assignment.map((row: AnyRow) => Number(row['resourceId'])));
  const shared = {
    resource: countable('resource', await reader.rows('resource', [...new Set(resources)])),
    calendar: countable('calendar', await reader.rows('calendar')),
    settings: countable('settings', await reader.rows('settings')),
  };
  return states.map((state) => ({
    ...shared,
    ...(Object.fromEntries(OF_WORKS.map((table) => [table, countable(table, state[table])])) as RowsOfWorks),
  }));
}

/** Keeps what a version comes to, and what its schedule came to at its data date. */
export async function keepWhole(tx: Tx, key: Key, whole: PackedWhole): Promise<void> {
  await saveFacts(tx, key, whole);
  const schedule_id = await scheduleCountedBy(tx, key.spaceId, key.versionId);
  if (schedule_id !== null) await saveStatusPoint(tx, key.spaceId, { schedule_id, head: whole.head, month: whole.status });
}
