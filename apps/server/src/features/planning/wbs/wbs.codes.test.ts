import { expect, test } from 'vitest';
import { codeGiver } from './wbs.codes.rules.ts';

const giver = (tasks: string[], summaries: string[] = []) =>
  codeGiver([...tasks.map((code) => ({ code, isTask: true })), ...summaries.map((code) => ({ code, isTask: false }))]);

test.each([
  ['nothing yet', [], [], undefined, 'A1000'],
  ['tens', ['A1000', 'A1010'], [], undefined, 'A1020'],
  ['ones', ['T-1', 'T-2', 'T-9'], [], undefined, 'T-10'],
  ['numbers alone', ['7', '8'], [], undefined, '9'],
  ['width kept', ['W007'], [], undefined, 'W008'],
  ['most tasks', ['A10', 'A20', 'B1', 'B2', 'B3'], [], undefined, 'B4'],
  ['summaries do not rule', ['A10'], ['1.1', '1.2', '1.3'], undefined, 'A20'],
  ['the neighbour', ['A10', 'A20', 'B1'], [], 'B1', 'B2'],
  ['a code without a number', ['ROOF'], [], 'ROOF', 'ROOF-2'],
  ['codes without numbers', ['roof', 'wall'], [], undefined, 'A1000'],
])('the next free code: %s', (_what, tasks, summaries, like, next) => {
  expect(giver(tasks, summaries).next(like)).toBe(next);
});

test('no code is given twice', () => {
  const codes = giver(['A1', 'A2']);
  expect([codes.next(), codes.next(), codes.next('A1'), codes.isTaken('A5'), codes.isTaken('A6')]).toEqual(['A3', 'A4', 'A5', true, false]);
});
