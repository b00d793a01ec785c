import { formatMinute, minuteAt } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { readIfc } from '../../ifc/read-ifc.ts';
import { appendIfcSchedule, type IfcSchedule, writeIfcSchedule } from '../../ifc/write-schedule.ts';
import { ifcGuid, writePrimitives } from '../../ifc/write-primitives.ts';
import type { ProjectFile } from '../../project-file.ts';
import { sampleTables, xerText } from '../../testing/xer-sample.ts';
import { readXer } from '../xer/read.ts';
import { readIfcPlan } from './read.ts';
import { writeIfcPlan } from './write.ts';

const task = {
  guid: null,
  type: 'task',
  code: '',
  isMilestone: false,
  status: 'not_started' as const,
  start: minuteAt('2026-03-02T08:00'),
  finish: minuteAt('2026-03-06T17:00'),
  durationMinutes: 2400,
  remainingMinutes: 2400,
  actualStart: null,
  actualFinish: null,
  progress: 0,
  critical: true,
};
const WEEK = Array.from({ length: 7 }, (_, weekday) => (weekday < 5 ? [{ start: 480, finish: 720 }, { start: 780, finish: 1020 }] : [])); // prettier-ignore
const SUNDAY = Math.floor(minuteAt('2026-03-08T00:00') / 1440);
/** Half of it in the first quarter. */
const CURVE = Array.from({ length: 21 }, (_, at) => (at <= 5 ? at * 10 : 50 + ((at - 5) * 50) / 15));
const PLAN: IfcSchedule = {
  key: 'plan',
  name: 'План работ',
  dataDate: minuteAt('2026-03-01T00:00'),
  tasks: [
    { ...task, id: 1, parentId: null, type: 'sum', name: 'Shell' },
    { ...task, id: 2, parentId: 1, code: 'W', name: 'Стены', calendarId: 8 },
    { ...task, id: 3, parentId: 1, code: 'S', name: "Slab's", progress: 0.5, status: 'in_progress', actualStart: task.start },
  ],
  sequences: [{ predecessorId: 2, successorId: 3, type: 'ss', lagMinutes: -480 }],
  calendars: [
    { id: 7, name: 'Five days', week: WEEK, isDefault: true, exceptions: [] },
    {
      id: 8,
      name: 'Смены',
      week: [...WEEK.slice(0, 5), [{ start: 0, finish: 1440 }], []],
      isDefault: false,
      // A holiday, a day that is short in the middle, a Sunday that works, a Monday that begins earlier and ends earlier.
      exceptions: [
        { day: SUNDAY - 2, shifts: [] },
        { day: SUNDAY - 1, shifts: [{ start: 0, finish: 600 }, { start: 900, finish: 1440 }] }, // prettier-ignore
        { day: SUNDAY, shifts: [{ start: 540, finish: 720 }] },
        { day: SUNDAY + 1, shifts: [{ start: 360, finish: 660 }] },
      ],
    },
  ],
  resources: [
    { id: 1, code: 'BR', name: 'Bricklayers', kind: 'labour', calendarId: 8, limit: 2.5, unit: '' },
    { id: 2, code: 'CR', name: 'Crane', kind: 'equipment', calendarId: null, limit: null, unit: '' },
    { id: 3, code: 'MB', name: 'Bricks', kind: 'material', calendarId: null, limit: null, unit: 'т' },
  ],
  assignments: [
    { itemId: 2, resourceId: 1, plannedUnits: 40.125, actualUnits: 10, remainingUnits: 35, plannedCost: 1200.5, actualCost: 300, remainingCost: 950.25, curve: CURVE }, // prettier-ignore
    { itemId: 3, resourceId: 1, plannedUnits: 8, actualUnits: 0, remainingUnits: 8 },
    { itemId: 2, resourceId: 3, plannedUnits: 1e-7, actualUnits: 0, remainingUnits: 12_000 },
  ],
};

async function plan(bytes: Uint8Array) {
  const { project, findings } = await readIfcPlan(bytes);
  return { project: project?.projects[0], findings };
}
const step = (schema: string, lines: string): Buffer =>
  Buffer.from(`ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n${lines}\nENDSEC;\nEND-ISO-10303-21;\n`);

