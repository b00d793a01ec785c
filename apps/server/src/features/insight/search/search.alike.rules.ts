/** Stems that are like a word of a question: they hold it as a part, or differ from it by a mistake of typing. */

import { EVERY_ENTRY, plain, type Question, type Stems } from './search.words.rules.ts';

const PART = 3;
const LONGEST = 40;
/** A shorter word without a letter is another word. */
const MISTYPED = 4;
/** For all words of a question together. */
const MOST_ALIKE = 30;

const isPart = (text: string): boolean => text.length >= PART && text.length <= LONGEST;

/** A text without any one of its letters: two that share one of these differ by one letter more, less, other or swapped. */
function withoutALetter(text: string): Set<string> {
  const letters = [...text];
  if (letters.length < MISTYPED || letters.length > LONGEST) return new Set();
  return new Set(letters.map((_letter, at) => letters.toSpliced(at, 1).join('')));
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '')}'`;
const near = (text: string): string[] => [text, ...withoutALetter(text)].map((variant) => quoted(`~${variant}`));

/** What a stem is found by, as PostgreSQL reads a tsvector. */
export function vectorOfLexeme(lexeme: string): string {
  const letters = [...lexeme];
  const ends = letters.map((_letter, at) => letters.slice(at).join('')).filter(isPart);
  return [EVERY_ENTRY, ...ends.map(quoted), ...near(lexeme)].join(' ');
}

/** How the words of a question are written and stemmed. */
function variantsOf(question: Question, stems: Stems): Map<string, string[]> {
  const words = question.flatMap(({ tokens }) => tokens.flatMap(({ word }) => (word === null ? [] : [word])));
  return new Map(words.map((word) => [word, [...new Set([plain(word), ...stems(word)])].filter(isPart)]));
}

/** Asks for stems like the words of a question, as PostgreSQL reads a tsquery; null where no word is long enough. */
export function tsqueryOfAlike(question: Question, stems: Stems, mistyped: boolean): string | null {
  const variants = [...variantsOf(question, stems).values()].flat();
  const terms = variants.flatMap((text) => [`${quoted(text)}:*`, ...(mistyped && text.length >= MISTYPED ? near(text) : [])]);
  return terms.length ? [...new Set(terms)].join(' | ') : null;
}

/** Which of the found stems belong to which word, those of fewest letters first, without those that answer it anyhow. */
export function alikeOf(question: Question, stems: Stems, mistyped: boolean, found: readonly string[]): Stems {
  const unfinished = question.flatMap(({ tokens, prefix }) => (prefix ? [tokens.at(-1)?.word] : []));
  const sorted = found.toSorted((a, b) => a.length - b.length);
  const nearOf = new Map(mistyped ? sorted.map((lexeme) => [lexeme, new Set(near(lexeme))]) : []);
  const asWritten = variantsOf(question, stems);
  const most = Math.ceil(MOST_ALIKE / asWritten.size);
  const alike = new Map(
    [...asWritten].map(([word, variants]) => {
      const asked = mistyped ? variants.filter(({ length }) => length >= MISTYPED).flatMap(near) : [];
      const isAlike = (lexeme: string): boolean =>
        variants.some((text) => lexeme.includes(text)) || asked.some((text) => nearOf.get(lexeme)?.has(text));
      const answers = (lexeme: string): boolean =>
        stems(word).includes(lexeme) || (unfinished.includes(word) && variants.some((text) => lexeme.startsWith(text)));
      return [word, sorted.filter((lexeme) => isAlike(lexeme) && !answers(lexeme)).slice(0, most)];
    }),
  );
  return (word) => alike.get(word) ?? [];
}
