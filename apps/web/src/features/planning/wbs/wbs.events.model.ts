import { formatMinute, parseMinute, type RelationType } from '@gantry/domain';
import { addWork, startOfWork, workBefore } from '@gantry/engine';
import { parentOf } from '@gantry/scene';
import type { GanttEvents, Verdict } from '../../../ui/gantt/chart.ts';
import { fieldsOfCell } from './wbs.columns.model.ts';
import type { RowChange } from './wbs.commands.queries.ts';
import { numberAt } from './wbs.document.model.ts';
import type { ScheduleView } from './wbs.store.ts';

/** What the page does when the hands ask for it; rows are named by the ids of their items. */
export type GridActions = {
  /** Answers the text of a refusal, or null. `expected` is what the rows will probably look like. */
  update(changes: RowChange[], expected: RowChange[]): Promise<Verdict>;
  create(target: { parentId: number | null; afterId: number | null | undefined }): void;
  remove(ids: number[]): void;
  shift(step: 'indent' | 'outdent' | 'up' | 'down', ids: number[]): void;
  move(ids: number[], parentId: number | null, index: number): void;
  relate(predecessorId: number, successorId: number, type: RelationType): void;
  unrelate(relationId: number): void;
  copied(ids: number[], text: string): void;
  paste(targetId: number, text: string): void;
  undo(): void;
  redo(): void;
  open(id: number): void;
};

/** The chart's events as acts on items. */
export function eventsFor(view: () => ScheduleView, actions: () => GridActions): GanttEvents {
  const id = (row: number): number => view().rows.id[row];
  const ids = (rows: readonly number[]): number[] => rows.map(id);
  const update = (changes: RowChange[], expected = changes) => void actions().update(changes, expected);

  return {
    edit(edits) {
      const byRow = new Map<number, RowChange>();
      for (const { row, columnId, value } of edits) {
        const change = byRow.get(row) ?? { id: id(row), fields: {} };
        Object.assign(change.fields, fieldsOfCell(columnId, value));
        byRow.set(row, change);
      }
      const changes = [...byRow.values()];
      return actions().update(
        changes,
        [...byRow].map(([row, change]) => ({ id: change.id, fields: expectedFields(view(), row, change.fields) })),
      );
    },
    moveBars(rows, minutes) {
      const leader = view().rows;
      const changes = rows.map((row) => ({
        id: id(row),
        fields: { start: formatMinute(snapStart(view(), row, leader.start[row] + minutes)) },
      }));
      update(
        changes,
        changes.map((change, index) => ({ id: change.id, fields: expectedFields(view(), rows[index], change.fields) })),
      );
    },
    stretchBar(row, edge, minute) {
      const fields =
        edge === 'finish'
          ? { finish: formatMinute(minute) }
          : { start: formatMinute(minute), finish: formatMinute(view().rows.finish[row]) };
      update([{ id: id(row), fields }]);
    },
    setProgress: (row, progress) => update([{ id: id(row), fields: { progress } }]),
    createLink: (predecessor, successor, type) => actions().relate(id(predecessor), id(successor), type),
    removeLink: (link) => actions().unrelate(view().links.id[link]),
    moveRows(rows, target, where) {
      const place = placeOf(view(), target, where, new Set(rows));
      actions().move(ids(topmost(view(), rows)), place.parentId, place.index);
    },
    insert: (row, where) => actions().create(row < 0 ? { parentId: null, afterId: undefined } : targetOf(view(), row, where)),
    remove: (rows) => actions().remove(ids(topmost(view(), rows))),
    indent: (rows) => actions().shift('indent', ids(topmost(view(), rows))),
    outdent: (rows) => actions().shift('outdent', ids(topmost(view(), rows)).reverse()),
    moveUp: (rows) => actions().shift('up', ids(topmost(view(), rows))),
    moveDown: (rows) => actions().shift('down', ids(topmost(view(), rows)).reverse()),
    copy: (rows, text) => actions().copied(ids(topmost(view(), rows)), text),
    pasteRows: (row, text) => actions().paste(id(row), text),
    undo: () => actions().undo(),
    redo: () => actions().redo(),
    open: (row) => actions().open(id(row)),
  };
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

/** Where a row made before, after or inside another goes. */
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
): { parentId: number | null; index: number } {
  if (where === 'inside') return { parentId: rows.id[target], index: childrenOf(rows, target).filter((row) => !moving.has(row)).length };
  const parent = parentOf(rows, target);
  const siblings = childrenOf(rows, parent).filter((row) => !moving.has(row));
  return { parentId: parent < 0 ? null : rows.id[parent], index: siblings.indexOf(target) + (where === 'after' ? 1 : 0) };
}

function childrenOf(rows: ScheduleView['rows'], parent: number): number[] {
  const children: number[] = [];
  const end = parent < 0 ? rows.count : rows.end[parent];
  for (let row = parent + 1; row < end; row = rows.end[row]) children.push(row);
  return children;
}

function snapStart({ times, rows }: ScheduleView, row: number, minute: number): number {
  const calendar = times.compiled(rows.calendar?.[row] ?? 0);
  return startOfWork(calendar, workBefore(calendar, minute));
}

/** What a change of a row probably comes to, shown until the server has answered: a moved start takes the finish with it. */
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
