import { api, type Checklist, type ChecklistItem } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** The work that checklists are about, as an open version shows it. */
export type ChecklistsPlace = { nodeId: number; versionId: number; rowId: number };
type Listed = { checklists: Checklist[] };
export type ItemChange = Partial<Pick<ChecklistItem, 'text' | 'required' | 'photo_required' | 'due' | 'person_id'>> & {
  done?: boolean;
  after_id?: number | null;
};

const keyOf = (spaceId: number, { nodeId, versionId, rowId }: ChecklistsPlace) => [
  'space',
  spaceId,
  'checklists',
  nodeId,
  versionId,
  rowId,
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
      call(api.checklists.list, { params: { versionId: place.versionId, wbsId: place.rowId } }, { signal, spaceId, quiet: true }),
  });
}

/** What can be done with the checklists of a work. A tick is seen at once; where it is refused, it goes back and the reason is told. */
export function useChecklistActs(spaceId: number, place: ChecklistsPlace) {
  const client = useQueryClient();
  const key = keyOf(spaceId, place);
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: key });
  const mutation = <V>(mutationFn: (values: V) => Promise<unknown>) => ({ mutationFn, onSettled });
  const create = useMutation(
    mutation((body: { name: string; template?: number }) =>
      call(api.checklists.create, { body: { version_id: place.versionId, wbs_id: place.rowId, ...body } }, { spaceId }),
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
    mutationFn: ({ checklistId, itemId, ...body }: { checklistId: number; itemId: number } & ItemChange) =>
      call(api.checklists.updateItem, { params: { checklistId, itemId }, body }, { spaceId }),
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
    onError: (_error, _values, before) => client.setQueryData(key, before),
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
