import { formatMinute, minuteOf, parseMinute } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import type { ImportedProject } from '../../project-file.ts';
import { hasTestData, realBytes, realFiles } from '../../testing/data.ts';
import { readMspdi } from './read.ts';
import { formatIsoDuration, parseIsoDuration } from './units.ts';

const TASK = '<IsNull>0</IsNull><OutlineLevel>1</OutlineLevel>';

/** A plan with the given tasks and calendars. */
function planOf(tasks: string, more = ''): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Project xmlns="http://schemas.microsoft.com/project">
    <Name>House</Name><GUID>g-1</GUID><StartDate>2024-03-04T08:00:00</StartDate><CalendarUID>1</CalendarUID><MinutesPerDay>480</MinutesPerDay>
    ${more}<Tasks>${tasks}</Tasks></Project>`);
}

async function read(tasks: string, more?: string): Promise<ImportedProject> {
  const { project, findings } = await readMspdi(planOf(tasks, more));
  expect(findings).toEqual([]);
  return project!.projects[0];
}

const weekday = (type: number, times = '<WorkingTime><FromTime>08:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime>'): string =>
  `<WeekDay><DayType>${type}</DayType><DayWorking>1</DayWorking><WorkingTimes>${times}</WorkingTimes></WeekDay>`;

function calendars(exceptions: string): string {
  return `<Calendars><Calendar><UID>1</UID><Name>Std</Name><BaseCalendarUID>-1</BaseCalendarUID><WeekDays>${[2, 3, 4, 5, 6].map((day) => weekday(day)).join('')}</WeekDays>
    ${exceptions}</Calendar><Calendar><UID>2</UID><Name>Crane</Name><BaseCalendarUID>1</BaseCalendarUID><WeekDays>${weekday(7)}</WeekDays></Calendar></Calendars>`;
}

describe('reading MSPDI', () => {
  it('makes the tree from outline levels', async () => {
    const rows: [number, string, string][] = [
      [0, 'Plan', '<Summary>1</Summary>'],
      [1, 'Shell', '<Summary>1</Summary>'],
      [2, 'Dig', ''],
      [2, 'Ready', '<Milestone>1</Milestone><Duration>PT0H0M0S</Duration>'],
      [1, 'Roof', ''],
    ];
    const project = await read(
      rows
        .map(([level, name, more], i) => `<Task><UID>${i}</UID><Name>${name}</Name><OutlineLevel>${level}</OutlineLevel>${more}</Task>`)
        .join(''),
    );
    const { items } = project.plan;
    expect(items.map(({ name, type, parentId }) => [name, type, items.find(({ id }) => id === parentId)?.name ?? null])).toEqual([
      ['Plan', 'sum', null],
      ['Shell', 'sum', 'Plan'],
      ['Dig', 'task', 'Shell'],
      ['Ready', 'milestone_finish', 'Shell'],
      ['Roof', 'task', 'Plan'],
    ]);
  });

  it('reads lags in tenths of minutes, elapsed ones and shares of the predecessor', async () => {
    const link = (type: number, lag: number, format: number): string =>
      `<PredecessorLink><PredecessorUID>1</PredecessorUID><Type>${type}</Type><LinkLag>${lag}</LinkLag><LagFormat>${format}</LagFormat></PredecessorLink>`;
    const project = await read(
      `<Task><UID>1</UID>${TASK}<Duration>PT16H0M0S</Duration></Task>
       <Task><UID>2</UID>${TASK}${link(1, 4800, 7)}${link(3, -9600, 7)}${link(0, 14400, 8)}${link(2, 0, 7)}${link(1, -50, 19)}</Task>`,
    );
    expect(project.plan.relations.map(({ type, lagMinutes, lagCalendar, lagShare }) => [type, lagMinutes, lagCalendar, lagShare])).toEqual([
      ['fs', 480, null, undefined],
      ['ss', -960, null, undefined],
      ['ff', 1440, 'elapsed', undefined],
      ['sf', 0, null, undefined],
      ['fs', -480, null, -0.5],
    ]);
    expect(project.plan.options).toMatchObject({ rules: 'msproject', lagCalendar: 'successor' });
  });

  it.each([
    [2, { startLimitType: 'in_date', mandatory: true }],
    [3, { finishLimitType: 'in_date', mandatory: true }],
    [4, { startLimitType: 'not_earlier', mandatory: false }],
    [5, { startLimitType: 'not_later' }],
    [6, { finishLimitType: 'not_earlier' }],
    [7, { finishLimitType: 'not_later' }],
  ])('reads constraint %i', async (type, expected) => {
    const project = await read(
      `<Task><UID>1</UID>${TASK}<ConstraintType>${type}</ConstraintType><ConstraintDate>2024-03-05T08:00:00</ConstraintDate></Task>`,
    );
    expect(project.plan.items[0]).toMatchObject(expected);
  });

  it('reads progress, splits, deadline, leveling delay and manual tasks', async () => {
    const project = await read(
      `<Task><UID>1</UID>${TASK}<Duration>PT40H0M0S</Duration><RemainingDuration>PT20H0M0S</RemainingDuration><PercentComplete>50</PercentComplete>
        <ActualStart>2024-03-04T08:00:00</ActualStart><Stop>2024-03-06T12:00:00</Stop><Resume>2024-03-08T08:00:00</Resume><Deadline>2024-03-20T17:00:00</Deadline>
        <LevelingDelay>14400</LevelingDelay><LevelingDelayFormat>8</LevelingDelayFormat><TotalSlack>4800</TotalSlack><Critical>0</Critical></Task>
       <Task><UID>2</UID>${TASK}<Manual>1</Manual><Active>0</Active><Duration>PT24H0M0S</Duration><DurationFormat>8</DurationFormat><ConstraintType>1</ConstraintType></Task>`,
    );
    expect(project.plan.items[0]).toMatchObject({
      status: 'in_progress',
      progress: 0.5,
      remainingMinutes: 1200,
      suspendDate: parseMinute('2024-03-06 12:00'),
      resumeDate: parseMinute('2024-03-08 08:00'),
      deadline: parseMinute('2024-03-20 17:00'),
      msproject: { manual: false, levelingDelayMinutes: 1440 },
    });
    expect(project.stored.items[0]).toMatchObject({ totalFloatMinutes: 480, critical: false });
    expect(project.plan.items[1]).toMatchObject({
      asLateAsPossible: true,
      msproject: { manual: true, inactive: true, elapsedDuration: true },
    });
  });

  it('merges calendars and spreads out exceptions', async () => {
    const period = (from: string, to: string): string =>
      `<TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T23:59:00</ToDate></TimePeriod>`;
    const project = await read(
      '',
      calendars(`<Exceptions>
        <Exception>${period('2024-05-01', '2024-05-03')}<Type>1</Type><DayWorking>0</DayWorking></Exception>
        <Exception>${period('2024-01-01', '2026-12-31')}<Type>2</Type><Month>11</Month><MonthDay>25</MonthDay><DayWorking>0</DayWorking></Exception>
        <Exception>${period('2024-01-01', '2024-12-31')}<Type>3</Type><Month>10</Month><MonthItem>7</MonthItem><MonthPosition>3</MonthPosition><DayWorking>0</DayWorking></Exception>
        <Exception>${period('2024-06-03', '2024-06-30')}<Type>6</Type><Period>2</Period><DaysOfWeek>2</DaysOfWeek><DayWorking>0</DayWorking></Exception>
      </Exceptions><WorkWeeks><WorkWeek>${period('2024-08-05', '2024-08-11')}<WeekDays>${weekday(7)}</WeekDays></WorkWeek></WorkWeeks>`),
    );
    const [standard, crane] = project.plan.calendars;
    const days = standard.exceptions.map(({ day, shifts }) => [formatMinute(day * 1440).slice(0, 10), shifts.length]);
    expect(days).toEqual([
      ['2024-05-01', 0],
      ['2024-05-02', 0],
      ['2024-05-03', 0],
      ['2024-06-03', 0],
      ['2024-06-17', 0],
      ['2024-08-10', 1],
      ['2024-11-28', 0],
      ['2024-12-25', 0],
      ['2025-12-25', 0],
      ['2026-12-25', 0],
    ]);
    expect(crane.week[5]).toEqual([{ start: 480, finish: 960 }]);
    expect(crane.week[0]).toEqual(standard.week[0]);
    expect(crane.exceptions).toEqual(standard.exceptions);
  });

  it('tells what is broken and reads on', async () => {
    const { project, findings } = await readMspdi(
      planOf(
        `<Task><UID>1</UID>${TASK}<Duration>two days</Duration></Task><Task><UID>1</UID>${TASK}</Task>
         <Task><UID>2</UID>${TASK}<PredecessorLink><PredecessorUID>9</PredecessorUID></PredecessorLink><PredecessorLink><PredecessorUID>3</PredecessorUID></PredecessorLink></Task>
         <Task><UID>3</UID>${TASK}<WBS>3</WBS><PredecessorLink><PredecessorUID>2</PredecessorUID></PredecessorLink></Task>`,
      ),
    );
    expect(findings.map(({ code }) => code)).toEqual(['value.bad_duration', 'row.duplicate_key', 'reference.dangling', 'relation.ring']);
    expect(project!.projects[0].plan.items).toHaveLength(3);
  });

  it.each([
    ['PT8H0M0S', 480],
    ['PT0H30M0S', 30],
    ['P1DT2H', 1560],
    ['-PT1H0M0S', -60],
    ['PT0H0M29S', 0],
    ['8 h', null],
    ['PT', null],
  ])('reads the duration %s', (text, minutes) => expect(parseIsoDuration(text)).toBe(minutes));

  it('writes durations as it reads them', () => {
    for (const minutes of [0, 1, 59, 60, 12_345, -90]) expect(parseIsoDuration(formatIsoDuration(minutes))).toBe(minutes);
  });
});

describe.skipIf(!hasTestData)("MS Project's own dates (needs GANTRY_TEST_DATA)", () => {
  type Oracle = {
    tasks: { uid: number; start: string; finish: string; earlyStart: string; lateFinish: string; duration: { v: number; u: string } }[];
    relations: unknown[];
    minutesPerDay: number;
  };

  it.each(hasTestData ? realFiles('.mspdi.xml') : [])('%s', async (name) => {
    const { project } = await readMspdi(realBytes(name));
    const oracle = JSON.parse(realBytes(name.replace('.mspdi.xml', '.oracle.json')).toString('utf8')) as Oracle;
    const [{ plan, details, stored }] = project!.projects;
    expect(plan.items).toHaveLength(oracle.tasks.length);
    expect(plan.relations).toHaveLength(oracle.relations.length);
    const minutes: Record<string, number> = { m: 1, h: 60, d: oracle.minutesPerDay, w: oracle.minutesPerDay * 5, ed: 1440 };
    for (const task of oracle.tasks) {
      const i = details.findIndex(({ sourceId }) => sourceId === String(task.uid));
      expect(formatMinute(plan.items[i].start!)).toBe(task.start);
      expect(formatMinute(plan.items[i].finish!)).toBe(task.finish);
      expect(formatMinute(stored.items[i].earlyStart!)).toBe(task.earlyStart);
      expect(formatMinute(stored.items[i].lateFinish!)).toBe(task.lateFinish);
      expect(Math.abs(plan.items[i].durationMinutes - task.duration.v * minutes[task.duration.u])).toBeLessThan(1);
    }
    expect(plan.options.projectStart).toBeGreaterThan(minuteOf(1995, 1, 1));
  });
});
