import type { Sample } from './fuzz-samples.ts';

/** Numbers from 0 up to a bound, the same for the same seed. */
export type Random = (bound: number) => number;

/** A generator of 32 bits (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

const NUMBERS = [
  '-1',
  '0',
  '1e308',
  '-1e308',
  '1e999',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '2147483648',
  '-2147483649',
  '0.1',
  '1,5',
  '1.2.3',
  '0x7f',
  '',
  '٣',
];
const DATES = ['0000-00-00 00:00', '9999-12-31 23:59', '2024-02-30 08:00', '1-1-1', '2024-03-04T25:61', '99999-01-01', '1899-12-30 00:00'];
const WORDS = [
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\ufeff',
  '\ud800',
  '%T\tTASK',
  '%E',
  '<![CDATA[',
  ']]>',
  '&#0;',
  '&lol;',
  "'",
  '"',
  '""',
  '=cmd',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '(0||',
  '))',
  '||',
  '../../x',
  'null',
  'true',
  '{}',
  '[]',
  '𝟛',
  '‮',
];
const BYTES = [0x00, 0x09, 0x0a, 0x0d, 0x22, 0x25, 0x3c, 0x3e, 0x7f, 0x80, 0xff, 0xfe]; // prettier-ignore

type Mutation = (text: string, random: Random, others: readonly Sample[]) => string;

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)];
const spliced = (text: string, at: number, length: number, by: string): string => text.slice(0, at) + by + text.slice(at + length);

/** Replaces one match of a pattern, chosen by chance. */
function replaceOne(text: string, pattern: RegExp, random: Random, by: (found: string) => string): string {
  const from = random(text.length);
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match ? spliced(text, match.index, match[0].length, by(match[0])) : text;
}

const MUTATIONS: Mutation[] = [
  // Bytes.
  (text, random) => spliced(text, random(text.length), 1, String.fromCharCode(random(256))),
  (text, random) => spliced(text, random(text.length), 1, String.fromCharCode(pick(BYTES, random))),
  (text, random) => spliced(text, random(text.length), random(32), ''),
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => text.slice(random(text.length)),
  (text, random) => spliced(text, random(text.length), 0, pick(WORDS, random)),
  (text, random) => {
    const [at, length] = [random(text.length), 1 + random(64)];
    return spliced(text, at, 0, text.slice(at, at + length).repeat(1 + random(200)));
  },
  // Numbers and dates.
  (text, random) => replaceOne(text, /-?\d+(?:\.\d+)?/g, random, () => pick(NUMBERS, random)),
  (text, random) => replaceOne(text, /-?\d+/g, random, (found) => String(Number(found) + random(5) - 2)),
  (text, random) => replaceOne(text, /\d{4}-\d\d-\d\d[ T]\d\d:\d\d/g, random, () => pick(DATES, random)),
  (text, random) => replaceOne(text, /\d{4}-\d\d-\d\d/g, random, () => pick(NUMBERS, random)),
  // Structure: lines, cells, elements, fields.
  (text, random) => swapLines(text, random, 'swap'),
  (text, random) => swapLines(text, random, 'drop'),
  (text, random) => swapLines(text, random, 'repeat'),
  (text, random) => replaceOne(text, /\t[^\t\r\n]*/g, random, () => pick(['', '\t', '\t\t\t', `\t${pick(WORDS, random)}`], random)),
  (text, random) => replaceOne(text, /<[^<>]{1,80}>/g, random, (found) => pick(['', found + found, '<x>', '</x>', '<x/>', found.toLowerCase()], random)),
  (text, random) => replaceOne(text, /"[^"]{0,80}":/g, random, () => pick(['"x":', '"id":', '"__proto__":', ''], random)),
  (text, random) => replaceOne(text, />[^<>]{1,80}</g, random, () => `>${pick([...WORDS, ...NUMBERS, ...DATES], random)}<`),
  (text, random) => replaceOne(text, /\w{3,}/g, random, () => pick(WORDS, random)),
  // Two files in one.
  (text, random, others) => {
    const other = Buffer.from(pick(others, random).bytes).toString('latin1');
    return text.slice(0, random(text.length)) + other.slice(random(other.length));
  },
]; // prettier-ignore

function swapLines(text: string, random: Random, how: 'swap' | 'drop' | 'repeat'): string {
  const lines = text.split('\n');
  const [a, b] = [random(lines.length), random(lines.length)];
  if (how === 'swap') [lines[a], lines[b]] = [lines[b], lines[a]];
  else if (how === 'drop') lines.splice(a, 1 + random(4));
  else lines.splice(b, 0, ...Array.from({ length: 1 + random(20) }, () => lines[a]));
  return lines.join('\n');
}

/** Breaks a sample in one to four places. */
export function mutated(sample: Sample, random: Random, others: readonly Sample[]): Buffer {
  let text = Buffer.from(sample.bytes).toString('latin1');
  for (let i = random(4); i >= 0 && text.length > 0; i--) text = pick(MUTATIONS, random)(text, random, others);
  return Buffer.from(text, 'latin1');
}
