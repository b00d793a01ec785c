import type { DirectoryRowChange } from '@gantry/contract';
import type { i18n as Texts, TFunction } from 'i18next';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { CELL_EDITOR_KINDS } from '../../../ui/gantt/cell-editors/index.ts';
import type { GanttEvents } from '../../../ui/gantt/chart.ts';
import { USUAL_SIZES } from '../../../ui/gantt/cell-editors/cell-editor.ts';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { GanttChart } from '../../../ui/gantt/gantt-chart.tsx';
import { ganttLabels } from '../../../ui/gantt/labels.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { type CellSource, type DirectoryColumn, gridColumns } from './directories.columns.model.ts';
import { changesOf, moveChanges, placeBeside, type Reading, rowsOfLines, shiftChanges, topmost } from './directories.edits.model.ts';
import type { ContentCommands } from './directories.queries.ts';
import type { ShownDirectory } from './directories.shown.queries.ts';

/** Stored appearance of a directory. */
export type DirectoryLook = { widths: Record<string, number>; sort: { column: string; direction: 1 | -1 } | null };

type Props = {
  name: string;
  shown: ShownDirectory;
  columns: readonly DirectoryColumn[];
  source: CellSource;
  /** Why values are not valid, by the id of the row and the column. */
  faults: ReadonlyMap<number, ReadonlyMap<string, string>>;
  look: DirectoryLook;
  commands: ContentCommands;
  readOnly: boolean;
  /** So little room that the name scrolls with the rest. */
  narrow: boolean;
  gantt: RefObject<Gantt | null>;
  onLook(change: Partial<DirectoryLook>): void;
  onSelect(ids: number[]): void;
  onMenu: NonNullable<GanttEvents['contextMenu']>;
};

const nextSort = (sort: DirectoryLook['sort'], column: string): DirectoryLook['sort'] =>
  sort?.column !== column ? { column, direction: 1 } : sort.direction === 1 ? { column, direction: -1 } : null;

/** More rows than these are asked about before they go. */
const MANY = 20;

/** The rows of a directory in the product's tree grid. */
export function DirectoryGrid(props: Props) {
  const { shown, columns, source, look, gantt } = props;
  const { t, i18n } = useTranslation();
  const acting = useRef(props);
  acting.current = props;

  const labels = useMemo(() => ({ ...ganttLabels(i18n.language, t), name: props.name }), [i18n.language, t, props.name]);
  const words = useRef(labels.cells);
  words.current = labels.cells;
  const made = useMemo(
    () =>
      gridColumns(
        columns,
        source,
        () => acting.current.shown.view,
        () => acting.current.faults,
        look.widths,
        props.narrow,
      ),
    [columns, source, look.widths, props.narrow],
  );
  const sort = useMemo(() => look.sort && { columnId: look.sort.column, descending: look.sort.direction === -1 }, [look.sort]);
  const events = useMemo(
    () =>
      eventsOf(
        () => acting.current,
        () => words.current,
        i18n,
      ),
    [i18n],
  );

  // Values change in place, so an identical object may have new content.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => gantt.current?.patch(), [gantt, shown.view, props.faults]);

  return (
    <GanttChart
      handle={gantt}
      rows={shown.view.rows}
      columns={made}
      labels={labels}
      order={shown.order}
      hidden={shown.hidden}
      sort={sort}
      events={events}
      readOnly={props.readOnly}
      panes="grid"
    />
  );
}

type Words = Parameters<(typeof CELL_EDITOR_KINDS)['text']['read']>[1]['words'];

