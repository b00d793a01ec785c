import { sql } from 'kysely';
import { fail } from './fail.ts';
import type { Tx } from './postgres/database.ts';

/** What people make by hand, and the most of it in one place: such lists are answered whole. */
export const MOST_MADE = {
  backup_job: 100,
  import_setting: 100,
  directory_upload_rule: 100,
  report_subscription: 100,
  report_form: 500,
  preset: 500,
  node_grant: 500,
  invitation: 5000,
} as const;

/**
 * Refuses one more where a place holds the most already. `where`: the columns that name the place, its space first. Two that are made at once
 * may both find room.
 */
export async function requireRoom(
  tx: Tx,
  table: keyof typeof MOST_MADE,
  where: { space_id: number } & Record<string, number | string | boolean>,
): Promise<void> {
  const most = MOST_MADE[table];
  const place = sql.join(
    Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
  const { rows } = await sql<{ full: boolean }>`
    select exists (select from ${sql.table(table)} where ${place} offset ${most - 1}) as full`.execute(tx);
  if (rows[0].full) fail('request.limit_reached', { most });
}
