/** Something the palette leads to. */
export type PaletteEntry = { key: string; name: string; /** Where it stands, shown beside the name and searched too. */ where: string };

/** Entries that hold every word of the question, best first: names that begin with it, then names that hold it, then places that do. */
export function searchEntries<E extends PaletteEntry>(entries: readonly E[], question: string, limit: number): E[] {
  const wanted = question.trim().toLowerCase();
  if (!wanted) return entries.slice(0, limit);
  const words = wanted.split(/\s+/);
  const ranked: { entry: E; rank: number }[] = [];
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    const all = `${name} ${entry.where.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) continue;
    const rank = name.startsWith(wanted) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2;
    ranked.push({ entry, rank });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
