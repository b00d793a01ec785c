import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalculationOptions, MsProjectOptions } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay, onDay } from '../testing/chart-calendars.ts';
import { workText } from '../testing/drawing.ts';
import type { PlainResult } from '../testing/plain/result.ts';
import { plainSchedule } from '../testing/plain/schedule.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { calculate } from './calculate.ts';

/** The same plan calculated twice: by the engine, and by the plainest code that follows the rules. They must agree in every value. */
const POOL = new Map();
const CALENDARS = ['five', 'seven', 'around', 'split', 'night', 'half', 'feast'];
const DATES = ['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish', 'start', 'finish'] as const;
const WORK = ['totalFloat', 'freeFloat', 'remaining'] as const;
const FLAGS = ['critical', 'nearCritical', 'longestPath'] as const;

const link = fc.record({
  back: fc.integer({ min: 1, max: 5 }),
  type: fc.constantFrom('', '', ':ss', ':ff', ':sf'),
  lag: fc.constantFrom('', '', '', '+1d', '+3d', '-1d', '-2d', '+5h', '-3h', '+30m'),
  by: fc.constantFrom('', '', '', '', '@predecessor', '@successor', '@project', '@elapsed'),
});

function row(words: fc.Arbitrary<string>) {
  return fc.record({
    work: fc.constantFrom('0d', '1d', '2d', '3d', '5d', '4h', '13h', '90m'),
    calendar: fc.constantFrom(...CALENDARS),
    links: fc.array(link, { maxLength: 3 }),
    words,
  });
}

/** Rows of a chart in which each item may wait for earlier ones. */
function charts(words: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(row(words), { minLength: 1, maxLength: 14 }).map((rows) =>
    rows
      .map((one, at) => {
        const links = one.links.filter(({ back }) => back <= at).map(({ back, type, lag, by }) => `I${at - back}${type}${lag}${lag && by}`);
        return [`I${at}`, one.work, `cal=${one.calendar}`, ...links, one.words].join(' ');
      })
      .join('\n'),
  );
}

const limits = fc.constantFrom(
  '',
  '',
  'snet=4',
  'snlt=3',
  'son=5',
  'fnet=8',
  'fnlt=6',
  'fon=9',
  'snet=2@12 fnlt=9',
  'snet=1 snlt2=6',
  'fnet=3 fnlt2=12@10',
  'mandatory son=4',
  'scope=not at=3',
  'scope=earlier at=5',
  'scope=later at=2',
  'scope=not at=4 alap',
  'mandatory fon=7',
  'xsnet=3',
  'xfnet=8@13',
  'xsnlt=5',
  'xfnlt=4',
  'exp=9',
  'exp=2',
  'alap',
  'alap',
  'ms',
  'mf',
);
const progress = fc.constantFrom(
  '',
  '',
  '',
  'as=-3 rem=1d',
  'as=-2 rem=4d',
  'as=-7 af=-4',
  'as=-5@10 af=-2@14',
  'as=-4 rem=2d suspend=-3 resume=5',
  'as=-6 exp=6',
  'as=-1 rem=3h',
  'as=-2 rem=0d',
  'ms as=-2 af=-2@8',
  'mf as=-3 af=-3',
);
const crews = fc.constantFrom(
  '',
  '',
  'resource',
  'resource on=five',
  'resource on=seven on=split',
  'resource on=night:2d',
  'resource on=half:3d:1d on=around',
  'resource on=five:0d',
  'resource on=five:0d:3h on=seven',
  'resource alap on=seven',
  'alap',
);
const byProject = fc.constantFrom(
  'manual at=3',
  'manual',
  'elapsed',
  'delay=2d',
  'split=1d',
  'dl=4',
  'dl=9@12',
  'inactive',
  'mandatory son=6',
  'alap',
);
const PROJECT: Omit<MsProjectOptions, 'scheduleFrom' | 'honorConstraints'> = {
  statusDate: null,
  splitInProgress: true,
  moveCompletedEndsBack: false,
  moveRemainingStartsBack: false,
  moveRemainingStartsForward: false,
  moveCompletedEndsForward: false,
  multipleCriticalPaths: false,
  defaultStart: 480,
  defaultFinish: 960,
};
const options: fc.Arbitrary<Partial<CalculationOptions>> = fc.record({
  dataDate: fc.constantFrom(atDay(0), atDay(0, 0), atDay(2, 12), atDay(5, 10), atDay(4, 16)),
  progressMode: fc.constantFrom('retained_logic', 'progress_override', 'actual_dates'),
  lagCalendar: fc.constantFrom('predecessor', 'successor', 'project', 'elapsed'),
  lagFromEarlyStart: fc.boolean(),
  useExpectedFinish: fc.boolean(),
  floatType: fc.constantFrom('finish', 'start', 'smallest'),
  openEndsCritical: fc.boolean(),
  criticalBy: fc.constantFrom('total_float', 'longest_path'),
  criticalFloatMinutes: fc.constantFrom(0, 480, -480),
  mustFinishBy: fc.constantFrom(null, null, atDay(10, 16)),
  projectStart: fc.constantFrom(null, null, atDay(1)),
  defaultCalendarId: fc.constantFrom(1, 2),
  externalRelations: fc.constantFrom('live', 'live', 'ignored'),
});

/** Every value of an answer in words, so that a difference can be read. */
function inWords(result: PlainResult): string[] {
  return Array.from(result.start, (_, at) =>
    [
      `I${at}`,
      ...DATES.map((name) => `${name} ${onDay(result[name][at])}`),
      ...WORK.map((name) => `${name} ${workText(result[name][at])}`),
      ...FLAGS.filter((name) => result[name][at] === 1),
    ].join(', '),
  );
}

function agree(text: string, chosen: Partial<CalculationOptions>): void {
  const plan = chartPlan(text, chosen);
  const result = calculate(plan, POOL);
  const plain = plainSchedule(plan);
  expect(inWords(result)).toEqual(inWords(plain));
  expect(onDay(result.projectFinish)).toBe(onDay(plain.projectFinish));
}

describe('the engine and the plain calculation agree', () => {
  const CASES = propertyRun('the engine and the plain calculation');

  it('on relations, lags and calendars', () => {
    fc.assert(fc.property(charts(fc.constant('')), options, agree), CASES);
  });

  it('on limits of every kind', () => {
    fc.assert(fc.property(charts(limits), options, agree), CASES);
  });

  it('on started and completed work', () => {
    fc.assert(fc.property(charts(progress), options, agree), CASES);
  });

  it('on work in the calendars of its resources', () => {
    fc.assert(fc.property(charts(crews), options, agree), CASES);
  });

  it('on all of it at once', () => {
    fc.assert(fc.property(charts(fc.oneof(limits, progress, crews)), options, agree), CASES);
  });

  it('by the rules of MS Project', () => {
    const words = fc.oneof(limits, progress, byProject);
    const given = fc.tuple(options, fc.constantFrom('start', 'finish'), fc.boolean()).map(([chosen, scheduleFrom, honorConstraints]) => ({
      ...chosen,
      rules: 'msproject' as const,
      msproject: { ...PROJECT, scheduleFrom, honorConstraints },
    }));
    fc.assert(fc.property(charts(words), given, agree), CASES);
  });
});
