import { dayAfter } from '../../../lib/dates.ts';

export const ACTIVITY_KINDS = ['add', 'update', 'delete'] as const;
type Kind = (typeof ACTIVITY_KINDS)[number];

/** What of the activities is listed, and in which order. */
export type ActivityFilter = {
  node: number | null;
  author: number | null;
  kind: Kind | null;
  from: string | null;
  until: string | null;
  oldestFirst: boolean;
};

/** The filter as parameters of the address; an empty condition has no parameter. */
export type ActivityAddress = { node?: string; author?: string; kind?: string; from?: string; until?: string; order?: string };

const idOf = (text: string | undefined): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const dayOf = (text: string | undefined): string | null =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

/** The filter of an address; what no filter says is left out. */
export function filterOf({ node, author, kind, from, until, order }: ActivityAddress): ActivityFilter {
  return {
    node: idOf(node),
    author: idOf(author),
    kind: ACTIVITY_KINDS.find((each) => each === kind) ?? null,
    from: dayOf(from),
    until: dayOf(until),
    oldestFirst: order === 'oldest',
  };
}

export function addressOf({ node, author, kind, from, until, oldestFirst }: ActivityFilter): ActivityAddress {
  return {
    ...(node === null ? {} : { node: String(node) }),
    ...(author === null ? {} : { author: String(author) }),
    ...(kind ? { kind } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
    ...(oldestFirst ? { order: 'oldest' } : {}),
  };
}

/** Whether anything narrows the list. */
export const isNarrowed = ({ node, author, kind, from, until }: ActivityFilter): boolean =>
  node !== null || author !== null || kind !== null || from !== null || until !== null;

/** What the server is asked; days are those of the person who asks, whole. */
export function questionOf({ node, author, kind, from, until, oldestFirst }: ActivityFilter) {
  const instant = (day: string): string => new Date(`${day}T00:00`).toISOString();
  return {
    ...(node === null ? {} : { eps_id: node }),
    ...(author === null ? {} : { user_id: author }),
    ...(kind ? { kind } : {}),
    ...(from ? { from: instant(from) } : {}),
    ...(until ? { to: instant(dayAfter(until, 1)) } : {}),
    direction: oldestFirst ? 1 : -1,
  } as const;
}
