import type { api, Output } from '@gantry/contract';

export type UndoAction = Output<typeof api.edits.list>['actions'][number];

/** An action as the history lists it: takings back and restorings show as its state, not as lines. */
export type HistoryLine = UndoAction & {
  /** Effect of a click: undo to this action, redo to it, or none. */
  jump: 'undo' | 'redo' | null;
};

const AUTOMATIC = 'timetable.auto';

/** The lines of a history, newest first. */
export function linesOf(actions: readonly UndoAction[], readOnly: boolean): HistoryLine[] {
  return actions
    .filter(({ undoes, redoes, action }) => undoes === null && redoes === null && action !== AUTOMATIC)
    .map((action) => {
      const fixed = readOnly || !action.mine || action.revision <= 1 || action.rows === 0;
      return { ...action, jump: fixed ? null : action.stands ? 'undo' : 'redo' };
    });
}
