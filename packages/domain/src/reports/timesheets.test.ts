import { expect, test } from 'vitest';
import { timesheetActs } from './timesheets.ts';

test.each([
  ['draft', ['change', 'submit', 'remove'], []],
  ['submitted', ['withdraw'], ['approve', 'decline']],
  ['approved', [], ['decline']],
  ['declined', ['change', 'submit', 'remove'], []],
] as const)('a line that is %s: who worked %j, who approves %j', (status, own, curator) => {
  expect(timesheetActs(status, { writes: true, approves: false })).toEqual(own);
  expect(timesheetActs(status, { writes: false, approves: true })).toEqual(curator);
  expect(timesheetActs(status, { writes: false, approves: false })).toEqual([]);
});
