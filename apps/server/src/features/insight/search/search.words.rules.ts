/** Texts as words that can be found: the same cut for what is indexed, what is asked and what is marked. */

/** A word of a text, or a code as a whole. */
export type Token = {
  /** Offsets in the text: first character, and the one after the last. */
  from: number;
  to: number;
  /** Which word of the text it is; a code as a whole stands where its first part does. */
  position: number;
  /** To be stemmed; null for codes, which are found as they are. */
  word: string | null;
  lexemes: readonly string[];
};

/** Lexemes of a word that is to be stemmed. */
export type Stems = (word: string) => readonly string[];

/** Every entry has it, and no text yields it: what keeps the index asks for it. */
export const EVERY_ENTRY = "'*'";

const WORD_LENGTH = 64;
const WORDS = 4000;
const CODE_PARTS = 6;
const ASKED_WORDS = 16;
const LAST_POSITION = 16_383;

// Soft hyphens and marks without width stand inside words.
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const CHUNK =
  /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+(?:[-\u2010-\u2013._/\\:@#+&][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+)*/gu;
const PART = /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+/gu;
const CYRILLIC = /^\p{Script=Cyrillic}+$/u;
const LETTERS = /^[\p{L}\p{M}]+$/u;
const ALPHABETIC = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Codes are typed with Cyrillic letters that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [...'авекмнорстух'].map((letter, at) => [letter, 'abekmhopctyx'[at]]),
);
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** A word without what people leave out: capitals, the dots of ё, marks without width or heaped on letters. */
function folded(text: string): string {
  const word = text.replace(INVISIBLE, '').normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ё', 'е');
  return word.replace(ALPHABETIC.test(word) ? /[^\p{L}\p{N}]/gu : /[^\p{L}\p{N}\p{M}]/gu, '');
}

/** A Latin word without accents. */
export const plain = (word: string): string =>
  CYRILLIC.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .normalize('NFC')
        .replace(/[œæßøłđı]/g, (letter) => LIGATURES[letter]);

const codeOf = (text: string): string => plain([...text].map((letter) => LOOKALIKES[letter] ?? letter).join(''));
/** Without halves of characters, which a cut in the middle of one leaves. */
const cut = (text: string): string => text.slice(0, WORD_LENGTH).toWellFormed().replaceAll('\ufffd', '');

/** What a part with digits is found by: itself, and its runs of letters and digits. */
function lexemesOfCode(text: string): string[] {
  const runs = text.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
  return [...new Set([codeOf(text), ...(runs.length > 1 ? runs.filter((run) => run.length > 1).map(codeOf) : [])])];
}

/** Words of a text; of parts joined by hyphens, dots or slashes also the whole, so that `K-12` is found as `K12` and by its parts. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const chunk of text.matchAll(CHUNK)) {
    const parts = [...chunk[0].matchAll(PART)];
    const first = position + 1;
    for (const part of parts) {
      const word = cut(folded(part[0]));
      if (!/[\p{L}\p{N}]/u.test(word)) continue;
      if (++position > WORDS) return tokens;
      const from = chunk.index + part.index;
      const place = { from, to: from + part[0].length, position };
      if (LETTERS.test(word)) tokens.push({ ...place, word, lexemes: [] });
      else tokens.push({ ...place, word: null, lexemes: lexemesOfCode(word) });
    }
    if (parts.length < 2 || parts.length > CODE_PARTS) continue;
    const whole = cut(folded(chunk[0]));
    const lexeme = /\p{N}/u.test(whole) ? codeOf(whole) : plain(whole);
    if (!lexeme) continue;
    tokens.push({ from: chunk.index, to: chunk.index + chunk[0].length, position: first, word: null, lexemes: [lexeme] });
  }
  return tokens;
}

const VOWEL_THAT_FLEES = /^(.*[бвгджзклмнпрстфхцчшщ])[ое]([кцнлрт])$/;

/** Stems of a Russian word beside the one of the stemmer: `участок` and `участки` share the one without the vowel. */
export function withoutFleeingVowel(stem: string): string[] {
  const found = VOWEL_THAT_FLEES.exec(stem);
  return found ? [stem, found[1] + found[2]] : [stem];
}

/** Stems of a Latin word beside those of the stemmers, which miss French plurals: `tuyaux` is of `tuyau`, `travaux` of `travail`. */
export function withoutPluralX(word: string): string[] {
  const [, start, vowel] = /^(.{2,})(au|eu|ou)x$/.exec(plain(word)) ?? [];
  if (vowel === undefined) return [];
  return vowel === 'au' ? [start + vowel, `${start}ail`] : [start + vowel];
}

export const isCyrillic = (word: string): boolean => CYRILLIC.test(word);

const lexemesOf = ({ word, lexemes }: Token, stems: Stems): readonly string[] => (word === null ? lexemes : stems(word));
const quoted = (lexeme: string): string => `'${lexeme.replaceAll(/['\\]/g, '')}'`;

/** The words that have to be stemmed before a text is indexed, asked or marked. */
export const wordsToStem = (tokens: readonly Token[]): string[] => tokens.flatMap(({ word }) => (word === null ? [] : [word]));

/** Where an entry stands: at a node, or in a chat without one. */
export type Whereabouts = { node_id: number | null; chat_id: number | null };

/** The lexeme of a place, which no text yields: by it the index itself passes over what stands elsewhere. */
const lexemeOf = ({ node_id, chat_id }: Whereabouts): string => (node_id === null ? `'*c${chat_id ?? ''}'` : `'*n${node_id}'`);

/** What an entry is found by, as PostgreSQL reads a tsvector. */
export function vectorOf(tokens: readonly Token[], stems: Stems, place: Whereabouts): string {
  const places = new Map<string, Set<number>>();
  for (const token of tokens)
    for (const lexeme of lexemesOf(token, stems)) {
      const known = places.get(lexeme) ?? new Set();
      if (known.size < 255) known.add(Math.min(token.position, LAST_POSITION));
      places.set(lexeme, known);
    }
  return [EVERY_ENTRY, lexemeOf(place), ...[...places].map(([lexeme, positions]) => `${quoted(lexeme)}:${[...positions].join(',')}`)].join(
    ' ',
  );
}

/** One thing that is asked for: words that stand one behind the other, and whether the last may go on. */
type Wanted = { tokens: Token[]; whole: readonly string[]; prefix: boolean };

/** A question: what must all be there. */
export type Question = readonly Wanted[];

/** What is asked: words, codes, and in quotes words that stand together; the last word may be unfinished. */
export function questionOf(text: string): Question {
  const wanted: Wanted[] = [];
  for (const { groups = {} } of text.matchAll(/["«“](?<phrase>[^"»”]*)["»”]|(?<free>[^"«“]+|["«“])/gu)) {
    if (groups['phrase'] !== undefined) {
      const tokens = tokensOf(groups['phrase']).filter((token, at, all) => !isWhole(token, all, at));
      if (tokens.length) wanted.push({ tokens, whole: [], prefix: false });
      continue;
    }
    for (const chunk of groups['free'].split(/\s+/)) {
      const tokens = tokensOf(chunk);
      const wholes = tokens.filter((token, at) => isWhole(token, tokens, at));
      // Words of a chunk such as `a-b,c` are two things.
      let rest = tokens.filter((token) => !wholes.includes(token));
      for (const whole of wholes) {
        const parts = rest.filter(({ from, to }) => from >= whole.from && to <= whole.to);
        rest = rest.filter((token) => !parts.includes(token));
        wanted.push({ tokens: parts, whole: whole.lexemes, prefix: false });
      }
      for (const token of rest) wanted.push({ tokens: [token], whole: [], prefix: false });
    }
  }
  const asked = wanted.slice(0, ASKED_WORDS);
  const last = asked.at(-1);
  // What ends with a space or a quote is a finished word.
  if (last && /[\p{L}\p{N}\p{M}]$/u.test(text)) last.prefix = true;
  return asked;
}

const isWhole = ({ from, to }: Pick<Token, 'from' | 'to'>, all: readonly Token[], at: number): boolean =>
  all.some((other, index) => index !== at && other.from >= from && other.to <= to && other.to - other.from < to - from);

/** Words of a question that it does not need: common ones beside others. */
export const withoutCommon = (question: Question, isCommon: (word: string) => boolean): Question => {
  const rare = question.filter(({ tokens, whole }) => whole.length > 0 || tokens.some(({ word }) => word === null || !isCommon(word)));
  return rare.length ? rare : question;
};

/** The lexemes that a token may match, and those that it may begin. */
function alternatives(token: Token, stems: Stems, prefix: boolean): { exact: readonly string[]; begun: readonly string[] } {
  // A code is asked for as a whole: its numbers stand in any other one too.
  const exact = token.word === null ? token.lexemes.slice(0, 1) : stems(token.word);
  if (!prefix) return { exact, begun: [] };
  const typed = token.word === null ? [] : [plain(token.word)];
  // One letter begins half of all words.
  return { exact, begun: [...exact, ...typed].filter((lexeme) => lexeme.length > 1) };
}

const either = ({ exact, begun }: { exact: readonly string[]; begun: readonly string[] }): string => {
  const all = new Map<string, string>(exact.map((lexeme) => [lexeme, quoted(lexeme)]));
  for (const lexeme of begun) all.set(lexeme, `${quoted(lexeme)}:*`);
  return `(${[...all.values()].join(' | ')})`;
};

/**
 * A question as PostgreSQL reads a tsquery, with what else may stand for its words; null where it asks for nothing. It is built of letters
 * and digits alone.
 */
export function tsqueryOf(question: Question, stems: Stems, alike: Stems = () => []): string | null {
  const parts = question.map(({ tokens, whole, prefix }) => {
    const words = tokens.map((token, at) => {
      const { exact, begun } = alternatives(token, stems, prefix && at === tokens.length - 1);
      return either({ exact: token.word === null ? exact : [...exact, ...alike(token.word)], begun });
    });
    const phrase = words.join(' <-> ');
    if (!whole.length) return `(${phrase})`;
    return `(${either({ exact: whole, begun: prefix ? whole : [] })} | (${phrase}))`;
  });
  return parts.length ? parts.join(' & ') : null;
}

/** A tsquery for entries of some places alone. */
export const tsqueryAt = (query: string, places: readonly Whereabouts[]): string =>
  `(${query}) & (${places.map(lexemeOf).join(' | ') || "'*nowhere'"})`;

/** Parts of a text that answer a question: beginnings and ends, in order. */
export function marksOf(text: string, tokens: readonly Token[], question: Question, stems: Stems): [number, number][] {
  const exact = new Set<string>();
  const begun = new Set<string>();
  for (const { tokens: asked, whole, prefix } of question) {
    for (const lexeme of whole) (prefix ? begun : exact).add(lexeme);
    asked.forEach((token, at) => {
      const found = alternatives(token, stems, prefix && at === asked.length - 1);
      for (const lexeme of found.exact) exact.add(lexeme);
      for (const lexeme of found.begun) begun.add(lexeme);
    });
  }
  const prefixes = [...begun];
  const answers = (lexeme: string) => exact.has(lexeme) || prefixes.some((start) => lexeme.startsWith(start));
  const found = tokens.filter((token) => lexemesOf(token, stems).some(answers)).sort((a, b) => a.from - b.from || b.to - a.to);
  const marks: [number, number][] = [];
  for (const { from, to } of found) if (from >= (marks.at(-1)?.[1] ?? 0)) marks.push([from, Math.min(to, text.length)]);
  return marks;
}

/** A pair of signs around words of one line. */
const EMPHASIS = /(\*{1,3}|~~|`{1,3})(?=\S)([^\n*~`]+)\1/g;
const MENTION = /@\{\d+\}\s?/g;
const OF_LINES = /^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+)/gm;

