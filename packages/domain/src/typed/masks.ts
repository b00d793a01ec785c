/** Texts of a fixed form: typed as digits alone or with any separators, kept in one spelling, shown in another. */
export const MASK_KINDS = ['time', 'fulltime', 'phone', 'card'] as const;
export type MaskKind = (typeof MASK_KINDS)[number];

type Mask = {
  /** The spelling that is kept, of what a person typed; null where it is none. A telephone number without a country is one of the language's. */
  read(text: string, language: string): string | null;
  /** A kept text as people read it. */
  write(kept: string): string;
  /** Where digits stand while they are typed: each `#` is one. */
  shape: string | null;
};

const two = (digits: string): string => digits.padStart(2, '0');

/** Hours, minutes and seconds with separators, or two digits each; a single hour of one digit is read where separators part it. */
function readClock(text: string, parts: 2 | 3): string | null {
  const typed = text.trim();
  const bare = /^\d{3,6}$/.test(typed) ? typed.padStart(typed.length + (typed.length % 2), '0') : null;
  const found = bare ? bare.match(/\d\d/g) : /^\d{1,2}(?:[:.\s]\d{2}){1,2}$/.test(typed) ? typed.split(/[:.\s]/) : null;
  if (!found || found.length > parts) return null;
  const clock = [...found, ...Array<string>(parts - found.length).fill('00')].map(two);
  return Number(clock[0]) < 24 && clock.slice(1).every((part) => Number(part) < 60) ? clock.join(':') : null;
}

/** Countries whose numbers are grouped as people there write them: the digits of each group behind the country. */
const COUNTRIES = [
  { code: '7', groups: [3, 3, 2, 2], mark: '-' },
  { code: '1', groups: [3, 3, 4], mark: '-' },
  { code: '33', groups: [1, 2, 2, 2, 2], mark: ' ' },
];

/** Country codes of two digits (ITU-T E.164); beside 1 and 7 the others have three. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The country of a number that is typed without one, by the language: how it is dialled within, and how many digits follow. */
const WITHIN: Record<string, { code: string; trunk: RegExp; digits: number }> = {
  ru: { code: '7', trunk: /^[78](?=\d{10}$)/, digits: 10 },
  fr: { code: '33', trunk: /^0(?=\d{9}$)/, digits: 9 },
};

function readPhone(text: string, language: string): string | null {
  const typed = text.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, '');
  const within = WITHIN[language.slice(0, 2)];
  if (typed.startsWith('+')) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
  if (digits.startsWith('00')) return readPhone(`+${digits.slice(2)}`, language);
  const own = within && digits.replace(within.trunk, '');
  if (own?.length === within?.digits && own !== undefined && /^[1-9]/.test(own)) return `+${within.code}${own}`;
  return /^[1-9]\d{10,14}$/.test(digits) ? `+${digits}` : null;
}

function writePhone(kept: string): string {
  const digits = kept.slice(1);
  const country = COUNTRIES.find(
    ({ code, groups }) => digits.startsWith(code) && digits.length === code.length + groups.reduce((a, b) => a + b),
  );
  if (!country) {
    const code = TWO_DIGITS.exec(digits)?.[0] ?? digits.slice(0, 3);
    return `+${code} ${digits.slice(code.length).replace(/(\d{3})(?=\d)/g, '$1 ')}`;
  }
  const parts: string[] = [];
  let at = country.code.length;
  for (const size of country.groups) parts.push(digits.slice(at, (at += size)));
  const [first, ...rest] = parts;
  return `+${country.code} ${first} ${rest.join(country.mark)}`;
}

/** 12 to 19 digits, the last of which checks the others (ISO/IEC 7812, Luhn). */
function readCard(text: string): string | null {
  const digits = /^[\d\s-]+$/.test(text.trim()) ? text.replace(/\D/g, '') : '';
  if (!/^[1-9]\d{11,18}$/.test(digits)) return null;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const weighed = Number(digit) * (at % 2 ? 2 : 1);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0 ? digits : null;
}

const MASKS: Record<MaskKind, Mask> = {
  time: { read: (text) => readClock(text, 2), write: (kept) => kept, shape: '##:##' },
  fulltime: { read: (text) => readClock(text, 3), write: (kept) => kept, shape: '##:##:##' },
  phone: { read: readPhone, write: writePhone, shape: null },
  card: { read: readCard, write: (kept) => kept.replace(/(\d{4})(?=\d)/g, '$1 '), shape: '#### #### #### #### ###' },
};

export const isMaskKind = (type: string): type is MaskKind => MASK_KINDS.some((kind) => kind === type);

/** What is kept of a typed text; null where it is not of that form. */
export const readMasked = (kind: MaskKind, text: string, language = ''): string | null => MASKS[kind].read(text, language);

/** A kept text as people read it; one of another form as it is. */
export const writeMasked = (kind: MaskKind, kept: string): string => (MASKS[kind].read(kept, '') === kept ? MASKS[kind].write(kept) : kept);

/** Digits that are being typed, set into the form as far as they reach; a text with other signs as it is. */
export function placeDigits(kind: MaskKind, text: string): string {
  const { shape } = MASKS[kind];
  if (shape === null || /[^\d:\s]/.test(text)) return text;
  const digits = [...text.replace(/\D/g, '')];
  let placed = '';
  for (const sign of shape) {
    if (!digits.length) break;
    placed += sign === '#' ? digits.shift() : sign;
  }
  return placed + digits.join('');
}
