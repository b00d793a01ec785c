/** A queue that gives out the least of its values first. */
export type Queue<T> = { push: (value: T) => void; pop: () => T | undefined };

/** Makes a queue ordered by `compare`, a binary heap. */
export function createQueue<T>(compare: (a: T, b: T) => number): Queue<T> {
  const heap: T[] = [];
  return {
    push(value) {
      let at = heap.push(value) - 1;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (compare(heap[at], heap[above]) >= 0) break;
        [heap[at], heap[above]] = [heap[above], heap[at]];
        at = above;
      }
    },
    pop() {
      const least = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return least;
      heap[0] = last;
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        const child = left + 1 < heap.length && compare(heap[left + 1], heap[left]) < 0 ? left + 1 : left;
        if (child >= heap.length || compare(heap[child], heap[at]) >= 0) break;
        [heap[at], heap[child]] = [heap[child], heap[at]];
        at = child;
      }
      return least;
    },
  };
}
