import type { ChatMessage, ChatNotify } from '@gantry/contract';

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
  return [...messages.filter(({ id }) => id !== message.id), message].sort((a, b) => a.seq - b.seq);
}
