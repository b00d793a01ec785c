import { expect, test } from 'vitest';
import { screenNameKey } from './places.ts';

test.each([
  ['/5', 'eps.structure'],
  ['/5/admin', 'admin.title'],
  ['/5/profile', 'profile.title'],
  ['/5/schedule/7', 'eps.structure'],
  ['/5/kanban-schedule/7/2', 'boards.title'],
])('%s is called by %s', (path, key) => {
  expect(screenNameKey(path)).toBe(key);
});
