import { ITEM_TYPES, LIMIT_TYPES, SCHEDULING_KINDS, TASK_STATUSES, minuteOf, parseMinute } from '@gantry/domain';
import type { Minute, PlanItem } from '@gantry/domain';
import { NOTHING_STORED, PLAIN_DETAILS, blankItem } from '../blank.ts';
import { blankProject } from '../blank-project.ts';
import type { Findings } from '../findings.ts';
import type { ImportedProject } from '../project-file.ts';
import { columnOfHeader } from './columns.ts';
import type { Cell, ColumnKey } from './columns.ts';
import { parseLink, parseQuantity } from './links.ts';

/** How the rows of a table are taken. */
export type TableOptions = { rowsToSkip?: number; name?: string };

type Row = { cells: readonly Cell[]; line: number };
type Reader = { text: (key: ColumnKey) => string; raw: (key: ColumnKey) => Cell; line: number };

const MOST_ROWS_BEFORE_HEADERS = 50;
const DEEPEST = 100;

/** Makes a project of the rows of a table; null where no row looks like headers. Findings give line and column. */
export function projectOfTable(rows: readonly (readonly Cell[])[], options: TableOptions, findings: Findings): ImportedProject | null {
  const skip = options.rowsToSkip ?? 0;
  const headerAt = rows.findIndex((row, i) => i >= skip && i < skip + MOST_ROWS_BEFORE_HEADERS && recognised(row) >= 2);
  if (headerAt < 0) {
    findings.add({ severity: 'error', code: 'table.no_headers', line: skip + 1 });
    return null;
  }
  const headers = rows[headerAt].map((cell) => (cell === null ? '' : textOf(cell)));
  const positions = new Map<ColumnKey, number>();
  const extra: number[] = [];
  headers.forEach((header, at) => {
    const key = columnOfHeader(header);
    if (key && !positions.has(key)) positions.set(key, at);
    else if (header.trim() !== '') extra.push(at);
  });
  const body = rows.slice(headerAt + 1).map((cells, i): Row => ({ cells, line: headerAt + i + 2 }));
  const filled = body.filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ''));
  const project = blankProject(options.name ?? '', options.name ?? '', 0);
  const reader = (row: Row): Reader => {
    const raw = (key: ColumnKey): Cell => row.cells[positions.get(key) ?? -1] ?? null;
    return { raw, text: (key) => textOf(raw(key)).trim(), line: row.line };
  };
  readItems(project, filled.map(reader), positions, findings);
  readLinks(project, filled.map(reader), positions, findings);
  readResources(project, filled.map(reader), positions, findings);
  readAttributes(project, filled, headers, extra);
  const starts = project.plan.items.flatMap(({ start, actualStart }) => start ?? actualStart ?? []);
  const first = starts.reduce((least, start) => Math.min(least, start), Infinity);
  if (first === Infinity) findings.add({ severity: 'info', code: 'project.no_data_date' });
  project.plan.options.dataDate = first === Infinity ? 0 : first;
  project.plan.options.projectStart = project.plan.options.dataDate;
  return project;
}

function recognised(row: readonly Cell[]): number {
  return row.filter((cell) => typeof cell === 'string' && columnOfHeader(cell) !== undefined).length;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? '' : String(cell);
}

function readItems(project: ImportedProject, rows: readonly Reader[], positions: ReadonlyMap<ColumnKey, number>, findings: Findings): void {
  const parents: (PlanItem | undefined)[] = [];
  rows.forEach((row, i) => {
    const level = levelOf(row, positions);
    const next = i + 1 < rows.length ? levelOf(rows[i + 1], positions) : 0;
    const bad = (code: string, key: ColumnKey): void => {
      findings.add({ severity: 'warning', code, line: row.line, column: (positions.get(key) ?? 0) + 1, field: key, value: row.text(key) });
    };
    parents.length = Math.min(level, parents.length);
    const parent = parents.findLast((candidate) => candidate !== undefined) ?? null;
    const duration = durationOf(row, bad);
    const stated = wordOf(row, 'type', ITEM_TYPES, bad);
    const item = blankItem(i + 1, parent?.id ?? null, stated ?? (next > level ? 'sum' : duration === 0 ? 'milestone_finish' : 'task'));
    parents[level] = item;
    item.code = row.text('code');
    item.name = row.text('name') || item.code;
    item.schedulingKind = wordOf(row, 'scheduling', SCHEDULING_KINDS, bad) ?? 'task';
    item.durationMinutes = duration ?? 0;
    item.actualStart = dateOf(row, 'actualStart', bad);
    item.actualFinish = dateOf(row, 'actualFinish', bad);
    item.progress = Math.min(1, Math.max(0, (numberOf(row, 'progress', bad) ?? 0) / 100));
    const byDates =
      item.actualFinish !== null || item.progress === 1
        ? 'completed'
        : item.actualStart !== null || item.progress > 0
          ? 'in_progress'
          : 'not_started';
    item.status = wordOf(row, 'status', TASK_STATUSES, bad) ?? byDates;
    const remaining = numberOf(row, 'remainingHours', bad);
    item.remainingMinutes = remaining === null ? Math.round(item.durationMinutes * (1 - item.progress)) : Math.round(remaining * 60);
    item.start = dateOf(row, 'start', bad);
    item.finish = dateOf(row, 'finish', bad);
    item.startLimitType = wordOf(row, 'startLimitType', LIMIT_TYPES, bad);
    item.startLimitDate = dateOf(row, 'startLimitDate', bad);
    item.finishLimitType = wordOf(row, 'finishLimitType', LIMIT_TYPES, bad);
    item.finishLimitDate = dateOf(row, 'finishLimitDate', bad);
    item.deadline = dateOf(row, 'deadline', bad);
    project.plan.items.push(item);
    project.details.push({ ...PLAIN_DETAILS });
    project.stored.items.push({ ...NOTHING_STORED });
  });
}

