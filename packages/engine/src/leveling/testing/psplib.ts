import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultOptions, minuteOf } from '@gantry/domain';
import type { Plan, PlanAssignment, PlanItem, PlanRelation } from '@gantry/domain';

/** A resource-constrained scheduling problem of PSPLIB with the best makespan that is known for it. */
export type PsplibInstance = {
  name: string;
  durations: number[];
  successors: number[][];
  demands: number[][];
  limits: number[];
  best: number;
};

const HOUR = 60;
export const PSPLIB_START = minuteOf(2025, 1, 1);

export function readPsplib(dataFolder: string, set: 'j30' | 'j60'): PsplibInstance[] {
  const folder = join(dataFolder, 'schedules', 'rcpsp');
  const archive = join(folder, `${set}.sm.tar.gz`);
  const names = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((name) => name.endsWith('.sm'));
  const text = execFileSync('tar', ['xzOf', archive, ...names], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const best = readBest(join(folder, set === 'j30' ? 'j30opt.sm.txt' : `${set}hrs.sm.txt`));
  const bodies = text.split(/(?=^\*+\r?\nfile with basedata)/m).filter((body) => body.includes('PRECEDENCE'));
  return bodies.map((body, index) => {
    const name = names[index].replace('.sm', '');
    const [parameter, instance] = name.slice(set.length).split('_').map(Number);
    return { name, ...readBody(body), best: best.get(`${parameter} ${instance}`)! };
  });
}

function readBest(file: string): Map<string, number> {
  const rows = [...readFileSync(file, 'utf8').matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\b/gm)];
  return new Map(rows.map((row) => [`${row[1]} ${row[2]}`, Number(row[3])]));
}

function readBody(body: string): Omit<PsplibInstance, 'name' | 'best'> {
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
