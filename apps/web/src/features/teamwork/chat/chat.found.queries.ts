import { api, type ChatMessage } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { type ChatPlace, openChat } from './chat.queries.ts';

/** A message that was looked for, among those around it; null where the place names none, or one that is gone. */
export type FoundMessage = { id: number; messages: ChatMessage[]; leave(): void; show(line: HTMLElement | null): void };

/** The message that a place names, with what stands around it. */
export function useFoundMessage(spaceId: number, place: ChatPlace): FoundMessage | null {
  const chatId = 'chatId' in place ? place.chatId : null;
  const messageId = ('messageId' in place ? place.messageId : undefined) ?? null;
  const { data } = useQuery({
    queryKey: ['space', spaceId, 'chat', 'messages', chatId, 'around', messageId],
    queryFn: async ({ signal }) => {
      const params = { id: chatId ?? 0 };
      const options = { signal, spaceId, quiet: true };
      const { message } = await call(api.chat.message, { params, query: { message_id: messageId ?? 0 } }, options);
      return call(api.chat.messages, { params, query: { around: message.seq } }, options);
    },
    enabled: chatId !== null && messageId !== null,
    retry: false,
  });
  // The same function for as long as the same message is shown, so that what comes later does not move the page.
  const show = useCallback((line: HTMLElement | null) => line?.scrollIntoView({ block: 'center' }), []);
  if (!data || messageId === null || chatId === null) return null;
  return { id: messageId, messages: data.messages, leave: () => openChat({ chatId }), show };
}
