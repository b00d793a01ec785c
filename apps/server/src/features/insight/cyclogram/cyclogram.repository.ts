import type { LineColours } from '@gantry/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { type Column, insertions } from '../../../platform/postgres/insertions.ts';

/** What the colours of lines are of. */
export type ColourKey = { spaceId: number; scheduleId: number; lineBy: string };

/** The colours that a person sees: their own before those of everybody. */
export async function listColours(db: Db, { spaceId, scheduleId, lineBy }: ColourKey, userId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; tint: number }>`select distinct on (value) value, tint from cyclogram_colour
    where space_id = ${spaceId} and schedule_id = ${scheduleId} and line_by = ${lineBy} and (owner_id = ${userId} or owner_id is null)
    order by value, owner_id nulls last`.execute(db);
  return new Map(rows.map(({ value, tint }) => [value, tint]));
}

/** Colours by one attribute that a person, or everybody, keeps for a schedule. */
const MOST_KEPT = 2000;

const COLOUR: readonly Column<[value: string, tint: number]>[] = [
  { name: 'value', of: ([value]) => value },
  { name: 'tint', of: ([, tint]) => tint },
];

/** Keeps colours of a person, or (without an owner) of everybody; a line without one loses it, and beyond `most` the oldest go. */
export async function putColours(
  tx: Tx,
  { spaceId, scheduleId, lineBy }: ColourKey,
  ownerId: number | null,
  colours: LineColours,
  most = MOST_KEPT,
): Promise<void> {
  const tints = new Map(colours.map(({ value, tint }) => [value, tint]));
  const own = sql`space_id = ${spaceId} and schedule_id = ${scheduleId} and line_by = ${lineBy} and owner_id is not distinct from ${ownerId}::bigint`;
  await sql`delete from cyclogram_colour where ${own} and value = any(${[...tints.keys()]}::text[])`.execute(tx);
  const chosen = [...tints].filter((one): one is [string, number] => one[1] !== null);
  const place = { space_id: spaceId, schedule_id: scheduleId, owner_id: ownerId, line_by: lineBy };
  const ending = 'on conflict (space_id, schedule_id, line_by, value, owner_id) do update set tint = excluded.tint';
  for (const some of insertions('cyclogram_colour', COLOUR, chosen, { place, ending })) await some.execute(tx);
  await sql`delete from cyclogram_colour where ${own}
    and id <= (select id from cyclogram_colour where ${own} order by id desc offset ${most} limit 1)`.execute(tx);
}
