/** Letters of one alphabet that look like those of the other. */
const LOOK_ALIKES = new Map([...'авекмнорстухіѕјё'].map((letter, at) => [letter, 'abekmhopctyxisje'[at]]));

/** A text in one spelling of its spaces and dashes, letters as they are written. */
const tidied = (text: string): string => {
  // Most texts are tidy: normalizing is what costs.
  if (PLAIN.test(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
};
const PLAIN = /^(?:[!-~\u0410-\u044f]+(?: [!-~\u0410-\u044f]+)*)?$/;

const folded = (tidy: string): string => {
  const small = tidy.toLowerCase();
  return CYRILLIC.test(small) ? small.replaceAll(FOLDED, (letter) => LOOK_ALIKES.get(letter) ?? letter) : small;
};
const CYRILLIC = /[\u0400-\u04ff]/;
const FOLDED = new RegExp(`[${[...LOOK_ALIKES.keys()].join('')}]`, 'g');

/** The form in which texts are compared: without case, doubled spaces, kinds of dashes, and letters that only look different. */
export const normalForm = (text: string): string => folded(tidied(text));

/** Whether two texts are the same in their normal form. */
export const looksLike = (left: string, right: string): boolean => normalForm(left) === normalForm(right);

/**
 * A mask of texts, as `06-01-*|!*demolition*`: alternatives, of which those behind an exclamation mark must not fit; `*` stands for any
 * letters and is captured, `?` for one, `#` for a digit; a backslash takes the next sign as it is.
 */
export type Mask = {
  /** What the stars of the first fitting alternative stand for; null where none fits. */
  test(text: string): string[] | null;
  /** Whether a text in its normal form fits. */
  fits(normal: string): boolean;
  /** What every text that fits begins with, in its normal form: one of these; null where it may begin with anything. */
  starts: readonly string[] | null;
};

type Sign = 'star' | 'one' | 'digit' | { letter: string };
/** `pieces` stand between the stars of a mask that has no other wildcards; `longest` is a literal that every hit holds. */
type Glob = { signs: Sign[]; not: boolean; start: string; longest: string; pieces: string[] | null };

const MOST_LETTERS = 256;
const MOST_ALTERNATIVES = 20;
const MOST_CAPTURES = 9;

/** Reads a mask; null where it is too long, has too many alternatives or captures, or an empty alternative. */
export function openMask(text: string): Mask | null {
  if (text.length > MOST_LETTERS) return null;
  const globs = alternativesOf(text).map(globOf);
  if (globs.length > MOST_ALTERNATIVES || globs.some(({ signs }) => !signs.length)) return null;
  if (globs.some(({ signs }) => signs.filter((sign) => sign === 'star').length > MOST_CAPTURES)) return null;
  const [wanted, unwanted] = [globs.filter(({ not }) => !not), globs.filter(({ not }) => not)];
  const isHit = ({ signs, start, longest, pieces }: Glob, plain: string): boolean =>
    pieces ? holdsPieces(pieces, plain) : plain.startsWith(start) && plain.includes(longest) && spansOf(signs, plain) !== null;
  return {
    starts: wanted.length && wanted.every(({ start }) => start !== '') ? wanted.map(({ start }) => start) : null,
    fits: (plain) => !unwanted.some((glob) => isHit(glob, plain)) && (!wanted.length || wanted.some((glob) => isHit(glob, plain))),
    test(given) {
      const tidy = tidied(given);
      const plain = folded(tidy);
      if (unwanted.some(({ signs }) => spansOf(signs, plain) !== null)) return null;
      if (!wanted.length) return [];
      for (const { signs } of wanted) {
        const spans = spansOf(signs, plain);
        // Captures keep their letters, unless lower case has another length.
        const source = plain.length === tidy.length ? tidy : plain;
        if (spans) return spans.map(([from, to]) => source.slice(from, to));
      }
      return null;
    },
  };
}

function alternativesOf(text: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '|') parts.push('');
    else if (text[at] === '\\' && at + 1 < text.length) parts[parts.length - 1] += text[at] + text[(at += 1)];
    else parts[parts.length - 1] += text[at];
  }
  return parts.map((part) => part.trim());
}

