import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { defaultOptions, minuteOf } from '@gantry/domain';
import type { Plan, PlanAssignment, PlanItem, PlanRelation } from '@gantry/domain';

/** A resource-constrained scheduling problem: jobs with durations, successors and demands for limited resources. */
type PsplibProblem = { durations: number[]; successors: number[][]; demands: number[][]; limits: number[] };
/** A problem of PSPLIB with the best makespan that is known for it. */
export type PsplibInstance = PsplibProblem & { name: string; best: number };

/** The sets of PSPLIB with one mode, by the number of their jobs. */
export const PSPLIB_SETS = ['j30', 'j60', 'j90', 'j120'] as const;
export type PsplibSet = (typeof PSPLIB_SETS)[number];

const HOUR = 60;
export const PSPLIB_START = minuteOf(2025, 1, 1);

/**
 * Reads a set from a folder, in the order of its parameters: files or an archive of files, in the format of PSPLIB (`.sm`) or of Patterson
 * (`.rcp`), beside the table of its best makespans. None where the folder does not have the set.
 */
export function readPsplib(folder: string, set: PsplibSet): PsplibInstance[] {
  const table = ['opt.sm.txt', 'opt.sm', 'hrs.sm.txt', 'hrs.sm'].map((end) => join(folder, set + end)).find((file) => existsSync(file));
  if (!table) return [];
  const best = new Map(
    [...readFileSync(table, 'utf8').matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\b/gm)].map((row) => [`${row[1]} ${row[2]}`, Number(row[3])]),
  );
  const found = [...textsOf(folder, set)].flatMap(([name, text]) => {
    const [, parameter, instance] = (new RegExp(`^${set}_?(\\d+)_(\\d+)\\.`).exec(name) ?? []).map(Number);
    const makespan = best.get(`${parameter} ${instance}`);
    const read = name.endsWith('.rcp') ? readRcp : readSm;
    return makespan === undefined ? [] : [{ at: parameter * 100 + instance, name, ...read(text), best: makespan }];
  });
  return found.toSorted((a, b) => a.at - b.at);
}

/** The files of a set, of an archive too. */
function textsOf(folder: string, set: PsplibSet): Map<string, string> {
  const archive = ['.sm.tar.gz', '.rcp.tar.gz'].map((end) => join(folder, set + end)).find((file) => existsSync(file));
  const unpacked = archive ? mkdtempSync(join(tmpdir(), 'psplib-')) : null;
  try {
    if (archive && unpacked) execFileSync('tar', ['xzf', archive, '-C', unpacked]);
    const from = unpacked ?? folder;
    const names = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(sm|rcp)$/.test(name));
    return new Map(names.map((name) => [basename(name), readFileSync(join(from, name), 'utf8')]));
  } finally {
    if (unpacked) rmSync(unpacked, { recursive: true });
  }
}

/** A file of numbers alone: how many jobs and resources, limits, then of each job its duration, its demands, and its successors with their number before. */
export function readRcp(text: string): PsplibProblem {
  const numbers = text.split(/\s+/).filter(Boolean).map(Number).values();
  const next = (): number => numbers.next().value ?? Number.NaN;
  const list = (count: number): number[] => Array.from({ length: count }, next);
  const [jobs, resources] = list(2);
  const problem: PsplibProblem = { durations: [], successors: [], demands: [], limits: list(resources) };
  for (let job = 0; job < jobs; job += 1) {
    problem.durations.push(next());
    problem.demands.push(list(resources));
    problem.successors.push(list(next()).map((number) => number - 1));
  }
  return problem;
}

function readSm(body: string): PsplibProblem {
  const numbers = (from: string, to: string) => {
    const part = body.slice(body.indexOf(from), body.indexOf(to));
    return part
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => /^\d+$/.test(row[0]))
      .map((row) => row.map(Number));
  };
  const relations = numbers('PRECEDENCE RELATIONS', 'REQUESTS/DURATIONS');
  const requests = numbers('REQUESTS/DURATIONS', 'RESOURCEAVAILABILITIES');
  const limits = body
    .slice(body.indexOf('RESOURCEAVAILABILITIES'))
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^\d/.test(line))!;
  return {
    successors: relations.map((row) => row.slice(3).map((job) => job - 1)),
    durations: requests.map((row) => row[2]),
    demands: requests.map((row) => row.slice(3)),
    limits: limits.split(/\s+/).map(Number),
  };
}

/** Whether starts keep the relations, and the limits in every unit of time, seen from the problem alone. */
export function isFeasible({ durations, successors, demands, limits }: PsplibInstance, starts: readonly number[]): boolean {
  if (successors.some((list, job) => list.some((next) => starts[next] < starts[job] + durations[job]))) return false;
  return starts.every((time) => {
    const running = [...starts.keys()].filter((job) => starts[job] <= time && time < starts[job] + durations[job]);
    return limits.every((limit, resource) => running.reduce((sum, job) => sum + demands[job][resource], 0) <= limit);
  });
}

/** The problem as a plan around the clock, one time unit = one hour. */
export function planOfPsplib(instance: PsplibInstance): Plan {
  const items: PlanItem[] = instance.durations.map((duration, id) => ({
    id,
    parentId: null,
    type: 'task',
    schedulingKind: 'task',
    code: String(id + 1),
    name: `Job ${id + 1}`,
    calendarId: 1,
    status: 'not_started',
    durationMinutes: duration * HOUR,
    remainingMinutes: duration * HOUR,
    progress: 0,
    actualStart: null,
    actualFinish: null,
    suspendDate: null,
    resumeDate: null,
    expectedFinish: null,
    startLimitType: null,
    startLimitDate: null,
    finishLimitType: null,
    finishLimitDate: null,
    mandatory: false,
    asLateAsPossible: false,
    inScope: null,
    deadline: null,
    start: null,
    finish: null,
  }));
  const relations: PlanRelation[] = instance.successors.flatMap((list, from) =>
    list.map((to) => ({
      id: from * 1000 + to,
      predecessorId: from,
      successorId: to,
      type: 'fs' as const,
      lagMinutes: 0,
      lagCalendar: null,
    })),
  );
  const assignments: PlanAssignment[] = instance.demands.flatMap((row, itemId) =>
    row.flatMap((amount, resource) => {
      const units = amount * instance.durations[itemId];
      if (units === 0) return [];
      return [
        {
          id: itemId * 10 + resource,
          itemId,
          resourceId: resource + 1,
          plannedUnits: units,
          actualUnits: 0,
          remainingUnits: units,
          plannedCost: 0,
          actualCost: 0,
          remainingCost: 0,
          remainingMinutes: null,
          lagMinutes: 0,
          driving: false,
          curve: null,
        },
      ];
    }),
  );
  const allDay = [{ start: 0, finish: 1440 }];
  return {
    options: { ...defaultOptions(PSPLIB_START), defaultCalendarId: 1 },
    calendars: [
      {
        id: 1,
        name: '24 h',
        week: Array.from({ length: 7 }, () => allDay),
        exceptions: [],
        baseId: null,
        minutesPerDay: 1440,
        minutesPerWeek: 10080,
        minutesPerMonth: 43200,
        minutesPerYear: 525600,
        isDefault: true,
      },
    ],
    items,
    relations,
    resources: instance.limits.map((limit, index) => ({
      id: index + 1,
      code: `R${index + 1}`,
      name: `R${index + 1}`,
      kind: 'labour',
      calendarId: null,
      limit,
      unit: 'h',
      pricePerUnit: null,
    })),
    assignments,
    externalLimits: [],
  };
}
