import { expect, test } from 'vitest';
import { detailsLine } from './audit.model.ts';

test.each([
  [null, ''],
  [{}, ''],
  [{ user: 5, login: 'vera' }, 'user: 5, login: vera'],
  [
    { before: { role: 'viewer', rights: ['a', 'b'] }, after: { role: 'planner' }, note: null },
    'before.role: viewer, before.rights: a b, after.role: planner',
  ],
  [{ executor: false, list: [] }, 'executor: false'],
])('%j reads %j', (details, line) => {
  expect(detailsLine(details)).toBe(line);
});
