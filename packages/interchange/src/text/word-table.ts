/** A table without inherited keys: words of files may be `constructor` or `__proto__`. */
export function wordTable<T>(words: Record<string, T>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, words);
}
