import { expect, test } from 'vitest';
import { addUp, inWords } from './test-totals.mjs';

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
