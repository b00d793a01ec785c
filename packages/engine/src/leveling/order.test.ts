import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../network/columns.ts';
import { compileNetwork } from '../network/network.ts';
import type { Network } from '../network/network.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { orderByPriority, rankByKeys } from './order.ts';
import { drawnPlan } from './testing/drawn-plan.ts';

const POOL = new Map();

function networkOf(drawing: string): { network: Network; codes: string[]; nodeOf: Map<string, number> } {
  const plan = drawnPlan(drawing);
  const network = compileNetwork(columnsOf(plan), POOL);
  const codes = Array.from({ length: network.count }, (_, node) => plan.items[network.itemOf[node]].code);
  return { network, codes, nodeOf: new Map(codes.map((code, node) => [code, node])) };
}

/** The order for priorities given by code: `A:3 B:1`. */
function ordered(drawing: string, priorities: string): string {
  const { network, codes, nodeOf } = networkOf(drawing);
  const values = new Float64Array(network.count);
  for (const word of priorities.split(' ')) {
    const [code, value] = word.split(':');
    values[nodeOf.get(code)!] = Number(value);
  }
  return [...orderByPriority(network, values)].map((node) => codes[node]).join(' ');
}

describe('smallest priority first, never before a predecessor', () => {
  const chain = 'A 1d\nB 1d <- A\nC 1d <- B';
  const fork = 'A 1d\nB 1d <- A\nC 1d <- A\nD 1d';
  test.each([
    ['loose works by their numbers', 'A 1d\nB 1d\nC 1d', 'A:3 B:1 C:2', 'B C A'],
    ['a chain stays a chain', chain, 'A:3 B:2 C:1', 'A B C'],
    ['the successor follows at once when it is next', fork, 'A:2 B:1 C:4 D:3', 'A B D C'],
    ['the loose one first when it is smaller than the root', fork, 'A:2 B:3 C:4 D:1', 'D A B C'],
    ['one between two of a fork', fork, 'A:1 B:2 C:4 D:3', 'A B D C'],
    ['a join waits for both', 'A 1d\nB 1d\nC 1d <- A, B', 'A:3 B:2 C:1', 'B A C'],
    ['numbers below nothing count', 'A 1d\nB 1d\nC 1d', 'A:-1 B:-3 C:0', 'B A C'],
    ['parts of numbers count', 'A 1d\nB 1d', 'A:0.2 B:0.1', 'B A'],
    ['of equals those that stand first in the network', 'A 1d\nB 1d\nC 1d', 'A:1 B:1 C:1', 'A B C'],
  ])('%s', (_name, drawing, priorities, expected) => expect(ordered(drawing, priorities)).toBe(expected));

  test('nothing has an empty order', () => {
    const plan = drawnPlan('A 1d');
    plan.items = [];
    expect([...orderByPriority(compileNetwork(columnsOf(plan)), [])]).toEqual([]);
  });
});

describe('ranks by several keys', () => {
  const rows = [
    { name: 'a', float: 2, days: 3 },
    { name: 'b', float: 0, days: 5 },
    { name: 'c', float: 2, days: 1 },
    { name: 'd', float: 0, days: 5 },
  ];
  const names = (keys: ['float' | 'days', boolean][]) => {
    const rank = rankByKeys(
      rows.length,
      keys.map(([key, descending]) => ({ value: (node) => rows[node][key], descending })),
    );
    return rows
      .map((row, at) => ({ name: row.name, rank: rank[at] }))
      .sort((a, b) => a.rank - b.rank)
      .map((row) => row.name)
      .join('');
  };
  test.each<[string, ['float' | 'days', boolean][], string]>([
    ['no key: as they stand', [], 'abcd'],
    ['one key, equals as they stand', [['float', false]], 'bdac'],
    ['one key from the largest', [['float', true]], 'acbd'],
    [
      'the second breaks ties of the first',
      [
        ['float', false],
        ['days', false],
      ],
      'bdca',
    ],
    [
      'the second from the largest',
      [
        ['float', false],
        ['days', true],
      ],
      'bdac',
    ],
    [
      'the first from the largest, the second from the smallest',
      [
        ['float', true],
        ['days', false],
      ],
      'cabd',
    ],
    [
      'the other way round',
      [
        ['days', false],
        ['float', false],
      ],
      'cabd',
    ],
    ['from the largest, equals still as they stand', [['days', true]], 'bdac'],
  ])('%s', (_name, keys, expected) => expect(names(keys)).toBe(expected));

  test('ranks are places: each once, from nought', () =>
    expect([...rankByKeys(5, [{ value: (node) => node % 2, descending: true }])]).toEqual([2, 0, 3, 1, 4]));
});

test('of all that could go the smallest goes, whatever the network is', () => {
  const any = fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.array(fc.nat(11), { maxLength: 3 })), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(any, (rows) => {
      const code = (at: number) => String.fromCharCode(65 + at);
      const before = rows.map(([, list], at) => [...new Set(list.filter((other) => other < at))]);
      const drawing = rows.map((_, at) => `${code(at)} 1d <- ${before[at].map(code).join(', ')}`).join('\n');
      const { network, codes, nodeOf } = networkOf(drawing);
      const priority = codes.map((name) => rows[name.charCodeAt(0) - 65][0]);
      const done = new Set<number>();
      const order = [...orderByPriority(network, priority)];
      expect(new Set(order).size).toBe(rows.length);
      for (const node of order) {
        const canGo = [...codes.keys()].filter(
          (other) => !done.has(other) && before[codes[other].charCodeAt(0) - 65].every((at) => done.has(nodeOf.get(code(at))!)),
        );
        expect(canGo).toContain(node);
        expect(priority[node]).toBe(Math.min(...canGo.map((other) => priority[other])));
        done.add(node);
      }
    }),
    propertyRun('orders by priority'),
  );
});
