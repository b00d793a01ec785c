import { api, type Call, type KanbanItem, type Output } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/calls/api-client.ts';
import { isRefusal } from '../../../lib/calls/api-error.ts';
import { usePush } from '../../../lib/push/push.ts';
import { type Asked, restBefore } from '../../../lib/push/rest.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { announce } from '../../../ui/toasts.tsx';
import { type CardChange, type Cards, type Change, foresee, keyOf, mergeCards, putItems, toApi } from './kanban.model.ts';
import { boardKey, useSoon } from './kanban.queries.ts';

const cardsKey = (spaceId: number, boardId: number) => [...boardKey(spaceId, boardId), 'cards'];
const UNDO_DEPTH = 50;

type Head = Output<typeof api.kanban.get>;
/** Whether a filter or an attribute says what a board shows: the server reads the plan for each page then. */
const isDecided = (board: Head['board'] | undefined): boolean => Boolean(board?.filter ?? board?.group_by?.includes(':'));

/** A board with its columns and labels, and its cards, both renewed when somebody changes them: the cards by what has changed alone. */
export function useBoard(spaceId: number, boardId: number) {
  const client = useQueryClient();
  const key = cardsKey(spaceId, boardId);
  const headKey = [...boardKey(spaceId, boardId), 'head'];
  const reported = useRef(0);
  const last = useRef<Asked>({ at: 0, took: 0 });
  const renew = useSoon(
    () => {
      if (reported.current > (client.getQueryData<Cards>(key)?.revision ?? 0))
        void client.invalidateQueries({ queryKey: boardKey(spaceId, boardId) });
    },
    () => restBefore(last.current, performance.now()),
  );
  usePush('kanban_updated', ({ board_id, revision }) => {
    if (board_id !== boardId) return;
    reported.current = Math.max(reported.current, revision);
    renew();
  });
  usePush('reconnected', () => void client.invalidateQueries({ queryKey: boardKey(spaceId, boardId) }));
  const head = useQuery({
    queryKey: headKey,
    queryFn: ({ signal }) => call(api.kanban.get, { params: { id: boardId } }, { signal, spaceId, quiet: true }),
  });
  const cards = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const ask = (had?: Cards) => {
        const query = { since: had?.revision, state: had?.state ?? undefined };
        return call(api.kanban.items, { params: { id: boardId }, query }, { signal, spaceId, quiet: true });
      };
      const before = client.getQueryData<Cards>(key);
      const begun = performance.now();
      let answer = await ask(before);
      // Another version counts now: what has changed of it says nothing of the cards of the former one.
      if (before && !answer.full && answer.version_id !== before.version_id) answer = await ask();
      // Changes of a board that shows all works cost little: one that is answered whole rests, and one that is filtered.
      const isHeavy = before && (answer.full || isDecided(client.getQueryData<Head>(headKey)?.board));
      last.current = { at: performance.now(), took: isHeavy ? performance.now() - begun : 0 };
      // What was taken in while the answer came is not lost.
      return mergeCards(client.getQueryData<Cards>(key), answer);
    },
    structuralSharing: false,
  });
  return { head, cards };
}

type Copy = Call<typeof api.kanban.copyItems>['body'];
type NewCard = Extract<Call<typeof api.kanban.createItems>['body'], { title: string }>;

