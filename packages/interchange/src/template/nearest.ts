/** The word that is fewest changes away; empty where none is near. */
export function nearest(word: string, known: Iterable<string>): string {
  const wanted = word.toLowerCase().slice(0, 64);
  let [found, least] = ['', Math.max(2, Math.floor(wanted.length / 3)) + 1];
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const changes = distance(wanted, name.toLowerCase(), least);
    if (changes < least) [found, least] = [name, changes];
  }
  return found;
}

/** Changes of single letters from one word to another; no further counted than `most`. */
function distance(from: string, to: string, most: number): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1));
    if (Math.min(...next) >= most) return most;
    row = next;
  }
  return row[to.length];
}
