const DAY_MS = 86_400_000;

/** The day so many days after a day. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: string, until: string): number => Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** The value below which a share of the sorted values lies, between two of them by its distance. */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (!sorted.length) return null;
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const value = sorted[low] + (sorted[Math.ceil(at)] - sorted[low]) * (at - low);
  return Math.round(value * 10) / 10;
}

/** Cards of columns at the end of each day: those that stand there now, without what came and went by day after it. */
export function flowOf(
  columns: readonly { id: number; cards: number }[],
  changes: readonly { column_id: number; day: string; change: number }[],
  from: string,
  until: string,
): { day: string; cards: number[] }[] {
  const place = new Map(columns.map(({ id }, at) => [id, at]));
  const cards = columns.map((column) => column.cards);
  const sorted = changes.filter(({ column_id }) => place.has(column_id)).toSorted((a, b) => (a.day > b.day ? -1 : a.day < b.day ? 1 : 0));
  let next = 0;
  const days = Array.from({ length: daysBetween(from, until) + 1 }, (_, index) => {
    const day = dayAfter(until, -index);
    for (; next < sorted.length && sorted[next].day > day; next += 1) cards[place.get(sorted[next].column_id) ?? 0] -= sorted[next].change;
    return { day, cards: [...cards] };
  });
  return days.reverse();
}

/** Counts the finished cards of each week, in the order of the weeks. */
export function countWeeks(weeks: readonly string[]): { week: string; cards: number }[] {
  const counts = new Map<string, number>();
  for (const week of weeks) counts.set(week, (counts.get(week) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([week, cards]) => ({ week, cards }));
}
