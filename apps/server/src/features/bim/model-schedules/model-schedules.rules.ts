/** The elements that each work makes, in the order of the pairs; two elements of a work with one GUID are one. */
export function outputsOfWorks(pairs: Iterable<{ item_id: number; guid: string }>): Map<number, { guid: string; name: string }[]> {
  const guids = new Map<number, Set<string>>();
  for (const { item_id, guid } of pairs) {
    const own = guids.get(item_id);
    if (own) own.add(guid);
    else guids.set(item_id, new Set([guid]));
  }
  return new Map([...guids].map(([id, own]) => [id, Array.from(own, (guid) => ({ guid, name: '' }))]));
}
