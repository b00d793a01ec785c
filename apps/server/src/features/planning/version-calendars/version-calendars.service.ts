import type { CalendarContent, VersionCalendar } from '@gantry/contract';
import { sameValue, seriesOfExceptions, type VersionRow, type VersionTable } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type FollowedFields, followedFields, getCalendarFor, listCalendarsOf } from '../../catalog/calendars/calendars.service.ts';
import { type Draft, edit, listKeepers, readVersion } from '../edits/edits.service.ts';
import { countWorks } from '../resources/resources.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import { countRows } from './version-calendars.repository.ts';

type Row = VersionRow<'calendar'>;

const fieldsOf = ({ name, week, exceptions, minutesPerDay, minutesPerWeek, minutesPerMonth, minutesPerYear }: Row): FollowedFields => ({
  name,
  week,
  exceptions,
  minutesPerDay,
  minutesPerWeek,
  minutesPerMonth,
  minutesPerYear,
});
const answer = <R extends { revision: number; diff: object }>({ revision, diff }: R) => ({ revision, diff });

/** Lists calendars of a version and those of the hierarchy that it can take. */
export async function listVersionCalendars(context: Context, versionId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const above = await listCalendarsOf(context, schedule_id);
  return readVersion(context, versionId, async ({ db, key, rows, head }) => {
    const [calendars, works, resources] = [await rows('calendar'), await countRows(db, key), await rows('resource')];
    const count = (list: readonly { calendarId: number | null }[], id: number) => list.filter(({ calendarId }) => calendarId === id).length;
    const listed = calendars.map((row): VersionCalendar => {
      const source = above.find(({ id }) => id === row.sourceId);
      return {
        id: row.id,
        name: row.name,
        week: row.week,
        series: seriesOfExceptions(row.exceptions),
        is_default: row.isDefault,
        minutes_per_day: row.minutesPerDay,
        rows: works.get(row.id) ?? 0,
        resources: count(resources, row.id),
        source: source
          ? { id: source.id, name: source.name, node_name: source.node_name, differs: !sameValue(followedFields(source), fieldsOf(row)) }
          : null,
      };
    });
    const taken = new Set(calendars.map(({ sourceId }) => sourceId));
    const available = above
      .filter(({ id }) => !taken.has(id))
      .map(({ id, name, node_id, node_name }) => ({ id, name, node_id, node_name }));
    return { revision: head.revision, calendars: listed, available };
  });
}

const insert = (draft: Draft, fields: FollowedFields, sourceId: number | null): number => {
  const id = draft.newId();
  draft.insert('calendar', { ...fields, id, baseId: null, isDefault: false, sourceId });
  return id;
};

async function refuseTaken(draft: Draft, name: string, own?: number): Promise<void> {
  const wanted = name.toLowerCase();
  if ((await draft.all('calendar')).some((row) => row.id !== own && row.name.toLowerCase() === wanted))
    fail('version_calendar.name_taken', { name });
}

export async function createVersionCalendar(context: Context, versionId: number, content: CalendarContent) {
  const done = await edit(context, versionId, 'calendar.create', async (draft) => {
    await refuseTaken(draft, content.name);
    return insert(draft, followedFields(content), null);
  });
  return { ...answer(done), id: done.result };
}

/** Takes a calendar of the hierarchy above into the version. */
export async function takeCalendar(context: Context, versionId: number, sourceId: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const source = await getCalendarFor(context, schedule_id, sourceId);
  const done = await edit(context, versionId, 'calendar.take', async (draft) => {
    if ((await draft.all('calendar')).some((row) => row.sourceId === sourceId)) fail('version_calendar.taken', { name: source.name });
    await refuseTaken(draft, source.name);
    return insert(draft, followedFields(source), sourceId);
  });
  return { ...answer(done), id: done.result };
}

async function find(draft: Draft, id: number): Promise<Row> {
  const row = (await draft.all('calendar')).find((one) => one.id === id);
  if (!row) fail('version_calendar.not_found', { id });
  return row;
}

/** Changes a calendar of the version; it follows nothing from then on. */
export async function changeVersionCalendar(context: Context, versionId: number, id: number, content: CalendarContent) {
  const done = await edit(context, versionId, 'calendar.update', async (draft) => {
    await find(draft, id);
    await refuseTaken(draft, content.name, id);
    draft.update('calendar', id, { ...followedFields(content), sourceId: null });
  });
  return answer(done);
}

/** Updates a calendar of the version to the hierarchy's. */
export async function catchUpCalendar(context: Context, versionId: number, id: number) {
  const { schedule_id } = await getVersion(context, versionId);
  const above = await listCalendarsOf(context, schedule_id);
  const done = await edit(context, versionId, 'calendar.follow', async (draft) => {
    const row = await find(draft, id);
    const source = above.find((one) => one.id === row.sourceId);
    if (!source) fail('version_calendar.follows_nothing', { name: row.name });
    draft.update('calendar', id, followedFields(source));
  });
  return answer(done);
}

/** Makes a calendar the one of rows that name none. */
export async function makeVersionDefault(context: Context, versionId: number, id: number) {
  const done = await edit(context, versionId, 'calendar.default', async (draft) => {
    await find(draft, id);
    for (const row of await draft.all('calendar'))
      if (row.isDefault !== (row.id === id)) draft.update('calendar', row.id, { isDefault: row.id === id });
    for (const settings of await draft.all('settings'))
      draft.update('settings', settings.id, { options: { ...settings.options, defaultCalendarId: id } });
  });
  return answer(done);
}

/** Removes a calendar that nothing works by. */
export async function removeVersionCalendar(context: Context, versionId: number, id: number) {
  const done = await edit(context, versionId, 'calendar.delete', async (draft) => {
    const row = await find(draft, id);
    const keepers = await listKeepers(draft, 'calendar', [id]);
    const count = (table: VersionTable) => keepers.find(({ reference }) => reference.table === table)?.rows.length ?? 0;
    if (row.isDefault || keepers.length)
      fail('version_calendar.in_use', { name: row.name, rows: count('wbs'), resources: count('resource') });
    draft.remove('calendar', id);
  });
  return answer(done);
}

/** Resources of a version with the calendars that they work by. */
export async function listCalendarResources(context: Context, versionId: number) {
  return readVersion(context, versionId, async ({ db, key, rows, head }) => {
    const works = await countWorks(db, key);
    const resources = (await rows('resource')).map(({ id, code, name, kind, calendarId }) => ({
      id,
      code,
      name,
      kind,
      calendar_id: calendarId,
      rows: works.get(id) ?? 0,
    }));
    return { revision: head.revision, resources: resources.toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id) };
  });
}

/** Says by which calendar a resource works. */
export async function setResourceCalendar(context: Context, versionId: number, resourceId: number, calendarId: number | null) {
  const done = await edit(context, versionId, 'resource.calendar', async (draft) => {
    if (!(await draft.find('resource', resourceId))) fail('version_calendar.resource_not_found', { id: resourceId });
    if (calendarId !== null) await find(draft, calendarId);
    draft.update('resource', resourceId, { calendarId });
  });
  return answer(done);
}

/** Updates the version's calendars that follow a changed calendar of the hierarchy. */
export async function followCalendar(draft: Draft, sourceId: number, fields: FollowedFields): Promise<void> {
  for (const row of await draft.rowsBy('calendar', 'sourceId', [sourceId])) draft.update('calendar', row.id, fields);
}
