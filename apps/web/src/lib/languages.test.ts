import { expect, it } from 'vitest';
import { chooseLanguage } from './languages.ts';

const ALL = ['en-US', 'ru', 'fr'];

it.each([
  ['the last used one', 'fr', ['ru-RU'], ALL, 'fr'],
  ['the browser, by its list', null, ['de', 'fr-CA', 'ru'], ALL, 'fr'],
  ['the browser, any English', null, ['en-GB'], ALL, 'en-US'],
  ['a last used one that is not offered', 'fr', ['ru'], ['en-US', 'ru'], 'ru'],
  ['nothing that fits: the first offered', null, ['de'], ['ru', 'fr'], 'ru'],
  ['nothing offered that is known', null, ['de'], ['xx'], 'en-US'],
  ['without a list, Russian', null, ['ru-RU'], null, 'ru'],
  ['without a list, ru-ru', null, ['ru-ru'], null, 'ru'],
  ['without a list, anything else', null, ['fr'], null, 'en-US'],
  ['no browser language at all', null, [], ALL, 'en-US'],
] as const)('%s', (_name, stored, browser, allowed, expected) => {
  expect(chooseLanguage(stored, browser, allowed)).toBe(expected);
});
