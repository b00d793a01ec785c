import { minuteAt } from '@gantry/domain';
import { workerData } from 'node:worker_threads';
import { type Connection, openDatabase, type Db } from '../../../../platform/postgres/database.ts';
import { serveThread } from '../../../../platform/jobs/workers.thread.ts';
import { openReader, planRowsOf, seriesOfStarted, type VersionReader, versionLog } from '../../edits/edits.service.ts';
import { readExternal } from '../../links/links.limits.service.ts';
import { findVersionHead, type VersionHead, type VersionKey } from '../../version-heads/version-heads.service.ts';
import { hashOf } from '../timetable.hash.service.ts';
import { type CalculationOutcome, differingRows, outcomeOf } from '../timetable.outcome.rules.ts';
import {
  asksForSeries,
  calculateHot,
  type External,
  forward,
  type HotVersion,
  openHot,
  sizeOfHot,
} from './timetable.live.version.service.ts';

/**
 * The connection of the thread, and how much it keeps: the rows of all versions, and those of the one that was asked for last, which stays
 * alone where it has more. The thread that compares keeps nothing.
 */
export type LiveThreadInput = { connection: Connection; mostRows: number; mostOfLast: number; keptMs: number };

/**
 * A version to calculate: for its own data date, for another, or for the day of the caller where it has none. With `datesFirst` the rows
 * with other dates are answered where late dates and floats change in too many others.
 */
export type LiveAsked = VersionKey & {
  dataDate: number | null;
  today: number;
  mostChanges: number;
  datesFirst?: boolean;
  /** Asks for no dates but for the hash of the version as it stands, or whether it still has that hash; a kept version that has another is forgotten. */
  verify?: 'hash' | Hashed;
};

/** The hash of all dates for a state: a revision, and what other schedules ask for. */
export type Hashed = { state: string; hash: string };

/** What came of it: `changes` alone where they are too many to be handed over. */
export type LiveAnswer =
  | { kind: 'gone' | 'empty' }
  | { kind: 'large'; changes: number }
  | ({ kind: 'hashed' } & Hashed)
  | { kind: 'moved_on' }
  | { kind: 'verified'; same: boolean; revision: number }
  | {
      kind: 'calculated';
      inputRevision: number;
      dataDate: number;
      outcome: CalculationOutcome & { hash: string };
      /** Whether these are all changes. */
      isWhole: boolean;
      from: From;
    };

/** Where the rows came from: kept unchanged, updated by Diffs, or read again from the database. */
type From = 'kept' | 'forward' | 'database';

type Kept = { hot: HotVersion; revision: number; chain: Buffer; usedAt: number };

const { connection, mostRows, mostOfLast, keptMs } = workerData as LiveThreadInput;
const database = openDatabase({ ...connection, max: 1, application_name: 'gantry live' }, () => undefined);
const kept = new Map<string, Kept>();
const nameOf = ({ spaceId, versionId }: VersionKey): string => `${spaceId} ${versionId}`;

/** Diffs that are read rather than the whole version. */
const MOST = { diffs: 200, bytes: 512 * 1024 };

setInterval(() => {
  const until = Date.now() - keptMs;
  for (const [name, { usedAt }] of kept) if (usedAt < until) kept.delete(name);
}, keptMs / 4).unref();

serveThread<LiveAsked, LiveAnswer>((asked) =>
  database.read({ spaceId: asked.spaceId, userId: null }, async (db) => {
    const key = { spaceId: asked.spaceId, versionId: asked.versionId };
    const head = await findVersionHead(db, key);
    if (!head) return { kind: 'gone' };
    const reader = openReader(db, key, head, null);
    const external = await readExternal(reader);
    const dataDate = asked.dataDate ?? dataDateOf(head, asked.today);
    const state = asked.verify ? `${head.revision} ${JSON.stringify(external.limits)}` : '';
    if (typeof asked.verify === 'object' && asked.verify.state !== state) return { kind: 'moved_on' };
    const { hot, from } = await bringForward(db, reader, dataDate, external);
    if (!hot.rows.wbs.length) return { kind: 'empty' };
    const done = calculateHot(hot, dataDate, external);
    const hash = hashOf(done.result);
    remember(key, hot, head);
    if (asked.verify === 'hash') return { kind: 'hashed', state, hash };
    if (asked.verify) {
      const same = asked.verify.hash === hash;
      if (!same) kept.delete(nameOf(key));
      return { kind: 'verified', same, revision: head.revision };
    }
    const { dated, floats, relations } = differingRows(done, hot.stored);
    const least = dated.length + relations.length;
    const isWhole = least + floats.length <= asked.mostChanges;
    if (!isWhole && (!asked.datesFirst || least > asked.mostChanges)) return { kind: 'large', changes: least + floats.length };
    const outcome = outcomeOf(done, { dated, floats: isWhole ? floats : [], relations });
    return { kind: 'calculated', inputRevision: head.revision, dataDate, outcome: { ...outcome, hash }, isWhole, from };
  }),
);

const dataDateOf = ({ data_date }: VersionHead, today: number): number => (data_date === null ? today : minuteAt(data_date));

/** The rows of a version as they stand now: those that are kept, with what has happened since, else all of them. */
async function bringForward(db: Db, reader: VersionReader, dataDate: number, external: External): Promise<{ hot: HotVersion; from: From }> {
  const { key, head } = reader;
  const known = kept.get(nameOf(key));
  // Until it is calculated nothing is kept: a failure leaves no half of it behind.
  kept.delete(nameOf(key));
  if (known?.revision === head.revision && known.chain.equals(head.chain)) return { hot: known.hot, from: 'kept' };
  const diffs = known && (await versionLog.listLeading(db, key, known, head.chain, MOST));
  if (!known || !diffs) return { hot: openHot(await planRowsOf(reader), dataDate, external), from: 'database' };
  for (const diff of diffs) forward(known.hot, diff);
  if (asksForSeries(known.hot, diffs)) {
    known.hot.rows.daySeries = await seriesOfStarted(reader, known.hot.rows);
    known.hot.waiting = null;
  }
  return { hot: known.hot, from: 'forward' };
}

/** Keeps a version, and forgets those that were asked for longest ago where there are too many rows: it is the next one to be asked for. */
function remember(key: VersionKey, hot: HotVersion, { revision, chain }: VersionHead): void {
  kept.set(nameOf(key), { hot, revision, chain, usedAt: Date.now() });
  const stays = sizeOfHot(hot) <= mostOfLast;
  let rows = [...kept.values()].reduce((sum, one) => sum + sizeOfHot(one.hot), 0);
  for (const [name, one] of kept) {
    if (rows <= mostRows || (stays && kept.size === 1)) return;
    rows -= sizeOfHot(one.hot);
    kept.delete(name);
  }
}
