import { type CalendarContent, type CalendarUse, MOST_CALENDAR_USES, type NodeCalendar } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { getNode, pathOf } from '../../structure/eps/eps.service.ts';
import { readHolidays } from './calendars.holidays.rules.ts';
import {
  type CalendarRow,
  deleteCalendar,
  findNamed,
  listCalendars,
  listHolders,
  listUses,
  saveCalendar,
  saveDefault,
  updateCalendar,
} from './calendars.repository.ts';
import { compareContents, dayOfInstant } from './calendars.rules.ts';

export { type FollowedFields, followedFields } from './calendars.rules.ts';

/** Starts a job in which versions follow a changed calendar; null when none does. Passed in, because versions belong to a later wing. */
export type FollowLater = (context: Context, tx: Tx, ids: readonly number[]) => Promise<number | null>;

const out = ({ updated_at, ...row }: CalendarRow, nodeId?: number): NodeCalendar => ({
  ...row,
  inherited: nodeId !== undefined && row.node_id !== nodeId,
  updated_at: updated_at.toISOString(),
});

/** Calendars of a node with those from above, the nearest first; without a node all of the space. */
export async function listCalendarsOf(context: Context, nodeId?: number): Promise<NodeCalendar[]> {
  const rows = await context.read((db) => listCalendars(db, context.spaceId));
  if (nodeId === undefined) return rows.map((row) => out(row));
  await getNode(context, nodeId);
  const path = (await pathOf(context, nodeId)).map(({ id }) => id);
  // The space itself has depth 0.
  const depth = (row: CalendarRow): number => (row.node_id === null ? -1 : path.indexOf(row.node_id));
  return rows
    .filter((row) => row.node_id === null || path.includes(row.node_id))
    .sort((a, b) => depth(b) - depth(a))
    .map((row) => out(row, nodeId));
}

/** The calendar that new versions of a schedule begin with: the default of the nearest node above; null where none is. */
export async function findDefaultCalendar(context: Context, nodeId: number): Promise<NodeCalendar | null> {
  return (await listCalendarsOf(context, nodeId)).find((calendar) => calendar.is_default) ?? null;
}

/** A calendar that a node has or inherits, or a refusal. */
export async function getCalendarFor(context: Context, nodeId: number, id: number): Promise<NodeCalendar> {
  const calendar = (await listCalendarsOf(context, nodeId)).find((one) => one.id === id);
  if (!calendar) fail('calendar.not_found', { id });
  return calendar;
}

async function getCalendar(context: Context, id: number): Promise<CalendarRow> {
  const [row] = await context.read((db) => listCalendars(db, context.spaceId, { id }));
  if (!row) fail('calendar.not_found', { id });
  return row;
}

export async function createCalendar(context: Context, nodeId: number | null, content: CalendarContent): Promise<number> {
  if (nodeId !== null) await getNode(context, nodeId);
  return context.write(async (tx) => {
    if ((await findNamed(tx, context.spaceId, nodeId, content.name)) !== null) fail('calendar.name_taken', { name: content.name });
    return saveCalendar(tx, context.spaceId, nodeId, content);
  });
}

/** Reads a calendar or refuses. */
export async function readCalendar(context: Context, id: number): Promise<CalendarContent> {
  const { name, week, series } = await getCalendar(context, id);
  return { name, week, series };
}

/** Changes a calendar; answers the job in which versions take the change over, null where none does. */
export async function changeCalendar(
  context: Context,
  id: number,
  content: CalendarContent,
  followLater: FollowLater | null = null,
): Promise<number | null> {
  const row = await getCalendar(context, id);
  return context.write(async (tx) => {
    const named = await findNamed(tx, context.spaceId, row.node_id, content.name);
    if (named !== null && named !== id) fail('calendar.name_taken', { name: content.name });
    await updateCalendar(tx, context.spaceId, id, content);
    return followLater && followLater(context, tx, [id]);
  });
}

/** Versions that have taken a calendar, the first of them; how many there are stands with the calendar. */
export async function usesOf(context: Context, id: number): Promise<CalendarUse[]> {
  await getCalendar(context, id);
  return context.read((db) => listUses(db, context.spaceId, id, MOST_CALENDAR_USES));
}

/** Previews which days of a calendar change and which versions follow. */
export async function previewChange(context: Context, id: number, content: CalendarContent) {
  const before = await getCalendar(context, id);
  return { ...compareContents(before, content, dayOfInstant(context.now())), versions: await usesOf(context, id) };
}

/** Deletes a calendar that nothing works by. */
export async function removeCalendar(context: Context, id: number): Promise<void> {
  await getCalendar(context, id);
  const used = await context.read((db) => listHolders(db, context.spaceId, id));
  if (used.length)
    fail('calendar.in_use', {
      count: used.length,
      where: used
        .slice(0, 3)
        .map(({ schedule_name, version_name }) => `${schedule_name} / ${version_name}`)
        .join(', '),
      versions: used.map(({ version_id }) => version_id),
    });
  await context.write((tx) => deleteCalendar(tx, context.spaceId, id));
}

/** Makes a calendar the default of its node, or takes that away. */
export async function makeDefault(context: Context, id: number, isDefault: boolean): Promise<void> {
  const row = await getCalendar(context, id);
  await context.write((tx) => saveDefault(tx, context.spaceId, row.node_id, isDefault ? id : null));
}

/** The days that a file names. */
export function readHolidayFile(text: string) {
  const read = readHolidays(text);
  if (!read.series.length) fail('calendar.nothing_read');
  return read;
}
