import { formatMinute, LIMITS, parseMinute, type RelationType } from '@gantry/domain';
import { addWork } from '@gantry/engine';
import { type GanttColumn, parentOf } from '@gantry/scene';
import type { CellWords } from '../../../ui/gantt/cell-editors/cell-editor.ts';
import { readDuration } from '../../../ui/gantt/cell-editors/duration.ts';
import type { CellEdit, CellRefusal, GanttEvents, Verdict } from '../../../ui/gantt/chart.ts';
import {
  fieldsOfCell,
  numberAt,
  readPredecessors,
  rowNamed,
  type ScheduleView,
  snapMoment,
  TICKS,
  type TypedPredecessor,
} from '@gantry/plan-view';
import type { RowChange } from './wbs.commands.queries.ts';

/** Why the change of one row was refused; `field` is the field that it is about, where one is. */
export type RowRefusal = { id: number; field: string | null; text: string };

/** What the page does when the hands ask for it; rows are named by the ids of their items. */
export type GridActions = {
  /** Answers the text of a refusal of all, the refusals of single rows, or null. `expected` is what the rows will probably look like. */
  update(changes: RowChange[], expected: RowChange[]): Promise<Verdict | RowRefusal[]>;
  setPredecessors(id: number, list: TypedPredecessor[], text: string): Promise<Verdict>;
  dissolve(id: number): void;
  tick(ids: number[], on: boolean): void;
  create(target: { parentId: number | null; afterId: number | null | undefined }): void;
  /** Of named rows, or of those that are ticked. */
  remove(ids: number[]): void;
  /** Sets the progress of all rows to what their values of days say. */
  refreshValues(): void;
  shift(step: 'indent' | 'outdent' | 'up' | 'down', ids: number[]): void;
  move(ids: number[], parentId: number | null, afterId: number | null): void;
  relate(predecessorId: number, successorId: number, type: RelationType): void;
  unrelate(relationId: number): void;
  copied(ids: number[], text: string, cut: boolean): void;
  /** False where the text is not that of copied rows. */
  paste(targetId: number, text: string): boolean;
  /** Called when rows cannot be moved because they are sorted or filtered. */
  rearranged(): void;
  undo(): void;
  redo(): void;
  open(id: number): void;
};

/** Cells beside the rows in the place of the chart: their columns, and what typed values do. */
export type GridCells = {
  columns: readonly GanttColumn[];
  edit(edits: readonly CellEdit[]): Promise<Verdict | readonly CellRefusal[]>;
};

/** Input of events beside actions: shown rows, plan rows, whether both have the same order, texts. */
export type GridSight = {
  shown(): ScheduleView;
  plan(): ScheduleView;
  inPlanOrder(): boolean;
  t(key: string, values?: Record<string, unknown>): string;
  cells(): CellWords;
};

