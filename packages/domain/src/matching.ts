/** Pairs the rows of two versions. Copies keep row ids; independently imported versions are paired by codes and names. */

/** From which versions a version was copied, oldest first, with the last row id that the copy took over. */
export type Lineage = readonly { versionId: number; lastId: number }[];

/** The highest row id up to which two versions share ids; 0 when unrelated. */
export function sharedIdsUpTo(left: { versionId: number; lineage: Lineage }, right: { versionId: number; lineage: Lineage }): number {
  const steps = ({ versionId, lineage }: typeof left) => [...lineage, { versionId, lastId: Infinity }];
  const others = new Map<number, number>();
  let least = Infinity;
  for (const step of [...steps(right)].reverse()) others.set(step.versionId, (least = Math.min(least, step.lastId)));
  least = Infinity;
  for (const step of [...steps(left)].reverse()) {
    least = Math.min(least, step.lastId);
    const other = others.get(step.versionId);
    if (other !== undefined) return Math.min(least, other);
  }
  return 0;
}

type Named = { id: number; parentId: number | null; type: string; code: string; name: string };

/** The key of rows without shared ids: a task's code; for summaries, or without a code, the path of names. */
export function naturalKeys(rows: readonly Named[]): Map<number, string> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const keys = new Map<number, string>();
  const keyOf = (row: Named, depth: number): string => {
    const known = keys.get(row.id);
    if (known !== undefined) return known;
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    const above = parent && depth < rows.length ? keyOf(parent, depth + 1) : '';
    const key = row.code && row.type !== 'sum' ? `code ${row.code}` : `${above}/${row.code || row.name}`;
    keys.set(row.id, key);
    return key;
  };
  for (const row of rows) keyOf(row, 0);
  return keys;
}

/** Pairs rows of one version with rows of another: by id up to the shared one, the others by key in their order. Answers the id on the left by the id on the right. */
export function pairRows(
  left: readonly { id: number; key: string | null }[],
  right: readonly { id: number; key: string | null }[],
  sharedUpTo: number,
): Map<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const ids = new Set(left.map(({ id }) => id));
  for (const { id } of right) if (id <= sharedUpTo && ids.has(id)) taken.add(pairs.set(id, id).get(id) as number);
  const free = new Map<string, number[]>();
  for (const { id, key } of left) {
    if (key === null || taken.has(id)) continue;
    const list = free.get(key);
    if (list) list.push(id);
    else free.set(key, [id]);
  }
  for (const { id, key } of right) {
    if (key === null || pairs.has(id)) continue;
    const match = free.get(key)?.shift();
    if (match !== undefined) pairs.set(id, match);
  }
  return pairs;
}
