import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import type { HealthCheckId } from './index.ts';
import { findingsOf, healthPlan } from './testing/drawn-health.ts';

/** Of all checks (or of those named) the ones that fail, and nothing else. */
function expectFindings(drawing: string, expected = '', checks?: HealthCheckId[]) {
  expect(findingsOf(healthPlan(drawing), checks)).toBe(picture(expected));
}

describe('dangling_starts: nothing holds the start', () => {
  const joined = (relation: string, more = '') => `
      S 0d ms
      A 3d S
      B 2d ${relation} ${more}
      F 0d mf A B
      `;
  const only: HealthCheckId[] = ['dangling_starts'];
  test('finish to finish alone', () => expectFindings(joined('A:ff'), 'dangling_starts 1: B', only));
  test('start to finish alone', () => expectFindings(joined('A:sf'), 'dangling_starts 1: B', only));
  test('both of them', () => expectFindings(joined('A:ff', 'S:sf'), 'dangling_starts 1: B', only));
  test('start to start holds it', () => expectFindings(joined('A:ss'), '', only));
  test('one that holds it beside one that does not', () => expectFindings(joined('A:ff', 'S'), '', only));
  test('no predecessor at all is another check', () => expectFindings(joined(''), '', only));
  test('a start that has happened needs nothing that holds it', () => expectFindings(joined('A:ff', 'as=-1'), '', only));
  test('a milestone has no start of its own', () => expectFindings(joined('A').replace('F 0d mf A B', 'F 0d mf A:ff B:ff'), '', only));

  test('in a whole plan, beside relations enough of the usual type', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d A:ff
      C 2d A
      D 2d C
      E 2d D
      G 2d E
      H 2d G
      I 2d H
      F 0d mf B I
      `,
      'dangling_starts 1: B',
    ));
});

describe('dangling_finishes: nothing waits for the finish', () => {
  const joined = (relation: string, more = '') => `
      S 0d ms
      A 3d S
      B 2d ${relation} ${more}
      F 0d mf B
      `;
  const only: HealthCheckId[] = ['dangling_finishes'];
  test('start to start alone', () => expectFindings(joined('A:ss'), 'dangling_finishes 1: A', only));
  test('start to finish alone', () => expectFindings(joined('A:sf', 'S'), 'dangling_finishes 1: A', only));
  test('finish to finish waits for it', () => expectFindings(joined('A:ff', 'S'), '', only));
  test('one that waits beside one that does not', () => expectFindings(joined('A:ss', 'A:ff'), '', only));
  test('no successor at all is another check', () => expectFindings(joined('S'), '', only));
  test('a start milestone need not be waited for', () => expectFindings(joined('A').replace('A 3d S', 'A 3d S:ss'), '', only));
  test('of a completed row nobody asks', () => expectFindings(joined('A:ss', 'S').replace('A 3d S', 'A 3d S as=-3 af=-2'), '', only));

  test('in a whole plan, beside relations enough of the usual type', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d A:ss S
      C 2d S
      D 2d C
      E 2d D
      G 2d E
      H 2d G
      I 2d H
      F 0d mf B I
      `,
      'dangling_finishes 1: A',
    ));
});

describe('summary_logic: relations of rows with children', () => {
  test('into a parent', () =>
    expectFindings(
      `
      S 0d ms
      P 0d sum S
      A 3d S in=P
      F 0d mf A
      `,
      'summary_logic 1: P (S>P), remove_relation S>P',
    ));

  test('out of a parent, which then is the only one to wait for', () =>
    expectFindings(
      `
      S 0d ms
      P 0d sum
      A 3d S in=P
      B 2d A in=P
      F 0d mf B P
      `,
      'summary_logic 1: F (P>F), remove_relation P>F',
    ));

  test('of a work that has children is the same', () =>
    expectFindings(
      `
      S 0d ms
      P 1d S
      A 3d S in=P
      F 0d mf A
      `,
      'summary_logic 1: P (S>P), remove_relation S>P',
    ));

  test('a parent of drafts only is none', () =>
    expectFindings(`
      S 0d ms
      P 1d S
      A 3d draft in=P
      F 0d mf P
    `));
});