/** The chart's events as acts on items; `calculated` settles when the calculation that an edit sets off has come. */
export function eventsFor(sight: GridSight, actions: () => GridActions, calculated = async (): Promise<void> => {}): GanttEvents {
  const view = sight.shown;
  const id = (row: number): number => view().rows.id[row];
  /** Ids of rows of the plan; a group is none. */
  const ids = (rows: readonly number[]): number[] => rows.map(id).filter((each) => each > 0);
  const update = (changes: RowChange[], expected = changes) => actions().update(changes, expected);
  /** A change of dates is answered when what follows from it is there; one that was refused at once. */
  const updateDates = async (changes: RowChange[], expected = changes): Promise<void> => {
    const answer = calculated();
    const refused = await update(changes, expected);
    if (typeof refused !== 'string') await answer;
  };
  /** Moves rows only when they are shown in plan order. */
  const placed =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A): void => {
      if (sight.inPlanOrder()) act(...args);
      else actions().rearranged();
    };

  return {
    edit: (edits) => editCells(sight, actions(), edits),
    moveBars(rows, minutes) {
      const leader = view().rows;
      const changes = rows
        .filter((row) => id(row) > 0)
        .map((row) => ({ id: id(row), fields: { start: formatMinute(snapStart(view(), row, leader.start[row] + minutes)) } }));
      return updateDates(
        changes,
        changes.map((change) => ({
          id: change.id,
          fields: expectedFields(view(), view().rowOfId.get(change.id) as number, change.fields),
        })),
      );
    },
    stretchBar(row, edge, minute) {
      const fields =
        edge === 'finish'
          ? { finish: formatMinute(minute) }
          : { start: formatMinute(minute), finish: formatMinute(view().rows.finish[row]) };
      return updateDates([{ id: id(row), fields }]);
    },
    setProgress: (row, progress) => void update([{ id: id(row), fields: { progress } }]),
    createLink: (predecessor, successor, type) => actions().relate(id(predecessor), id(successor), type),
    removeLink: (link) => actions().unrelate(view().links.id[link]),
    moveRows: placed((rows, target, where) => {
      const place = placeOf(view(), target, where, new Set(rows));
      actions().move(ids(topmost(view(), rows)), place.parentId, place.afterId);
    }),
    insert: placed((row, where) => actions().create(row < 0 ? { parentId: null, afterId: undefined } : targetOf(view(), row, where))),
    remove: (rows) => actions().remove(ids(topmost(view(), rows))),
    indent: placed((rows) => actions().shift('indent', ids(topmost(view(), rows)))),
    outdent: placed((rows) => actions().shift('outdent', ids(topmost(view(), rows)).reverse())),
    moveUp: placed((rows) => actions().shift('up', ids(topmost(view(), rows)))),
    moveDown: placed((rows) => actions().shift('down', ids(topmost(view(), rows)).reverse())),
    copy: (rows, text) => actions().copied(ids(topmost(view(), rows)), text, false),
    cut: (rows, text) => actions().copied(ids(topmost(view(), rows)), text, true),
    pasteRows: (row, text) => actions().paste(id(row), text),
    undo: () => actions().undo(),
    redo: () => actions().redo(),
    open: (row) => actions().open(id(row)),
  };
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Why a typed text is refused before it is sent; null where it is not. */
function textRefusal({ t }: GridSight, { columnId, value }: CellEdit): string | null {
  if (typeof value !== 'string' || (columnId !== 'name' && columnId !== 'code')) return null;
  if (value.length > LIMITS.textLength) return t('wbs.text_too_long', { most: LIMITS.textLength });
  return CONTROL.test(value) ? t('validation.prohibited_characters') : null;
}

/** Sends edits of cells: fields in one step, predecessors row by row; answers the cells that were refused. */
async function editCells(sight: GridSight, actions: GridActions, edits: readonly CellEdit[]): Promise<Verdict | CellRefusal[]> {
  const view = sight.shown();
  const refused: CellRefusal[] = [];
  const byRow = new Map<number, RowChange & { columns: string[] }>();
  const lists: CellEdit[] = [];
  for (const edit of edits) {
    const { row, columnId, value } = edit;
    const text = textRefusal(sight, edit);
    if (text) refused.push({ row, columnId, text });
    else if (columnId === TICKS) actions.tick(subtreeIds(view, row), value === true);
    else if (columnId === 'predecessors') lists.push(edit);
    else {
      const change = byRow.get(row) ?? { id: view.rows.id[row], fields: {}, columns: [] };
      Object.assign(change.fields, fieldsOfCell(columnId, value));
      change.columns.push(columnId);
      byRow.set(row, change);
    }
  }
  if (byRow.size) {
    const changes = [...byRow.values()].map(({ id, fields }) => ({ id, fields }));
    const expected = [...byRow].map(([row, { id, fields }]) => ({ id, fields: expectedFields(view, row, fields) }));
    const verdict = await actions.update(changes, expected);
    if (typeof verdict === 'string') return verdict;
    for (const { id, field, text } of verdict ?? []) {
      const row = view.rowOfId.get(id) ?? -1;
      const columns = byRow.get(row)?.columns ?? [];
      refused.push({ row, columnId: field !== null && columns.includes(field) ? field : (columns[0] ?? 'name'), text });
    }
  }
  for (const { row, columnId, value } of lists) {
    const text = await editPredecessors(sight, actions, row, String(value ?? ''));
    if (text) refused.push({ row, columnId, text });
  }
  return refused.length ? refused : null;
}

