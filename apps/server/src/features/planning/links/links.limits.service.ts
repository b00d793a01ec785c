import { type ExternalLimit, formatMinute, type LagCalendar, type LinkSide, minuteAt, parseMinute } from '@gantry/domain';
import { compileCalendar, type CompiledCalendar } from '@gantry/engine';
import { type Db, pastReach } from '../../../platform/postgres/database.ts';
import type { Draft, VersionReader } from '../edits/edits.service.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import { type LinkEnd, listCalendarsOf, listEnds } from './links.repository.ts';
import { type FarDates, limitOf } from './links.rules.ts';

/** Limits that other schedules set on a version's items, and the items whose link leads to a deleted item. */
export async function readExternal(reader: VersionReader): Promise<{ limits: ExternalLimit[]; goneItems: number[] }> {
  const ends = await pastReach(reader.db, () => listEnds(reader.db, reader.key));
  if (!ends.length) return { limits: [], goneItems: [] };
  const limits = await limitsOf(reader.db, reader.key, ends, await lagCalendarOf(reader));
  return {
    limits: ends.flatMap(({ item_id }, index) => {
      const limit = limits[index];
      return limit ? [{ itemId: item_id, kind: limit.kind, date: minuteAt(limit.date) }] : [];
    }),
    goneItems: [...new Set(ends.filter(({ far_type }) => far_type === null).map(({ item_id }) => item_id))],
  };
}

/** How the rows of other schedules that rows of a version are related to are called. */
export async function namesOutside({ db, key }: VersionReader): Promise<{ itemId: number; side: LinkSide; name: string }[]> {
  const ends = await listEnds(db, key);
  return ends.map(({ item_id, side, far_code, far_name, other_code, other_name, version_name }) => ({
    itemId: item_id,
    side,
    name: (version_name === null ? '' : far_code || far_name) || other_code || other_name,
  }));
}

/** The lag calendar of relations in a version that name none. */
export async function lagCalendarOf({ rows }: VersionReader): Promise<LagCalendar> {
  const [settings] = await rows('settings');
  return settings?.options.lagCalendar ?? 'predecessor';
}

/** The limit that each link sets, from the present dates at its other end. */
export async function limitsOf(db: Db, key: VersionKey, ends: readonly LinkEnd[], usualLag: LagCalendar) {
  const name = (versionId: number, calendarId: number | null) => `${versionId} ${calendarId}`;
  const wanted = new Map<string, { versionId: number; calendarId: number }>();
  const want = (versionId: number, calendarId: number | null) => {
    if (calendarId !== null) wanted.set(name(versionId, calendarId), { versionId, calendarId });
  };
  for (const end of ends) {
    want(key.versionId, end.item_calendar);
    want(end.version_id, end.far_calendar);
  }
  const rows = wanted.size ? await listCalendarsOf(db, key.spaceId, [...wanted.values()]) : [];
  const compiled = new Map(rows.map((row) => [name(row.version_id, row.id), compileCalendar(row)]));
  return ends.map((end) => {
    const near = compiled.get(name(key.versionId, end.item_calendar)) ?? null;
    const far = compiled.get(name(end.version_id, end.far_calendar)) ?? null;
    const limit = limitOf(
      {
        itemId: end.item_id,
        side: end.side,
        type: end.type,
        lagMinutes: end.lag_minutes,
        lagCalendar: end.lag_calendar ?? usualLag,
      },
      datesOf(end),
      timeOf(end, near, far),
    );
    return limit && { kind: limit.kind, date: formatMinute(limit.date) };
  });
}

const timeOf = ({ side }: LinkEnd, near: CompiledCalendar | null, far: CompiledCalendar | null) =>
  side === 'predecessor' ? { predecessor: far, successor: near, project: near } : { predecessor: near, successor: far, project: near };

function datesOf(end: LinkEnd): FarDates | null {
  if (end.far_type === null) return null;
  const minute = (text: string | null) => (text === null ? null : parseMinute(text));
  return {
    type: end.far_type,
    status: end.status ?? 'not_started',
    start: minute(end.start),
    finish: minute(end.finish),
    earlyStart: minute(end.early_start),
    earlyFinish: minute(end.early_finish),
    lateStart: minute(end.late_start),
    lateFinish: minute(end.late_finish),
  };
}

/** Writes down how the items at the other ends are called now, with the calculation of a version. */
export async function renameEnds(draft: Draft): Promise<void> {
  const ends = (await listEnds(draft.tx, draft.key)).filter(
    ({ own, far_type, version_name }) => own && far_type !== null && version_name !== null,
  );
  if (!ends.length) return;
  const rows = new Map(
    (
      await draft.rows(
        'link',
        ends.map(({ row_id }) => row_id),
      )
    ).map((row) => [row.id, row]),
  );
  for (const { row_id, far_code, far_name } of ends) {
    const row = rows.get(row_id);
    if (row && (row.otherCode !== far_code || row.otherName !== far_name))
      draft.update('link', row_id, { otherCode: far_code ?? '', otherName: far_name ?? '' });
  }
}
