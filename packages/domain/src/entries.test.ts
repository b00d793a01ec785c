import { expect, test } from 'vitest';
import { oncePer, oncePerRevision } from './entries.ts';

test('what is made of an object is made once, even where it is nothing', () => {
  let made = 0;
  const of = oncePer((_key: object) => void (made += 1));
  const [one, other] = [{}, {}];
  for (const key of [one, one, other, one]) of(key);
  expect(made).toBe(2);
});

test('what is made of a document is made anew at each revision', () => {
  const kept = oncePerRevision<string>();
  const key = {};
  expect([1, 1, 2, 1].map((revision, call) => kept(key, revision, () => `call ${call}`))).toEqual(['call 0', 'call 0', 'call 2', 'call 3']);
});
