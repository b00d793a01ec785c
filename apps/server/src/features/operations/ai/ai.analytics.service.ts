import type { AiFact } from '@gantry/contract';
import { formatMinute, type Language, minuteAt, parseMinute } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { readFigures, readStats } from '../../insight/analytics/analytics.service.ts';
import { readHealth } from '../../insight/health/health.service.ts';
import { listVersionsOf } from '../../planning/version-heads/version-heads.service.ts';
import { narrativeOf } from './ai.narrative.rules.ts';
import { findDriving, listBehind } from './ai.repository.ts';
import { readableVersion } from './ai.service.ts';

const MOST_REFS = 20;
/** Later than this is acted upon; days. */
const LATE_DAYS = 10;
const BEHIND_SHARE = 0.1;

/** A version in words: what was counted of it, and sentences of that. */
export async function analyseSchedule(context: Context, versionId: number, language: Language) {
  const { revision, schedule_id } = await readableVersion(context, versionId);
  const scope = { kind: 'version', id: versionId } as const;
  const stats = await readStats(context, scope);
  const facts: AiFact[] = [];
  const report = (kind: AiFact['kind'], params: AiFact['params'], more: Partial<AiFact> = {}): void => {
    facts.push({ id: `F${facts.length + 1}`, kind, params, refs: [], severity: 'info', ...more });
  };
  const day = (text: string): string => text.slice(0, 10);

  if (stats.works) {
    const { works, completed, in_progress, not_started } = stats;
    report('counts', { works, completed, in_progress, not_started });
  }
  if (stats.finish) report('finish', { finish: day(stats.finish) });
  const slip = Math.round(stats.deviation_days ?? 0);
  if (stats.deviation_days !== null && stats.target_finish)
    report('slip', { days: slip, target: day(stats.target_finish) }, { severity: slip > LATE_DAYS ? 'act' : slip > 0 ? 'watch' : 'info' });
  const before = await finishBefore(context, schedule_id, versionId);
  if (before && stats.finish && day(before.finish) !== day(stats.finish)) {
    const days = Math.round((minuteAt(stats.finish) - minuteAt(before.finish)) / 1440);
    if (days !== 0)
      report('finish_moved', { days, version: before.name }, { severity: days > LATE_DAYS ? 'act' : days > 0 ? 'watch' : 'info' });
  }
  if (stats.progress !== null && stats.works) {
    const planned = stats.progress_planned ?? stats.progress;
    const behind = planned - stats.progress;
    report(
      'progress',
      { progress: percent(stats.progress), planned: percent(planned) },
      { severity: behind > BEHIND_SHARE ? 'act' : behind > 0.02 ? 'watch' : 'info' },
    );
  }
  const pace = await paceOf(context, versionId, stats);
  if (pace) report('pace', pace.params, { severity: pace.index < 0.9 ? 'act' : pace.index < 0.97 ? 'watch' : 'info' });
  const behind = await context.read((db) => listBehind(db, { spaceId: context.spaceId, versionId }, MOST_REFS));
  for (const [kind, count, refs] of [
    ['overdue', stats.overdue, []],
    ['late', stats.late_against_target, behind.late],
    ['negative_float', stats.negative_float, behind.negative],
  ] as const)
    if (count) report(kind, { count }, { refs: [...refs], severity: kind === 'late' ? 'watch' : 'act' });
  if (stats.critical) report('critical', { count: stats.critical, works: stats.works, share: percent(stats.critical / stats.works) });
  const driving = await context.read((db) => findDriving(db, { spaceId: context.spaceId, versionId }, MOST_REFS));
  if (driving.count) report('driving', { count: driving.count, first: driving.first, last: driving.last }, { refs: driving.ids });
  const { findings } = await readHealth(context, versionId);
  const failed = findings.filter(({ verdict, rows }) => verdict === 'failed' && rows > 0).toSorted((a, b) => b.rows - a.rows);
  const [worst] = failed;
  if (worst)
    report('health', { checks: failed.length, check: worst.check }, { refs: worst.row_ids.slice(0, MOST_REFS), severity: 'watch' });
  return { revision, facts, narrative: narrativeOf(facts, language), source: 'rules' as const };
}

const percent = (share: number): number => Math.round(share * 1000) / 10;

/** The finish of the version before this one in its schedule. */
async function finishBefore(context: Context, scheduleId: number, versionId: number): Promise<{ name: string; finish: string } | null> {
  const former = (await listVersionsOf(context, scheduleId)).filter(({ id }) => id < versionId).toSorted((a, b) => b.id - a.id)[0];
  if (!former) return null;
  const { finish } = await readStats(context, { kind: 'version', id: former.id });
  return finish ? { name: former.name, finish } : null;
}

/** The index of time by hours, and when the plan would end at that pace. */
async function paceOf(context: Context, versionId: number, { start, finish }: { start: string | null; finish: string | null }) {
  const { earned_value: value } = await readFigures(context, { kind: 'version', id: versionId }, 'labour', { period: 'month', top: 1 });
  const [from, to] = [parseMinute(start ?? ''), parseMinute(finish ?? '')];
  if (!value?.spit || from === null || to === null) return null;
  const ends = formatMinute(Math.round(from + (to - from) / value.spit)).slice(0, 10);
  return { index: value.spit, params: { index: Math.round(value.spit * 100) / 100, finish: ends } };
}
