import { api, type Output, type ChatHead, type ChatMessage, type ChatNotify, type ChatSettings } from '@gantry/contract';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, call } from '../../../lib/calls/api-client.ts';
import { dropEntry, KEPT, registerSender, retryEntry, sendOrKeep, useOutbox } from '../../../lib/outbox/outbox.ts';
import { usePush } from '../../../lib/push/push.ts';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { reasonText } from '../../../ui/text/refusal-text.ts';
import { useWhoAmI } from '../../access/users/users.queries.ts';
import { type ChatList, listAfterReading, listWith, withMessage } from './chat.model.ts';

/** Which chat is open: one that is known, at a message of it where one is named, that of a node, or one with people to whom nobody wrote yet. */
export type ChatPlace = { chatId: number; messageId?: number } | { nodeId: number } | { userIds: number[]; name: string };

/** The panel of chats: whether it is shown, what is open in it and since which visit, and the node that the page beside it shows. */
export const useChatPanel = create<{ opened: boolean; place: ChatPlace | null; visit: number; here: number | null }>(() => ({
  opened: false,
  place: null,
  visit: 0,
  here: null,
}));

/** Opens the panel, at a chat or at the list. */
export const openChat = (place: ChatPlace | null): void =>
  useChatPanel.setState(({ visit }) => ({ opened: true, place, visit: visit + 1 }));

/** The first message has made the chat: whoever writes there goes on in it. */
export const nameChat = (chatId: number): void => useChatPanel.setState({ place: { chatId } });

/** Says which node the page shows, while it does: the panel offers its chat. */
export function useChatHere(nodeId: number | null): void {
  useEffect(() => {
    useChatPanel.setState({ here: nodeId });
    return () => useChatPanel.setState({ here: null });
  }, [nodeId]);
}

const PAGE = 50;
type Page = { messages: ChatMessage[]; last_seq: number; last_change: number };
const keyOf = (spaceId: number) => ['space', spaceId, 'chat'];
const messagesKey = (spaceId: number, chatId: number | null) => [...keyOf(spaceId), 'messages', chatId];

/** Chats with what is new in them. */
export function useChats(spaceId: number, search = '') {
  const client = useQueryClient();
  const userId = useWhoAmI()?.id ?? null;
  const look = (): void => void client.invalidateQueries({ queryKey: [...keyOf(spaceId), 'list'] });
  usePush('chat_message_created', ({ message }) => keepLists(client, spaceId, message.chat_id, (list) => listWith(list, message, userId)));
  usePush('chat_message_deleted', look);
  usePush('chat_read', ({ chat_id, last_read_seq }) =>
    keepLists(client, spaceId, chat_id, (list) => listAfterReading(list, chat_id, last_read_seq)),
  );
  usePush('reconnected', look);
  return useQuery({
    queryKey: [...keyOf(spaceId), 'list', search],
    queryFn: ({ signal }) => call(api.chat.list, { query: { search } }, { signal, spaceId, quiet: true }),
    placeholderData: (former) => former,
  });
}

/** Changes what lists say of a chat by what was pushed: where 200 people talk, none of them asks for the list at each message. */
function keepLists(client: QueryClient, spaceId: number, chatId: number, change: (list: ChatList) => ChatList | null): void {
  const queryKey = [...keyOf(spaceId), 'list'];
  for (const [key, known] of client.getQueriesData<ChatList | ChatHead>({ queryKey })) {
    if (!known) continue;
    // Beside lists there are heads of nodes; one without an id has no chat yet.
    const head = 'chats' in known ? null : known;
    if (head && head.id !== null && head.id !== chatId) continue;
    const next = change(head ? { chats: [head], unread: 0, mentions: 0 } : (known as ChatList));
    if (next) client.setQueryData(key, head ? next.chats[0] : next);
    else void client.invalidateQueries({ queryKey: key, exact: true });
  }
}

