import type { Pipe, PipelineCell, PipelinePackage, PipelineSettings, PipelineStage } from '@gantry/contract';
import { formatMinute, type Minute, MINUTES_PER_DAY } from '@gantry/domain';

/** A work that a package is made of, in one stage. */
export type PackageWork = {
  id: number;
  name: string;
  start: Minute;
  finish: Minute;
  durationMinutes: number;
  progress: number;
  completed: boolean;
  begun: boolean;
};

/** What is known of a stage: the works of each package by the attributes that pipes read there. */
export type StageWorks = {
  schedule_id: number;
  name: string;
  version_id: number | null;
  dataDate: Minute;
  missing: string[];
  /** By attribute and separator, as `keyOfSide` writes it, then by code. */
  packages: ReadonlyMap<string, ReadonlyMap<string, readonly PackageWork[]>>;
};

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

type Approval = { schedule_id: number; code: string; user_name: string };

/** Packages by stages, in the order of their codes. */
export function pipelineOf(
  pipes: readonly Pipe[],
  stages: readonly StageWorks[],
  settings: PipelineSettings,
  approvals: readonly Approval[],
  collator: Intl.Collator,
): { stages: PipelineStage[]; packages: PipelinePackage[] } {
  const byStage = new Map(stages.map((stage) => [stage.schedule_id, stage]));
  const worksOf = (side: Side, code: string) => byStage.get(side.schedule_id)?.packages.get(keyOfSide(side))?.get(code) ?? [];
  const codes = new Set(stages.flatMap(({ packages }) => [...packages.values()].flatMap((of) => [...of.keys()])));
  const approvedBy = new Map(approvals.map(({ schedule_id, code, user_name }) => [`${schedule_id} ${code}`, user_name]));

  const packages = [...codes].toSorted(collator.compare).map((code): PipelinePackage => {
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
      return [cellOf(stage.schedule_id, works, needs.get(stage.schedule_id) ?? null, settings, approver)];
    });
    // The package bears the name of its first work in the main schedule.
    const main = pipes.flatMap((pipe) => worksOf(pipe.main, code)).toSorted((a, b) => a.start - b.start || a.id - b.id)[0];
    const any = stages.flatMap((stage) => worksOfStage(stage, code))[0];
    return { code, name: (main ?? any)?.name ?? '', cells };
  });
  return { stages: stages.map((stage) => stageOf(stage)), packages };
}

/** The works of a package in a stage, whichever attribute names it; each once. */
function worksOfStage({ packages }: StageWorks, code: string): PackageWork[] {
  const works = [...packages.values()].flatMap((of) => of.get(code) ?? []);
  return [...new Map(works.map((work) => [work.id, work])).values()];
}

function cellOf(
  scheduleId: number,
  works: readonly PackageWork[],
  need: Minute | null,
  { warn_days, gates }: PipelineSettings,
  approver: string | null,
): PipelineCell {
  const completed = works.filter((work) => work.completed).length;
  const first = works.reduce((best, work) => (work.start < best.start ? work : best));
  const last = works.reduce((best, work) => (work.finish > best.finish ? work : best));
  const slack = need === null ? null : days(need - last.finish);
  const total = works.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0);
  const done = works.reduce((sum, { durationMinutes, progress }) => sum + durationMinutes * progress, 0);
  const progress = total > 0 ? done / total : completed / works.length;
  const gate = gates.find((one) => one.schedule_id === scheduleId);
  const isThrough = gate ? progress >= gate.progress - 1e-9 : false;
  return {
    schedule_id: scheduleId,
    works: works.length,
    completed,
    progress,
    start: formatMinute(first.start),
    finish: formatMinute(last.finish),
    need: need === null ? null : formatMinute(need),
    slack_days: slack,
    light: completed === works.length ? 'done' : slack === null ? 'none' : slack < 0 ? 'act' : slack < warn_days ? 'watch' : 'ok',
    gate: gate
      ? {
          state: !isThrough ? 'blocked' : gate.approval && approver === null ? 'waiting' : 'passed',
          open_works: works.length - completed,
          approved_by: approver,
        }
      : null,
    last_row_id: last.id,
    first_row_id: first.id,
  };
}

function stageOf(stage: StageWorks): PipelineStage {
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
    done: done.length,
    age_days: ages.length ? ages.reduce((sum, age) => sum + age, 0) / ages.length : null,
    throughput: done.filter((works) => finishOf(works) <= stage.dataDate && finishOf(works) > stage.dataDate - FOUR_WEEKS).length,
  };
}
