import { CODE_PAGES, characterOf, isSingleByte } from './code-pages.ts';
import type { CodePage, SingleByteCodePage } from './code-pages.ts';
import { wordTable } from './word-table.ts';

/** Watches byte strings and says in the end which code page they are written in. */
export type CodePageDetector = {
  /** `isProse` false: detect UTF-8 only, because the letters prove nothing. */
  add: (bytes: string, isProse: boolean) => void;
  /** `currency` is the ISO code in the header of the file: it settles what letters leave open. */
  detect: (currency: string | null) => { codePage: CodePage; invalidUtf8: number; multiByte: number };
};

const WORD = /[A-Za-z\x80-\xff]+/g;
const HIGH = /[\x80-\xff]/;
const LONGEST_WORD = 64;
/** A byte order mark that some tool pasted into a cell. */
const STRAY_MARK = '\xef\xbb\xbf';
const MOST_WORDS = 4000;

/** UTF-8 with this many sound sequences per broken one is damaged UTF-8 and not another page. */
const SOUND_PER_BROKEN = 20;

/** Letters outside ASCII by falling frequency in the languages written in each page. */
const TYPICAL: Record<SingleByteCodePage, string> = {
  'windows-1250': 'áíéěčřžšýůąłęóśżćńúőöüťďňźđăâîşţľôäß',
  'windows-1251': 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєґў',
  'windows-1252': 'éèàçãáíóöäüâêôñåøæõúßîûëïìòù',
  'windows-1253': 'αοιετσνηυρπκμλςίόάέήύδγχωθώφβξζψϊϋΐΰ',
  'windows-1254': 'ıüşğçöİâîû',
  'windows-1255': 'יוהלאתרבשמנםעפקדחצסטכזןגףךץ',
  'windows-1256': 'اليمنروتبةعدسفهكقحجشصطخأىضزذثئءظغإؤآپچگژ،',
  'windows-1257': 'āīšēūėžčņļąįųģķęõäöüśłńż',
  ibm866: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
};

const CURRENCY_PAGES = wordTable<SingleByteCodePage>({
  ...pages('windows-1250', 'PLN CZK SKK HUF RON ROL HRK RSD BAM ALL SIT'),
  ...pages('windows-1251', 'RUB RUR KZT UAH BYN BYR BGN KGS TJS UZS MKD'),
  ...pages('windows-1254', 'TRY TRL AZN'),
  ...pages('windows-1255', 'ILS'),
  ...pages('windows-1256', 'EGP SAR AED QAR KWD OMR BHD IQD JOD LYD IRR SYP YER LBP DZD MAD TND SDG PKR'),
  ...pages('windows-1257', 'LTL LVL EEK'),
});

function pages(page: SingleByteCodePage, currencies: string): Record<string, SingleByteCodePage> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, page]));
}

/** Starts watching. Feed it text of people; lists of currency signs and foreign rubbish mislead it. */
export function createCodePageDetector(): CodePageDetector {
  const words = new Map<string, number>();
  let multiByte = 0;
  let invalidUtf8 = 0;
  return {
    add(bytes, isProse) {
      for (const [word] of isProse ? bytes.replaceAll(STRAY_MARK, '').matchAll(WORD) : []) {
        if (!HIGH.test(word)) continue;
        const count = words.get(word);
        if (count !== undefined) words.set(word, count + 1);
        else if (words.size < MOST_WORDS) words.set(word.slice(0, LONGEST_WORD), 1);
      }
      const utf8 = countUtf8(bytes);
      multiByte += utf8.sound;
      invalidUtf8 += utf8.broken;
    },
    detect(currency) {
      if (multiByte > 0 && multiByte >= invalidUtf8 * SOUND_PER_BROKEN) return { codePage: 'utf-8', invalidUtf8, multiByte };
      return { codePage: bestPage(words, currency), invalidUtf8, multiByte };
    },
  };
}