/** What can be done with the cards of a board. It is seen at once; what is refused goes back and says why, on the card. */
export function useCardActs(spaceId: number, boardId: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = cardsKey(spaceId, boardId);
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const done = useRef<CardChange[][]>([]);
  const known = (): Cards | undefined => client.getQueryData<Cards>(key);
  const put = (items: (known: readonly KanbanItem[]) => KanbanItem[], revision?: number): void => {
    client.setQueryData<Cards>(key, (cards) => cards && { ...cards, items: items(cards.items), revision: revision ?? cards.revision });
  };
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: boardKey(spaceId, boardId) });
  /** Takes in what a change answers; where others have changed something in between, that is asked for. */
  const take = ({ revision, items }: { revision: number; items: KanbanItem[] }, gone: readonly number[] = []): void => {
    const now = known()?.revision ?? 0;
    if (revision <= now) return;
    const staying = items.filter((item) => !gone.includes(keyOf(item)));
    put((all) => putItems(all, staying, gone), revision === now + 1 ? revision : now);
    if (revision > now + 1) void renew();
  };
  const forget = (keys: readonly number[]): void =>
    setRefused((all) => (keys.some((one) => all.has(one)) ? new Map([...all].filter(([one]) => !keys.includes(one))) : all));

  const change = useMutation({
    // One after the other: a card may go behind one that the call before has brought there.
    scope: { id: `kanban-${boardId}` },
    mutationFn: ({ changes }: Change) => {
      const ids = new Map(known()?.items.map((item) => [keyOf(item), item.id]));
      const items = changes.map((one) => toApi(one, (which) => ids.get(which) ?? which));
      return call(
        api.kanban.updateItems,
        { body: { board_id: boardId, revision: known()?.revision ?? 0, items } },
        { spaceId, quiet: true },
      );
    },
    onMutate: ({ changes }) => {
      const keys = new Set(changes.map((one) => one.key));
      forget([...keys]);
      const ofThem = (): KanbanItem[] => known()?.items.filter((item) => keys.has(keyOf(item))) ?? [];
      const before = ofThem();
      put((all) => foresee(all, changes));
      return { before, foreseen: new Map(ofThem().map((item) => [keyOf(item), item])) };
    },
    onSuccess: (answer, { changes }) => {
      const gone = changes.flatMap(({ key: one, deleted }) => (deleted ? [one] : []));
      take(answer, gone);
      return client.invalidateQueries({ queryKey: [...boardKey(spaceId, boardId), 'card'] });
    },
    onError: (error, { changes }, shown) => {
      // What has come from others meanwhile is newer than what was there before.
      const now = new Map(known()?.items.map((item) => [keyOf(item), item]));
      const back = shown?.before.filter((item) => now.get(keyOf(item)) === shown.foreseen.get(keyOf(item))) ?? [];
      put((all) => putItems(all, back));
      const reason = refusalText(error, t);
      setRefused((all) => new Map([...all, ...changes.map((one) => [one.key, reason] as const)]));
      announce(reason);
      if (isRefusal(error, 'kanban.changed')) void renew();
    },
  });
  const keep = (inverse: CardChange[]): void => {
    done.current = [...done.current.slice(1 - UNDO_DEPTH), inverse];
  };
  const create = useMutation({
    scope: { id: `kanban-${boardId}` },
    mutationFn: (body: NewCard) => call(api.kanban.createItems, { body }, { spaceId }),
    onSuccess: (answer) => {
      take(answer);
      keep(answer.items.map((item) => ({ key: keyOf(item), deleted: true })));
    },
  });
  const copy = useMutation({
    scope: { id: `kanban-${boardId}` },
    mutationFn: (body: Omit<Copy, 'from_board_id'>) =>
      call(api.kanban.copyItems, { body: { ...body, from_board_id: boardId } }, { spaceId, quiet: true }),
    onSuccess: (answer, { board_id }) => {
      if (board_id !== boardId) return client.invalidateQueries({ queryKey: boardKey(spaceId, board_id) });
      take(answer);
      keep(answer.items.map((item) => ({ key: keyOf(item), deleted: true })));
      return undefined;
    },
  });
  const toRow = useMutation({
    scope: { id: `kanban-${boardId}` },
    mutationFn: (body: Call<typeof api.kanban.toRow>['body']) => call(api.kanban.toRow, { body }, { spaceId, quiet: true }),
    // A card of a row has another key: the one that it had is gone.
    onSuccess: (answer, { item_id }) => take(answer, [item_id]),
  });
  const act = async ({ changes, inverse }: Change): Promise<boolean> => {
    if (!changes.length) return false;
    // At once: whoever presses Ctrl+Z before the answer means this act, and its inverse goes after it.
    keep(inverse);
    try {
      await change.mutateAsync({ changes, inverse });
    } catch {
      done.current = done.current.filter((one) => one !== inverse);
      return false;
    }
    return true;
  };
  return {
    refused,
    forget,
    /** Makes a change that can be taken back; answers whether it was made. */
    act,
    /** Adds a card; answers its key. */
    create: async (body: NewCard): Promise<number | null> => {
      const { items } = await create.mutateAsync(body);
      return items.length ? keyOf(items[0]) : null;
    },
    /** Copies cards to a column of a free board, this one or another. */
    copy: copy.mutateAsync,
    /** Makes a work of a version of a card; answers its id. */
    toRow: async (body: Call<typeof api.kanban.toRow>['body']): Promise<number> => (await toRow.mutateAsync(body)).row_id,
    /** Takes back an own act, the last one where none is named; answers the keys of its cards, null where it stands no longer. */
    undo: async (named?: CardChange[]): Promise<number[] | null> => {
      const inverse = named ?? done.current.at(-1);
      if (!inverse || !done.current.includes(inverse)) return null;
      done.current = done.current.filter((one) => one !== inverse);
      await change.mutateAsync({ changes: inverse, inverse: [] }).catch(() => undefined);
      return inverse.map((one) => one.key);
    },
  };
}

export type CardActs = ReturnType<typeof useCardActs>;

/** A card with all that it says, renewed with each change of its face. */
export function useCard(spaceId: number, boardId: number, item: KanbanItem) {
  return useQuery({
    queryKey: [...boardKey(spaceId, boardId), 'card', keyOf(item)],
    queryFn: ({ signal }) =>
      call(api.kanban.item, { params: { id: item.id }, query: { board_id: boardId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });
}
