import type { Findings } from '../findings.ts';
import type { ImportedProject } from '../project-file.ts';
import { wholeMinutes } from '../text/dates.ts';
import type { Reader } from './cells.ts';
import type { ColumnKey } from './columns.ts';
import { parseLink } from './links.ts';

/** Reads the predecessors of each row. */
export function readLinks(
  project: ImportedProject,
  rows: readonly Reader[],
  positions: ReadonlyMap<ColumnKey, number>,
  findings: Findings,
): void {
  const { items, relations } = project.plan;
  const byCode = new Map(items.map((item) => [item.code, item]));
  // Without codes, predecessors refer to row numbers as in MS Project.
  if (byCode.size <= 1) items.forEach((item, i) => byCode.set(String(i + 1), item));
  rows.forEach((row, i) => {
    for (const part of row
      .text('predecessors')
      .split(';')
      .flatMap((text) => (byCode.has(text.trim()) ? [text] : text.split(',')))) {
      if (part.trim() === '') continue;
      const link = parseLink(part, (code) => byCode.has(code), { day: 480, week: 2400 });
      const predecessor = link && byCode.get(link.code);
      if (!link || !predecessor || predecessor === items[i]) {
        findings.add({
          severity: 'warning',
          code: 'reference.dangling',
          line: row.line,
          column: (positions.get('predecessors') ?? 0) + 1,
          field: 'predecessors',
          value: part.trim(),
        });
        continue;
      }
      relations.push({
        id: relations.length + 1,
        predecessorId: predecessor.id,
        successorId: items[i].id,
        type: link.type,
        lagMinutes: wholeMinutes(link.lagMinutes) ?? 0,
        lagCalendar: null,
      });
      project.stored.relations.push({ impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null });
    }
  });
}

/** Reads the resources of each row; each name is one resource. */
export function readResources(
  project: ImportedProject,
  rows: readonly Reader[],
  positions: ReadonlyMap<ColumnKey, number>,
  findings: Findings,
): void {
  const { items, resources, assignments } = project.plan;
  const ids = new Map<string, number>();
  rows.forEach((row, i) => {
    for (const part of row.text('resources').split(';')) {
      if (part.trim() === '') continue;
      const { code, units: stated } = parseShare(part);
      const units = stated ?? items[i].durationMinutes / 60;
      if (code === '') {
        findings.add({
          severity: 'warning',
          code: 'reference.dangling',
          line: row.line,
          column: (positions.get('resources') ?? 0) + 1,
          field: 'resources',
          value: part.trim(),
        });
        continue;
      }
      let id = ids.get(code);
      if (id === undefined) {
        ids.set(code, (id = resources.length + 1));
        resources.push({ id, code: code, name: code, kind: 'labour', calendarId: null, limit: 1, unit: '', pricePerUnit: null });
        project.resourceDetails.push({ sourceId: '', parentSourceId: null, isRole: false, guid: null, rates: [] });
      }
      const done = units * items[i].progress;
      assignments.push({
        id: assignments.length + 1,
        itemId: items[i].id,
        resourceId: id,
        plannedUnits: units,
        actualUnits: done,
        remainingUnits: units - done,
        plannedCost: 0,
        actualCost: 0,
        remainingCost: 0,
        remainingMinutes: null,
        lagMinutes: 0,
        driving: true,
        curve: null,
      });
      project.assignmentDetails.push({
        sourceId: '',
        plannedStart: null,
        plannedFinish: null,
        actualStart: null,
        actualFinish: null,
        remainingStart: null,
        remainingFinish: null,
        pricePerUnit: null,
        plannedUnitsPerHour: null,
        remainingUnitsPerHour: null,
        curveName: null,
      });
    }
  });
}

/** `Masons (40)`: a resource and its units. */
function parseShare(text: string): { code: string; units: number | null } {
  const trimmed = text.trim();
  const open = trimmed.endsWith(')') ? trimmed.lastIndexOf('(') : -1;
  const inside = open < 0 ? '' : trimmed.slice(open + 1, -1).trim();
  if (!/^\d{1,15}(?:[.,]\d{1,15})?$/.test(inside)) return { code: trimmed, units: null };
  return { code: trimmed.slice(0, open).trim(), units: Number(inside.replace(',', '.')) };
}
