const BLANKS = /[\s\u00a0\u202f'’]/g;
const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Thousands between commas or points: 1,234 and 1.234.567, no zero in front. */
const GROUPED = { ',': /^[+-]?[1-9]\d{0,2}(,\d{3})+(?=\.|$)/, '.': /^[+-]?[1-9]\d{0,2}(\.\d{3})+(?=,|$)/ };

/**
 * Reads a number as people write it: a comma or a point, blanks or apostrophes between thousands. Commas or points between thousands are
 * read where both marks stand, where there are several, or where `group` says that the language groups by that mark. Null where the text is none.
 */
export function readNumber(text: string, group = ''): number | null {
  let plain = text.replace(BLANKS, '').replace(/^[\u2212\u2013]/, '-');
  for (const [mark, other] of [
    [',', '.'],
    ['.', ','],
  ] as const) {
    const certain = plain.includes(other) || plain.indexOf(mark) !== plain.lastIndexOf(mark);
    if ((certain || mark === group) && GROUPED[mark].test(plain)) {
      plain = plain.replaceAll(mark, '');
      break;
    }
  }
  plain = plain.replace(',', '.');
  return PLAIN.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null;
}
