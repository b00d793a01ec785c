import { parseMinute } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import type { Finding, ImportedProject } from '../../project-file.ts';
import { cellOf, columnOf, tableOf } from '../../raw.ts';
import type { RawTables } from '../../raw.ts';
import { sampleTables, xerText } from '../../testing/xer-sample.ts';
import type { SampleTables } from '../../testing/xer-sample.ts';
import { readXer } from './read.ts';

async function read(
  change?: (tables: SampleTables) => void,
): Promise<{ project: ImportedProject; findings: Finding[]; source: RawTables }> {
  const tables = sampleTables();
  change?.(tables);
  const { project, findings } = await readXer(Buffer.from(xerText(tables)));
  return {
    project: project!.projects[0],
    findings: findings.filter(({ code }) => code !== 'code_page.detected'),
    source: project!.source as RawTables,
  };
}

const at = (text: string): number => parseMinute(text)!;

describe('reading XER', () => {
  it('makes a tree in preorder: nodes by sequence, activities below', async () => {
    const { project, findings } = await read();
    expect(findings).toEqual([]);
    const { items } = project.plan;
    expect(items.map(({ code, type, schedulingKind }) => [code, type, schedulingKind])).toEqual([
      ['HOUSE', 'sum', 'task'],
      ['1', 'sum', 'task'],
      ['A10', 'milestone_start', 'task'],
      ['A20', 'task', 'task'],
      ['2', 'sum', 'task'],
      ['A30', 'task', 'task'],
      ['A40', 'task', 'level_of_effort'],
      ['A50', 'milestone_finish', 'task'],
    ]);
    expect(items.map(({ parentId }) => items.findIndex(({ id }) => id === parentId))).toEqual([-1, 0, 1, 1, 0, 4, 4, 4]);
  });

  it('reads an activity with dates, durations and both constraints', async () => {
    const { project } = await read();
    expect(project.plan.items[5]).toMatchObject({
      name: 'Lay',
      status: 'in_progress',
      durationMinutes: 4800,
      remainingMinutes: 4800,
      progress: 0.3,
      actualStart: at('2024-03-05 08:00'),
      actualFinish: null,
      startLimitType: 'not_earlier',
      startLimitDate: at('2024-03-06 08:00'),
      finishLimitType: 'not_later',
      finishLimitDate: at('2024-04-01 17:00'),
      mandatory: false,
      start: at('2024-03-05 08:00'),
      finish: at('2024-03-22 17:00'),
    });
    expect(project.plan.items[3].progress).toBeCloseTo(0.6);
    expect(project.plan.items[7]).toMatchObject({ finishLimitType: 'in_date', mandatory: true, finishLimitDate: at('2024-03-29 17:00') });
    expect(project.details[5]).toMatchObject({
      sourceId: '1003',
      sourceTable: 'TASK',
      percentCompleteType: 'physical',
      durationType: 'fixed_units',
    });
  });

  it("reads P6's own results beside the plan", async () => {
    const { project } = await read();
    expect(project.stored.items[5]).toMatchObject({
      earlyStart: at('2024-03-11 08:00'),
      earlyFinish: at('2024-03-22 17:00'),
      totalFloatMinutes: 510,
      longestPath: false,
    });
    expect(project.stored.relations[1]).toMatchObject({
      impliedEarlyStart: at('2024-03-05 08:00'),
      impliedLateFinish: at('2024-03-06 08:00'),
    });
  });

  it('reads relations with lags to the minute', async () => {
    const { project } = await read();
    const codes = new Map(project.plan.items.map(({ id, code }) => [id, code]));
    expect(
      project.plan.relations.map((row) => [codes.get(row.predecessorId), codes.get(row.successorId), row.type, row.lagMinutes]),
    ).toEqual([
      ['A10', 'A20', 'fs', 0],
      ['A20', 'A30', 'ss', 480],
      ['A20', 'A30', 'ff', 260],
      ['A30', 'A50', 'fs', -480],
      ['A20', 'A40', 'sf', 0],
    ]);
  });

  it('reads options, resources, assignments, attributes and notes', async () => {
    const { project } = await read();
    expect(project.plan.options).toMatchObject({
      rules: 'p6',
      progressMode: 'retained_logic',
      lagCalendar: 'successor',
      floatType: 'finish',
      dataDate: at('2024-03-04 08:00'),
    });
    expect(project.plan.resources).toMatchObject([{ code: 'MAS', kind: 'labour', limit: 4, pricePerUnit: 25.5 }]);
    expect(project.plan.assignments).toMatchObject([
      { plannedUnits: 200, actualUnits: 40, remainingUnits: 160, remainingMinutes: 4800, actualCost: 1020, driving: true },
    ]);
    const phase = project.attributes.find(({ name }) => name === 'Phase')!;
    expect(phase).toMatchObject({ type: 'list', owner: 'task', origin: 'code', scope: 'project' });
    expect(phase.values.map(({ code, color }) => [code, color])).toEqual([
      ['E', null],
      ['S', '#ff0000'],
    ]);
    const named = project.values.map(({ attributeId, value }) => [project.attributes.find(({ id }) => id === attributeId)!.name, value]);
    expect(named).toEqual([
      ['Phase', phase.values[0].id],
      ['Phase', phase.values[1].id],
      ['Crew', 'North'],
      ['Area', 12.5],
      ['Due', at('2024-05-01 17:00')],
    ]);
    expect(project.notes).toEqual([{ itemId: project.plan.items[3].id, sourceId: '81', topic: 'Remarks', text: 'Wet & soft\nground' }]);
  });

  it('keeps unknown tables and columns', async () => {
    const { source } = await read((tables) => {
      tables.TASK.columns += ' brand_new';
      tables.TASK.rows[1] += ' | surprise';
    });
    const task = tableOf(source, 'TASK')!;
    expect(cellOf(task, 1, columnOf(task, 'brand_new'))).toBe('surprise');
    expect(cellOf(tableOf(source, 'NEWTABLE')!, 0, 1)).toBe('kept as it is');
  });

  it.each<[string, string, Partial<ImportedProject['plan']['options']>]>([
    ['Y | N', 'Y', { progressMode: 'retained_logic' }],
    ['N | Y', 'Y', { progressMode: 'progress_override' }],
    ['N | N', 'Y', { progressMode: 'actual_dates' }],
    ['Y | Y', 'Y', { progressMode: 'progress_override' }],
  ])('takes retained logic and override %s as the mode', async (flags, _same, expected) => {
    const { project } = await read((tables) => (tables.SCHEDOPTIONS.rows = [`3 | 10 | SD_None | ${flags} | FT_SS | rcal_24Hour`]));
    expect(project.plan.options).toMatchObject({ ...expected, externalRelations: 'ignored', floatType: 'start', lagCalendar: 'elapsed' });
  });

  it('takes two limits on one end', async () => {
    const { project } = await read((tables) => (tables.TASK.rows[2] = tables.TASK.rows[2].replace('CS_MEOB', 'CS_MSOB')));
    const item = project.plan.items.find(({ code }) => code === 'A30')!;
    expect(item).toMatchObject({
      startLimitType: 'not_later',
      secondLimit: { end: 'start', type: 'not_earlier', date: at('2024-03-06 08:00') },
    });
  });

  it('reads decimal commas', async () => {
    const { project } = await read((tables) => (tables.TASKPRED.rows[2] = tables.TASKPRED.rows[2].replace('4.333333', '4,333333')));
    expect(project.plan.relations[2].lagMinutes).toBe(260);
  });

  it('merges a calendar with its base', async () => {
    const { project } = await read((tables) =>
      tables.CALENDAR.rows.push(
        '2 | N | Derived | 1 | CA_Project | 8 | 40 | 172 | 2000 | (0||CalendarData()((0||Exceptions()((0||0(d|45380)((0||0(s|08:00|f|10:00)())))))))',
      ),
    );
    const [base, derived] = project.plan.calendars;
    expect(derived.week).toEqual(base.week);
    expect(derived.baseId).toBe(base.id);
    expect(derived.exceptions).toEqual([{ day: base.exceptions[0].day, shifts: [{ start: 480, finish: 600 }] }, base.exceptions[1]]);
  });
});

