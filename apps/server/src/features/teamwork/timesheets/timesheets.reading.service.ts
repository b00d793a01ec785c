import { MOST_OWN_WORKS, MOST_TIMESHEET_DAYS } from '@gantry/contract';
import { dayOf, formatMinute, minuteAt, MINUTES_PER_DAY, type TimesheetStatus } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { listReportedRows } from '../../planning/reports/reports.service.ts';
import { workingTimeOf } from '../../planning/wbs/wbs.service.ts';
import { listExecutors, listLines, listPeople, minutesOfDays } from './timesheets.repository.ts';
import { shownLine } from './timesheets.rules.ts';
import { callerAt, readsPlan } from './timesheets.service.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

type Period = { from: string; to: string };
const dayAt = (text: string): number => dayOf(minuteAt(`${text}T00:00`));
const dayText = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);

function daysOf({ from, to }: Period): string[] {
  const [first, last] = [dayAt(from), dayAt(to)];
  if (last < first || last - first >= MOST_TIMESHEET_DAYS) fail('timesheet.wrong_period', { most: MOST_TIMESHEET_DAYS });
  return Array.from({ length: last - first + 1 }, (_, at) => dayText(first + at));
}

type Query = Period & { user?: number; status?: TimesheetStatus };

/** Lines of a schedule, or of one of its works, as a version of it shows them. */
export async function readLines(context: Context, versionId: number, itemId: number | null, query: Query) {
  daysOf(query);
  return readVersion(context, versionId, async ({ db, head, rows }) => {
    if (itemId !== null && !(await rows('wbs', [itemId])).length) fail('wbs.not_found', { id: itemId });
    const nodeId = head.schedule_id;
    const caller = await callerAt(context, db, nodeId);
    const { from, to, user, status } = query;
    const userIds = user === undefined ? undefined : [user];
    const lines = await listLines(db, context.spaceId, { versionId, nodeId, itemId: itemId ?? undefined, userIds, status, from, to });
    const counted = await findCountedVersion(db, context.spaceId, nodeId);
    return {
      lines: lines.map((line) => shownLine(caller, line)),
      approval: caller.approval,
      counted_version_id: counted ?? versionId,
      may_plan: caller.mayPlan,
      managed: [...caller.managed],
    };
  });
}

/** Lines of the caller in all schedules, with the works that they can write hours on: those nearest to the days and those of the lines. */
export async function readOwnLines(context: Context, period: Period, most = MOST_OWN_WORKS) {
  daysOf(period);
  return context.read(async (db) => {
    const { rows, more } = await listReportedRows(db, context, { most, near: period });
    const open = new Map<number, boolean>();
    const reads = async (nodeId: number): Promise<boolean> => {
      if (!open.has(nodeId)) open.set(nodeId, await readsPlan(context, db, nodeId));
      return open.get(nodeId) === true;
    };
    const lines = [];
    const own = await listLines(db, context.spaceId, { versionId: null, userIds: [context.userId], ...period });
    for (const [nodeId, ofNode] of Map.groupBy(own, ({ schedule_id }) => schedule_id)) {
      if (!(await reads(nodeId))) continue;
      const caller = await callerAt(context, db, nodeId);
      const versionId = await findCountedVersion(db, context.spaceId, nodeId);
      const ids = ofNode.map(({ id }) => id);
      const found = await listLines(db, context.spaceId, { versionId, ids });
      for (const line of found) lines.push(shownLine(caller, line));
      const known = new Set(rows.flatMap(({ version_id, id }) => (version_id === versionId ? [id] : [])));
      const missing = more ? found.flatMap(({ row_id }) => (row_id === null || known.has(row_id) ? [] : [row_id])) : [];
      if (versionId === null || !missing.length) continue;
      rows.push(...(await listReportedRows(db, { ...context, versionId }, { most: missing.length, of: { ids: missing } })).rows);
    }
    const works = [];
    for (const row of rows)
      if (await reads(row.schedule_id)) {
        const { version_id, schedule_id, schedule_name, id: row_id, code: row_code, name: row_name, start, finish } = row;
        works.push({ version_id, schedule_id, schedule_name, row_id, row_code, row_name, start, finish });
      }
    return { works, more, lines };
  });
}

/** People of a schedule: its executors, those that its resources stand for, and who wrote hours down. */
export async function readPeople(context: Context, versionId: number, period: Period) {
  const days = daysOf(period);
  return readVersion(context, versionId, async ({ db, head, rows }) => {
    const lines = await listLines(db, context.spaceId, { versionId, nodeId: head.schedule_id, ...period });
    const resources = (await rows('resource')).filter(({ userId }) => userId !== null);
    const executors = await listExecutors(db, context.spaceId, versionId);
    const wanted = new Set([...executors, ...resources.map(({ userId }) => userId), ...lines.map(({ user_id }) => user_id)]);
    const people = (await listPeople(db, context.spaceId)).filter(({ id }) => wanted.has(id));
    const timeOf = await workingTimeOf({ all: rows });
    const everywhere = await minutesOfDays(
      db,
      context.spaceId,
      people.map(({ id }) => id),
      days,
    );
    const linesOf = Map.groupBy(lines, ({ user_id }) => user_id);
    // Of several resources that stand for a person the first one counts.
    const calendarOf = new Map(resources.toReversed().map(({ userId, calendarId }) => [userId, calendarId]));
    const past = days.filter((day) => day <= context.today);
    return {
      people: people.map(({ id, name }) => {
        const own = linesOf.get(id) ?? [];
        const time = timeOf({ calendarId: calendarOf.get(id) ?? null });
        const work = past.map((day) => ({ day, minutes: time.between(dayAt(day) * MINUTES_PER_DAY, (dayAt(day) + 1) * MINUTES_PER_DAY) }));
        const all = days.reduce((sum, day) => sum + (everywhere.get(`${id} ${day}`) ?? 0), 0);
        const sum = (list: typeof own): number => list.reduce((minutes, line) => minutes + line.minutes + line.overtime, 0);
        return {
          user_id: id,
          name,
          expected: work.reduce((minutes, one) => minutes + one.minutes, 0),
          reported: sum(own),
          approved: sum(own.filter(({ status }) => status === 'approved')),
          elsewhere: all - sum(own),
          missing: work.filter(({ day, minutes }) => minutes > 0 && !everywhere.get(`${id} ${day}`)).map(({ day }) => day),
        };
      }),
    };
  });
}