describe('a plan as IFC', () => {
  it('states what tasks cost, for programs that read schedules of costs, and no curve that falls', async () => {
    const text = writeIfcSchedule(PLAN);
    expect(text).toMatch(/#(\d+)=IFCCOSTVALUE\('Planned',\$,IFCMONETARYMEASURE\(1200\.5\)[^\n]+\n#\d+=IFCCOSTITEM\([^\n]+\(#\1\),\$\)/);
    expect(text.match(/=IFCCOSTSCHEDULE\(/g)).toHaveLength(1);
    const { project } = await plan(Buffer.from(text.replace('IFCREAL(100.)', 'IFCREAL(10.)'), 'latin1'));
    expect(project!.plan.assignments.map(({ curve }) => curve)).toEqual([null, null, null]);
    const without = { ...PLAN, assignments: PLAN.assignments!.map(({ itemId, resourceId, plannedUnits, actualUnits, remainingUnits }) => ({ itemId, resourceId, plannedUnits, actualUnits, remainingUnits })) }; // prettier-ignore
    expect(writeIfcSchedule(without)).not.toContain('COST');
  });

  it('comes back with its rows, dates, progress and sequences', async () => {
    const { project: file } = await readXer(Buffer.from(xerText(sampleTables())));
    const source: ProjectFile = { ...file!, source: null };
    const { project, findings } = await plan(writeIfcPlan(source).bytes);
    expect(findings).toEqual([]);
    const rows = ({ plan: { items, relations } }: ProjectFile['projects'][number]) => ({
      items: items.map(({ parentId, type, code, name, status, durationMinutes, remainingMinutes, start, finish, actualStart, actualFinish, progress }) => ({ parent: items.find(({ id }) => id === parentId)?.name ?? null, type, code, name, status, durationMinutes, remainingMinutes, start, finish, actualStart, actualFinish, progress })), // prettier-ignore
      relations: relations.map(({ predecessorId, successorId, type, lagMinutes }) => ({ from: items.find(({ id }) => id === predecessorId)?.code, to: items.find(({ id }) => id === successorId)?.code, type, lagMinutes })), // prettier-ignore
    });
    expect(rows(project!)).toEqual(rows(source.projects[0]));
    const means = ({ plan: { calendars, items, resources, assignments, options } }: ProjectFile['projects'][number]) => {
      const nameOf = (id: number | null): string | null => calendars.find((calendar) => calendar.id === id)?.name ?? null;
      const codeOf = (id: number): string | undefined => items.find((item) => item.id === id)?.code;
      const resourceOf = (id: number): string | undefined => resources.find((resource) => resource.id === id)?.code;
      return {
        calendars: calendars.map(({ name, week, exceptions }) => ({ name, week, exceptions })),
        usual: nameOf(options.defaultCalendarId),
        ofItems: items.map(({ code, calendarId }) => [code, nameOf(calendarId)]),
        resources: resources.map(({ code, name, kind, limit, unit, calendarId }) => ({
          code,
          name,
          kind,
          limit,
          unit,
          calendar: nameOf(calendarId),
        })),
        assignments: assignments.map(({ itemId, resourceId, plannedUnits, actualUnits, remainingUnits, plannedCost, actualCost, remainingCost, curve }) => ({ item: codeOf(itemId), resource: resourceOf(resourceId), plannedUnits, actualUnits, remainingUnits, plannedCost, actualCost, remainingCost, curve })), // prettier-ignore
      };
    };
    expect(means(source.projects[0]).assignments.length).toBeGreaterThan(0);
    expect(means(project!)).toEqual(means(source.projects[0]));
    const again = await plan(writeIfcPlan({ ...source, projects: [project!] }).bytes);
    expect(again.project!.details).toEqual(project!.details);
  });

  it('stands in the model that it builds: each work with its elements, the model as it was', async () => {
    const shape = { kind: 'box' as const, width: 4, depth: 1 };
    const body = { category: 'IFCWALL' as const, code: '', layer: '', x: 0, y: 0, z: 0, rotation: 0, height: 3, storey: 0, shape };
    const items = ['a', 'b'].map((key) => ({ ...body, key, name: key }));
    const model = Buffer.from(writePrimitives({ name: 'House', storeys: [{ name: 'Ground', elevation: 0 }], items }));
    const [a, b] = ['a', 'b'].map((key) => ({ guid: ifcGuid(key), name: key }));
    const outputs = new Map([
      [2, [a, b]],
      [3, [b, { guid: ifcGuid('gone'), name: '' }]],
    ]);
    const whole = appendIfcSchedule(model, PLAN, outputs)!;
    const [before, after] = [await readIfc(model), await readIfc(whole)];
    expect(after).toEqual(before);
    const { project, findings } = await plan(whole);
    expect(findings).toEqual([]);
    expect(project!.name).toBe('План работ');
    expect(project!.plan.items.map(({ name, type }) => [name, type])).toEqual([
      ['Shell', 'sum'],
      ['Стены', 'task'],
      ["Slab's", 'task'],
    ]);
    expect(project!.values).toEqual([
      { attributeId: 1, ownerId: 2, value: `${a.guid} ${b.guid}` },
      { attributeId: 1, ownerId: 3, value: b.guid },
    ]);
    expect(project!.plan.relations).toMatchObject([{ predecessorId: 2, successorId: 3, type: 'ss', lagMinutes: -480 }]);
    // The resources of the plan are no elements of works or of the model; calendars and amounts come as they were.
    const { calendars, resources, assignments, items: works, options } = project!.plan;
    expect(calendars.map(({ name, week, exceptions }) => ({ name, week, exceptions }))).toEqual(
      PLAN.calendars!.map(({ name, week, exceptions }) => ({ name, week, exceptions })),
    );
    expect([options.defaultCalendarId, works.map(({ calendarId }) => calendarId)]).toEqual([1, [null, 2, null]]);
    expect(resources).toMatchObject(
      PLAN.resources!.map(({ code, name, kind, limit, unit, calendarId }) => ({
        code,
        name,
        kind,
        limit,
        unit,
        calendarId: calendarId && 2,
      })),
    );
    const byPlace = (a: { itemId: number; resourceId: number }, b: typeof a): number => a.itemId - b.itemId || a.resourceId - b.resourceId;
    expect(assignments.toSorted(byPlace)).toMatchObject(PLAN.assignments!.toSorted(byPlace));
    // Alone, the elements are named by their GUIDs; written again they are still there.
    const alone = await plan(Buffer.from(writeIfcSchedule(PLAN, outputs)));
    expect(alone.project!.values[1].value).toBe(`${b.guid} ${ifcGuid('gone')}`);
    const rewritten = writeIfcPlan({ projects: [alone.project!] } as ProjectFile).bytes;
    expect((await plan(rewritten)).project!.values).toEqual(alone.project!.values);
    expect(appendIfcSchedule(Buffer.from(model.toString().replace("'IFC4'", "'IFC2X3'")), PLAN, outputs)).toBeNull();
  });

  it('of other programs has tasks assigned to processes, days of work, and no dates where it has none', async () => {
    const { project, findings } = await plan(
      step(
        'IFC4X3_ADD2',
        `#1=IFCTASKTIME($,$,$,.WORKTIME.,'P5D','2026-03-02T08:00:00','2026-03-06T17:00:00',$,$,$,$,$,$,.F.,$,$,$,$,$,25.);
#2=IFCTASK('0000000000000000000001',$,'Pour','','','P-1',$,'STARTED',$,.F.,$,#1,.CONSTRUCTION.);
#3=IFCTASK('0000000000000000000002',$,'Handover',$,$,$,$,$,$,.T.,$,$,$);
#4=IFCWALL('0000000000000000000003',$,'W',$,$,$,$,$,$);
#5=IFCRELASSIGNSTOPROCESS('0000000000000000000004',$,$,$,(#4),$,#2,$);
#6=IFCLAGTIME($,$,$,IFCDURATION('P1D'),.ELAPSEDTIME.);
#7=IFCRELSEQUENCE('0000000000000000000005',$,$,$,#2,#3,#6,.FINISH_START.,$);
#8=IFCRELSEQUENCE('0000000000000000000006',$,$,$,#2,#99,$,.FINISH_START.,$);`,
      ),
    );
    expect(project!.plan.items).toMatchObject([
      { name: 'Pour', code: 'P-1', durationMinutes: 2400, remainingMinutes: 1800, progress: 0.25, status: 'in_progress' },
      { name: 'Handover', type: 'milestone_finish', start: null },
    ]);
    expect(project!.values).toEqual([{ attributeId: 1, ownerId: 1, value: '0000000000000000000003' }]);
    expect(project!.plan.relations).toMatchObject([{ lagMinutes: 1440, type: 'fs' }]);
    expect(findings.map(({ code }) => code).sort()).toEqual(['reference.dangling', 'task.no_times']);
  });

  it('of IFC2X3 has times beside its tasks, dates in parts and seconds', async () => {
    const { project } = await plan(
      step(
        'IFC2X3',
        `#1=IFCCALENDARDATE(2,3,2026);\n#2=IFCLOCALTIME(8,30,0.,$,$);\n#3=IFCDATEANDTIME(#1,#2);\n#4=IFCCALENDARDATE(6,3,2026);
#5=IFCTASK('0000000000000000000001',$,'Pour',$,$,'P-1','COMPLETED',$,.F.,$);
#6=IFCSCHEDULETIMECONTROL('0000000000000000000002',$,$,$,$,$,$,$,#3,$,$,$,#4,144000.,$,$,$,$,.T.,$,$,$,$);
#7=IFCRELASSIGNSTASKS('0000000000000000000003',$,$,$,(#5),$,#8,#6);
#9=IFCTASK('0000000000000000000004',$,'Cure',$,$,'C','NOTSTARTED',$,.F.,$);
#10=IFCRELSEQUENCE('0000000000000000000005',$,$,$,#5,#9,86400.,.START_START.);
#11=IFCRELNESTS('0000000000000000000006',$,$,$,#5,(#9));\n#12=IFCRELNESTS('0000000000000000000007',$,$,$,#9,(#5));`,
      ),
    );
    const [pour, cure] = project!.plan.items;
    expect([pour.name, cure.name, pour.status, pour.durationMinutes]).toEqual(['Pour', 'Cure', 'completed', 2400]);
    expect([formatMinute(pour.start!), formatMinute(pour.finish!)]).toEqual(['2026-03-02T08:30', '2026-03-06T00:00']);
    expect(project!.plan.relations).toMatchObject([{ type: 'ss', lagMinutes: 1440 }]);
  });

  it('is none in a model without tasks', async () => {
    const model = Buffer.from(writePrimitives({ name: 'House', storeys: [], items: [] }));
    expect(await readIfcPlan(model)).toEqual({ project: null, findings: [{ severity: 'error', code: 'file.no_schedule' }] });
  });
});
