import { sql } from 'kysely';
import type { Row } from '../../database/schema.generated.ts';
import type { Log } from '../log.ts';
import type { Database, Tx } from '../postgres/database.ts';
import { startEvery } from './every.ts';

const LOOK_EVERY_MS = 3_600_000;
/** Rows that one transaction deletes. */
const BLOCK = 5000;
/** A job without a title is a step of something else, which nobody is shown. */
const KEPT_DAYS = { untitled: 7, titled: 90 };
const SYSTEM = { spaceId: null, userId: null, system: true };

/** Deletes as long as blocks are full, each in a transaction of its own; answers how many rows. `some` deletes up to `most` of them. */
export async function deleteInBlocks(
  { database }: { database: Database },
  some: (tx: Tx, most: number) => Promise<number>,
  most = BLOCK,
): Promise<number> {
  for (let deleted = 0; ;) {
    const now = await database.write(SYSTEM, (tx) => some(tx, most));
    deleted += now;
    if (now < most) return deleted;
  }
}

const oldTitled = sql`title <> '' and finished_at < now() - make_interval(days => ${KEPT_DAYS.titled})`;
const oldUntitled = sql`title = '' and finished_at < now() - make_interval(days => ${KEPT_DAYS.untitled})`;

/** Deletes the finished jobs whose time is over; answers how many. Another server deletes other ones meanwhile. */
export async function forgetFinished(services: { database: Database }, most?: number): Promise<number> {
  const forget = (which: typeof oldTitled) =>
    deleteInBlocks(
      services,
      async (tx, limit) => {
        const { numAffectedRows } = await sql`
          delete from job where id in (
            select id from job where ${which} order by finished_at limit ${limit} for update skip locked)`.execute(tx);
        return Number(numAffectedRows);
      },
      most,
    );
  return (await forget(oldUntitled)) + (await forget(oldTitled));
}

/** Deletes the jobs of a space; answers those that had not finished. The finished ones go first, in blocks, and are not read. */
export async function dropJobs(database: Database, spaceId: number): Promise<Pick<Row<'job'>, 'kind' | 'input'>[]> {
  await deleteInBlocks({ database }, async (tx, limit) => {
    const { numAffectedRows } = await sql`
      delete from job where id in (select id from job where space_id = ${spaceId} and finished_at is not null limit ${limit})`.execute(tx);
    return Number(numAffectedRows);
  });
  const dropped = await database.write(SYSTEM, (tx) =>
    tx.deleteFrom('job').where('space_id', '=', spaceId).returning(['kind', 'input', 'finished_at']).execute(),
  );
  return dropped.filter(({ finished_at }) => !finished_at);
}

/** Looks every hour; the returned function stops it. */
export const startJobClearing = (services: { database: Database; log: Log }): (() => void) =>
  startEvery(services.log, 'jobs.clearing', LOOK_EVERY_MS, () => forgetFinished(services));
