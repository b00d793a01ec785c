/** A reference to another entity: `#12`. */
export type StepRef = { ref: number };
/** A value with its type: `IFCLABEL('x')`. */
export type StepTyped = { type: string; value: StepValue };
export type StepValue = null | string | number | { word: string } | StepRef | StepTyped | StepValue[];

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
