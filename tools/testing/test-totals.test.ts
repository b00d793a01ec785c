import { expect, test } from 'vitest';
import { addUp, inWords, redFiles, slowest, withSecondTry } from './test-totals.mjs';

test('a green run', () => {
  expect(inWords([addUp({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 0 }, 0)])).toBe('3 passed, 0 failed');
});

test('several runs are added, skipped ones are told', () => {
  const first = addUp({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2 }, 1);
  const second = addUp({ numPassedTests: 4, numFailedTests: 0, numPendingTests: 0 }, 0);
  expect(inWords([first, second])).toBe('7 passed, 1 failed, 2 skipped');
});

test('a file that does not load, a run that dies and a missing report are failures', () => {
  expect(addUp({ numPassedTests: 1, testResults: [{ status: 'failed', assertionResults: [] }] }, 1).failed).toBe(1);
  expect(addUp({ numPassedTests: 5, numFailedTests: 0 }, 1).failed).toBe(1);
  expect(addUp(undefined, 137).failed).toBe(1);
});

test('what passes at neither try is red, what fails at one of them is counted and named', () => {
  const test = (fullName: string, status: string) => ({ fullName, status });
  const file = (name: string, ...assertionResults: object[]) => ({
    name,
    status: JSON.stringify(assertionResults).includes('failed') ? 'failed' : 'passed',
    assertionResults,
  });
  const first = {
    testResults: [
      file('a', test('a one', 'passed'), test('a two', 'pending')),
      file('b', test('b one', 'failed'), test('b two', 'passed')),
      file('c', test('c one', 'failed')),
    ],
  };
  expect(redFiles(first)).toEqual(['b', 'c']);
  const second = { testResults: [file('b', test('b one', 'passed'), test('b two', 'passed')), file('c', test('c one', 'failed'))] };
  const { report, unsteady } = withSecondTry(first, second);
  expect(inWords([addUp(report, 1)])).toBe('3 passed, 1 failed, 1 skipped');
  expect(unsteady).toEqual(['b one', 'c one']);
  const other = { testResults: [file('b', test('b one', 'passed'), test('b two', 'failed')), file('c', test('c one', 'passed'))] };
  expect(inWords([addUp(withSecondTry(first, other).report, 0)])).toBe('4 passed, 0 failed, 1 skipped');
  expect(withSecondTry(first, other).unsteady).toEqual(['b one', 'b two', 'c one']);
  const unloaded = { testResults: [file('b', test('b one', 'passed')), { ...file('c'), status: 'failed' }] };
  expect(addUp(withSecondTry(first, unloaded).report, 1).failed).toBe(1);
  expect(inWords([addUp(withSecondTry(first, undefined).report, 1)])).toBe('2 passed, 2 failed, 1 skipped');
});

test('the slowest files come first, no more than asked for', () => {
  const file = (name: string, seconds: number) => ({ name, startTime: 5000, endTime: 5000 + seconds * 1000 });
  const report = { testResults: [file('a', 2), file('b', 12.4), file('c', 7)] };
  expect(slowest(report, 2)).toEqual(['   12 s  b', '    7 s  c']);
  expect(slowest(undefined, 2)).toEqual([]);
});