/** Ids of a row and all below it. */
const subtreeIds = ({ rows }: ScheduleView, row: number): number[] =>
  Array.from(rows.id.subarray(row, rows.end[row])).filter((id) => id > 0);

async function editPredecessors(sight: GridSight, actions: GridActions, row: number, text: string): Promise<Verdict> {
  const { rows, times } = sight.shown();
  const day = times.minutesPerDay(rows.calendar?.[row] ?? 0);
  const sizes = { day, week: day * 5, month: day * 20 };
  const read = readPredecessors(
    text,
    (name) => rowNamed(sight.plan(), name),
    (lag) => readDuration(lag, sight.cells(), sizes),
  );
  return 'refusal' in read ? sight.t(read.refusal.key, read.refusal.parameters) : actions.setPredecessors(rows.id[row], read.list, text);
}

/** The rows that have none of the others above them: what is under a row goes with it. */
export function topmost({ rows }: ScheduleView, list: readonly number[]): number[] {
  const sorted = [...list].sort((a, b) => a - b);
  let end = -1;
  return sorted.filter((row) => {
    if (row < end) return false;
    end = rows.end[row];
    return true;
  });
}

/** The target of a new row before, after or inside another. */
export function targetOf(
  { rows }: ScheduleView,
  row: number,
  where: 'before' | 'after' | 'inside',
): { parentId: number | null; afterId: number | null | undefined } {
  if (where === 'inside') return { parentId: rows.id[row], afterId: undefined };
  const parent = parentOf(rows, row);
  const parentId = parent < 0 ? null : rows.id[parent];
  if (where === 'after') return { parentId, afterId: rows.id[row] };
  const siblings = childrenOf(rows, parent);
  const before = siblings[siblings.indexOf(row) - 1];
  return { parentId, afterId: before === undefined ? null : rows.id[before] };
}

function placeOf(
  { rows }: ScheduleView,
  target: number,
  where: 'before' | 'after' | 'inside',
  moving: ReadonlySet<number>,
): { parentId: number | null; afterId: number | null } {
  const parent = where === 'inside' ? target : parentOf(rows, target);
  const siblings = childrenOf(rows, parent).filter((row) => !moving.has(row));
  const index = where === 'inside' ? siblings.length : siblings.indexOf(target) + (where === 'after' ? 1 : 0);
  return { parentId: parent < 0 ? null : rows.id[parent], afterId: index === 0 ? null : rows.id[siblings[index - 1]] };
}

function childrenOf(rows: ScheduleView['rows'], parent: number): number[] {
  const children: number[] = [];
  const end = parent < 0 ? rows.count : rows.end[parent];
  for (let row = parent + 1; row < end; row = rows.end[row]) children.push(row);
  return children;
}

const snapStart = ({ times, rows }: ScheduleView, row: number, minute: number): number =>
  snapMoment(times.compiled(rows.calendar?.[row] ?? 0), minute, 'start', 'minute');

/** The expected result of a change, shown until the server answers: a moved start moves the finish. */
function expectedFields(view: ScheduleView, row: number, fields: Record<string, unknown>): Record<string, unknown> {
  const { rows, times, document, slots } = view;
  const calendar = times.compiled(rows.calendar?.[row] ?? 0);
  const duration =
    typeof fields['durationMinutes'] === 'number'
      ? fields['durationMinutes']
      : numberAt(document.tables.wbs, 'durationMinutes', slots[row]);
  const typed = typeof fields['start'] === 'string' ? parseMinute(fields['start']) : null;
  const start = typed ?? rows.start[row];
  if (!('start' in fields) && !('durationMinutes' in fields)) return fields;
  return { ...fields, finish: formatMinute(duration ? addWork(calendar, start, duration) : start) };
}
