import { expect, test } from 'vitest';
import { tabUsedLast } from './eps.info-tabs.store.ts';

test.each([
  [null, 'node_info'],
  ['task_relations', 'task_relations'],
  ['analytics', 'node_info'],
  ['gone', 'node_info'],
])('after %s the panel opens on %s', (kept, tab) => expect(tabUsedLast(kept)).toBe(tab));
