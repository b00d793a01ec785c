import { describe, expect, it } from 'vitest';
import { drawn } from '../testing/drawing.ts';

/** B waits for A until Tuesday and holds C; Z gives the project its end on the second Thursday. */
const between = (word: string) => drawn(`A 2d\nB 2d A ${word}\nC 2d B\nZ 9d`);

/** Only the rows that a constraint on B can move. */
function rows(word: string): string {
  return between(word).split('\n').slice(2, 5).join('\n');
}

describe('constraints against links, earlier and later than the links ask', () => {
  it('the chart without any', () => {
    expect(between('')).toBe(`
  MTWTFssMTWT
A ==---
B   ==-----
C     =..=---
Z #####..####
`);
  });

  it.each([
    ['start on or after, earlier: nothing', 'snet=1', 'A ==---\nB   ==-----\nC     =..=---'],
    ['start on or after, later: B and C move, A gains room', 'snet=4', 'A ==---\nB     =..=-\nC         ==-'],
    ['start on or before, earlier: negative float back to A, links still push', 'snlt=1', 'A ##<\nB   ##<\nC     =..=---'],
    ['start on or before, later: less room', 'snlt=3', 'A ==-\nB   ==-\nC     =..=---'],
    ['start on, earlier: as on or before', 'son=1', 'A ##<\nB   ##<\nC     =..=---'],
    ['start on, later: moved and without room', 'son=3', 'A ==-\nB    ##\nC        ==--'],
    ['finish on or after, earlier: nothing', 'fnet=2', 'A ==---\nB   ==-----\nC     =..=---'],
    ['finish on or after, later: the start moves with it', 'fnet=7', 'A ==---\nB     =..=-\nC         ==-'],
    ['finish on or before, earlier: negative float', 'fnlt=2', 'A ##<\nB   ##<\nC     =..=---'],
    ['finish on or before, later: less room', 'fnlt=4', 'A ==-\nB   ==-\nC     =..=---'],
    ['finish on, earlier: as on or before', 'fon=2', 'A ##<\nB   ##<\nC     =..=---'],
    ['finish on, later: moved and without room', 'fon=7', 'A ==--\nB     #..#\nC         ==-'],
    ['mandatory start, earlier: before A has ended', 'mandatory son=1', 'A ##<\nB  ##\nC    ==------'],
    ['mandatory start, later', 'mandatory son=4', 'A ==--\nB     #..#\nC         ==-'],
    ['mandatory finish, earlier: before A has ended', 'mandatory fon=2', 'A ##<\nB  ##\nC    ==------'],
    ['mandatory finish, later', 'mandatory fon=7', 'A ==--\nB     #..#\nC         ==-'],
    ['as late as possible next to its successor: nothing to slide', 'alap', 'A ==---\nB   ==-----\nC     =..=---'],
  ])('%s', (_, word, chart) => {
    expect(rows(word)).toBe(chart);
  });
});
