/** Words that say where a work is, not what it is. Stems. */
const PLACES = new Set(
  (
    'этаж эт ось оси осях отм отметк секци корпус захватк участ зон блок подъезд пролет ' +
    'floor level storey story area zone block section axis axes line grid phase bldg building ' +
    'etage niveau axe bloc bat batiment'
  ).split(' '),
);
const COMMON = new Set(
  (
    'и в во на по с со из от до для при под над за к у о об го ого му ой ый ая ое ые ' +
    'the a an of and for to in on at by with th nd st rd ' +
    'de du des la le les et pour en au aux er eme ere'
  ).split(' '),
);

const CYRILLIC_ENDINGS =
  /(?:иями|ями|ами|ование|ования|ованию|ение|ения|ению|ание|ания|анию|ого|его|ому|ему|ыми|ими|ией|ией|иях|ях|ах|ия|ий|ые|ие|ый|ой|ая|яя|ое|ее|ую|юю|ых|их|ым|им|ом|ем|ов|ев|ей|ам|ям|ы|и|а|я|о|е|у|ю|ь)$/u;
const LATIN_ENDINGS = /(?:ations|ation|ements|ement|ments|ment|ings|ing|ions|ion|ers|er|ed|es|s|e)$/;
const SHORTEST_STEM = 3;

function stemOfWord(word: string): string {
  if (word.length <= SHORTEST_STEM + 1) return word;
  const ending = (/[а-я]/.test(word) ? CYRILLIC_ENDINGS : LATIN_ENDINGS).exec(word)?.[0] ?? '';
  return word.length - ending.length >= SHORTEST_STEM ? word.slice(0, word.length - ending.length) : word;
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * What a name says of the work: its words by their stems, without numbers, storeys, axes and other words of place. A name of nothing but
 * places keeps them.
 */
export function stemOfName(name: string): string {
  const words = wordsOf(name).filter((word) => !/\p{N}/u.test(word) && word.length > 1 && !COMMON.has(word));
  const stems = words.map(stemOfWord);
  const works = stems.filter((stem, at) => !PLACES.has(stem) && !PLACES.has(words[at]));
  return (works.length ? works : stems).join(' ');
}

/** The trigrams of a stemmed name as numbers, each word padded. */
export function gramsOf(stem: string): Set<number> {
  const grams = new Set<number>();
  let [first, second] = [32, 32];
  const put = (letter: number): void => {
    if (second !== 32 || letter !== 32) grams.add((first * 65_536 + second) * 65_536 + letter);
    [first, second] = [second, letter];
  };
  put(32);
  for (let at = 0; at < stem.length; at += 1) put(stem.charCodeAt(at));
  put(32);
  return grams;
}

/** How alike two sets of trigrams are, 0 to 1: twice the shared ones over all. */
export function likeness(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  if (!one.size || !other.size) return 0;
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const gram of few) if (many.has(gram)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}

const BITS = 16;
const hashOf = (first: number, second: number, third: number): number => ((first * 31 + second) * 131 + third) & ((1 << BITS) - 1);

/** How many trigrams of a stemmed name are marked, repeated ones again: never fewer than it shares with the name that was marked. */
function markedIn(stem: string, marks: Uint8Array): number {
  let [first, second, count] = [32, 32, 0];
  for (let at = 0; at <= stem.length; at += 1) {
    const letter = at < stem.length ? stem.charCodeAt(at) : 32;
    count += marks[hashOf(first, second, letter)];
    [first, second] = [second, letter];
  }
  return count;
}

/** Finds among names those that are most like one, the best first; none below `least`. Answers their places. */
export function openNames(stems: readonly string[]): (stem: string, most: number, least: number) => { at: number; likeness: number }[] {
  return (stem, most, least) => {
    const asked = gramsOf(stem);
    const marks = new Uint8Array(1 << BITS);
    for (const gram of asked) {
      const [first, rest] = [Math.floor(gram / 65_536 / 65_536), gram % (65_536 * 65_536)];
      marks[hashOf(first, Math.floor(rest / 65_536), rest % 65_536)] = 1;
    }
    // Two sets this much alike share at least so many; only such names are looked at closer.
    const fewest = (least * asked.size) / (2 - least);
    const found: { at: number; likeness: number }[] = [];
    for (let at = 0; at < stems.length; at += 1) {
      if (markedIn(stems[at], marks) < fewest) continue;
      const value = stems[at] === stem ? 1 : likeness(asked, gramsOf(stems[at]));
      if (value >= least) found.push({ at, likeness: value });
    }
    return found.toSorted((a, b) => b.likeness - a.likeness || a.at - b.at).slice(0, most);
  };
}