function countUtf8(bytes: string): { sound: number; broken: number } {
  let sound = 0;
  let broken = 0;
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes.charCodeAt(i);
    if (lead < 0x80) continue;
    const length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
    let follow = 1;
    while (follow < length && (bytes.charCodeAt(i + follow) & 0xc0) === 0x80) follow++;
    if (length > 0 && follow === length) {
      sound++;
      i += length - 1;
    } else broken++;
  }
  return { sound, broken };
}

function bestPage(words: Map<string, number>, currency: string | null): CodePage {
  const hinted = currency === null ? undefined : CURRENCY_PAGES[currency.toUpperCase()];
  let best: CodePage = hinted ?? 'windows-1252';
  let bestScore = -Infinity;
  let letters = 0;
  for (const [word, count] of words) letters += word.length * Math.min(count, 8);
  for (const page of ['windows-1252', ...CODE_PAGES.filter((other) => other !== 'windows-1252')] as CodePage[]) {
    if (!isSingleByte(page)) continue;
    let score = page === hinted ? 0.5 + letters * 0.15 : 0;
    for (const [word, count] of words) score += scoreWord(word, page) * Math.min(count, 8);
    if (score > bestScore && (words.size > 0 || page === best)) [best, bestScore] = [page, score];
  }
  return best;
}

const weights = new Map<SingleByteCodePage, Map<string, number>>();

function weightsOf(page: SingleByteCodePage): Map<string, number> {
  let known = weights.get(page);
  if (!known) {
    known = new Map([...TYPICAL[page]].map((letter, rank) => [letter, rank < 10 ? 2 : rank < 20 ? 1.2 : 0.4]));
    // Bytes equal in 1252 are no evidence.
    for (let byte = 0x80; byte < 0x100 && page !== 'windows-1252'; byte++) {
      const letter = characterOf(page, byte);
      const common = letter === characterOf('windows-1252', byte) ? weightsOf('windows-1252').get(letter) : undefined;
      if (common !== undefined) known.set(letter, common);
    }
    weights.set(page, known);
  }
  return known;
}

const LETTER = /\p{L}|\p{M}/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC_VOWEL = /[аеёиоуыэюяіїє]/i;

function scoreWord(word: string, page: SingleByteCodePage): number {
  const typical = weightsOf(page);
  let score = 0;
  let high = 0;
  let ascii = 0;
  let caseBreaks = 0;
  let foreign = 0;
  let previous = '';
  let text = '';
  for (let i = 0; i < word.length; i++) {
    const byte = word.charCodeAt(i);
    const character = byte < 0x80 ? word[i] : characterOf(page, byte);
    text += character;
    if (!LETTER.test(character)) {
      score -= byte >= 0x80 && character >= '\uf700' ? 5 : isQuiet(character) ? 0.1 : 2;
      previous = '';
      continue;
    }
    if (byte < 0x80) ascii++;
    else {
      high++;
      if (!LATIN.test(character)) foreign++;
      score += typical.get(character) ?? typical.get(character.toLowerCase()) ?? -1;
    }
    if (previous !== '' && isLower(previous) && isUpper(character)) caseBreaks++;
    previous = character;
  }
  score -= caseBreaks * 3;
  if (foreign > 0 && foreign < high + ascii) score -= 2 * Math.min(foreign, high + ascii - foreign);
  // A word of three or more letters that are all accented does not occur in Latin scripts: it is another script in the wrong page.
  if (foreign === 0 && high >= 3 && ascii * 2 < high) score -= high * 2;
  if ((page === 'windows-1251' || page === 'ibm866') && high >= 4 && ascii === 0 && !CYRILLIC_VOWEL.test(text)) score -= 2;
  if (page === 'windows-1253' && /ς\p{L}/u.test(text)) score -= 3;
  return score;
}

const QUIET = new Set(' \u00a0§°±²³«»“”„‘’‚–—…•·№€£¥¤©®™µ­×÷½¼¾');

function isQuiet(character: string): boolean {
  return QUIET.has(character);
}

function isUpper(character: string): boolean {
  return character !== character.toLowerCase();
}

function isLower(character: string): boolean {
  return character !== character.toUpperCase();
}
