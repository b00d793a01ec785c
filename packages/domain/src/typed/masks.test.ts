import { expect, test } from 'vitest';
import { MASK_KINDS, placeDigits, readMasked, writeMasked } from './masks.ts';

test.each([
  ['time', '0830', '08:30', '08:30'],
  ['time', '830', '08:30', '08:30'],
  ['time', ' 8.30 ', '08:30', '08:30'],
  ['time', '23:59', '23:59', '23:59'],
  ['fulltime', '083015', '08:30:15', '08:30:15'],
  ['fulltime', '0830', '08:30:00', '08:30:00'],
  ['fulltime', '8:30:15', '08:30:15', '08:30:15'],
  ['phone', '79161234567', '+79161234567', '+7 916 123-45-67'],
  ['phone', '+7 (916) 123-45-67', '+79161234567', '+7 916 123-45-67'],
  ['phone', '0033 6 12 34 56 78', '+33612345678', '+33 6 12 34 56 78'],
  ['phone', '+1 415 555 2671', '+14155552671', '+1 415 555-2671'],
  ['phone', '+49 30 123456', '+4930123456', '+49 301 234 56'],
  ['card', '4111111111111111', '4111111111111111', '4111 1111 1111 1111'],
  ['card', '4111-1111 1111 1111', '4111111111111111', '4111 1111 1111 1111'],
  ['phone', '+375 29 123 45 67', '+375291234567', '+375 291 234 567'],
] as const)('%s %j is kept as %j and shown as %j', (kind, text, kept, shown) => {
  expect(readMasked(kind, text)).toBe(kept);
  expect(writeMasked(kind, kept)).toBe(shown);
});

test('a telephone number without a country is one of the language', () => {
  expect(readMasked('phone', '89161234567', 'ru')).toBe('+79161234567');
  expect(readMasked('phone', '9161234567', 'ru')).toBe('+79161234567');
  expect(readMasked('phone', '06 12 34 56 78', 'fr')).toBe('+33612345678');
  expect(readMasked('phone', '9161234567', 'en-US')).toBeNull();
});

test.each([
  ['time', ['24:00', '08:60', '8', '12345', 'noon', '08:30:15', '']],
  ['fulltime', ['08:30:60', '24:00:00', '1']],
  ['phone', ['123', '+0123456789', '+7 916 CALL', '++79161234567', '+1234567890123456']],
  ['card', ['4111111111111112', '1234', '4111 1111 1111 111x', '0000000000000000']],
] as const)('%s takes none of %j', (kind, texts) => {
  for (const text of texts) expect([text, readMasked(kind, text)]).toEqual([text, null]);
});

test('what is kept reads as itself, and so does what is shown of it', () => {
  const kept = { time: '08:30', fulltime: '08:30:15', phone: '+4930123456', card: '4111111111111111' };
  for (const kind of MASK_KINDS)
    for (const text of [kept[kind], writeMasked(kind, kept[kind])]) expect(readMasked(kind, text)).toBe(kept[kind]);
  expect(writeMasked('phone', 'from a file')).toBe('from a file');
});

test.each([
  ['time', '08', '08'],
  ['time', '083', '08:3'],
  ['time', '08:30', '08:30'],
  ['fulltime', '083015', '08:30:15'],
  ['card', '41111', '4111 1'],
  ['card', 'x41111', 'x41111'],
  ['phone', '7916', '7916'],
] as const)('digits of %s: %j is written %j', (kind, typed, placed) => expect(placeDigits(kind, typed)).toBe(placed));
