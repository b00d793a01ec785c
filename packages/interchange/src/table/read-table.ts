import { formatMinute, ITEM_TYPES, LIMIT_TYPES, SCHEDULING_KINDS, TASK_STATUSES } from '@gantry/domain';
import type { PlanItem } from '@gantry/domain';
import { NOTHING_STORED, PLAIN_DETAILS, blankItem } from '../blank.ts';
import { blankProject } from '../blank-project.ts';
import type { Findings } from '../findings.ts';
import type { ImportedProject } from '../project-file.ts';
import { parseDate, wholeMinutes } from '../text/dates.ts';
import { dateOf, durationOf, numberOf, textOf, wordOf } from './cells.ts';
import type { Reader } from './cells.ts';
import { columnOfHeader } from './columns.ts';
import type { Cell, ColumnKey } from './columns.ts';
import { readLinks, readResources } from './read-work.ts';

/** How the rows of a table are taken. */
export type TableOptions = { rowsToSkip?: number; name?: string };

/** A row of a table with its line in the file, from 1. */
export type Row = { cells: readonly Cell[]; line: number };

const MOST_ROWS_BEFORE_HEADERS = 50;
const DEEPEST = 100;

/**
 * Converts a table to a project; null without a header row. Findings have line and column. `isTyped`: cells have types; otherwise all are
 * text.
 */
export function projectOfTable(rows: readonly Row[], isTyped: boolean, options: TableOptions, findings: Findings): ImportedProject | null {
  const skip = options.rowsToSkip ?? 0;
  const headerAt = rows.findIndex(({ cells }, i) => i >= skip && i < skip + MOST_ROWS_BEFORE_HEADERS && recognised(cells) >= 2);
  if (headerAt < 0) {
    findings.add({ severity: 'error', code: 'table.no_headers', line: rows[skip]?.line ?? 1 });
    return null;
  }
  const headers = rows[headerAt].cells.map((cell) => (cell === null ? '' : textOf(cell)));
  const positions = new Map<ColumnKey, number>();
  const extra: number[] = [];
  headers.forEach((header, at) => {
    const key = columnOfHeader(header);
    if (key && !positions.has(key)) positions.set(key, at);
    else if (header.trim() !== '') extra.push(at);
  });
  const filled = rows.slice(headerAt + 1).filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ''));
  const project = blankProject(options.name ?? '', options.name ?? '', 0);
  const reader = (row: Row): Reader => {
    const raw = (key: ColumnKey): Cell => row.cells[positions.get(key) ?? -1] ?? null;
    return { raw, text: (key) => textOf(raw(key)).trim(), line: row.line };
  };
  const readers = filled.map(reader);
  readItems(project, readers, positions, findings);
  readLinks(project, readers, positions, findings);
  readResources(project, readers, positions, findings);
  readAttributes(project, filled, headers, extra, isTyped);
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
    item.remainingMinutes =
      remaining === null ? Math.round(item.durationMinutes * (1 - item.progress)) : Math.max(0, wholeMinutes(remaining * 60) ?? 0);
    item.start = dateOf(row, 'start', bad);
    item.finish = dateOf(row, 'finish', bad);
    item.startLimitType = wordOf(row, 'startLimitType', LIMIT_TYPES, bad);
    item.startLimitDate = dateOf(row, 'startLimitDate', bad);
    item.finishLimitType = wordOf(row, 'finishLimitType', LIMIT_TYPES, bad);
    item.finishLimitDate = dateOf(row, 'finishLimitDate', bad);
    item.deadline = dateOf(row, 'deadline', bad);
    for (const key of ['volume', 'labourHours', 'cost'] as const) if (positions.has(key)) item[key] = numberOf(row, key, bad);
    if (positions.has('volumeUnit')) item.volumeUnit = row.text('volumeUnit');
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

function readAttributes(
  project: ImportedProject,
  rows: readonly Row[],
  headers: readonly string[],
  extra: readonly number[],
  isTyped: boolean,
): void {
  for (const at of extra) {
    const stated = rows.map(({ cells }) => cells[at] ?? null);
    const cells = isTyped ? stated : typedCells(stated);
    const filled = cells.filter((cell) => cell !== null && cell !== '');
    if (filled.length === 0) continue;
    const isDate = filled.every((cell) => typeof cell === 'object');
    const isNumber = filled.every((cell) => typeof cell === 'number');
    const id = project.attributes.length + 1;
    project.attributes.push({
      id,
      sourceId: String(at + 1),
      name: headers[at].trim(),
      type: isDate ? 'date' : isNumber ? 'number' : 'string',
      owner: 'task',
      origin: 'user_field',
      scope: 'project',
      values: [],
    });
    cells.forEach((cell, i) => {
      if (cell === null || cell === '') return;
      const value = typeof cell === 'object' ? (isDate ? cell.minute : formatMinute(cell.minute)) : isNumber ? cell : String(cell);
      project.values.push({ attributeId: id, ownerId: project.plan.items[i].id, value });
    });
  }
}

/** Digits with a nought before them are a code and stay a text. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;
const PLAIN_DATE = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d)?$/;

/** Texts of a column as numbers or dates where all of them are. */
function typedCells(cells: readonly Cell[]): Cell[] {
  const texts = cells.map((cell) => (cell === null ? '' : textOf(cell).trim()));
  const filled = texts.filter((text) => text !== '');
  if (filled.every((text) => PLAIN_NUMBER.test(text))) return texts.map((text) => (text === '' ? null : Number(text)));
  if (!filled.every((text) => PLAIN_DATE.test(text) && parseDate(text) !== null)) return [...cells];
  return texts.map((text) => (text === '' ? null : { minute: parseDate(text)! }));
}
