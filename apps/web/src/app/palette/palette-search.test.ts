import { expect, it } from 'vitest';
import { searchEntries } from './palette-search.ts';

const entries = [
  { key: 'a', name: 'Directories', where: 'Screen' },
  { key: 'b', name: 'Old piping', where: 'Plant / Unit 1' },
  { key: 'c', name: 'Piping', where: 'Plant / Unit 2' },
  { key: 'd', name: 'Base', where: 'Plant / Unit 1 / Piping' },
];
const found = (question: string, limit = 10): string =>
  searchEntries(entries, question, limit)
    .map(({ key }) => key)
    .join('');

it('puts names that begin with the question first, then names, then places', () => expect(found('piping')).toBe('cbd'));
it('wants every word, wherever it stands', () => {
  expect(found('piping unit 2')).toBe('c');
  expect(found('UNIT base')).toBe('d');
  expect(found('nothing')).toBe('');
});
it('shows the beginning without a question, and no more than the limit', () => {
  expect(found('  ')).toBe('abcd');
  expect(found('', 2)).toBe('ab');
  expect(found('p', 1)).toBe('c');
});
