import type { Edited } from '@gantry/contract';
import { headlineOf } from '@gantry/domain';
import type { TFunction } from 'i18next';
import { useMemo, useRef, type RefObject } from 'react';
import {
  type Commands,
  commandsOf,
  type GridActions,
  removeFrom,
  type ScheduleSession,
  topmost,
} from '../../../features/planning/wbs/wbs.queries.ts';
import { refreshValues, valuesToRefresh } from '../../../features/planning/day-values/day-values.queries.ts';
import { normsOverridden } from '../../../features/planning/wbs/item/wbs.norms.model.ts';
import { limitInWords, limitsSetBy } from '../../../features/planning/wbs/item/wbs.limits.model.ts';
import { nameOf, type ScheduleView, titleOf, valueOf } from '@gantry/plan-view';
import { formatNumber } from '../../../lib/numbers.ts';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { reasonText, refusalText } from '../../../ui/text/refusal-text.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { headlineInWords } from '../../../features/planning/edits/edits.words.model.ts';
import { sightOf } from '../edit-sight.ts';
import { forgetRows, keepRows, rowsOfText } from './row-clipboard.ts';

const MANY = 20;
const TOLD_MS = 2500;

/** What the grid's hands do to the open version. Failures of whole-row acts are toasts, those of cells are told to the cell. */
export function useGridActions(
  session: ScheduleSession | null,
  gantt: RefObject<Gantt | null>,
  shown: RefObject<ScheduleView | null>,
  open: (id: number) => void,
  t: TFunction,
): { actions: GridActions; commands: Commands | null } {
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return useMemo(() => {
    if (!session) return { actions: NO_ACTIONS, commands: null };
    const commands = commandsOf(session);
    /** Acts that somebody else has changed since, and that the person passes over. */
    const skipped = new Set<number>();
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
    /** Tells by ear what the eye sees on the chart. */
    const report = (text: string): void => {
      gantt.current?.chart.dom.live.replaceChildren(text);
    };
    const show = (id: number, column = 'name', edit = false): void => {
      requestAnimationFrame(() => {
        const row = shown.current?.rowOfId.get(id) ?? -1;
        if (row < 0 || !gantt.current) return;
        gantt.current.goTo(row);
        gantt.current.focusCell(row, column);
        gantt.current.focus();
        if (edit) gantt.current.edit(row, column);
      });
    };
    /** What an edit was, with the row, the field and its values. */
    const inWords = ({ name, diff }: Edited & { name: string }): string => {
      const view = session.view();
      const about = view && headlineOf(diff);
      return [t(`edit.${name}`), ...(about ? [headlineInWords(about, { t, ...sightOf(view) })] : [])].join(' · ');
    };
    /** Takes the last act back. What somebody has changed since is told, and passed over where the person says so, now and later. */
    const takeBack = async (before?: number): Promise<void> => {
      try {
        const done = await commands.undo(before === undefined ? {} : { before });
        showToast('info', t('edits.undone', { name: inWords(done) }), { ms: TOLD_MS });
      } catch (error) {
        const revision =
          error instanceof ApiError && error.errors.find(({ code }) => code === 'edit.changed_since')?.parameters['revision'];
        if (typeof revision !== 'number') {
          showToast('error', refusalText(error, t));
          return;
        }
        if (skipped.has(revision)) return takeBack(revision);
        const skip = (): void => {
          skipped.add(revision);
          void inTurn(() => takeBack(revision));
        };
        showToast('error', refusalText(error, t), { id: 'undo-conflict', action: { label: t('edits.skip'), run: skip } });
      }
    };
    /** A limit that nobody has typed is said, with the way back. */
    const reportLimits = ({ diff, revision }: Edited, changes: Parameters<GridActions['update']>[0]): void => {
      const document = session.view()?.document;
      if (!document) return;
      const set = limitsSetBy(diff, changes, (id) => valueOf(document, 'wbs', id, 'startLimitType') ?? null);
      if (!set.length) return;
      const [{ id, limit }] = set;
      const words = { name: titleOf(document, id), limit: limitInWords(limit, t), count: set.length };
      showToast('info', t(set.length === 1 ? 'wbs.limit_set' : 'wbs.limits_set', words), {
        id: 'limit-set',
        action: { label: t('edits.undo'), run: () => void inTurn(() => commands.undo({ revision })) },
      });
    };
    /** Typed days that stand over those of a norm are said, with what they stand over and the way back. */
    const reportNorms = ({ diff, revision }: Edited, changes: Parameters<GridActions['update']>[0]): void => {
      const view = session.view();
      const [first, ...others] = view ? normsOverridden(view.document, diff, changes) : [];
      if (!view || !first) return;
      const days = first.ruledMinutes / sightOf(view).minutesPerDay(first.id);
      const words = {
        name: titleOf(view.document, first.id),
        norm: first.norm,
        days: formatNumber(days, { decimals: Number.isInteger(days) ? 0 : 2 }),
        count: others.length,
      };
      showToast('info', t(others.length ? 'wbs.norms_overridden' : 'wbs.norm_overridden', words), {
        id: 'norm-overridden',
        action: { label: t('edits.undo'), run: () => void inTurn(() => commands.undo({ revision })) },
      });
    };
    const actions: GridActions = {
      async update(changes, expected) {
        try {
          const answer = await commands.update(changes, expected);
          if (answer) {
            reportLimits(answer, changes);
            reportNorms(answer, changes);
          }
          const { refused = [] } = answer ?? {};
          return refused.map(({ id, code, parameters }) => ({
            id,
            field: typeof parameters['field'] === 'string' ? parameters['field'] : null,
            text: reasonText({ code, parameters }, t),
          }));
        } catch (error) {
          const text = refusalText(error, t);
          if (!(error instanceof ApiError)) throw error;
          if (changes.length > 1 || changes[0]?.fields['progress'] !== undefined || changes[0]?.fields['start'] !== undefined)
            showToast('error', text);
          return text;
        }
      },
      async setPredecessors(id, list, text) {
        try {
          await commands.setPredecessors(id, list, text);
          return null;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return refusalText(error, t);
        }
      },
      dissolve(id) {
        const view = session.view();
        const row = rowOf(id);
        if (!view || row < 0) return;
        void askConfirmation({
          title: t('wbs.dissolve_title'),
          text: t('wbs.dissolve_question', { name: nameOf(view.document, id), count: view.rows.end[row] - row - 1 }),
          confirmLabel: t('wbs.dissolve'),
        }).then((yes) => (yes ? inTurn(() => commands.dissolve(id)) : null));
      },
      tick: (ids, on) => session.tick(ids, on),
      create: (target) =>
        void inTurn(() => commands.create(target, 'task', t('wbs.new_task'))).then((made) => made && show(made.id, 'name', true)),
      async remove(asked) {
        const view = session.view();
        if (!view) return;
        // With nothing named: what is ticked.
        const ticked = [...view.ticked].map(rowOf).filter((row) => row >= 0);
        const ids = asked.length ? asked : topmost(view, ticked).map((row) => view.rows.id[row]);
        if (!ids.length) return showToast('warn', t('wbs.nothing_checked'));
        const count = ids.reduce((sum, id) => sum + view.rows.end[rowOf(id)] - rowOf(id), 0);
        const name = titleOf(view.document, ids[0]);
        const text = count === 1 ? 'wbs.delete_one' : ids.length > 1 ? 'wbs.delete_several' : 'wbs.delete_question';
        // Asked where rows go that nobody has named, and where they are many.
        if (
          (!asked.length || count > ids.length || count > MANY) &&
          !(await askConfirmation({
            title: t('wbs.delete_title'),
            text: t(text, { count, name }),
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
      refreshValues: () =>
        void inTurn(async () => {
          const { rows } = await valuesToRefresh(session.versionId);
          if (!rows) return showToast('info', t('values.refresh_nothing'));
          const yes = await askConfirmation({
            title: t('values.refresh'),
            text: t('values.refresh_question', { count: rows }),
            confirmLabel: t('values.refresh_now'),
          });
          if (yes) await session.run(() => refreshValues(session.versionId));
        }),
      shift: (step, ids) =>
        void inTurn(async () => {
          for (const id of ids) await commands.shift(step, id);
          if (ids[0] !== undefined) show(ids[0]);
        }),
      move: (ids, parentId, afterId) =>
        void inTurn(async () => {
          await commands.move(ids, parentId, afterId);
          if (ids[0] !== undefined) show(ids[0]);
        }),
      relate: (predecessorId, successorId, type) =>
        void inTurn(() => commands.relate(predecessorId, successorId, type)).then((done) => done && report(t('edit.relation.create'))),
      unrelate: (relationId) => void inTurn(() => commands.unrelate(relationId)).then((done) => done && report(t('edit.relation.delete'))),
      copied(ids, text, cut) {
        keepRows({ versionId: session.versionId, ids, text, cut });
        if (cut) showToast('info', t('wbs.cut', { count: ids.length }), { ms: 2000 });
      },
      paste(targetId, text) {
        const rows = session.view() && rowsOfText(text);
        if (!rows) return false;
        const { ids, versionId, cut } = rows;
        const target = { parentId: parentIdOf(session, targetId), afterId: targetId };
        void inTurn(async () => {
          if (cut && versionId === session.versionId) {
            await commands.move(ids, target.parentId, target.afterId);
            show(ids[0]);
          } else {
            const made = await commands.copy(ids, target, versionId);
            if (cut) await removeFrom(versionId, ids);
            show(made.ids[0]);
          }
          if (cut) forgetRows();
        });
        return true;
      },
      rearranged: () => showToast('warn', t('wbs.rearranged')),
      undo: () => void inTurn(() => takeBack()),
      redo: () =>
        void inTurn(async () => {
          const done = await commands.redo();
          showToast('info', t('edits.restored', { name: inWords(done) }), { ms: TOLD_MS });
        }),
      open,
    };
    return { actions, commands };
  }, [session, gantt, shown, open, t]);
}

function parentIdOf(session: ScheduleSession, id: number): number | null {
  const view = session.view();
  const row = view?.rowOfId.get(id) ?? -1;
  if (!view || row < 0) return null;
  for (let at = row - 1; at >= 0; at -= 1) if (view.rows.level[at] < view.rows.level[row]) return view.rows.id[at];
  return null;
}

const nothing = () => undefined;
/** Hands that do nothing: of a grid that is only looked at. */
export const NO_ACTIONS: GridActions = {
  update: async () => null,
  setPredecessors: async () => null,
  dissolve: nothing,
  tick: nothing,
  create: nothing,
  remove: nothing,
  refreshValues: nothing,
  shift: nothing,
  move: nothing,
  relate: nothing,
  unrelate: nothing,
  copied: nothing,
  paste: () => false,
  rearranged: nothing,
  undo: nothing,
  redo: nothing,
  open: nothing,
};
