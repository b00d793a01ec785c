import { formatMinute, minuteAt, MINUTES_PER_DAY } from '@gantry/domain';
import type { FlowAct } from '@gantry/contract';
import { workBetween } from '@gantry/engine';
import {
  attributeFinder,
  bufferChange,
  drawnWorks,
  type Flow,
  type FlowBuffer,
  type FlowChange,
  type FlowPace,
  type FlowSegment,
  type FlowStroke,
  NO_CHANGE,
  numberAt,
  slopedDurations,
  slopeFactor,
  snapMoment,
  titleOf,
  valueOf,
} from '@gantry/plan-view';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { applyFlow, drawWorks } from '../../features/insight/cyclogram/cyclogram.queries.ts';
import { commandsOf, type ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { reasonText, refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { FlowEdit } from './flow-drag.ts';

type Change = { id: number; fields: { start?: string; durationMinutes?: number } };
type Answer = { refused?: { id: number; code: string; parameters: Record<string, unknown> }[]; revision: number };

/** Changes of rows as a trial takes them. */
const asChange = (changes: readonly Change[]): FlowChange => ({
  ...NO_CHANGE,
  works: changes.map(({ id, fields: { start, durationMinutes } }) => ({
    id,
    ...(start === undefined ? {} : { start: minuteAt(start) }),
    ...(durationMinutes === undefined ? {} : { durationMinutes }),
  })),
});

const valueText = (found: { value: unknown } | null | undefined): string | number | null => {
  const value = found?.value;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

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
    const send = async (count: number, run: () => Promise<Answer | null>, text: string): Promise<void> => {
      if (!count) return;
      try {
        const answer = await run();
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
        if (refused.length === count) return;
        showToast('info', text, { id: 'cyclogram-edit', action: { label: t('edits.undo'), run: () => undo(revision) } });
      } catch (error) {
        failed(error);
      }
    };
    const apply = (changes: Change[], text: string): Promise<void> => send(changes.length, () => commands.update(changes, []), text);
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
    const rowsOfEdit = (flow: Flow, { kind, id, line, days }: FlowEdit): Change[] => {
      if (kind === 'slope') return sloped(flow, line, days);
      const own = flow.segments.filter((segment) => segment.line === line);
      return (kind === 'line' ? own.map((segment) => segment.id) : [id]).flatMap((one) => moved(one, days));
    };
    const bufferOf = ({ line, days }: FlowEdit, buffers: readonly FlowBuffer[]): FlowChange | null => {
      const buffer = buffers.find(({ after }) => after === line);
      return buffer ? bufferChange(buffer, days * (session.view()?.times.minutesPerDay(0) ?? 480)) : null;
    };
    return {
      undo: () => undo(),
      redo: () => void commands.redo().catch(failed),
      /** What a hand or a key would change, for a trial. */
      changeOf: (flow: Flow, edit: FlowEdit, buffers: readonly FlowBuffer[]): FlowChange | null =>
        edit.kind === 'buffer' ? bufferOf(edit, buffers) : asChange(rowsOfEdit(flow, edit)),
      async edit(flow: Flow, edit: FlowEdit, buffers: readonly FlowBuffer[]): Promise<void> {
        const { kind, id, line, days } = edit;
        const document = session.view()?.document;
        const name = kind === 'work' && document ? titleOf(document, id) : flow.lines[line];
        const change = kind === 'buffer' ? bufferOf(edit, buffers) : null;
        const text = t(`cyclogram.${kind === 'slope' ? 'sloped' : kind === 'buffer' ? 'buffered' : 'moved'}`, { name, count: days });
        if (kind !== 'buffer') await apply(rowsOfEdit(flow, edit), text);
        else if (change) await send(change.lags.length, () => applyFlow(session, 'buffer', change, null), text);
      },
      /** Draws works of the line of a work: called as it is, with its value of the lines' attribute, in the places that the stroke passes. */
      async draw(
        flow: Flow,
        stroke: FlowStroke,
        like: FlowSegment,
        { places, lines }: { places: number; lines: number | null },
      ): Promise<void> {
        const view = session.view();
        if (!view) return;
        const { document } = view;
        const calendar = view.times.compiled(view.rows.calendar?.[view.rowOfId.get(like.id) ?? 0] ?? 0);
        const placeAt = attributeFinder(document, places);
        const lineAt = lines === null ? null : attributeFinder(document, lines);
        const valueIn = (place: number) =>
          valueText(placeAt(flow.segments.find((one) => one.place === place)?.id ?? 0)) ?? flow.places[place];
        const works = drawnWorks(stroke).map(({ place, start, finish }) => {
          const begin = snapMoment(calendar, start, 'start', 'minute');
          const minutes = workBetween(calendar, begin, finish);
          return {
            name: lines === null ? flow.lines[like.line] : titleOf(document, like.id),
            start: formatMinute(begin),
            // A day off has no working minutes: its work takes the next working day.
            duration_minutes: minutes > 0 ? minutes : view.times.minutesPerDay(0),
            attributes: {
              [places]: valueIn(place),
              ...(lines === null || !lineAt ? {} : { [lines]: valueText(lineAt(like.id)) ?? flow.lines[like.line] }),
            },
          };
        });
        const text = t('cyclogram.drawn', { count: works.length, line: flow.lines[like.line] });
        await send(Infinity, () => drawWorks(session, like.id, works), text);
      },
      /** Applies an act as it was shown. */
      act: (act: FlowAct, change: FlowChange, text: string, places: { attributeId: number; values: string[] } | null) =>
        send(Infinity, () => applyFlow(session, act, change, places), text),
      /** Lets a line go without a break: its works start later, each up to the next one. */
      async pace(flow: Flow, { line, starts }: FlowPace): Promise<void> {
        const changes = [...starts].flatMap(([id, start]) => startedAt(id, start));
        await apply(changes, t('cyclogram.paced', { name: flow.lines[line], count: changes.length }));
      },
    };
  }, [session, t]);
}
