import type { ErrorCode, FieldReport, Verdict } from '@gantry/contract';
import { type EntryMeasure, isBlind, measureOfEntry, type WbsRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { namedIn, Refused } from '../../../platform/fail.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { heldAtEntry } from '../../access/roles/roles.access.service.ts';
import { findScheduleSettings, openFacts, withoutDays, wrongAmount, wrongDay } from '../day-values/day-values.service.ts';
import { type Draft, edit } from '../edits/edits.service.ts';
import { mayEditPlan, notReportedBy, whereReporting } from '../reports/reports.service.ts';
import { applyEntries, type OpenDays, openDays } from './day-entries.facts.service.ts';
import { listIdsByCode, listKnown, type NewEntry, saveEntries } from './day-entries.repository.ts';
import { findCountedVersion } from '../version-heads/version-heads.service.ts';

/** An undo of an edit of this name is open to who may not change the plan. */

export const EDIT_NAME = 'entries.report';

type Report = Required<FieldReport>;

/** Takes reports: all of a schedule are one edit. Each has its verdict, whatever becomes of the others. */
export async function reportEntries(caller: Context, reports: readonly Report[]): Promise<{ verdicts: Verdict[] }> {
  const context = await whereReporting(caller);
  const unique = [...new Map(reports.map((report) => [report.id, report])).values()];
  const verdicts = new Map<string, Verdict>();
  for (const [scheduleId, own] of Map.groupBy(unique, (report) => report.schedule_id)) {
    const versionId = await context.read(async (db) =>
      (await heldAtEntry(context, db, scheduleId, 'plan.report')) ? findCountedVersion(db, context.spaceId, scheduleId) : null,
    );
    if (versionId === null) for (const { id } of own) verdicts.set(id, refusedAs(id, { code: 'entry.row_not_found' }));
    else for (const verdict of await takeAll(context, versionId, own)) verdicts.set(verdict.id, verdict);
  }
  return { verdicts: unique.flatMap(({ id }) => verdicts.get(id) ?? []) };
}

/** Why a report is not taken, and what the text of the reason names. */
type Why = { code: ErrorCode; parameters?: Record<string, string | number> };
const refusedAs = (id: string, { code, parameters = {} }: Why): Verdict => ({
  id,
  state: 'refused',
  code,
  parameters,
  reason: null,
  fact: null,
});

/** All reports at once; where one makes the edit fail, one after the other, so that it alone is refused. */
async function takeAll(context: Context, versionId: number, reports: readonly Report[]): Promise<Verdict[]> {
  // Rights and settings are asked for before the version is locked: many phones wait for one version.
  const ahead = async (tx: Tx, scheduleId: number): Promise<void> => {
    await Promise.all([
      mayEditPlan(context, { tx, head: { schedule_id: scheduleId } }),
      findScheduleSettings(tx, context.spaceId, scheduleId),
    ]);
  };
  try {
    const { result } = await edit(context, versionId, EDIT_NAME, (draft) => take(context, draft, reports), undefined, ahead);
    return result;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (reports.length === 1) return [refusedAs(reports[0].id, { code: error.code, parameters: namedIn(error.parameters) })];
  }
  const verdicts: Verdict[] = [];
  for (const report of reports) verdicts.push(...(await takeAll(context, versionId, [report])));
  return verdicts;
}

async function take(context: Context, draft: Draft, reports: readonly Report[]): Promise<Verdict[]> {
  const { tx, head } = draft;
  const nodeId = head.schedule_id;
  // Under the lock what does not need the answer to another question is asked beside it.
  const named = [...new Set(reports.map(({ row_id }) => row_id))];
  const [rowOf] = await Promise.all([
    resolveRows(draft, reports),
    draft.rowsBy('daySeries', 'itemId', named),
    draft.rowsBy('assignment', 'itemId', named),
  ]);
  const ids = [...new Set(reports.flatMap((report) => rowOf(report) ?? []))];
  const rows = new Map((await draft.rows('wbs', ids)).map((row) => [row.id, row]));
  const places = { ids: reports.map(({ id }) => id), itemIds: ids, days: [...new Set(reports.map(({ day }) => day))] };
  const [{ asked, accepted }, facts] = await Promise.all([listKnown(tx, context.spaceId, nodeId, places), openFacts(context, draft, ids)]);
  const known = new Map(asked.map((entry) => [entry.id, entry]));
  const fresh = reports.filter(({ id }) => !known.has(id));
  const foreign = new Set((await notReportedBy(context, draft, [...rows.values()])).map(({ id }) => id));
  const { fact_approval } = await findScheduleSettings(tx, context.spaceId, nodeId);
  const days = await openDays(context, draft, facts, ids, fresh, accepted);
  const verdicts = new Map<string, Verdict>();
  const entries: NewEntry[] = [];
  for (const entry of known.values()) verdicts.set(entry.id, verdictOf(context, entry));
  for (const report of fresh) {
    const row = rows.get(rowOf(report) ?? 0);
    const why = whyNot(context, report, row, foreign, days);
    if (why !== null || !row) {
      verdicts.set(report.id, refusedAs(report.id, why ?? { code: 'entry.row_not_found' }));
      continue;
    }
    const seen = {
      base: report.base,
      now: days.factOn(row.id, report.measure, report.day),
      byReports: days.byReports(row.id, report.measure, report.day),
    };
    const state = isBlind(seen) ? ('conflict' as const) : fact_approval === 'curator' ? ('pending' as const) : ('accepted' as const);
    const { measure, day, amount } = report;
    const accept = () => days.accept({ itemId: row.id, measure, day, reporter: context.userId, amount, at: context.now() });
    entries.push({
      id: report.id,
      node_id: nodeId,
      row_id: row.id,
      row_code: row.code,
      row_name: row.name,
      day,
      measure,
      amount,
      overtime: report.overtime,
      base: report.base,
      note: report.note,
      reporter: context.userId,
      state,
      ...(state === 'accepted' ? { result: accept(), ...appliedBy(draft) } : {}),
    });
    const fact = days.factOn(row.id, measure, day);
    verdicts.set(report.id, { id: report.id, state, code: null, parameters: {}, reason: null, fact });
  }
  await Promise.all([saveEntries(tx, context.spaceId, entries), applyEntries(draft, days)]);
  if (fresh.length)
    await context.push.send(tx, { spaceId: context.spaceId, topic: `entries ${nodeId}` }, 'day_entries_changed', { eps_id: nodeId });
  context.note({ node: nodeId, reports: fresh.length });
  return reports.flatMap(({ id }) => verdicts.get(id) ?? []);
}

/** The works that reports name: by their code, else by their id. Most have both as they were read, and no code is looked for. */
async function resolveRows(draft: Draft, reports: readonly Report[]): Promise<(report: Report) => number | null> {
  const byId = new Map((await draft.rows('wbs', [...new Set(reports.map(({ row_id }) => row_id))])).map((row) => [row.id, row]));
  const isNamed = ({ row_id, row_code }: Report): boolean => row_code === '' || byId.get(row_id)?.code === row_code;
  const codes = reports.flatMap((report) => (isNamed(report) ? [] : [report.row_code]));
  const byCode = codes.length ? await listIdsByCode(draft.tx, draft.key, codes) : new Map<string, number>();
  return (report) => {
    const ofCode = isNamed(report) ? undefined : byCode.get(report.row_code);
    return ofCode ?? (byId.has(report.row_id) ? report.row_id : null);
  };
}

/** The edit that makes facts of reports. */
export const appliedBy = ({ key, head }: Draft) => ({ version_id: key.versionId, revision: head.revision + 1, undone_revision: null });

/** What became of a report that came before: the same as then, or what somebody has decided since. */
function verdictOf(context: Context, entry: Awaited<ReturnType<typeof listKnown>>['asked'][number]): Verdict {
  if (entry.reporter !== context.userId) return refusedAs(entry.id, { code: 'entry.of_another' });
  return { id: entry.id, state: entry.state, code: null, parameters: {}, reason: entry.reason, fact: entry.result };
}

const WHOLE_SHARE = 100;

function whyNot(
  context: Context,
  report: Report,
  row: WbsRow | undefined,
  foreign: ReadonlySet<number>,
  { facts: { from }, isHeld }: Pick<OpenDays, 'facts' | 'isHeld'>,
): Why | null {
  // Who does not report on a work does not hear whether it is there.
  if (!row || foreign.has(row.id)) return { code: 'entry.row_not_found' };
  const isWithout = withoutDays(row);
  if (isWithout) return { code: isWithout, parameters: { name: row.name } };
  if (report.day > context.today) return { code: 'entry.future' };
  const wrong = wrongDay(report.day) ?? wrongAmount(report.amount);
  if (wrong) return { code: wrong };
  if (report.measure === ('percent' satisfies EntryMeasure) && report.amount > WHOLE_SHARE) return { code: 'entry.wrong_share' };
  const most = measureOfEntry(report.measure) === 'labour' ? report.amount : 0;
  if (report.overtime > most) return { code: 'entry.wrong_overtime' };
  if (isHeld(row.id, report.measure, report.day)) return { code: 'entry.of_timesheets' };
  return from !== null && report.day < from ? { code: 'values.period_closed', parameters: { day: report.day, from } } : null;
}
