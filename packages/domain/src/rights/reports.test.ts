import { expect, test } from 'vitest';
import { approvalOf, isReporter } from './reports.ts';
import { rightsOfRole } from './rights.ts';

test.each([
  ['its executor', [{ executorId: 1 }, { executorId: 2 }], true],
  ['the executor above a row of another', [{ executorId: 2 }, { executorId: 1 }], false],
  ['the executor of the nearest summary that has one', [{ executorId: null }, { executorId: null }, { executorId: 1 }], true],
  ['one above the nearest', [{ executorId: null }, { executorId: 2 }, { executorId: 1 }], false],
  ['nobody, where none is named', [{ executorId: null }], false],
])('a row is reported on by %s', (_who, chain, expected) => {
  expect(isReporter(1, chain)).toBe(expected);
});

const me = { userId: 1, mayEdit: false, manages: false, approveOwn: false };
test.each([
  ['the curator', me, { curatorId: 1, enteredBy: 2 }, null],
  ['another', me, { curatorId: 2, enteredBy: 2 }, 'not_the_curator'],
  ['another where there is no curator', me, { curatorId: null, enteredBy: 2 }, 'not_the_curator'],
  ['a planner where there is no curator', { ...me, mayEdit: true }, { curatorId: null, enteredBy: 2 }, null],
  ['a planner where there is one', { ...me, mayEdit: true }, { curatorId: 2, enteredBy: 3 }, 'not_the_curator'],
  ['who manages the space', { ...me, mayEdit: true, manages: true }, { curatorId: 2, enteredBy: 3 }, null],
  ['the curator of their own entry', me, { curatorId: 1, enteredBy: 1 }, 'own'],
  ['the same where it is allowed', { ...me, approveOwn: true }, { curatorId: 1, enteredBy: 1 }, null],
] as const)('an entry is approved by %s', (_who, person, entry, expected) => {
  expect(approvalOf(person, entry)).toBe(expected);
});

test('who may change plans may report and approve', () => {
  expect(rightsOfRole('viewer', ['plan.edit'])).toEqual(['plan.edit', 'plan.report', 'plan.approve']);
});
