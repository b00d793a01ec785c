import { api, type Checklist, type ChecklistItem } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/calls/api-client.ts';
import { dropEntry, registerSender, sendOrKeep, useOutbox } from '../../../lib/outbox/outbox.ts';
import { usePush } from '../../../lib/push/push.ts';
import { refusalText, reasonText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';

/** The work that checklists are about, as an open version shows it. */
export type ChecklistsPlace = { nodeId: number; versionId: number; itemId: number };
type Listed = { checklists: Checklist[] };
export type ItemChange = Partial<Pick<ChecklistItem, 'text' | 'required' | 'photo_required' | 'due' | 'person_id'>> & {
  done?: boolean;
  after_id?: number | null;
};

const keyOf = (spaceId: number, { nodeId, versionId, itemId }: ChecklistsPlace) => [
  'space',
  spaceId,
  'checklists',
  nodeId,
  versionId,
  itemId,
];

/** Checklists of a work, renewed when somebody changes one. */
export function useChecklists(spaceId: number, place: ChecklistsPlace) {
  const client = useQueryClient();
  usePush('checklist_updated', ({ eps_id }) => {
    if (eps_id === place.nodeId) void client.invalidateQueries({ queryKey: ['space', spaceId, 'checklists', eps_id] });
  });
  return useQuery({
    queryKey: keyOf(spaceId, place),
    queryFn: ({ signal }) =>
      call(api.checklists.list, { params: { versionId: place.versionId, wbsId: place.itemId } }, { signal, spaceId, quiet: true }),
  });
}

/** How far the checklists of the works of a version are, by row; null while nothing is known. */
export function useChecklistCounts(spaceId: number, nodeId: number | null, versionId: number | null) {
  const client = useQueryClient();
  const queryKey = ['space', spaceId, 'checklists', nodeId, 'counts', versionId];
  usePush('checklist_updated', ({ eps_id }) => {
    if (eps_id === nodeId) void client.invalidateQueries({ queryKey });
  });
  return (
    useQuery({
      queryKey,
      queryFn: ({ signal }) => call(api.checklists.counts, { params: { versionId: versionId ?? 0 } }, { signal, spaceId, quiet: true }),
      enabled: nodeId !== null && versionId !== null,
    }).data?.rows ?? null
  );
}

/** A tick, as it waits for a server. */
type Tick = { checklistId: number; itemId: number; done: boolean };
const TICK = 'tick';
registerSender(TICK, ({ spaceId, args, key }) => {
  const { done, ...params } = args as Tick;
  return call(api.checklists.updateItem, { params, body: { done } }, { spaceId, key, quiet: true });
});
const aboutOf = ({ nodeId, itemId }: ChecklistsPlace): string => `${nodeId} ${itemId}`;

/** A tick of an item that the server does not have: it waits, or was refused for a reason. */
export type UnsentTick = { done: boolean; reason: string | null; drop: () => void };

/** Ticks of a work that the server does not have, by item: of one that waits the last counts. */
export function useUnsentTicks(place: ChecklistsPlace): ReadonlyMap<number, UnsentTick> {
  const { t } = useTranslation();
  const entries = useOutbox(TICK, aboutOf(place));
  return new Map(
    entries.map(({ n, args, refusal }) => {
      const { itemId, done } = args as Tick;
      return [itemId, { done, reason: refusal && reasonText(refusal, t), drop: () => void dropEntry(n) }];
    }),
  );
}

/** What can be done with the checklists of a work. A tick is seen at once; where it is refused, it goes back and the reason is told. */
export function useChecklistActs(spaceId: number, place: ChecklistsPlace) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = keyOf(spaceId, place);
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: key });
  const mutation = <V>(mutationFn: (values: V) => Promise<unknown>) => ({ mutationFn, onSettled });
  const create = useMutation(
    mutation((body: { name: string; template?: number }) =>
      call(api.checklists.create, { body: { version_id: place.versionId, wbs_id: place.itemId, ...body } }, { spaceId }),
    ),
  );
  const update = useMutation(
    mutation(({ id, ...body }: { id: number; name?: string; after_id?: number | null }) =>
      call(api.checklists.update, { params: { id }, body }, { spaceId }),
    ),
  );
  const remove = useMutation(mutation((id: number) => call(api.checklists.remove, { body: { ids: [id] } }, { spaceId })));
  const addItem = useMutation(
    mutation(({ checklistId, text }: { checklistId: number; text: string }) =>
      call(api.checklists.createItem, { params: { versionId: place.versionId, checklistId }, body: { text } }, { spaceId }),
    ),
  );
  const changeItem = useMutation({
    // A tick is made where the work is, connection or not.
    networkMode: 'always',
    mutationFn: async ({ checklistId, itemId, ...body }: { checklistId: number; itemId: number } & ItemChange) => {
      const { done, ...others } = body;
      if (done !== undefined && !Object.keys(others).length)
        return sendOrKeep({ spaceId, kind: TICK, about: aboutOf(place), args: { checklistId, itemId, done } satisfies Tick });
      return call(api.checklists.updateItem, { params: { checklistId, itemId }, body }, { spaceId, quiet: true });
    },
    onMutate: async ({ itemId, done, text }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Listed>(key);
      client.setQueryData<Listed>(
        key,
        (known) =>
          known && {
            checklists: known.checklists.map((list) => ({
              ...list,
              items: list.items.map((item) => (item.id === itemId ? changed(item, done, text) : item)),
            })),
          },
      );
      return before;
    },
    onError: (error, _values, before) => {
      client.setQueryData(key, before);
      showToast('error', refusalText(error, t));
    },
    onSettled,
  });
  const removeItem = useMutation(mutation((id: number) => call(api.checklists.removeItems, { body: { ids: [id] } }, { spaceId })));
  return {
    create: create.mutateAsync,
    update: update.mutate,
    remove: remove.mutate,
    addItem: addItem.mutateAsync,
    changeItem: changeItem.mutate,
    removeItem: removeItem.mutate,
  };
}

const changed = (item: ChecklistItem, done: boolean | undefined, text: string | undefined): ChecklistItem => ({
  ...item,
  ...(text === undefined ? {} : { text }),
  ...(done === undefined ? {} : { done_at: done ? new Date().toISOString() : null }),
});
