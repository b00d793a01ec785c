import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { allRows, type EstimateKey, putRows } from '../../apps/server/src/features/costing/estimates/estimates.repository.ts';
import { type Connection, openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { ms, ratio, ROWS } from './measure.ts';

/** Measures how long the server needs to store the rows of an estimate. The floor copies the same rows into the same table by COPY. Both roll back. */
export async function overStoring(connection: Connection, url: string, estimateId: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const database = openDatabase(connection, (error) => console.error(error));
  try {
    const { rows: found } = await client.query<{ space_id: string; project_id: string }>(
      'select space_id, project_id from estimate where id = $1',
      [estimateId],
    );
    const key: EstimateKey = { spaceId: Number(found[0].space_id), projectId: Number(found[0].project_id), estimateId };
    const bytes = await buffer(client.query(copyTo(`copy (select * from estimate_row where estimate_id = ${estimateId}) to stdout`)));
    const copying = async (): Promise<number> => {
      await client.query('begin');
      await client.query('delete from estimate_row where estimate_id = $1', [estimateId]);
      const took = await ms(() => pipeline(Readable.from([bytes]), client.query(copyFrom('copy estimate_row from stdin'))));
      await client.query('rollback');
      return took;
    };
    const scope = { spaceId: key.spaceId, userId: null };
    const rows = await database.read(scope, (db) => allRows(db, key));
    if (rows.length < ROWS) throw new Error('the estimate of the benchmark has lost rows');
    const storing = async (): Promise<number> => {
      let took = 0;
      const undone = new Error('undone');
      await database
        .write(scope, async (tx) => {
          // A new estimate has nothing to delete first.
          await putRows(tx, key, []);
          took = await ms(() => putRows(tx, key, rows));
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      return took;
    };
    const floor = Math.min(await copying(), await copying());
    ratio('store the rows of an estimate, against copying them', Math.min(await storing(), await storing()), floor, 3);
  } finally {
    await client.end();
    await database.close();
  }
}
