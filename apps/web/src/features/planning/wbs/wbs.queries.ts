import { api, type Output } from '@gantry/contract';
import { attributeOfColumn, MONEY_COLUMNS } from '@gantry/domain';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { useAtRevision } from '../../../lib/at-revision.ts';
import { usePush } from '../../../lib/push/push.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { attributeColumns, limitsOutside, type LoadState, planColumns, type ScheduleView } from '@gantry/plan-view';
import { explainRow, openPreview, type TimetablePreview } from './preview/wbs.preview.store.ts';
import { openTrial, type Trial } from './preview/wbs.trial.store.ts';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts.tsx';
import { openSession, type ScheduleSession } from './wbs.store.ts';

export type { ScheduleSession } from './wbs.store.ts';
export type { Trial } from './preview/wbs.trial.store.ts';

/** The open version: its session for the time the screen is shown, kept fresh by the push channel. */
export function useSession(versionId: number): ScheduleSession | null {
  const [session, setSession] = useState<ScheduleSession | null>(null);
  useEffect(() => {
    const opened = openSession(versionId);
    setSession(opened);
    return () => opened.close();
  }, [versionId]);
  const { t } = useTranslation();
  useEffect(() => session?.onOtherPast(() => showToast('info', t('edit.other_past'), { id: 'other-past' })), [session, t]);
  usePush('version_edit', (edit) => session?.receive(edit));
  usePush('attribute_access', () => void lookAgain(session));
  usePush('access_changed', () => void lookAgain(session));
  usePush('reconnected', () => void session?.catchUp().then(() => session.edits.resume()));
  usePush('subscribed', () => void session?.catchUp());
  return session?.versionId === versionId ? session : null;
}

/** Reads a version anew where its person may now see more or fewer of its attributes, or of its costs, than stand in this page. */
async function lookAgain(session: ScheduleSession | null): Promise<void> {
  const document = session?.view()?.document;
  if (!session || !document) return;
  const answer = await call(api.wbs.columns, { params: { id: session.versionId } }, { quiet: true }).catch(() => null);
  const now = answer?.columns.map(({ id }) => id).filter((id) => attributeOfColumn(id) !== null);
  const before = new Set(attributeColumns(document).map(({ id }) => id));
  const money = answer?.columns.some(({ id }) => MONEY_COLUMNS.has(id)) ?? true;
  const other = money !== (moneySeen.get(session) ?? true);
  moneySeen.set(session, money);
  if (now && (other || now.length !== before.size || now.some((id) => !before.has(id)))) await session.reload();
}

/** Whether what things cost stood in a session when its person's rights were looked at last. */
const moneySeen = new WeakMap<ScheduleSession, boolean>();

/** The columns of a version in which its rows may not be typed; `attributes` tells whether they are other ones than before. */
export function useReadOnlyColumns(versionId: number | null, attributes: string): ReadonlySet<string> | undefined {
  const client = useQueryClient();
  const queryKey = ['version-columns', versionId];
  usePush('attribute_access', () => void client.invalidateQueries({ queryKey }));
  usePush('access_changed', () => void client.invalidateQueries({ queryKey }));
  return useQuery({
    queryKey: [...queryKey, attributes],
    queryFn: ({ signal }) => call(api.wbs.columns, { params: { id: versionId ?? 0 } }, { signal, quiet: true }),
    enabled: versionId !== null && attributes !== '' && attributes !== '[]',
    select: readOnlyOf,
    staleTime: 60_000,
  }).data;
}

/** The columns of a version that the person sees, its attributes by their names; undefined until they are known. */
export function useVersionColumns(versionId: number | null) {
  return useQuery({
    queryKey: ['version-columns', versionId],
    queryFn: ({ signal }) => call(api.wbs.columns, { params: { id: versionId ?? 0 } }, { signal, quiet: true }),
    enabled: versionId !== null,
    staleTime: 60_000,
  }).data?.columns;
}

const readOnlyOf = ({ columns }: Output<typeof api.wbs.columns>): ReadonlySet<string> =>
  new Set(columns.flatMap(({ id, editable }) => (editable ? [] : [id])));

const nothing = () => () => undefined;

