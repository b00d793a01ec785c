import { api, type Comment } from '@gantry/contract';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** What comments are about: a node, a work of a schedule as a version shows it, a card of a board that shows no work, or an action item. */
export type CommentsPlace = { nodeId: number; row?: { versionId: number; id: number }; cardId?: number; actionItemId?: number };
/** What is written, before the server has it. */
export type Draft = { text: string; client_key: string; reply: Comment['reply'] };

type Page = { comments: Comment[]; next: number | null };
const keyOf = (spaceId: number, nodeId: number) => ['space', spaceId, 'comments', nodeId];
const namedBy = ({ row, cardId, actionItemId }: CommentsPlace) => {
  if (actionItemId !== undefined) return { assignment_id: actionItemId };
  if (row) return { wbs_id: row.id, version_id: row.versionId };
  return cardId === undefined ? {} : { card_id: cardId };
};
const placeKey = (spaceId: number, place: CommentsPlace) => [...keyOf(spaceId, place.nodeId), namedBy(place)];

/** Comments of a place, page by page from the newest back, renewed when somebody writes or deletes one. */
export function useComments(spaceId: number, place: CommentsPlace) {
  const client = useQueryClient();
  const look = ({ eps_id }: { eps_id: number }): void => void client.invalidateQueries({ queryKey: keyOf(spaceId, eps_id) });
  usePush('eps_comment_created', look);
  usePush('eps_comment_deleted', look);
  return useInfiniteQuery({
    queryKey: placeKey(spaceId, place),
    queryFn: ({ pageParam, signal }) =>
      call(
        api.comments.list,
        { params: { id: place.nodeId }, query: { ...namedBy(place), before: pageParam } },
        { signal, spaceId, quiet: true },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** Writes, deletes and takes back comments of a place. What was written stands in the list as soon as the server has it. */
export function useCommentActs(spaceId: number, place: CommentsPlace) {
  const client = useQueryClient();
  const id = place.nodeId;
  const look = (): Promise<void> => client.invalidateQueries({ queryKey: keyOf(spaceId, id) });
  const write = useMutation({
    mutationFn: ({ text, client_key, reply }: Draft) =>
      call(
        api.comments.create,
        { params: { id }, body: { ...namedBy(place), text, client_key, ...(reply ? { reply_to: reply.id } : {}) } },
        { spaceId, quiet: true },
      ),
    onSuccess: ({ comment }) => {
      client.setQueryData<InfiniteData<Page>>(placeKey(spaceId, place), (known) => {
        if (!known || known.pages.some((page) => page.comments.some((one) => one.id === comment.id))) return known;
        const [first, ...rest] = known.pages;
        return { ...known, pages: [{ ...first, comments: [comment, ...first.comments] }, ...rest] };
      });
      return look();
    },
  });
  const remove = useMutation({
    mutationFn: (commentId: number) => call(api.comments.remove, { params: { id, commentId } }, { spaceId }),
    onSettled: look,
  });
  const restore = useMutation({
    mutationFn: (commentId: number) => call(api.comments.restore, { params: { id, commentId } }, { spaceId }),
    onSettled: look,
  });
  return { write: write.mutateAsync, remove: remove.mutateAsync, restore: restore.mutate };
}

/** Who reads at a node and can be mentioned there; asked for while somebody types a name. Without a node nobody is. */
export function useMentionable(spaceId: number, nodeId: number | null) {
  const [search, onMention] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: [...keyOf(spaceId, nodeId ?? 0), 'people', search],
    queryFn: ({ signal }) =>
      call(api.comments.people, { params: { id: nodeId ?? 0 }, query: { search: search ?? '' } }, { signal, spaceId, quiet: true }),
    enabled: search !== null && nodeId !== null,
    staleTime: 30_000,
    placeholderData: (former) => former,
  });
  return { people: data?.people ?? [], onMention };
}
