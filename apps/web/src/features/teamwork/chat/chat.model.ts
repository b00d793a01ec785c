import { CHAT_UNREAD_COUNTED, type ChatHead, type ChatMessage, type ChatNotify } from '@gantry/contract';

const TOAST_LETTERS = 40;

/** The first letters of a message as a toast shows them; a letter is what people see as one, whatever it is made of. */
export function beginningOf(text: string, language: string): string {
  const words = text
    .replaceAll(/@\{\d+\}/g, '@')
    .replaceAll(/[*_~`>#]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = Array.from(new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(words), ({ segment }) => segment);
  return letters.length > TOAST_LETTERS ? `${letters.slice(0, TOAST_LETTERS).join('')}…` : words;
}

/** Whether a person hears of a message in a chat of which they hear so much. */
export function isHeard(
  message: Pick<ChatMessage, 'author_id' | 'mentions' | 'reply'>,
  userId: number | null,
  notify: ChatNotify,
): boolean {
  if (message.author_id === userId || notify === 'none') return false;
  return notify === 'all' || message.mentions.some(({ user_id }) => user_id === userId);
}

/** Messages with the days that begin before them. */
export function withDays<M extends { created_at: string }>(messages: readonly M[]): { message: M; day: string | null }[] {
  let before = '';
  return messages.map((message) => {
    const day = new Date(message.created_at).toDateString();
    const begins = day !== before;
    before = day;
    return { message, day: begins ? message.created_at : null };
  });
}

/** Messages by their numbers, with one more or one in another wording. */
export function withMessage(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const known = messages.find(({ id }) => id === message.id);
  if (known && known.change >= message.change) return [...messages];
  const next = known ? { ...message, reactions: reactionsWith(known.reactions, message.reactions) } : message;
  return [...messages.filter(({ id }) => id !== message.id), next].sort((a, b) => a.seq - b.seq);
}

type Reactions = ChatMessage['reactions'];

/** Reactions that were pushed: where they do not name all, who was known to have reacted has. */
const reactionsWith = (known: Reactions, pushed: Reactions): Reactions =>
  pushed.map((reaction) => {
    if (reaction.count <= reaction.user_ids.length) return reaction;
    const before = known.find(({ emoji }) => emoji === reaction.emoji)?.user_ids ?? [];
    return { ...reaction, user_ids: [...new Set([...reaction.user_ids, ...before])] };
  });

/** The list of chats, and how much of it is new. */
export type ChatList = { chats: ChatHead[]; unread: number; mentions: number };

const countedIn = ({ notify, unread, mentions }: ChatHead): number => {
  if (notify === 'none') return 0;
  return notify === 'mentions' ? mentions : unread;
};
const withHead = ({ chats, unread, mentions }: ChatList, before: ChatHead, after: ChatHead): ChatList => ({
  chats: chats.map((one) => (one === before ? after : one)),
  unread: unread + countedIn(after) - countedIn(before),
  mentions: mentions + after.mentions - before.mentions,
});
const allRead = { unread: 0, mentions: 0 };

/** The list with a message that was pushed, as the server would list it; null where that is not known here and must be asked for. */
export function listWith(list: ChatList, message: ChatMessage, userId: number | null): ChatList | null {
  const head = list.chats.find(({ id }) => id === message.chat_id);
  if (!head || userId === null) return null;
  if (message.seq <= head.last_seq) return list;
  if (message.seq !== head.last_seq + 1) return null;
  const one = message.mentions.some(({ user_id }) => user_id === userId) ? 1 : 0;
  const counted =
    message.author_id === userId
      ? { ...allRead, last_read_seq: message.seq }
      : {
          unread: Math.min(CHAT_UNREAD_COUNTED, head.unread + 1),
          mentions: Math.min(CHAT_UNREAD_COUNTED, head.mentions + one),
        };
  const last = { author: message.author, text: message.text.slice(0, LAST_SHOWN), at: message.created_at };
  const after = { ...head, ...counted, last, last_seq: message.seq, last_change: Math.max(head.last_change, message.change) };
  const { chats, ...sums } = withHead(list, head, after);
  // Pinned ones stand first, then those that were written in last.
  const rest = chats.filter((chat) => chat !== after);
  const at = after.pinned ? 0 : rest.filter(({ pinned }) => pinned).length;
  return { ...sums, chats: rest.toSpliced(at, 0, after) };
}
const LAST_SHOWN = 120;

/** The list after the person has read in a chat, on this page or another; null where what is left must be asked for. */
export function listAfterReading(list: ChatList, chatId: number, lastReadSeq: number): ChatList | null {
  const head = list.chats.find(({ id }) => id === chatId);
  if (!head || lastReadSeq < head.last_seq) return null;
  return withHead(list, head, { ...head, ...allRead, last_read_seq: lastReadSeq });
}

/** The message that is answered next on the way back from the end: the last one, else the one before that which is being answered. */
export function messageToAnswer(messages: readonly ChatMessage[], answered: ChatMessage | null): ChatMessage | null {
  return messages.findLast(({ deleted, seq }) => !deleted && (!answered || seq < answered.seq)) ?? null;
}
