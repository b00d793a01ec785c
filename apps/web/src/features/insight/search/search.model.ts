import { SEARCH_KINDS, type SearchHit, type SearchKind } from '@gantry/contract';

/** What is looked for, as the address of the page says it. */
export type SearchFilter = {
  q: string;
  kinds: readonly SearchKind[];
  node: number | null;
  author: number | null;
  from: string | null;
  until: string | null;
};

/** The question as parameters of the address; an empty condition has no parameter. */
export type SearchAddress = { q?: string; kinds?: string; node?: string; author?: string; from?: string; until?: string };

const idOf = (text: string | undefined): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const dayOf = (text: string | undefined): string | null =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

/** The filter of an address; what no filter says is left out. */
export function filterOf({ q, kinds, node, author, from, until }: SearchAddress): SearchFilter {
  const asked = (kinds ?? '').split(',');
  return {
    q: q ?? '',
    kinds: SEARCH_KINDS.filter((kind) => asked.includes(kind)),
    node: idOf(node),
    author: idOf(author),
    from: dayOf(from),
    until: dayOf(until),
  };
}

export function addressOf({ q, kinds, node, author, from, until }: SearchFilter): SearchAddress {
  return {
    ...(q.trim() ? { q } : {}),
    ...(kinds.length ? { kinds: kinds.join(',') } : {}),
    ...(node === null ? {} : { node: String(node) }),
    ...(author === null ? {} : { author: String(author) }),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
  };
}

/** Whether anything narrows the search beside its words. */
export const isNarrowed = ({ kinds, node, author, from, until }: SearchFilter): boolean =>
  kinds.length > 0 || node !== null || author !== null || from !== null || until !== null;

/** A text in pieces, those that are marked and those between them. */
export function piecesOf(text: string, marks: readonly (readonly [number, number])[]): { text: string; marked: boolean; from: number }[] {
  const pieces: { text: string; marked: boolean; from: number }[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from > at) pieces.push({ text: text.slice(at, from), marked: false, from: at });
    pieces.push({ text: text.slice(from, to), marked: true, from });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false, from: at });
  return pieces;
}

/** What tells a hit from the others. */
export const keyOf = ({ kind, ids }: SearchHit): string => `${kind}-${Object.values(ids).join('-')}`;

/** Where a hit leads: a message of a chat beside the page, a card on its board, a work or a version, else the node in the structure. */
export type Target =
  | { chatId: number; messageId?: number }
  | { boardOf: number; boardId: number; cardId: number }
  | { versionId: number; itemId: number | null }
  | { nodeId: number | null };

export function targetOf({ ids: { node_id, version_id, row_id, chat_id, message_id, board_id, card_id } }: SearchHit): Target {
  if (chat_id !== undefined) return { chatId: chat_id, ...(message_id === undefined ? {} : { messageId: message_id }) };
  if (node_id !== null && board_id !== undefined && card_id !== undefined) return { boardOf: node_id, boardId: board_id, cardId: card_id };
  if (version_id !== undefined) return { versionId: version_id, itemId: row_id ?? null };
  return { nodeId: node_id };
}