/** A message without the signs of Markdown and without mentions, which name a person by a number. */
export const withoutSigns = (text: string): string => text.replace(MENTION, '').replace(OF_LINES, '').replace(EMPHASIS, '$2');

const EXCERPT = 220;
const BEFORE = 60;

/** The part of a long text around its first mark, cut at spaces, with the marks moved along. */
export function excerptOf(text: string, marks: readonly [number, number][]): { text: string; marks: [number, number][] } {
  if (text.length <= EXCERPT) return { text, marks: [...marks] };
  const wanted = Math.max(0, (marks[0]?.[0] ?? 0) - BEFORE);
  const space = wanted === 0 ? -1 : text.indexOf(' ', wanted);
  const begin = wanted === 0 ? 0 : space < 0 || space > (marks[0]?.[0] ?? 0) ? wanted : space + 1;
  const limit = begin + EXCERPT;
  const lastSpace = limit >= text.length ? -1 : text.lastIndexOf(' ', limit);
  const end = limit >= text.length ? text.length : lastSpace > begin + EXCERPT / 2 ? lastSpace : limit;
  const [before, after] = [begin > 0 ? '…' : '', end < text.length ? '…' : ''];
  const shift = before.length - begin;
  return {
    text: `${before}${text.slice(begin, end).toWellFormed()}${after}`,
    marks: marks.filter(([from, to]) => from >= begin && to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}