/** The chat that a place names; its id is null where nobody wrote yet. */
export function useChatHead(spaceId: number, place: ChatPlace) {
  const listed = useChats(spaceId).data?.chats;
  const nodeId = 'nodeId' in place ? place.nodeId : null;
  const ofNode = useQuery({
    queryKey: [...keyOf(spaceId), 'list', 'node', nodeId],
    queryFn: ({ signal }) => call(api.chat.ofNode, { params: { id: nodeId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: nodeId !== null,
  });
  if (nodeId !== null) return ofNode.data ?? null;
  return ('chatId' in place && listed?.find(({ id }) => id === place.chatId)) || null;
}

/** Messages of a chat, page by page from the newest back, kept true by what is pushed. */
export function useMessages(spaceId: number, chatId: number | null) {
  const client = useQueryClient();
  const key = messagesKey(spaceId, chatId);
  const put = ({ chat_id, message }: { chat_id: number; message: ChatMessage }): void => {
    if (chat_id === chatId) putMessage(client, spaceId, message);
  };
  usePush('chat_message_created', put);
  usePush('chat_message_updated', put);
  usePush('chat_message_deleted', ({ chat_id }) => {
    if (chat_id === chatId) void client.invalidateQueries({ queryKey: key });
  });
  usePush('reconnected', () => void client.invalidateQueries({ queryKey: key }));
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(api.chat.messages, { params: { id: chatId ?? 0 }, query: { before: pageParam, limit: PAGE } }, { signal, spaceId, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ messages }) => (messages.length && messages[0].seq > 1 ? messages[0].seq : undefined),
    enabled: chatId !== null,
  });
}

/** Puts a message into the newest page. A gap before it means that some were missed: then the pages are asked for again. */
function putMessage(client: QueryClient, spaceId: number, message: ChatMessage): void {
  const key = messagesKey(spaceId, message.chat_id);
  client.setQueryData<InfiniteData<Page>>(key, (known) => {
    if (!known) return known;
    const pages = known.pages.map((page, index) => {
      const has = page.messages.some(({ id }) => id === message.id);
      return has || (index === 0 && message.seq > page.last_seq)
        ? { ...page, messages: withMessage(page.messages, message), last_seq: Math.max(page.last_seq, message.seq) }
        : page;
    });
    return { ...known, pages };
  });
  const newest = client.getQueryData<InfiniteData<Page>>(key)?.pages[0]?.messages ?? [];
  if (newest.some(({ seq }, index) => index > 0 && seq !== newest[index - 1].seq + 1)) void client.invalidateQueries({ queryKey: key });
}

/** What is written, before the server has it. */
export type Draft = { text: string; files: readonly File[]; replyTo: number | null; client_key: string };

/** A message as it waits for a server: to whom, and what is in it. */
type Unsent = { to: Record<string, string | number>; draft: Draft };
const MESSAGE = 'message';
registerSender(MESSAGE, ({ spaceId, args }) => {
  const { to, draft } = args as Unsent;
  const { text, files, replyTo, client_key } = draft;
  const form = formOf({ ...to, text, client_key, ...(replyTo === null ? {} : { reply_to: replyTo }) }, files);
  return call(api.chat.create, {}, { spaceId, quiet: true, form });
});
const toOf = (place: ChatPlace, chatId: number | null): Unsent['to'] => (chatId === null ? targetOf(place) : { chat_id: chatId });

/** Messages of a place that the server does not have: they wait, or were refused for a reason. */
export function useUnsentMessages(place: ChatPlace, chatId: number | null) {
  const { t } = useTranslation();
  return useOutbox(MESSAGE, JSON.stringify(toOf(place, chatId))).map((entry) => ({
    ...(entry.args as Unsent).draft,
    reason: entry.refusal && reasonText(entry.refusal, t),
    retry: () => void retryEntry(entry),
    drop: () => void dropEntry(entry.n),
  }));
}

/** What can be done in a chat. */
export function useChatActs(spaceId: number, place: ChatPlace, chatId: number | null) {
  const client = useQueryClient();
  const look = (): Promise<void> => client.invalidateQueries({ queryKey: keyOf(spaceId) });
  const send = useMutation({
    networkMode: 'always',
    mutationFn: async (draft: Draft) => {
      const to = toOf(place, chatId);
      const answer = await sendOrKeep({
        spaceId,
        kind: MESSAGE,
        about: JSON.stringify(to),
        args: { to, draft } satisfies Unsent,
        key: draft.client_key,
      });
      return answer === KEPT ? null : (answer as Output<typeof api.chat.create>).message;
    },
    onSuccess: (message) => {
      if (message) putMessage(client, spaceId, message);
      return client.invalidateQueries({ queryKey: [...keyOf(spaceId), 'list'] });
    },
  });
  const change = useMutation({
    mutationFn: ({ message, text }: { message: ChatMessage; text: string }) =>
      call(
        api.chat.update,
        {},
        {
          spaceId,
          form: formOf({ chat_id: message.chat_id, message_id: message.id, text, keep_files: message.files.map(({ id }) => id).join(',') }),
        },
      ),
    onSuccess: ({ message }) => putMessage(client, spaceId, message),
  });
  const remove = useMutation({
    mutationFn: (message: ChatMessage) =>
      call(api.chat.remove, { params: { chatId: message.chat_id, messageId: message.id } }, { spaceId }),
    onSettled: look,
  });
  const react = useMutation({
    mutationFn: ({ message, emoji, on }: { message: ChatMessage; emoji: string; on: boolean }) =>
      call(api.chat.react, { params: { chatId: message.chat_id, messageId: message.id }, body: { emoji, on } }, { spaceId }),
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey(spaceId, chatId) }),
  });
  const read = useMutation({
    mutationFn: ({ seq, exact }: { seq: number; exact?: boolean }) =>
      call(api.chat.read, { body: { chat_id: chatId ?? 0, seq, ...(exact ? { exact } : {}) } }, { spaceId, quiet: true }),
    onSettled: () => client.invalidateQueries({ queryKey: [...keyOf(spaceId), 'list'] }),
  });
  const hear = useMutation({
    mutationFn: (body: { notify?: ChatNotify; pinned?: boolean }) =>
      call(api.chat.setSettings, { body: { chat_id: chatId ?? 0, ...body } }, { spaceId }),
    onSettled: () => client.invalidateQueries({ queryKey: [...keyOf(spaceId), 'list'] }),
  });
  return {
    send: send.mutateAsync,
    change: change.mutateAsync,
    remove: remove.mutate,
    react: react.mutate,
    read: read.mutate,
    hear: hear.mutate,
  };
}

