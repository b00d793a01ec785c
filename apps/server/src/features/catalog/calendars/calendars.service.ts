import type { CalendarContent, CalendarUse, NodeCalendar } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { getNode, pathOf } from '../../structure/eps/eps.service.ts';
import { readHolidays } from './calendars.holidays.rules.ts';
import {
  type CalendarRow,
  deleteCalendar,
  findNamed,
  listCalendars,
  listUses,
  saveCalendar,
  saveDefault,
  updateCalendar,
} from './calendars.repository.ts';
import { compareContents, dayOfInstant, type FollowedFields, followedFields } from './calendars.rules.ts';

export { type FollowedFields, followedFields } from './calendars.rules.ts';

/** What versions do with a calendar that they follow; versions stand right of this wing, so they hand it over. */
export type Followers = {
  /** Takes a change over; answers whether it changed anything. */
  follow(context: Context, versionId: number, calendarId: number, fields: FollowedFields): Promise<boolean>;
  /** What the change would do to the calculated dates; null where it is not to be told. */
  forecast(context: Context, versionId: number, calendarId: number, fields: FollowedFields): Promise<Forecast | null>;
};
export type Forecast = { finish_before: string | null; finish_after: string | null; moved: number };

/** A change is forecast for so many versions at most. */
const MOST_FORECASTS = 12;

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
  // The space itself stands before the first node.
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

/** Creates a calendar at a node, or for the space. */
export async function createCalendar(context: Context, nodeId: number | null, content: CalendarContent): Promise<number> {
  if (nodeId !== null) await getNode(context, nodeId);
  return context.write(async (tx) => {
    if ((await findNamed(tx, context.spaceId, nodeId, content.name)) !== null) fail('calendar.name_taken', { name: content.name });
    return saveCalendar(tx, context.spaceId, nodeId, content);
  });
}

/** Changes a calendar; versions that follow it take the change over where asked. */
export async function changeCalendar(context: Context, id: number, content: CalendarContent, follow: boolean, followers: Followers) {
  const row = await getCalendar(context, id);
  await context.write(async (tx) => {
    const named = await findNamed(tx, context.spaceId, row.node_id, content.name);
    if (named !== null && named !== id) fail('calendar.name_taken', { name: content.name });
    await updateCalendar(tx, context.spaceId, id, content);
  });
  const followed: number[] = [];
  const left: { version_id: number; name: string; code: string }[] = [];
  const fields = followedFields(content);
  for (const use of follow ? await usesOf(context, id) : []) {
    try {
      if (await followers.follow(context, use.version_id, id, fields)) followed.push(use.version_id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push({ version_id: use.version_id, name: `${use.schedule_name} / ${use.version_name}`, code: error.code });
    }
  }
  return { success: true as const, followed, left };
}

/** Versions that have taken a calendar. */
export async function usesOf(context: Context, id: number): Promise<CalendarUse[]> {
  await getCalendar(context, id);
  return context.read((db) => listUses(db, context.spaceId, id));
}

/** What a change of a calendar would do to its days and to the versions that follow it. */
export async function previewChange(context: Context, id: number, content: CalendarContent, followers: Followers) {
  const before = await getCalendar(context, id);
  const fields = followedFields(content);
  const versions = [];
  for (const [index, use] of (await usesOf(context, id)).entries()) {
    const forecast = use.locked || index >= MOST_FORECASTS ? null : await followers.forecast(context, use.version_id, id, fields);
    versions.push({ ...use, ...(forecast ?? { finish_before: null, finish_after: null, moved: null }) });
  }
  return { ...compareContents(before, content, dayOfInstant(context.now())), versions };
}

/** Deletes a calendar that nothing works by. */
export async function removeCalendar(context: Context, id: number): Promise<void> {
  const used = (await usesOf(context, id)).filter(({ rows, resources, is_default }) => rows + resources > 0 || is_default);
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
