import { formatMinute, MINUTES_PER_DAY } from '@gantry/domain';
import { type Flow, type FlowPace, numberAt, slopedDurations, slopeFactor, snapMoment, titleOf, valueOf } from '@gantry/plan-view';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { commandsOf, type ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { reasonText, refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { FlowEdit } from './flow-drag.ts';

type Change = { id: number; fields: Record<string, unknown> };

/** What hands and keys of the cyclogram do to the open version: each act is one edit, which is taken back as a whole. */
export function useFlowEdits(session: ScheduleSession | null, t: TFunction) {
  return useMemo(() => {
    if (!session) return null;
    const commands = commandsOf(session);
    const failed = (error: unknown): void => {
      if (!(error instanceof ApiError)) throw error;
      showToast('error', refusalText(error, t));
    };
    const undo = (revision?: number): void => void commands.undo(revision === undefined ? {} : { revision }).catch(failed);
    const startedAt = (id: number, start: number): Change[] => {
      const view = session.view();
      const row = view?.rowOfId.get(id) ?? -1;
      if (!view || row < 0) return [];
      const calendar = view.times.compiled(view.rows.calendar?.[row] ?? 0);
      return [{ id, fields: { start: formatMinute(snapMoment(calendar, start, 'start', 'minute')) } }];
    };
    const moved = (id: number, days: number): Change[] => {
      const view = session.view();
      const row = view?.rowOfId.get(id) ?? -1;
      return view && row >= 0 ? startedAt(id, view.rows.start[row] + days * MINUTES_PER_DAY) : [];
    };
    /** One edit, with a way back; rows that refuse are named. */
    const apply = async (changes: Change[], text: string): Promise<void> => {
      if (!changes.length) return;
      try {
        const answer = await commands.update(changes, []);
        if (!answer) return;
        const { refused = [], revision } = answer;
        const document = session.view()?.document;
        if (refused.length && document)
          showToast(
            'warn',
            t('cyclogram.refused', {
              count: refused.length,
              name: titleOf(document, refused[0].id),
              reason: reasonText({ code: refused[0].code, parameters: refused[0].parameters }, t),
            }),
          );
        if (refused.length === changes.length) return;
        showToast('info', text, { id: 'cyclogram-edit', action: { label: t('edits.undo'), run: () => undo(revision) } });
      } catch (error) {
        failed(error);
      }
    };
    const sloped = (flow: Flow, line: number, days: number): Change[] => {
      const view = session.view();
      if (!view) return [];
      const { document } = view;
      const own = flow.segments.filter((segment) => segment.line === line);
      const end = Math.max(...own.map(({ finish }) => finish)) + days * MINUTES_PER_DAY;
      // What is finished keeps its length.
      const open = own.filter(({ id }) => (valueOf(document, 'wbs', id, 'actualFinish') ?? null) === null);
      const works = open.map(({ id }) => ({
        id,
        minutes: Math.max(1, numberAt(document.tables.wbs, 'durationMinutes', document.tables.wbs.slotOf.get(id) ?? -1)),
      }));
      return slopedDurations(works, slopeFactor(flow, line, end)).map(({ id, minutes }) => ({ id, fields: { durationMinutes: minutes } }));
    };
    return {
      undo: () => undo(),
      redo: () => void commands.redo().catch(failed),
      async edit(flow: Flow, { kind, id, line, days }: FlowEdit): Promise<void> {
        const own = flow.segments.filter((segment) => segment.line === line);
        const changes =
          kind === 'slope'
            ? sloped(flow, line, days)
            : (kind === 'line' ? own.map((segment) => segment.id) : [id]).flatMap((one) => moved(one, days));
        const document = session.view()?.document;
        const name = kind === 'work' && document ? titleOf(document, id) : flow.lines[line];
        await apply(changes, t(kind === 'slope' ? 'cyclogram.sloped' : 'cyclogram.moved', { name, count: days }));
      },
      /** Lets a line go without a break: its works start later, each up to the next one. */
      async pace(flow: Flow, { line, starts }: FlowPace): Promise<void> {
        const changes = [...starts].flatMap(([id, start]) => startedAt(id, start));
        await apply(changes, t('cyclogram.paced', { name: flow.lines[line], count: changes.length }));
      },
    };
  }, [session, t]);
}