describe('relations across projects', () => {
  const second = (tables: SampleTables): void => {
    tables.PROJECT.rows.push('20 | SITE | 1 | 0 | CT_TotFloat | 2024-03-04 08:00 | 2024-03-04 08:00 | ');
    tables.PROJWBS.rows.push('200 | 20 | 5 | 0 | Y | SITE | A site | ');
    tables.TASK.rows.push('2001 | 20 | 200 | 1 | CP_Drtn | TT_Task | DT_FixedDUR2 | TK_NotStart | B10 | Fence | 0 | 8 | 8');
  };

  it('reads several projects, and a relation between them as limits', async () => {
    const tables = sampleTables();
    second(tables);
    tables.TASKPRED.rows.push('9 | 1005 | 2001 | 10 | 20 | PR_FS | 0 | 2024-03-26 08:00 | 2024-03-29 17:00');
    const { project, findings } = await readXer(Buffer.from(xerText(tables)));
    expect(findings.map(({ code }) => code)).toEqual(['code_page.detected']);
    expect(project!.projects.map(({ code }) => code)).toEqual(['HOUSE', 'SITE']);
    const [house, site] = project!.projects;
    expect(project!.crossRelations).toMatchObject([
      { type: 'fs', predecessor: { projectSourceId: '20', itemSourceId: '2001' }, successor: { projectSourceId: '10' } },
    ]);
    expect(house.plan.externalLimits).toEqual([
      { itemId: house.plan.items[7].id, kind: 'start_not_earlier', date: at('2024-03-26 08:00') },
    ]);
    expect(site.plan.externalLimits).toEqual([{ itemId: site.plan.items[1].id, kind: 'finish_not_later', date: at('2024-03-29 17:00') }]);
  });

  it('notes a relation whose other end is outside the file', async () => {
    const { project, findings } = await read((tables) => tables.TASKPRED.rows.push('9 | 1005 | 7777 | 10 | 70 | PR_FS | 0 |  | '));
    expect(project.plan.relations).toHaveLength(5);
    expect(findings).toMatchObject([
      { severity: 'info', code: 'relation.outside', table: 'TASKPRED', field: 'pred_task_id', value: '7777', parameters: { code: 'A50' } },
    ]);
  });
});
