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
