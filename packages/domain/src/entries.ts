/** What a map holds under a key that is known to be in it; a key that is not is a defect. */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): NonNullable<V> {
  const value = map.get(key);
  if (value === undefined || value === null) throw new Error(`there is no entry ${String(key)}`);
  return value;
}

/** A value for each of some keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;

/** Makes something of an object once, however often it is asked for, and keeps it as long as the object is there. */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { value: V }>();
  return (of) => {
    let one = made.get(of);
    if (!one) made.set(of, (one = { value: make(of) }));
    return one.value;
  };
}

/** The same anew at each revision of the document that it is made from. */
export function oncePerRevision<V>(): (of: object, revision: number, make: () => V) => V {
  const made = new WeakMap<object, { revision: number; value: V }>();
  return (of, revision, make) => {
    let one = made.get(of);
    if (one?.revision !== revision) made.set(of, (one = { revision, value: make() }));
    return one.value;
  };
}
