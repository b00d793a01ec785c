import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { findingsOf, healthPlan } from './testing/drawn-health.ts';

/** Of all checks those that fail, and nothing else. */
function expectFindings(drawing: string, expected = '') {
  expect(findingsOf(healthPlan(drawing))).toBe(picture(expected));
}

/** So many works in a row between two milestones, each changed by what is written for its number. */
function chain(count: number, words: Record<number, string> = {}): string {
  const rows = Array.from({ length: count }, (_, i) => `W${i + 1} 1d ${words[i + 1] ?? (i ? `W${i}` : 'S')}`);
  return ['S 0d ms', ...rows, `F 0d mf W${count}`].join('\n');
}

describe('a sound plan', () => {
  test('a chain of thirty', () => expectFindings(chain(30)));
});

describe('missing_logic: rows without a predecessor or without a successor', () => {
  test('one of twenty rows is five percent and passes, one of nineteen does not', () => {
    expectFindings(chain(18, { 18: 'W16' }));
    expectFindings(chain(17, { 17: 'W15' }), 'missing_logic 1 of 19: W16, add_relation W16>F fs');
  });
});

describe('leads: relations with a negative lag', () => {
  test('one minute is a lead', () => expectFindings(chain(3, { 2: 'W1-1m' }), 'leads 1: W2 (W1>W2), set_lag W1>W2 0'));
  test('no minute is none', () => expectFindings(chain(3, { 2: 'W1' })));
});

describe('lags: relations with a positive lag', () => {
  test('one of twenty relations is five percent and passes, one of nineteen does not', () => {
    expectFindings(chain(19, { 7: 'W6+1d' }));
    expectFindings(chain(18, { 7: 'W6+1d' }), 'lags 1 of 19: W7 (W6>W7)');
  });

  test('two of twenty do not pass', () => expectFindings(chain(19, { 7: 'W6+1d', 9: 'W8+1m' }), 'lags 2 of 20: W7 W9 (W6>W7 W8>W9)'));
});

describe('relation_types: finish to start', () => {
  test('one of ten others is ninety percent and passes, one of nine does not', () => {
    expectFindings(chain(9).replace('mf W9', 'mf W9:ff'));
    expectFindings(chain(8).replace('mf W8', 'mf W8:ff'), 'relation_types 8 of 9: F (W8>F)');
  });
});

describe('hard_constraints: limits that hold dates against the logic', () => {
  const limited = (word: string) => `
      S 0d ms
      A 3d S
      B 2d A ${word}
      F 0d mf B
      `;
  test.each([
    ['snlt=3', 'hard_constraints 1 of 4: B, set_limit B start not_earlier'],
    ['son=3', 'hard_constraints 1 of 4: B, set_limit B start not_earlier'],
    ['fnlt=4', 'hard_constraints 1 of 4: B, set_limit B finish not_earlier'],
    ['fon=4', 'hard_constraints 1 of 4: B, set_limit B finish not_earlier'],
    ['snlt=3 fnlt=4', 'hard_constraints 1 of 4: B, set_limit B start not_earlier, set_limit B finish not_earlier'],
    ['snet=3', ''],
    ['fnet=4', ''],
    ['dl=4', ''],
    ['alap', ''],
  ])('%s', (word, expected) => expectFindings(limited(word), expected));

  test('one of twenty rows is five percent and passes, one of nineteen does not', () => {
    expectFindings(chain(18, { 4: 'W3 fnlt=99' }));
    expectFindings(chain(17, { 4: 'W3 fnlt=99' }), 'hard_constraints 1 of 19: W4, set_limit W4 finish not_earlier');
  });
});
