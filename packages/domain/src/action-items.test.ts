import { describe, expect, test } from 'vitest';
import { ACTION_ITEM_STATUSES, actsOn, statusAfter } from './action-items.ts';

const doer = { isPerson: true, manages: false };
const boss = { isPerson: false, manages: true };
const reader = { isPerson: false, manages: false };

describe('an action item', () => {
  test.each([
    ['new', ['accept', 'decline', 'do'], ['close', 'change', 'remove']],
    ['accepted', ['decline', 'do'], ['close', 'change', 'remove']],
    ['declined', [], ['close', 'reopen', 'change', 'remove']],
    ['done', [], ['close', 'reopen', 'change', 'remove']],
    ['closed', [], ['reopen', 'remove']],
  ] as const)('that is %s: its people %j, who asked %j', (status, people, author) => {
    expect(actsOn(status, doer, false)).toEqual(people);
    expect(actsOn(status, boss, false)).toEqual(author);
    expect(actsOn(status, reader, false)).toEqual([]);
    expect(actsOn(status, reader, true)).toEqual(['comment']);
  });

  test('is taken on once, and nobody closes their own for others', () => {
    expect(statusAfter('accept', 'new', doer)).toBe('accepted');
    expect(statusAfter('accept', 'accepted', doer)).toBeNull();
    for (const status of ACTION_ITEM_STATUSES) expect(statusAfter('close', status, doer)).toBeNull();
  });
});