function globOf(text: string): Glob {
  const not = text.startsWith('!');
  const signs: Sign[] = [];
  const plain = not ? text.slice(1).trim() : text;
  let literal = '';
  const flush = (): void => {
    // Spaces at the ends of a piece count: they stand between it and a wildcard.
    const spaced = literal
      .normalize('NFKC')
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
      .replaceAll(/\s+/g, ' ');
    for (const letter of folded(spaced)) signs.push({ letter });
    literal = '';
  };
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at] === '*' ? 'star' : plain[at] === '?' ? 'one' : plain[at] === '#' ? 'digit' : null;
    if (sign) {
      flush();
      signs.push(sign);
    } else literal += plain[at] === '\\' && at + 1 < plain.length ? plain[(at += 1)] : plain[at];
  }
  flush();
  const firstWild = signs.findIndex((sign) => typeof sign === 'string');
  const start = signs.slice(0, firstWild < 0 ? undefined : firstWild).map((sign) => (typeof sign === 'string' ? '' : sign.letter));
  const literals: string[] = [''];
  for (const sign of signs)
    if (typeof sign === 'string') literals.push('');
    else literals[literals.length - 1] += sign.letter;
  const longest = literals.reduce((most, one) => (one.length > most.length ? one : most), '');
  const onlyStars = signs.every((sign) => sign === 'star' || typeof sign !== 'string');
  return { signs, not, start: start.join(''), longest, pieces: onlyStars ? literals : null };
}

/** Whether a text is made of pieces in their order, with anything between them. */
function holdsPieces(pieces: readonly string[], plain: string): boolean {
  const [first, last] = [pieces[0], pieces[pieces.length - 1]];
  if (pieces.length === 1) return plain === first;
  const end = plain.length - last.length;
  if (first.length > end || !plain.startsWith(first) || !plain.endsWith(last)) return false;
  let at = first.length;
  for (let place = 1; place < pieces.length - 1; place += 1) {
    const found = plain.indexOf(pieces[place], at);
    at = found + pieces[place].length;
    if (found < 0 || at > end) return false;
  }
  return true;
}

const fits = (sign: Sign, letter: string): boolean =>
  sign === 'one' || (sign === 'digit' ? letter >= '0' && letter <= '9' : sign !== 'star' && sign.letter === letter);

/** What each star stands for, the shortest from the left; null where the text does not fit. Takes steps of the two lengths at most. */
function spansOf(signs: readonly Sign[], text: string): [number, number][] | null {
  const spans: [number, number][] = [];
  // Letters beyond the first plane are two units: those are walked by letters.
  const letters: ArrayLike<string> = SURROGATES.test(text) ? [...text] : text;
  let [at, sign, back] = [0, 0, -1];
  while (at < letters.length) {
    if (sign < signs.length && signs[sign] === 'star') {
      spans.push([at, at]);
      back = sign += 1;
    } else if (sign < signs.length && fits(signs[sign], letters[at])) {
      sign += 1;
      at += 1;
    } else if (back >= 0) {
      const last = spans[spans.length - 1];
      at = last[1] += 1;
      sign = back;
    } else return null;
  }
  for (; sign < signs.length; sign += 1) {
    if (signs[sign] !== 'star') return null;
    spans.push([at, at]);
  }
  return typeof letters === 'string' ? spans : spans.map(([from, to]) => [widthOf(letters, from), widthOf(letters, to)]);
}

const widthOf = (letters: ArrayLike<string>, end: number): number => Array.from(letters).slice(0, end).join('').length;
const SURROGATES = /[\ud800-\udfff]/;