describe('rings: relations that no calculation can follow', () => {
  test('of two rows, to be cut where it closes', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S B
      B 2d A
      F 0d mf B
      `,
      'rings 1: A B (B>A), remove_relation B>A',
      ['rings'],
    ));

  test('of three', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S C
      B 2d A
      C 2d B
      F 0d mf C
      `,
      'rings 1: A B C (C>A), remove_relation C>A',
      ['rings'],
    ));

  test('two rings are two', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S B
      B 2d A
      C 3d S D
      D 2d C
      F 0d mf B D
      `,
      'rings 2: A B C D (B>A D>C), remove_relation B>A, remove_relation D>C',
      ['rings'],
    ));

  test('a chain that looks like one is none', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d A
      C 2d A B:ss
      F 0d mf C
    `.replace('C 2d A B:ss', 'C 2d B'),
    ));
});

describe('redundant_relations: they say nothing new', () => {
  const only: HealthCheckId[] = ['redundant_relations'];
  const three = (relations: string, b = 'A') => `
      S 0d ms
      A 3d S
      B 2d ${b}
      C 2d ${relations}
      F 0d mf C
      `;
  test('A before C is said by A before B before C', () =>
    expectFindings(three('A B'), 'redundant_relations 1 of 5: C (A>C), remove_relation A>C', only));
  test('the same relation twice: the second', () =>
    expectFindings(three('B B'), 'redundant_relations 1 of 5: C (B>C), remove_relation B>C', only));
  test('a lag of its own says more', () => expectFindings(three('A+1d B'), '', only));
  test('another type says more', () => expectFindings(three('A:ff B'), '', only));
  test('over a lag it is said all the more', () =>
    expectFindings(three('A B', 'A+2d'), 'redundant_relations 1 of 5: C (A>C), remove_relation A>C', only));
  test('over a lead it is not said', () => expectFindings(three('A B', 'A-1d'), '', only));
  test('over a start-to-start relation it is not said', () => expectFindings(three('A B', 'A:ss'), '', only));
  test('over a completed row it is not said', () => expectFindings(three('A B', 'A as=-3 af=-2'), '', only));
  test('two of different types are no twins', () => expectFindings(three('B B:ff'), '', only));
  test('two with different lags are no twins', () => expectFindings(three('B B+1d'), '', only));
  test('three times: two are too many', () =>
    expectFindings(three('B B B'), 'redundant_relations 2 of 6: C (B>C B>C), remove_relation B>C, remove_relation B>C', only));
  test('over two rows between it is not seen as redundant', () =>
    expectFindings(
      `
      S 0d ms
      A 3d S
      B 2d A
      C 2d B
      D 2d C A
      F 0d mf D
      `,
      '',
      only,
    ));
});

describe('out_of_sequence: begun before the relations allowed it', () => {
  const begun = (words: string, a = 'A 3d S') => `
      S 0d ms as=-9@8 af=-9@8
      ${a}
      B 2d A ${words}
      F 0d mf B
      `;
  test('B goes on while A has not begun', () => expectFindings(begun('as=-3'), 'out_of_sequence 1: B (A>B)'));
  test('B goes on while A does too', () => expectFindings(begun('as=-3', 'A 3d S as=-4'), 'out_of_sequence 1: B (A>B)'));
  test('B is done before A is', () => expectFindings(begun('as=-3 af=-2', 'A 3d S as=-4'), 'out_of_sequence 1: B (A>B)'));
  test('B began after A was done', () => expectFindings(begun('as=-3', 'A 3d S as=-6 af=-4')));
  test('nothing has begun', () => expectFindings(begun('')));
  test('both are done: history', () => expectFindings(begun('as=-5 af=-5', 'A 3d S as=-4 af=-3')));
});

describe('merge_points: more than ten paths meet', () => {
  const meeting = (count: number) => {
    const names = Array.from({ length: count }, (_, i) => `W${i + 1}`);
    return ['S 0d ms', ...names.map((name) => `${name} 2d S`), `C 1d ${names.join(' ')}`, 'F 0d mf C'].join('\n');
  };
  test('eleven of them', () => expectFindings(meeting(11), 'merge_points 1 of 14: C'));
  test('ten are allowed', () => expectFindings(meeting(10)));
  test('of twenty rows one such is five percent and passes', () => expectFindings(meeting(17)));
});

describe('critical_effort: an effort follows work, it cannot drive it', () => {
  const spanning = (words: string) => `
      S 0d ms
      A 3d S
      B 2d A
      C 1d S
      L 1d loe ${words}
      F 0d mf B C
      `;
  test('over critical work it shows as critical', () => expectFindings(spanning('A:ss B:ff'), 'critical_effort 1: L'));
  test('over work with float it does not', () => expectFindings(spanning('C:ss C:ff')));
});
