import type { Pipe, PipelineCell, PipelinePackage, PipelineSettings, PipelineStage } from '@gantry/contract';
import { formatMinute, type Minute, MINUTES_PER_DAY } from '@gantry/domain';
import type { PackageWork, StageWorks } from './pipes.works.rules.ts';
import { gateStateOf, heldBack, type MeasureWorks } from './pipes.gates.rules.ts';

type Side = Pipe['main'];
export const keyOfSide = ({ attribute, separator }: Pick<Side, 'attribute' | 'separator'>): string => `${separator}\n${attribute}`;

/** The codes that a value names, each once. */
export function codesOf(value: unknown, separator: string): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value);
  const parts = separator === '' ? [text] : text.split(separator);
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

const FOUR_WEEKS = 28 * MINUTES_PER_DAY;
const days = (minutes: number): number => Math.floor(minutes / MINUTES_PER_DAY);

export const byCode = new Intl.Collator('en', { numeric: true }).compare;

type Approval = { schedule_id: number; code: string; user_name: string };

/** Packages by stages, in the order of their codes. */
export function pipelineOf(
  pipes: readonly Pipe[],
  stages: readonly StageWorks[],
  settings: PipelineSettings,
  approvals: readonly Approval[],
  { userId, measure }: { userId: number; measure: MeasureWorks },
): { stages: PipelineStage[]; packages: PipelinePackage[] } {
  const byStage = new Map(stages.map((stage) => [stage.schedule_id, stage]));
  const worksOf = (side: Side, code: string) => byStage.get(side.schedule_id)?.packages.get(keyOfSide(side))?.get(code) ?? [];
  const codes = new Set(stages.flatMap(({ packages }) => [...packages.values()].flatMap((of) => [...of.keys()])));
  const approvedBy = new Map(approvals.map(({ schedule_id, code, user_name }) => [`${schedule_id} ${code}`, user_name]));

  const packages = [...codes].toSorted(byCode).map((code): PipelinePackage => {
    const needs = new Map<number, Minute>();
    for (const { main, supply, need } of pipes) {
      const works = worksOf(main, code);
      if (!works.length) continue;
      const wanted = need.end === 'start' ? Math.min(...works.map(({ start }) => start)) : Math.max(...works.map(({ finish }) => finish));
      const before = wanted - need.days * MINUTES_PER_DAY;
      needs.set(supply.schedule_id, Math.min(needs.get(supply.schedule_id) ?? before, before));
    }
    const cells = stages.flatMap((stage): PipelineCell[] => {
      const works = worksOfStage(stage, code);
      if (!works.length) return [];
      const approver = approvedBy.get(`${stage.schedule_id} ${code}`) ?? null;
      return [cellOf(stage, works, needs.get(stage.schedule_id) ?? null, settings, { approver, userId }, measure)];
    });
    const hasBegun = (id: number): boolean => worksOfStage(byStage.get(id), code).some(({ begun }) => begun);
    // The package bears the name of its first work in the main schedule.
    const main = pipes.flatMap((pipe) => worksOf(pipe.main, code)).toSorted((a, b) => a.start - b.start || a.id - b.id)[0];
    const any = stages.flatMap((stage) => worksOfStage(stage, code))[0];
    return { code, name: (main ?? any)?.name ?? '', cells: heldBack(cells, settings.gates, hasBegun) };
  });
  return { stages: stages.map((stage) => stageOf(stage, settings)), packages };
}

/** The works of a package in a stage, whichever attribute names it; each once. */
export function worksOfStage(stage: StageWorks | undefined, code: string): PackageWork[] {
  const works = [...(stage?.packages.values() ?? [])].flatMap((of) => of.get(code) ?? []);
  return [...new Map(works.map((work) => [work.id, work])).values()];
}

function cellOf(
  stage: StageWorks,
  works: readonly PackageWork[],
  need: Minute | null,
  { warn_days, gates }: PipelineSettings,
  who: { approver: string | null; userId: number },
  measure: MeasureWorks,
): PipelineCell {
  const completed = works.filter((work) => work.completed).length;
  const first = works.reduce((best, work) => (work.start < best.start ? work : best));
  const last = works.reduce((best, work) => (work.finish > best.finish ? work : best));
  const slack = need === null ? null : days(need - last.finish);
  const total = works.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0);
  const done = works.reduce((sum, { durationMinutes, progress }) => sum + durationMinutes * progress, 0);
  const progress = total > 0 ? done / total : completed / works.length;
  const gate = gates.find((one) => one.schedule_id === stage.schedule_id);
  return {
    schedule_id: stage.schedule_id,
    works: works.length,
    completed,
    progress,
    start: formatMinute(first.start),
    finish: formatMinute(last.finish),
    need: need === null ? null : formatMinute(need),
    slack_days: slack,
    light: completed === works.length ? 'done' : slack === null ? 'none' : slack < 0 ? 'act' : slack < warn_days ? 'watch' : 'ok',
    gate: gate ? gateStateOf(gate, { works, progress, last }, stage, who, measure) : null,
    held_by: null,
    last_row_id: last.id,
    first_row_id: first.id,
  };
}

function stageOf(stage: StageWorks, { limits }: PipelineSettings): PipelineStage {
  const codes = new Set([...stage.packages.values()].flatMap((of) => [...of.keys()]));
  const all = [...codes].map((code) => worksOfStage(stage, code));
  const isDone = (works: readonly PackageWork[]): boolean => works.every(({ completed }) => completed);
  const isBegun = (works: readonly PackageWork[]): boolean => works.some(({ begun }) => begun);
  const open = all.filter((works) => !isDone(works) && isBegun(works));
  const ages = open.map((works) => days(stage.dataDate - Math.min(...works.flatMap(({ begun, start }) => (begun ? [start] : [])))));
  const done = all.filter(isDone);
  const finishOf = (works: readonly PackageWork[]): Minute => Math.max(...works.map(({ finish }) => finish));
  return {
    schedule_id: stage.schedule_id,
    name: stage.name,
    version_id: stage.version_id,
    missing: stage.missing,
    packages: all.length,
    in_progress: open.length,
    limit: limits.find(({ schedule_id }) => schedule_id === stage.schedule_id)?.in_progress ?? null,
    done: done.length,
    age_days: ages.length ? ages.reduce((sum, age) => sum + age, 0) / ages.length : null,
    throughput: done.filter((works) => finishOf(works) <= stage.dataDate && finishOf(works) > stage.dataDate - FOUR_WEEKS).length,
  };
}
