import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../database/schema.generated.ts';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { startEvery } from './every.ts';

const LOOK_EVERY_MS = 3_600_000;
/** Rows that one transaction deletes. */
const BLOCK = 5000;
/** A job without a title is a step of something else, which nobody is shown. */
const KEPT_DAYS = { untitled: 7, titled: 90 };
const SYSTEM = { spaceId: null, userId: null, system: true };

/** Runs a statement that deletes up to `most` rows until it finds fewer, each time in a transaction of its own; returns how many it deleted. */
export async function deleteInBlocks(
  { database }: { database: Database },
  statement: (most: number) => RawBuilder<unknown>,
  most = BLOCK,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { numAffectedRows } = await database.write(SYSTEM, (tx) => statement(most).execute(tx));
    const now = Number(numAffectedRows);
    deleted += now;
    if (now < most) return deleted;
  }
}

const oldTitled = sql`title <> '' and finished_at < now() - make_interval(days => ${KEPT_DAYS.titled})`;
const oldUntitled = sql`title = '' and finished_at < now() - make_interval(days => ${KEPT_DAYS.untitled})`;

/** Deletes finished jobs that nobody needs any more; returns how many. Two servers that run it at once delete different jobs. */
export async function forgetFinished(services: { database: Database }, most?: number): Promise<number> {
  const forget = (which: typeof oldTitled) =>
    deleteInBlocks(
      services,
      (limit) => sql`delete from job where id in (
        select id from job where ${which} order by finished_at limit ${limit} for update skip locked)`,
      most,
    );
  return (await forget(oldUntitled)) + (await forget(oldTitled));
}

/** Deletes the jobs of a space and returns those that had not finished. It deletes the finished ones first, in blocks, without reading them. */
export async function dropJobs(database: Database, spaceId: number): Promise<Pick<Row<'job'>, 'kind' | 'input'>[]> {
  await deleteInBlocks(
    { database },
    (limit) => sql`delete from job where id in (select id from job where space_id = ${spaceId} and finished_at is not null limit ${limit})`,
  );
  const dropped = await database.write(SYSTEM, (tx) =>
    tx.deleteFrom('job').where('space_id', '=', spaceId).returning(['kind', 'input', 'finished_at']).execute(),
  );
  return dropped.filter(({ finished_at }) => !finished_at);
}

/** Looks every hour; the returned function stops it. */
export const startJobClearing = (services: { database: Database; log: Log }): (() => void) =>
  startEvery(services.log, 'jobs.clearing', LOOK_EVERY_MS, () => forgetFinished(services));
