import { collectFindings } from '../../findings.ts';
import { type IfcSchedule, writeIfcSchedule } from '../../ifc/write-schedule.ts';
import type { ImportedProject, ProjectFile, WriteResult } from '../../project-file.ts';

/** Writes the first project as an IFC4 file of tasks, their times and sequences; elements are named by the GUIDs that works have. */
export function writeIfcPlan(file: ProjectFile): WriteResult {
  const findings = collectFindings();
  if (file.projects.length > 1)
    findings.add({ severity: 'warning', code: 'export.projects_left_out', parameters: { count: file.projects.length - 1 } });
  const [project] = file.projects;
  const plan = project ? scheduleOf(project) : { key: '', name: '', dataDate: 0, tasks: [], sequences: [] };
  return { bytes: Buffer.from(writeIfcSchedule(plan, project ? elementsOf(project) : undefined), 'latin1'), findings: findings.list() };
}

function scheduleOf({ code, name, plan, details, stored }: ImportedProject): IfcSchedule {
  const tasks = plan.items.map(({ id, parentId, type, ...item }, index) => ({
    id,
    parentId,
    guid: details[index]?.sourceTable === 'IfcTask' ? details[index].guid : null,
    type,
    code: item.code,
    name: item.name,
    isMilestone: type === 'milestone_start' || type === 'milestone_finish',
    status: item.status,
    start: item.start,
    finish: item.finish,
    durationMinutes: item.durationMinutes,
    remainingMinutes: item.remainingMinutes,
    actualStart: item.actualStart,
    actualFinish: item.actualFinish,
    progress: item.progress,
    critical: stored.items[index]?.critical ?? null,
    calendarId: item.calendarId,
  }));
  const { calendars, resources, assignments } = plan;
  const usual = plan.options.defaultCalendarId;
  return {
    key: code || name,
    name: name || code,
    dataDate: plan.options.dataDate,
    tasks,
    sequences: plan.relations,
    calendars: calendars.map((calendar) => ({ ...calendar, isDefault: calendar.id === usual })),
    resources,
    assignments,
  };
}

const GUIDS = /^[0-3][0-9A-Za-z_$]{21}(?:[\s,;]+[0-3][0-9A-Za-z_$]{21})*$/;

/** Elements by works: texts that are GUIDs of IFC and nothing else. */
function elementsOf({ values, attributes }: ImportedProject) {
  const texts = new Set(attributes.filter(({ type, owner }) => type === 'string' && owner === 'task').map(({ id }) => id));
  const found = new Map<number, { guid: string; name: string }[]>();
  for (const { attributeId, ownerId, value } of values)
    if (texts.has(attributeId) && typeof value === 'string' && GUIDS.test(value))
      found.set(
        ownerId,
        [...new Set(value.split(/[\s,;]+/))].map((guid) => ({ guid, name: '' })),
      );
  return found;
}
