import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRun } from '../../testing/property-cases.ts';
import { createQueue } from './queue.ts';

/** All that a queue gives out, in its order. */
function emptied<T>(queue: { pop: () => T | undefined }): T[] {
  const values: T[] = [];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) values.push(value);
  return values;
}

describe('a queue', () => {
  it('gives out the least first, whatever came first', () => {
    const queue = createQueue<number>((a, b) => a - b);
    for (const value of [5, 1, 4, 1, 3]) queue.push(value);
    expect(emptied(queue)).toEqual([1, 1, 3, 4, 5]);
  });

  it('by the order that it was given: the greatest first', () => {
    const queue = createQueue<number>((a, b) => b - a);
    for (const value of [5, 1, 4]) queue.push(value);
    expect(emptied(queue)).toEqual([5, 4, 1]);
  });

  it('empty it gives out nothing, and can be filled again', () => {
    const queue = createQueue<string>((a, b) => a.localeCompare(b));
    expect(queue.pop()).toBe(undefined);
    queue.push('b');
    expect([queue.pop(), queue.pop()]).toEqual(['b', undefined]);
    queue.push('a');
    expect(queue.pop()).toBe('a');
  });

  it('filled while it is emptied it keeps its order', () => {
    const queue = createQueue<number>((a, b) => a - b);
    for (const value of [2, 8, 6]) queue.push(value);
    const first = queue.pop();
    queue.push(1);
    queue.push(7);
    expect([first, ...emptied(queue)]).toEqual([2, 1, 6, 7, 8]);
  });

  it('any values come out sorted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (values) => {
        const queue = createQueue<number>((a, b) => a - b);
        for (const value of values) queue.push(value);
        expect(emptied(queue)).toEqual([...values].sort((a, b) => a - b));
      }),
      propertyRun('queue'),
    );
  });
});
