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
  test('two works in a row between milestones', () =>
    expectFindings(`
      S 0d ms
      A 3d S
      B 2d A
      F 0d mf B
    `));

  test('two branches that meet again', () =>
    expectFindings(`
      S 0d ms
      A 3d S
      B 2d S
      C 2d A B
      F 0d mf C
    `));

  test('a row of works inside a parent', () =>
    expectFindings(`
      S 0d ms
      P 0d sum
      A 3d S in=P
      B 2d A in=P
      F 0d mf B
    `));

  test('a chain of thirty', () => expectFindings(chain(30)));
});

describe('missing_logic: rows without a predecessor or without a successor', () => {
  test('a work that nothing waits for is to be joined to the last milestone', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d A
      C 2d A
      F 0d mf C
      `,
      'missing_logic 1 of 5: B, add_relation B>F fs',
    ));

  test('what comes before a work the planner must say', () =>
    expectFindings(
      `
      S 0d ms
      A 3d
      C 2d S
      F 0d mf A C
      `,
      'missing_logic 1 of 4: A',
    ));

  test('a work that hangs on nothing', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      X 1d
      F 0d mf A
      `,
      'missing_logic 1 of 4: X, add_relation X>F fs',
    ));

  test('only the first start milestone may begin without a predecessor', () =>
    expectFindings(
      `
      S 0d ms
      T 0d ms snet=1
      A 3d S
      B 1d T
      F 0d mf A B
      `,
      'missing_logic 1 of 5: T',
    ));

  test('only the last finish milestone may end without a successor', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      M 0d mf A
      B 3d A
      F 0d mf B
      `,
      'missing_logic 1 of 5: M, add_relation M>F fs',
    ));

  test('without any milestone both ends are loose, and there is nothing to join them to', () =>
    expectFindings(
      `
      A 3d
      B 2d A
      `,
      'missing_logic 2 of 2: A B',
    ));

  test('a relation to a draft is none', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d S
      D 2d B draft
      F 0d mf A D
      `,
      'missing_logic 1 of 4: B, add_relation B>F fs',
    ));

  test('completed work, levels of effort and drafts need none', () =>
    expectFindings(`
      S 0d ms as=-3 af=-3
      A 1d as=-3 af=-3
      B 3d S
      C 1d S
      L 1d loe C:ss C:ff
      D 1d draft
      F 0d mf B C
    `));

  test('one of twenty rows is five percent and passes, one of nineteen does not', () => {
    expectFindings(chain(18, { 18: 'W16' }));
    expectFindings(chain(17, { 17: 'W15' }), 'missing_logic 1 of 19: W16, add_relation W16>F fs');
  });
});

describe('leads: relations with a negative lag', () => {
  test('B begins a day before A ends', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d A-1d
      F 0d mf B
      `,
      'leads 1: B (A>B), set_lag A>B 0',
    ));

  test('of every type, each with its cure', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S-1h
      B 2d A-1d
      C 2d B-2h
      F 0d mf C-1m
      `,
      `
      leads 4: A B C F (S>A A>B B>C C>F), set_lag S>A 0, set_lag A>B 0, set_lag B>C 0, set_lag C>F 0
      `,
    ));

  test('one minute is a lead', () => expectFindings(chain(3, { 2: 'W1-1m' }), 'leads 1: W2 (W1>W2), set_lag W1>W2 0'));
  test('no minute is none', () => expectFindings(chain(3, { 2: 'W1' })));

  test('a lead into completed work is history', () =>
    expectFindings(`
      S 0d ms as=-5 af=-5
      A 1d S-1d as=-5 af=-5
      B 2d A
      F 0d mf B
    `));
});

describe('lags: relations with a positive lag', () => {
  test('three days of waiting that nobody sees', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d A+3d
      F 0d mf B
      `,
      'lags 1 of 3: B (A>B)',
    ));

  test('one of twenty relations is five percent and passes, one of nineteen does not', () => {
    expectFindings(chain(19, { 7: 'W6+1d' }));
    expectFindings(chain(18, { 7: 'W6+1d' }), 'lags 1 of 19: W7 (W6>W7)');
  });

  test('two of twenty do not pass', () => expectFindings(chain(19, { 7: 'W6+1d', 9: 'W8+1m' }), 'lags 2 of 20: W7 W9 (W6>W7 W8>W9)'));

  test('a lag into completed work is history', () =>
    expectFindings(`
      S 0d ms as=-5 af=-5
      A 1d S+1d as=-4 af=-4
      B 2d A
      F 0d mf B
    `));
});

describe('relation_types: finish to start', () => {
  test('a start-to-start relation beside a finish-to-finish one', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 3d A:ss A:ff
      F 0d mf A B
      `,
      'relation_types 3 of 5: B (A>B A>B)',
    ));

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

  test('on completed work they are history', () =>
    expectFindings(`
      S 0d ms as=-5 af=-5
      A 1d S as=-5 af=-5 fnlt=-5
      B 2d A
      F 0d mf B
    `));

  test('one of twenty rows is five percent and passes, one of nineteen does not', () => {
    expectFindings(chain(18, { 4: 'W3 fnlt=99' }));
    expectFindings(chain(17, { 4: 'W3 fnlt=99' }), 'hard_constraints 1 of 19: W4, set_limit W4 finish not_earlier');
  });
});
