/** Ids of the people whom a text mentions as `@{12}`, each once. */
export function mentionsOf(text: string): number[] {
  return [...new Set([...text.matchAll(/@\{([1-9]\d{0,14})\}/g)].map(([, id]) => Number(id)))];
}