/** The view of a session; null until its first rows arrive. */
export function useView(session: ScheduleSession | null): ScheduleView | null {
  return useSyncExternalStore(session?.subscribe ?? nothing, () => session?.view() ?? null);
}

/** How far a session has read its version. */
export function useLoad(session: ScheduleSession | null): LoadState {
  return useSyncExternalStore(session?.subscribe ?? nothing, () => session?.load() ?? LOADING);
}
const LOADING: LoadState = { state: 'loading', rows: 0, of: 0 };

/** A number that grows with every change of a session: for components that read rows in place. */
export function useChanges(session: Pick<ScheduleSession, 'onPatch'> | null): number {
  const [count, setCount] = useState(0);
  useEffect(() => session?.onPatch(() => setCount((before) => before + 1)), [session]);
  return count;
}

/** One row in full, with its attribute values and the dates of its file. */
export const useItem = (versionId: number, id: number | null, revision: number) =>
  useAtRevision(
    ['wbs', versionId, id],
    revision,
    (options) => call(api.wbs.get, { params: { id: versionId, wbsId: id ?? 0 } }, options),
    id !== null,
  );

export { commandsOf, type Commands, removeFrom } from './wbs.commands.queries.ts';
export type { GridActions, GridCells } from './wbs.events.model.ts';
export { type OwnLook, partedChange, toggledColumn } from './wbs.layout.model.ts';
export { useUsualLayout } from './wbs.layout.store.ts';
export { type Shape, type Shown, useShown } from './wbs.shown.queries.ts';
export { targetOf, topmost } from './wbs.events.model.ts';

function planOf(session: ScheduleSession, dataDate: number) {
  const view = session.view();
  return view && { columns: planColumns(view.document, view.slots), dataDate, limits: limitsOutside(view.outside) };
}

/** Previews a dragged bar in an open version; null until loaded. `dataDate` in minutes. */
export function usePreview(session: ScheduleSession | null, dataDate: number | null): TimetablePreview | null {
  const [preview, setPreview] = useState<TimetablePreview | null>(null);
  useEffect(() => {
    if (!session || dataDate === null) return undefined;
    const opened = openPreview(() => planOf(session, dataDate));
    setPreview(opened);
    const leave = [session.subscribe(opened.forget), session.onPatch(opened.forget)];
    return () => {
      for (const stop of leave) stop();
      opened.close();
      setPreview(null);
    };
  }, [session, dataDate]);
  return preview;
}

/** Tries changes of an open version before they are made; null until loaded. `dataDate` in minutes. */
export function useTrial(session: ScheduleSession | null, dataDate: number | null): Trial | null {
  const [trial, setTrial] = useState<Trial | null>(null);
  useEffect(() => {
    if (!session || dataDate === null) return undefined;
    const opened = openTrial(() => planOf(session, dataDate));
    setTrial(opened);
    const leave = [session.subscribe(opened.forget), session.onPatch(opened.forget)];
    return () => {
      for (const stop of leave) stop();
      opened.close();
      setTrial(null);
    };
  }, [session, dataDate]);
  return trial;
}

/** Explains the start of a row in the present plan; null = not requested. */
export function useExplanation(session: ScheduleSession | null, dataDate: number | null, itemId: number | null) {
  const view = session?.view() ?? null;
  return useQuery({
    queryKey: ['explanation', session?.versionId, view?.document.revision, dataDate, itemId],
    queryFn: ({ signal }) =>
      view && dataDate !== null && itemId !== null
        ? explainRow(
            { columns: planColumns(view.document, view.slots), dataDate, limits: limitsOutside(view.outside) },
            itemId,
            signal,
          ).then(({ explained }) => explained)
        : [],
    enabled: view !== null && dataDate !== null && itemId !== null,
    gcTime: 0,
  });
}

/** Keeps on the server which rows the person has folded; null = all. */
export const saveFolded = (versionId: number, ids: number[] | null, folded: boolean) =>
  call(api.wbs.setExpanded, { params: { id: versionId }, body: { ...(ids ? { ids } : {}), expanded: !folded } }, { quiet: true }).catch(
    () => undefined,
  );
