import type { StepValue } from './step-values.ts';

/** Reads the arguments of an entity, from its opening bracket to its end; null where they are no arguments. */
export type ReadArguments = (from: number, to: number) => StepValue[] | null;

const DEEPEST = 64;
const [QUOTE, OPEN, CLOSE, STAR, PLUS, COMMA, MINUS, DOT, SLASH, DOLLAR, HASH, ESCAPE] = [39, 40, 41, 42, 43, 44, 45, 46, 47, 36, 35, 92];
/** What words consist of: references, numbers, enumerations, names of types. */
const IN_WORDS = Uint8Array.from({ length: 256 }, (_, code) => Number(/[#.A-Za-z0-9_+\-"]/.test(String.fromCharCode(code))));
const POWERS = Array.from({ length: 16 }, (_, power) => 10 ** power);
/** So many digits are a whole number without loss, and its quotient with a power of ten is rounded once. */
const EXACT_DIGITS = 15;
const KEPT_TEXTS = 1 << 16;
const KEPT_LENGTH = 64;

/** Reads arguments straight from the bytes of a file; texts that come again are one text. */
export function argumentsOf(bytes: Buffer, decode: (raw: string) => string): ReadArguments {
  const texts: (string | undefined)[] = Array.from({ length: KEPT_TEXTS });
  /** Values of the lists that are being read; a list is cut out when its size is known. */
  const stack: StepValue[] = [];
  let top = 0;
  let [at, end] = [0, 0];

  /** The bytes as a text of one letter each. */
  function textOf(from: number, to: number, hash: number): string {
    const length = to - from;
    if (length > KEPT_LENGTH) return bytes.toString('latin1', from, to);
    const place = (hash ^ (hash >>> 16)) & (KEPT_TEXTS - 1);
    const known = texts[place];
    if (known !== undefined && known.length === length) {
      let same = 0;
      while (same < length && known.charCodeAt(same) === bytes[from + same]) same++;
      if (same === length) return known;
    }
    return (texts[place] = bytes.toString('latin1', from, to));
  }
  function skip(): void {
    while (at < end) {
      if (bytes[at] <= 32) at++;
      else if (bytes[at] === SLASH && bytes[at + 1] === STAR) {
        const close = bytes.indexOf('*/', at + 2, 'latin1');
        at = close === -1 ? end : Math.min(close + 2, end);
      } else return;
    }
  }
  function list(depth: number): StepValue[] | undefined {
    if (depth > DEEPEST) return undefined;
    at++;
    const base = top;
    for (;;) {
      skip();
      if (at >= end) return undefined;
      const code = bytes[at];
      if (code === CLOSE) {
        at++;
        const values = stack.slice(base, top);
        top = base;
        return values;
      }
      if (code === COMMA) {
        at++;
        continue;
      }
      const value = one(depth);
      if (value === undefined) return undefined;
      stack[top++] = value;
    }
  }
  function quoted(): string | undefined {
    const from = at + 1;
    let [place, hash, isPlain, hasQuotes] = [from, 0, true, false];
    for (;;) {
      if (place >= end) return undefined;
      const code = bytes[place];
      if (code === QUOTE) {
        if (place + 1 >= end || bytes[place + 1] !== QUOTE) break;
        hasQuotes = true;
        place += 2;
        continue;
      }
      if (code === ESCAPE || code >= 128) isPlain = false;
      hash = (Math.imul(hash, 31) + code) | 0;
      place++;
    }
    at = place + 1;
    if (isPlain && !hasQuotes) return textOf(from, place, hash);
    return decode(bytes.toString('latin1', from, place).replaceAll("''", "'"));
  }
  /** A number of few digits; undefined where it is something else. Stands behind it then, else where it began. */
  function number(): number | undefined {
    let place = at;
    const sign = bytes[place];
    if (sign === MINUS || sign === PLUS) place++;
    let [whole, digits, after] = [0, 0, -1];
    for (; place < end; place++) {
      const code = bytes[place];
      if (code === DOT && after < 0) after = 0;
      else if (code >= 48 && code <= 57) {
        whole = whole * 10 + code - 48;
        digits++;
        if (after >= 0) after++;
      } else break;
    }
    if (digits === 0 || digits > EXACT_DIGITS || (place < end && IN_WORDS[bytes[place]])) return undefined;
    at = place;
    const value = after > 0 ? whole / POWERS[after] : whole;
    return sign === MINUS ? -value : value;
  }
  /** The number of an entity; undefined where no digits stand there alone. */
  function reference(): number | undefined {
    let [place, ref] = [at + 1, 0];
    for (; place < end && bytes[place] >= 48 && bytes[place] <= 57; place++) ref = ref * 10 + bytes[place] - 48;
    if (place === at + 1 || (place < end && IN_WORDS[bytes[place]])) return undefined;
    at = place;
    return ref;
  }
  function one(depth: number): StepValue | undefined {
    const first = bytes[at];
    if (first === QUOTE) return quoted();
    if (first === OPEN) return list(depth + 1);
    if (first === DOLLAR || first === STAR) {
      at++;
      return null;
    }
    if (first === HASH) {
      const ref = reference();
      if (ref !== undefined) return { ref };
    }
    const from = at;
    const quick = (first >= 48 && first <= 57) || first === MINUS || first === PLUS ? number() : undefined;
    if (quick !== undefined) {
      skip();
      if (at >= end || bytes[at] !== OPEN) return quick;
      at = from;
    }
    let hash = 0;
    for (; at < end && IN_WORDS[bytes[at]]; at++) hash = (Math.imul(hash, 31) + bytes[at]) | 0;
    if (at === from) return undefined;
    const word = textOf(from, at, hash);
    if (first === HASH) return { ref: Number(word.slice(1)) };
    if (first === DOT && word.endsWith('.') && word.length > 2) return { word: word.slice(1, -1).toUpperCase() };
    skip();
    if (at < end && bytes[at] === OPEN) {
      const inner = list(depth + 1);
      return inner && { type: word.toUpperCase(), value: inner[0] ?? null };
    }
    const value = Number(word);
    return Number.isFinite(value) ? value : { word };
  }
  return (from, to) => {
    [at, end, top] = [from, to, 0];
    skip();
    return at < end && bytes[at] === OPEN ? (list(0) ?? null) : null;
  };
}