const targetOf = (place: ChatPlace): Record<string, string | number> => {
  if ('nodeId' in place) return { eps_id: place.nodeId };
  return 'userIds' in place ? { user_ids: place.userIds.join(',') } : { chat_id: place.chatId };
};

function formOf(fields: Record<string, string | number>, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  for (const file of files) form.append('file', file, file.name);
  return form;
}

const settingsKey = (spaceId: number) => [...keyOf(spaceId), 'settings'];

/** What the person hears of chats. */
export function useChatSettings(spaceId: number): ChatSettings | undefined {
  return useQuery({
    queryKey: settingsKey(spaceId),
    queryFn: ({ signal }) => call(api.chat.settings, {}, { signal, spaceId, quiet: true }),
    staleTime: 60_000,
  }).data?.defaults;
}

export function useSetChatSettings(spaceId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<ChatSettings>) => call(api.chat.setSettings, { body }, { spaceId }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(spaceId) }),
  }).mutate;
}

/** What a file of a message shows as tables or text. A content never changes, so it is asked once. */
export function useFileContent(spaceId: number, chatId: number, fileId: number) {
  return useQuery({
    queryKey: [...keyOf(spaceId), 'content', fileId],
    queryFn: ({ signal }) => call(api.chat.fileContent, { params: { id: chatId, fileId } }, { signal, spaceId, quiet: true }),
    staleTime: Infinity,
    retry: false,
  });
}

/** The address of a file of a message, or of a small picture of it. */
export const fileAddress = (spaceId: number, chatId: number, fileId: number, size?: '256' | '1600'): string =>
  addressOf(api.chat.file, { params: { id: chatId, fileId }, query: size ? { size } : {} }, spaceId);

export type { ChatHead };
