import { approvalOf, type Estimate, type ItemExtra, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { findScheduleSettings } from '../day-values/day-values.service.ts';
import { requireReporter } from '../reports/reports.service.ts';
import { edit, readVersion } from '../edits/edits.service.ts';
import { missingOf } from './versions.rules.ts';

type Items = { id: number; finish: string | null; remaining_minutes: number | null }[];

const withEstimate = (row: WbsRow, estimate: Estimate | null): ItemExtra | null => {
  const { estimate: _before, ...extra } = row.extra ?? {};
  if (!estimate) return Object.keys(extra).length ? extra : null;
  return { ...extra, estimate };
};
const estimateOf = (row: WbsRow): Estimate | null => row.extra?.estimate ?? null;

/** Writes down estimates of rows; they change no date until they are accepted. */
export async function saveEstimates(context: Context, versionId: number, items: Items) {
  const done = await edit(context, versionId, context.can('plan.edit') ? 'version.estimate' : 'estimate.report', async (draft) => {
    const ids = items.map(({ id }) => id);
    const rows = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
    await requireReporter(context, draft, [...rows.values()]);
    for (const { id, finish, remaining_minutes } of items) {
      const row = rows.get(id) ?? fail('wbs.not_found', { id });
      if (row.type === 'sum') fail('wbs.summary_is_calculated', { name: row.name, field: 'estimate' });
      const given = finish !== null || remaining_minutes !== null;
      const estimate = given ? { finish, remainingMinutes: remaining_minutes, by: context.userId, at: context.now().toISOString() } : null;
      draft.update('wbs', id, { extra: withEstimate(row, estimate) });
    }
    return items.length;
  });
  return { revision: done.revision, diff: done.diff, rows: done.result };
}

/**
 * Accepts estimates, of some rows or of all that have one, or declines them. Where a row has a curator, it is the curator who decides, or
 * who manages the space; of all rows those of other curators stay as they are.
 */
export async function acceptEstimates(context: Context, versionId: number, ids: number[] | undefined, result: 'APPROVED' | 'DECLINED') {
  const accepted = result === 'APPROVED';
  const done = await edit(context, versionId, accepted ? 'version.accept_estimate' : 'version.decline_estimate', async (draft) => {
    const estimated = (ids ? await draft.rows('wbs', ids) : await draft.all('wbs')).filter((row) => estimateOf(row));
    if (!estimated.length) fail('version.nothing_estimated');
    const { approve_own } = await findScheduleSettings(draft.tx, context.spaceId, draft.head.schedule_id);
    // To decline one's own estimate is to take it back.
    const who = { userId: context.userId, mayEdit: context.can('plan.edit'), manages: context.can('space.manage') };
    const whyNot = (row: WbsRow) =>
      approvalOf({ ...who, approveOwn: approve_own || !accepted }, { curatorId: row.curatorId, enteredBy: estimateOf(row)?.by ?? null });
    const [rows, others] = [estimated.filter((row) => !whyNot(row)), estimated.filter((row) => whyNot(row) === 'not_the_curator')];
    const own = estimated.filter((row) => whyNot(row) === 'own');
    if (own.length && (ids || !rows.length)) fail('version.own_estimate', { names: namesOf(own), count: own.length });
    if (others.length && (ids || !rows.length)) fail('version.not_the_curator', { names: namesOf(others), count: others.length });
    for (const row of rows) {
      const { finish, remainingMinutes } = estimateOf(row) as Estimate;
      const taken = {
        ...(finish === null ? {} : { expectedFinish: finish }),
        ...(remainingMinutes === null || row.status === 'completed' ? {} : remainingOf(row, remainingMinutes)),
      };
      draft.update('wbs', row.id, { extra: withEstimate(row, null), ...(accepted ? taken : {}) });
    }
    return rows.length;
  });
  return { revision: done.revision, diff: done.diff, rows: done.result };
}

const NAMES_SHOWN = 5;
const namesOf = (rows: readonly WbsRow[]): string =>
  rows
    .slice(0, NAMES_SHOWN)
    .map(({ code, name }) => `${code} ${name}`.trim())
    .join(', ');

/** The remaining duration of work that has not started is its duration. */
const remainingOf = (row: WbsRow, remainingMinutes: number): Partial<WbsRow> =>
  row.status === 'not_started' ? { remainingMinutes, durationMinutes: remainingMinutes } : { remainingMinutes };

const SHOWN_WORKS = 1000;

/** Works that nothing can be counted for. */
export async function checkEmptyWorks(context: Context, versionId: number) {
  return readVersion(context, versionId, async (reader) => {
    const { rows } = reader.whole();
    const kinds = new Map((await rows('resource')).map(({ id, kind }) => [id, kind]));
    const found = missingOf(await rows('wbs'), await rows('assignment'), kinds);
    const reported = (missing: string) => reader.mask?.money !== false || missing !== 'cost';
    const works = found.map((work) => ({ ...work, missing: work.missing.filter(reported) })).filter(({ missing }) => missing.length > 0);
    return { works: works.slice(0, SHOWN_WORKS), count: works.length };
  });
}
