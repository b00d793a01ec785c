import type { EventData, Present } from '@gantry/contract';
import { CALCULATED_FIELDS, type Diff } from '@gantry/domain';

/** Calculated fields are no conflict between people. */
const RESULTS = new Set<string>([...CALCULATED_FIELDS, 'start', 'finish', 'position']);

/** A person who has the version open in one page or several. */
export type Companion = { userId: number; name: string; initials: string; avatar: string | null; itemIds: number[] };

/** The effect of somebody else's edit on a row: changed fields, null when deleted, undefined when untouched. */
export function touchOf(diff: Diff | null, itemId: number): string[] | null | undefined {
  if (diff?.wbs?.removed.some(({ id }) => id === itemId)) return null;
  const fields = Object.keys(diff?.wbs?.updated.find(({ id }) => id === itemId)?.after ?? {}).filter((field) => !RESULTS.has(field));
  return fields.length ? fields : undefined;
}

/** First letters of the first two words of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0].toUpperCase())
    .join('');

/** Who is here after some came, moved or left. */
export function afterChange(people: readonly Present[], { joined, moved, left }: EventData['version_presence']): Present[] {
  const rows = new Map(moved.map(({ connection, row_id }) => [connection, row_id]));
  const gone = new Set([...left, ...joined.map(({ connection }) => connection)]);
  const stayed = people.filter(({ connection }) => !gone.has(connection));
  return [
    ...stayed.map((page) => ({ ...page, row_id: rows.has(page.connection) ? (rows.get(page.connection) ?? null) : page.row_id })),
    ...joined,
  ];
}

/** Other people here, each once, in order of arrival. */
export function companionsOf(people: readonly Present[], myId: number | null): Companion[] {
  const companions = new Map<number, Companion>();
  for (const { user_id, name, avatar, row_id } of people) {
    if (user_id === myId) continue;
    const known = companions.get(user_id) ?? { userId: user_id, name, initials: initialsOf(name), avatar, itemIds: [] };
    if (row_id !== null && !known.itemIds.includes(row_id)) known.itemIds.push(row_id);
    companions.set(user_id, known);
  }
  return [...companions.values()];
}

/** Who stands on which row: the initials of the first, and how many more. */
export function initialsByRow(companions: readonly Companion[]): Map<number, string> {
  const people = new Map<number, Companion[]>();
  for (const companion of companions) for (const row of companion.itemIds) people.set(row, [...(people.get(row) ?? []), companion]);
  return new Map([...people].map(([row, [first, ...more]]) => [row, more.length ? `${first.initials}+${more.length}` : first.initials]));
}
