import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRun } from '../testing/property-cases.ts';
import { grouped, orderNodes, outgoing, type Edges } from './order.ts';

/** Links from a text: `A>B B>C`; nodes are letters, A is 0. */
function edgesOf(text: string): Edges {
  const pairs = text.split(' ').filter((pair) => pair !== '');
  const node = (letter: string) => letter.charCodeAt(0) - 65;
  return { from: Int32Array.from(pairs, (pair) => node(pair[0])), to: Int32Array.from(pairs, (pair) => node(pair[2])) };
}

/** The order of so many nodes as letters, the links that were left out, and the cycles with their path. */
function ordered(count: number, text: string): string {
  const pairs = text.split(' ').filter((pair) => pair !== '');
  const { order, dropped, rings } = orderNodes(count, edgesOf(text));
  const letters = (nodes: Iterable<number>) => Array.from(nodes, (node) => String.fromCharCode(65 + node)).join('');
  return [
    `order ${letters(order)}`,
    ...[...dropped].map((edge) => `without ${pairs[edge]}`),
    ...rings.map((ring) => `ring ${letters(ring)}`),
  ].join('\n');
}

describe('an order in which every link leads forward', () => {
  it.each([
    ['nothing', 0, '', 'order '],
    ['one node', 1, '', 'order A'],
    ['nodes without links keep their order', 4, '', 'order ABCD'],
    ['a chain', 3, 'A>B B>C', 'order ABC'],
    ['a chain told backward', 3, 'B>C A>B', 'order ABC'],
    ['a chain against the order of its nodes', 4, 'D>C C>B B>A', 'order DCBA'],
    ['a diamond', 4, 'A>B A>C B>D C>D', 'order ABCD'],
    ['the same link twice', 2, 'A>B A>B', 'order AB'],
    ['a shortcut', 3, 'A>B B>C A>C', 'order ABC'],
    ['two trees side by side, level by level', 6, 'A>B D>E B>C E>F', 'order ADBECF'],
    ['a node that waits for all others', 4, 'B>A C>A D>A', 'order BCDA'],
    ['a node that all others wait for', 4, 'D>A D>B D>C', 'order DABC'],
  ])('%s', (_, count, links, expected) => {
    expect(ordered(count, links)).toBe(expected);
  });
});

describe('rings', () => {
  it('of two: the link that closes it is left out', () => {
    expect(ordered(2, 'A>B B>A')).toBe(`order AB
without B>A
ring AB`);
  });

  it('of three, with its path from where it was entered', () => {
    expect(ordered(3, 'A>B B>C C>A')).toBe(`order ABC
without C>A
ring ABC`);
  });

  it('of one: a node that waits for itself', () => {
    expect(ordered(2, 'A>A A>B')).toBe(`order AB
without A>A
ring A`);
  });

  it('what comes before a cycle is placed before it, what comes after it after', () => {
    expect(ordered(5, 'A>B B>C C>D D>B D>E')).toBe(`order ABCDE
without D>B
ring BCD`);
  });

  it('what does not touch it is placed first', () => {
    expect(ordered(4, 'A>B B>A C>D')).toBe(`order CDAB
without B>A
ring AB`);
  });

  it('two that do not meet are both told', () => {
    expect(ordered(4, 'A>B B>A C>D D>C')).toBe(`order ACBD
without B>A
without D>C
ring AB
ring CD`);
  });

  it('two that share a node are both told', () => {
    expect(ordered(3, 'A>B B>A A>C C>A')).toBe(`order ABC
without B>A
without C>A
ring AB
ring AC`);
  });

  it('two that share a link: one link closes each', () => {
    expect(ordered(4, 'A>B B>C C>A B>D D>A')).toBe(`order ABCD
without C>A
without D>A
ring ABC
ring ABD`);
  });

  it('the same closing link twice is left out twice', () => {
    expect(ordered(2, 'A>B B>A B>A')).toBe(`order AB
without B>A
without B>A
ring AB
ring AB`);
  });

  it('a cycle behind a cycle', () => {
    expect(ordered(4, 'A>B B>A B>C C>D D>C')).toBe(`order ABCD
without B>A
without D>C
ring AB
ring CD`);
  });

  it('entered in the middle, its path begins there', () => {
    expect(ordered(4, 'D>B A>B B>C C>D')).toBe(`order ABCD
without D>B
ring BCD`);
  });

  it('a hundred are told, more have one cause: all are opened', () => {
    const count = 240;
    const edges = { from: new Int32Array(count), to: new Int32Array(count) };
    for (let node = 0; node < count; node++) [edges.from[node], edges.to[node]] = [node, node ^ 1];
    const { order, dropped, rings } = orderNodes(count, edges);
    expect([new Set(order).size, dropped.size, rings.length]).toEqual([240, 120, 100]);
  });

  it('a cycle of a hundred thousand does not run out of stack', () => {
    const count = 100_000;
    const edges = { from: new Int32Array(count), to: new Int32Array(count) };
    for (let node = 0; node < count; node++) [edges.from[node], edges.to[node]] = [node, (node + 1) % count];
    const { order, rings } = orderNodes(count, edges);
    expect([order.length, order[0], order[count - 1], rings[0].length]).toEqual([count, 0, count - 1, count]);
  });
});

describe('links by node', () => {
  it('outgoing links in their own order', () => {
    const { offset, list } = outgoing(4, edgesOf('C>A A>B C>D A>D'));
    expect([Array.from(offset), Array.from(list)]).toEqual([
      [0, 2, 2, 4, 4],
      [1, 3, 0, 2],
    ]);
  });

  it('positions by any key', () => {
    const { offset, list } = grouped(3, Int32Array.of(2, 0, 2, 2, 0));
    expect([0, 1, 2].map((key) => Array.from(list.slice(offset[key], offset[key + 1])))).toEqual([[1, 4], [], [0, 2, 3]]);
  });

  it('no positions', () => {
    expect(Array.from(grouped(2, new Int32Array(0)).offset)).toEqual([0, 0, 0]);
  });
});

describe('properties of any set of links', () => {
  const CASES = propertyRun('order of nodes');
  const links = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 40 });
  const edgesFrom = (pairs: [number, number][]): Edges => ({
    from: Int32Array.from(pairs, ([from]) => from),
    to: Int32Array.from(pairs, ([, to]) => to),
  });

  it('every node has a place, every link that is kept leads forward', () => {
    fc.assert(
      fc.property(links, (pairs) => {
        const { order, dropped } = orderNodes(12, edgesFrom(pairs));
        expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, node) => node));
        pairs.forEach(([from, to], edge) => {
          if (!dropped.has(edge)) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
        });
      }),
      CASES,
    );
  });

  it('links are left out only where there is a cycle, and each cycle goes round on links', () => {
    fc.assert(
      fc.property(links, (pairs) => {
        const { dropped, rings } = orderNodes(12, edgesFrom(pairs));
        expect(dropped.size).toBe(rings.length);
        for (const ring of rings)
          ring.forEach((node, at) => expect(pairs.some(([from, to]) => from === node && to === ring[(at + 1) % ring.length])).toBe(true));
      }),
      CASES,
    );
  });

  it('without cycles nothing is left out', () => {
    fc.assert(
      fc.property(links, (pairs) => {
        const forward = pairs.filter(([from, to]) => from < to);
        const { dropped, rings } = orderNodes(12, edgesFrom(forward));
        expect([dropped.size, rings.length]).toEqual([0, 0]);
      }),
      CASES,
    );
  });
});
