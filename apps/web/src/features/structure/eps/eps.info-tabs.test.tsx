import { expect, test } from 'vitest';
import { tabUsedLast } from './eps.info-tabs.store.ts';

test.each([
  [null, 'analytics'],
  ['task_relations', 'task_relations'],
  ['timesheets', 'timesheets'],
  ['daily_planning', 'daily_planning'],
  ['gone', 'analytics'],
])('after %s the panel opens on %s', (kept, tab) => expect(tabUsedLast(kept)).toBe(tab));
