/** A work that can carry rows of an estimate. */
export type Work = { id: number; code: string; name: string };

const plain = (text: string): string =>
  text
    .toLocaleLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at += 1) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Likeness of two names by pairs of letters, 0 to 1. */
function likeness(left: Map<string, number>, right: Map<string, number>): number {
  let [common, all] = [0, 0];
  for (const [pair, count] of left) {
    common += Math.min(count, right.get(pair) ?? 0);
    all += count;
  }
  for (const count of right.values()) all += count;
  return all ? (2 * common) / all : 0;
}

const WORTH_SHOWING = 0.3;

/**
 * Works in the order in which they are offered for a row: those whose code is the row's volume code, then by the likeness of names; the
 * rest as in the plan. `best` says how many are more than a guess.
 */
export function suggested(
  works: readonly Work[],
  row: { name: string; volume_code: string } | null,
  words: string,
): { works: Work[]; best: number } {
  const wanted = plain(words).split(' ').filter(Boolean);
  const fitting = works.filter(({ code, name }) => wanted.every((word) => plain(`${code} ${name}`).includes(word)));
  if (!row) return { works: fitting, best: 0 };
  const name = pairsOf(plain(row.name));
  const rank = new Map(
    fitting.map((work) => [
      work.id,
      row.volume_code !== '' && work.code === row.volume_code ? 2 : likeness(name, pairsOf(plain(work.name))),
    ]),
  );
  const worth = (work: Work): number => {
    const of = rank.get(work.id) ?? 0;
    return of >= WORTH_SHOWING ? of : 0;
  };
  const ordered = fitting.toSorted((a, b) => worth(b) - worth(a));
  return { works: ordered, best: fitting.filter((work) => worth(work) > 0).length };
}