function eventsOf(props: () => Props, words: () => Words, texts: Pick<Texts, 't' | 'language'>): GanttEvents {
  const { t } = texts;
  const view = () => props().shown.view;
  const reading = (): Reading => ({ donors: props().source.donors, t, language: texts.language });
  const idOf = (row: number): number => view().rows.id[row];
  const known = (rows: readonly number[]): number[] => rows.filter((row) => idOf(row) > 0);
  const quietly = (act: Promise<unknown>): void => void act.catch((error: unknown) => showToast('error', refusalText(error, t)));
  const change = (changes: DirectoryRowChange[], name?: 'paste'): Promise<{ ids: { given: number; id: number }[] } | null> => {
    if (changes.length === 0) return Promise.resolve(null);
    return props()
      .commands.edit(changes, name)
      .catch((error: unknown) => {
        showToast('error', refusalText(error, t));
        return null;
      });
  };
  /** Moves rows only when they are shown in their stored order. */
  const placed =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A): void => {
      if (props().look.sort || view().groups) showToast('warn', t('directory.rearranged'));
      else act(...args);
    };
  const show = (id: number, columnId: string, edit: boolean): void => {
    // The row exists after the page has applied the answer.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const row = view().rowOfId.get(id) ?? -1;
        const gantt = props().gantt.current;
        if (row < 0 || !gantt) return;
        gantt.goTo(row);
        gantt.focusCell(row, columnId);
        gantt.focus();
        if (edit) gantt.edit(row, columnId);
      }),
    );
  };
  return {
    async edit(edits) {
      const { columns, commands } = props();
      const { changes, refused } = changesOf(edits, view(), columns, reading());
      if (changes.length === 0) return refused;
      try {
        await commands.edit(changes, edits.length > 1 ? 'paste' : 'edit');
        return refused;
      } catch (error) {
        return refusalText(error, t);
      }
    },
    appendRows(lines, columnId) {
      const { columns } = props();
      const from = columns.findIndex(({ id }) => id === columnId);
      const { rows } = view();
      const last = rows.count > 0 ? placeBeside(view(), rows.count - 1, 'after') : { parentId: null, afterId: undefined };
      const { changes, unread } = rowsOfLines(
        lines,
        columns.slice(from),
        { parentId: last.parentId, afterId: last.afterId ?? undefined },
        reading(),
        (column, text) => {
          const grid = props().gantt.current?.chart.model.columns.find(({ id }) => id === column.id);
          return CELL_EDITOR_KINDS[grid?.editor ?? 'text'].read(text, {
            words: words(),
            sizes: USUAL_SIZES,
            options: grid?.options?.(-1) ?? [],
          });
        },
      );
      void change(changes, 'paste').then((done) => {
        if (done && unread > 0) showToast('warn', t('directory.unread', { count: unread }));
      });
    },
    insert: placed((row, where) => {
      const { parentId, afterId } = placeBeside(view(), row, where);
      void change([{ do: 'add', id: -1, parent_id: parentId, ...(afterId === undefined ? {} : { after_id: afterId }) }]).then(
        (done) => done && show(done.ids[0].id, 'code', true),
      );
    }),
    async remove(rows) {
      const { rows: laid } = view();
      const chosen = topmost(view(), known(rows));
      const count = chosen.reduce((sum, row) => sum + laid.end[row] - row, 0);
      if (count === 0) return;
      const question = {
        title: t('directory.delete_rows'),
        text: t('directory.delete_rows_text', { count }),
        confirmLabel: t('ui.delete'),
      };
      if (count > MANY && !(await askConfirmation(question))) return;
      await change(chosen.map((row) => ({ do: 'remove', id: idOf(row) })));
    },
    indent: placed((rows) => void change(shiftChanges(view(), 'indent', rows))),
    outdent: placed((rows) => void change(shiftChanges(view(), 'outdent', rows))),
    moveUp: placed((rows) => void change(shiftChanges(view(), 'up', rows))),
    moveDown: placed((rows) => void change(shiftChanges(view(), 'down', rows))),
    moveRows: placed((rows, target, where) => void change(moveChanges(view(), rows, target, where))),
    undo: () =>
      quietly(
        props()
          .commands.undo()
          .then(({ name }) => notifyUndone('edits.undone', name, t)),
      ),
    redo: () =>
      quietly(
        props()
          .commands.redo()
          .then(({ name }) => notifyUndone('edits.restored', name, t)),
      ),
    select: (rows) => props().onSelect(known(Array.from(rows)).map(idOf)),
    contextMenu: (at) => props().onMenu(at),
    headerClick: (column) => props().onLook({ sort: nextSort(props().look.sort, column) }),
    columnResize: (column, width) => props().onLook({ widths: { ...props().look.widths, [column]: Math.round(width) } }),
  };
}

/** Shows what was undone or restored. */
export const notifyUndone = (key: string, name: string, t: TFunction): void =>
  showToast('info', t(key, { name: t(`directory_edit.${name}`, { defaultValue: name }) }), { ms: 1000 });
