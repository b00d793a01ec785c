import { expect, test } from 'vitest';
import { type Replaced, replacesItself, cycleOf } from './replacements.ts';

const ALWAYS = { from: null, to: null };
const crew = (from: string, to: string): Replaced => ({
  kind: 'resource',
  from: { code: from, name: from },
  to: { code: to, name: to },
  productivity: 1,
});
const rule = (name: string, what: Replaced, window: { from: string | null; to: string | null } = ALWAYS) => ({ name, what, window });

test('a rule replaces something by something else', () => {
  expect(replacesItself(crew('A', 'A'))).toBe(true);
  expect(replacesItself({ kind: 'resource', from: { code: '', name: 'A' }, to: { code: 'A', name: 'A' }, productivity: 1 })).toBe(false);
  expect(replacesItself({ kind: 'executor', from: null, to: null })).toBe(true);
  expect(replacesItself({ kind: 'attribute', attribute: 'Zone', from: ['a'], to: ['a'] })).toBe(true);
});

test('rules form no cycle, unless they hold on other days or of other things', () => {
  const rules = [rule('one', crew('A', 'B')), rule('two', crew('B', 'C')), rule('people', { kind: 'executor', from: 1, to: 2 })];
  expect(cycleOf(rules, rule('three', crew('C', 'A')))).toEqual(['three', 'one', 'two']);
  expect(cycleOf(rules, rule('three', crew('C', 'D')))).toBeNull();
  expect(cycleOf(rules, rule('three', { kind: 'curator', from: 2, to: 1 }))).toBeNull();
  expect(cycleOf(rules, rule('three', { kind: 'executor', from: 2, to: 1 }))).toEqual(['three', 'people']);
  const summer = rule('summer', crew('A', 'B'), { from: '2025-06-01', to: '2025-08-31' });
  expect(cycleOf([summer], rule('winter', crew('B', 'A'), { from: '2025-09-01', to: null }))).toBeNull();
  expect(cycleOf([summer], rule('back', crew('B', 'A'), { from: '2025-08-31', to: null }))).toEqual(['back', 'summer']);
});
