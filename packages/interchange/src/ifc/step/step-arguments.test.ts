import { expect, test } from 'vitest';
import { argumentsOf } from './step-arguments.ts';

const read = (text: string) => argumentsOf(Buffer.from(text, 'latin1'), (raw) => `<${raw}>`)(0, text.length);

test('arguments are read from the bytes as the standard writes them', () => {
  expect(read(`(#12, $,*,.T.,.LENGTHUNIT. , IFCLABEL ('it''s'),IFCREAL(-2.5),(1,(),2),'a',/* ) */'\\X\\E9',"0F")`)).toEqual([
    { ref: 12 },
    null,
    null,
    { word: 'T' },
    { word: 'LENGTHUNIT' },
    { type: 'IFCLABEL', value: "<it's>" },
    { type: 'IFCREAL', value: -2.5 },
    [1, [], 2],
    'a',
    '<\\X\\E9>',
    { word: '"0F"' },
  ]);
  for (const broken of ['', 'x', '(1', "('a)", '(1,%)', `${'('.repeat(80)}${')'.repeat(80)}`]) expect(read(broken)).toBeNull();
});

test('numbers are those that their digits name, to the last bit', () => {
  const numbers = ['0.1', '-0.', '+1.5', '1.E-3', '.5', '1e308', '123456789012345678', '0.30000000000000004', '-1234567.891', '00012.50'];
  for (let index = 1; index < 2000; index++) numbers.push(String((index * 7919) / 10 ** (index % 12)));
  expect(read(`(${numbers.join()})`)).toEqual(numbers.map(Number));
});

test('texts that look alike are not taken for one another', () => {
  // The first two have one hash of 31.
  const texts = ['Aa', 'BB', 'Aa', '', 'a'.repeat(70), 'a'.repeat(70), 'BB'];
  expect(read(`(${texts.map((text) => `'${text}'`).join()})`)).toEqual(texts);
});