/** Level from its column, else from the dots of the code. */
function levelOf(row: Reader, positions: ReadonlyMap<ColumnKey, number>): number {
  const stated = positions.has('level')
    ? Number(row.text('level'))
    : row
        .text('code')
        .split('.')
        .filter((part) => part !== '').length;
  return Number.isInteger(stated) && stated > 0 ? Math.min(stated, DEEPEST) : 1;
}

type Bad = (code: string, key: ColumnKey) => void;

function durationOf(row: Reader, bad: Bad): number | null {
  const hours = numberOf(row, 'durationHours', bad);
  if (hours !== null) return Math.max(0, Math.round(hours * 60));
  const text = row.text('duration');
  if (text === '') return null;
  const minutes = parseQuantity(text, { day: 480, week: 2400 }, 'd');
  if (minutes === null) bad('value.bad_duration', 'duration');
  return minutes === null ? null : Math.max(0, minutes);
}

function numberOf(row: Reader, key: ColumnKey, bad: Bad): number | null {
  const raw = row.raw(key);
  if (typeof raw === 'number') return raw;
  const text = row
    .text(key)
    .replace(/[\s\u00a0%]/g, '')
    .replace(',', '.');
  if (text === '') return null;
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  bad('value.bad_number', key);
  return null;
}

const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{2}|\d{4})(?:\s+(\d{1,2}):(\d{2})(?::\d{2})?)?$/;

function dateOf(row: Reader, key: ColumnKey, bad: Bad): Minute | null {
  const raw = row.raw(key);
  if (raw !== null && typeof raw === 'object') return raw.minute;
  const text = row.text(key);
  if (text === '') return null;
  const dayFirst = DAY_FIRST.exec(text);
  const [day, month, year, hour, minute] = (dayFirst?.slice(1) ?? []).map((part) => Number(part ?? 0));
  const date = dayFirst
    ? month <= 12 && day <= 31
      ? minuteOf(year < 100 ? 2000 + year : year, month, day, hour, minute)
      : null
    : parseMinute(text);
  if (date === null) bad('value.bad_date', key);
  return date;
}

function wordOf<T extends string>(row: Reader, key: ColumnKey, words: readonly T[], bad: Bad): T | null {
  const text = row.text(key).toLowerCase();
  if (text === '') return null;
  const word = words.find((known) => known === text);
  if (!word) bad('enumeration.unknown', key);
  return word ?? null;
}

function readLinks(project: ImportedProject, rows: readonly Reader[], positions: ReadonlyMap<ColumnKey, number>, findings: Findings): void {
  const { items, relations } = project.plan;
  const byCode = new Map(items.map((item) => [item.code, item]));
  // Where there are no codes, predecessors are counted by row, as MS Project does.
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
        lagMinutes: link.lagMinutes,
        lagCalendar: null,
      });
      project.stored.relations.push({ impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null });
    }
  });
}

function readResources(
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
      const match = /^(.*?)\s*(?:\(\s*(\d+(?:[.,]\d+)?)\s*\))?$/.exec(part.trim())!;
      const units = match[2] === undefined ? items[i].durationMinutes / 60 : Number(match[2].replace(',', '.'));
      if (match[1] === '') {
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
      let id = ids.get(match[1]);
      if (id === undefined) {
        ids.set(match[1], (id = resources.length + 1));
        resources.push({ id, code: match[1], name: match[1], kind: 'labour', calendarId: null, limit: 1, unit: '', pricePerUnit: null });
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

function readAttributes(project: ImportedProject, rows: readonly Row[], headers: readonly string[], extra: readonly number[]): void {
  for (const at of extra) {
    const cells = rows.map(({ cells: row }) => row[at] ?? null);
    const stated = cells.filter((cell) => cell !== null && cell !== '');
    if (stated.length === 0) continue;
    const isDate = stated.every((cell) => typeof cell === 'object');
    const isNumber = stated.every((cell) => typeof cell === 'number');
    const id = project.attributes.length + 1;
    const type = isDate ? 'date' : isNumber ? 'number' : 'string';
    project.attributes.push({
      id,
      sourceId: String(at + 1),
      name: headers[at].trim(),
      type,
      owner: 'task',
      origin: 'user_field',
      scope: 'project',
      values: [],
    });
    cells.forEach((cell, i) => {
      if (cell === null || cell === '') return;
      const value = typeof cell === 'object' ? cell.minute : isNumber ? cell : String(cell);
      project.values.push({ attributeId: id, ownerId: project.plan.items[i].id, value });
    });
  }
}
