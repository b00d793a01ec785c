/** What a map holds under a key that is known to be in it; a key that is not is a defect. */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): NonNullable<V> {
  const value = map.get(key);
  if (value === undefined || value === null) throw new Error(`there is no entry ${String(key)}`);
  return value;
}

/** A value for each of some keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
