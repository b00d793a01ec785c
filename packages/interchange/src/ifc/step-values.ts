/** A reference to another entity: `#12`. */
export type StepRef = { ref: number };
/** A value with its type: `IFCLABEL('x')`. */
export type StepTyped = { type: string; value: StepValue };
export type StepValue = null | string | number | { word: string } | StepRef | StepTyped | StepValue[];

const DEEPEST = 64;

/** Reads the arguments of one entity, from the opening bracket on; null where they are no arguments. */
export function parseArguments(text: string, decode: (raw: string) => string): StepValue[] | null {
  let at = 0;
  const skip = (): void => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code <= 32) at++;
      else if (code === 47 && text.charCodeAt(at + 1) === 42) {
        const end = text.indexOf('*/', at + 2);
        at = end === -1 ? text.length : end + 2;
      } else return;
    }
  };
  const list = (depth: number): StepValue[] | undefined => {
    if (depth > DEEPEST) return undefined;
    at++;
    const values: StepValue[] = [];
    for (;;) {
      skip();
      if (text[at] === ')') {
        at++;
        return values;
      }
      if (text[at] === ',') {
        at++;
        continue;
      }
      const value = one(depth);
      if (value === undefined) return undefined;
      values.push(value);
    }
  };
  const quoted = (): string | undefined => {
    let from = at + 1;
    for (;;) {
      const end = text.indexOf("'", from);
      if (end === -1) return undefined;
      if (text[end + 1] === "'") {
        from = end + 2;
        continue;
      }
      const raw = text.slice(at + 1, end);
      at = end + 1;
      return raw.includes("''") || raw.includes('\\') || HIGH.test(raw) ? decode(raw.replaceAll("''", "'")) : raw;
    }
  };
  const one = (depth: number): StepValue | undefined => {
    const first = text[at];
    if (first === "'") return quoted();
    if (first === '(') return list(depth + 1);
    if (first === '$' || first === '*') {
      at++;
      return null;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (!word) return undefined;
    at += word.length;
    if (first === '#') return { ref: Number(word.slice(1)) };
    if (first === '.' && word.endsWith('.') && word.length > 2) return { word: word.slice(1, -1).toUpperCase() };
    skip();
    if (text[at] === '(') {
      const inner = list(depth + 1);
      return inner && { type: word.toUpperCase(), value: inner[0] ?? null };
    }
    const number = Number(word);
    return Number.isFinite(number) ? number : { word };
  };
  skip();
  if (text[at] !== '(') return null;
  return list(0) ?? null;
}

const HIGH = /[\u0080-\u00ff]/;
const WORD = /[#.A-Za-z0-9_+\-"]+/y;

/** Undoes the escapes of STEP: `\X2\0411\X0\`, `\X\E9`, `\S\i`, `\P…\`. */
export function decodeEscapes(raw: string, decodeBytes: (bytes: string) => string): string {
  if (!raw.includes('\\')) return decodeBytes(raw);
  return raw
    .split(ESCAPE)
    .map((part, index) => (index % 2 === 0 ? decodeBytes(part) : unescapeOne(part)))
    .join('');
}

const ESCAPE =
  /(\\X2\\(?:[0-9A-Fa-f]{4}){1,65536}\\X0\\|\\X4\\(?:[0-9A-Fa-f]{8}){1,65536}\\X0\\|\\X\\[0-9A-Fa-f]{2}|\\S\\.|\\P[A-I]\\|\\\\)/;

function unescapeOne(part: string): string {
  if (part === '\\\\') return '\\';
  if (part.startsWith('\\S\\')) return String.fromCharCode(part.charCodeAt(3) + 128);
  if (part.startsWith('\\P')) return '';
  if (part.startsWith('\\X\\')) return String.fromCharCode(Number.parseInt(part.slice(3), 16));
  const [width, hex] = [part.startsWith('\\X2') ? 4 : 8, part.slice(4, -4)];
  let text = '';
  for (let at = 0; at < hex.length; at += width) {
    const code = Number.parseInt(hex.slice(at, at + width), 16);
    text += width === 4 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

export const refOf = (value: StepValue | undefined): number | null =>
  value !== null && typeof value === 'object' && 'ref' in value ? value.ref : null;
export const refsOf = (value: StepValue | undefined): number[] =>
  Array.isArray(value) ? value.map(refOf).filter((ref) => ref !== null) : [];
export const textOf = (value: StepValue | undefined): string => (typeof value === 'string' ? value : '');
