const STRETCH = 1024;

/**
 * Walks over so many nodes or items, a stretch at a time: V8 keeps a short walk compiled as a function, while one loop over all of them
 * is compiled again on the stack in each calculation.
 */
export function inStretches(count: number, walk: (from: number, end: number) => void): void {
  for (let from = 0; from < count; from += STRETCH) walk(from, Math.min(from + STRETCH, count));
}

/** The same from the last stretch to the first. */
export function inStretchesBackward(count: number, walk: (from: number, end: number) => void): void {
  for (let end = count; end > 0; end -= STRETCH) walk(Math.max(0, end - STRETCH), end);
}
