import type { TFunction } from 'i18next';
import { useMemo, useRef, type RefObject } from 'react';
import { type Commands, commandsOf, type GridActions, nameOf, type ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { ApiError } from '../../lib/api-error.ts';
import { askConfirmation } from '../../ui/confirm.tsx';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { showToast } from '../../ui/toasts.tsx';

/** The text of a refusal, for the cell where it happened. */
export function refusalText(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  const [first] = error.errors;
  if (!first) return t(error.kind === 'timeout' ? 'error.timeout' : 'error.unreachable');
  return t(first.code, { ...first.parameters, defaultValue: first.message });
}

type Clipboard = { versionId: number; ids: number[]; text: string };
let clipboard: Clipboard | null = null;

const MANY = 20;

/** What the grid's hands do to the open version. Failures of whole-row acts are toasts, those of cells are told to the cell. */
export function useGridActions(
  session: ScheduleSession | null,
  gantt: RefObject<Gantt | null>,
  open: (id: number) => void,
  t: TFunction,
): { actions: GridActions; commands: Commands | null } {
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return useMemo(() => {
    if (!session) return { actions: NO_ACTIONS, commands: null };
    const commands = commandsOf(session);
    const rowOf = (id: number): number => session.view()?.rowOfId.get(id) ?? -1;
    /** One after the other: what was asked first is done first. */
    const inTurn = <R>(act: () => Promise<R>): Promise<R | null> => {
      const done = queue.current.then(act).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return null;
      });
      queue.current = done.catch(() => null);
      return done;
    };
    const show = (id: number, column = 'name', edit = false): void => {
      requestAnimationFrame(() => {
        const row = rowOf(id);
        if (row < 0 || !gantt.current) return;
        gantt.current.goTo(row);
        gantt.current.focusCell(row, column);
        gantt.current.focus();
        if (edit) gantt.current.edit(row, column);
      });
    };
    const actions: GridActions = {
      async update(changes, expected) {
        try {
          await commands.update(changes, expected);
          return null;
        } catch (error) {
          const text = refusalText(error, t);
          if (!(error instanceof ApiError)) throw error;
          if (changes.length > 1 || changes[0]?.fields['progress'] !== undefined || changes[0]?.fields['start'] !== undefined)
            showToast('error', text);
          return text;
        }
      },
      create: (target) =>
        void inTurn(() => commands.create(target, 'task', t('wbs.new_task'))).then((made) => made && show(made.id, 'name', true)),
      async remove(ids) {
        const view = session.view();
        if (!view) return;
        const count = ids.reduce((sum, id) => sum + view.rows.end[rowOf(id)] - rowOf(id), 0);
        const name = nameOf(view.document, ids[0]);
        if (
          count > MANY &&
          !(await askConfirmation({
            title: t('wbs.delete_title'),
            text: t('wbs.delete_question', { count, name }),
            confirmLabel: t('ui.delete'),
          }))
        )
          return;
        const next = rowOf(ids[0]);
        await inTurn(() => commands.remove(ids));
        requestAnimationFrame(() => {
          const left = session.view()?.rows.count ?? 0;
          if (left) gantt.current?.focusCell(Math.min(next, left - 1), 'name');
          gantt.current?.focus();
        });
      },
      shift: (step, ids) =>
        void inTurn(async () => {
          for (const id of ids) await commands.shift(step, id);
          if (ids[0] !== undefined) show(ids[0]);
        }),
      move: (ids, parentId, index) =>
        void inTurn(async () => {
          for (const [offset, id] of ids.entries()) await commands.move(id, parentId, index + offset);
          if (ids[0] !== undefined) show(ids[0]);
        }),
      relate: (predecessorId, successorId, type) => void inTurn(() => commands.relate(predecessorId, successorId, type)),
      unrelate: (relationId) => void inTurn(() => commands.unrelate(relationId)),
      copied(ids, text) {
        clipboard = { versionId: session.versionId, ids, text };
      },
      paste(targetId, text) {
        const view = session.view();
        if (!view || !clipboard || clipboard.versionId !== session.versionId || clipboard.text !== text)
          return showToast('warn', t('wbs.paste_nothing'));
        const { ids } = clipboard;
        void inTurn(() => commands.copy(ids, { parentId: parentIdOf(session, targetId), afterId: targetId })).then(
          (made) => made && show(made.ids[0]),
        );
      },
      undo: () =>
        void inTurn(() => commands.undo()).then(
          (done) => done && showToast('info', t('edits.undone', { name: t(`edit.${done.name}`) }), { ms: 1000 }),
        ),
      redo: () =>
        void inTurn(() => commands.redo()).then(
          (done) => done && showToast('info', t('edits.restored', { name: t(`edit.${done.name}`) }), { ms: 1000 }),
        ),
      open,
    };
    return { actions, commands };
  }, [session, gantt, open, t]);
}

function parentIdOf(session: ScheduleSession, id: number): number | null {
  const view = session.view();
  const row = view?.rowOfId.get(id) ?? -1;
  if (!view || row < 0) return null;
  for (let at = row - 1; at >= 0; at -= 1) if (view.rows.level[at] < view.rows.level[row]) return view.rows.id[at];
  return null;
}

const nothing = () => undefined;
const NO_ACTIONS: GridActions = {
  update: async () => null,
  create: nothing,
  remove: nothing,
  shift: nothing,
  move: nothing,
  relate: nothing,
  unrelate: nothing,
  copied: nothing,
  paste: nothing,
  undo: nothing,
  redo: nothing,
  open: nothing,
};
