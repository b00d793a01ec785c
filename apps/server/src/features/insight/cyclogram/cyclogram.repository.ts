import type { LineColours } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** What the colours of lines are of. */
export type ColourKey = { spaceId: number; scheduleId: number; lineBy: string };

/** The colours that a person sees: their own before those of everybody. */
export async function listColours(db: Db, { spaceId, scheduleId, lineBy }: ColourKey, userId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; tint: number }>`select distinct on (value) value, tint from cyclogram_colour
    where space_id = ${spaceId} and schedule_id = ${scheduleId} and line_by = ${lineBy} and (owner_id = ${userId} or owner_id is null)
    order by value, owner_id nulls last`.execute(db);
  return new Map(rows.map(({ value, tint }) => [value, tint]));
}

/** Keeps colours of a person, or (without an owner) of everybody; a line without one loses it. */
export async function putColours(
  tx: Tx,
  { spaceId, scheduleId, lineBy }: ColourKey,
  ownerId: number | null,
  colours: LineColours,
): Promise<void> {
  const values = colours.map(({ value }) => value);
  await sql`delete from cyclogram_colour where space_id = ${spaceId} and schedule_id = ${scheduleId} and line_by = ${lineBy}
    and owner_id is not distinct from ${ownerId}::bigint and value = any(${values}::text[])`.execute(tx);
  for (const { value, tint } of colours)
    if (tint !== null)
      await sql`insert into cyclogram_colour (space_id, schedule_id, owner_id, line_by, value, tint)
        values (${spaceId}, ${scheduleId}, ${ownerId}, ${lineBy}, ${value}, ${tint})
        on conflict (space_id, schedule_id, line_by, value, owner_id) do update set tint = excluded.tint`.execute(tx);
}
