import { expect, test } from 'vitest';
import { checkWords } from './check-words.ts';
import type { Word } from './words.ts';

const RING: Word = { avoid: /\bring\b/, use: 'cycle', where: 'prose', limit: 0 };
const TELL: Word = { avoid: /\btell\b/, use: 'notify', where: 'names', limit: 1 };
const check = (text: string, words: readonly Word[], path = 'packages/domain/src/a.ts') => checkWords(new Map([[path, text]]), words);

test('a word of comments and documents is found with its line, in a name it is not', () => {
  expect(check('/** Closes a ring. */\nconst ring = 1; // no ring\n/*\n * a ring\n */', [RING]).problems).toEqual([
    'prose \\bring\\b: 3, at most 0; use cycle',
    '  packages/domain/src/a.ts:1 ring',
    '  packages/domain/src/a.ts:2 ring',
    '  packages/domain/src/a.ts:4 ring',
  ]);
  expect(check('A ring.', [RING], 'docs/a.md').problems).toHaveLength(2);
  expect(check('A ring.', [RING], 'docs/decisions/0001-a.md').problems).toEqual([]);
});

test('a word of names is found in code alone, not in strings, comments and addresses', () => {
  const text = "// tell them\nconst a = 'tell', b = `tell`, c = 'https://a.example/tell'; tell(a);";
  expect(check(text, [TELL])).toEqual({ problems: [], warnings: ['names \\btell\\b: 1, at most 1; use notify'] });
  expect(check(`${text}\ntell(b);`, [TELL]).problems).toEqual([
    'names \\btell\\b: 2, at most 1; use notify',
    '  packages/domain/src/a.ts:2 tell',
    '  packages/domain/src/a.ts:3 tell',
  ]);
});
