import { describe, expect, test } from 'vitest';
import type { Place } from './relations.cycles.repository.ts';
import { countSound, cutWay, cycleText, findPath } from './relations.cycles.rules.ts';

const at = (text: string): Place => ({ versionId: Number(text[0]), itemId: Number(text.slice(2)) });
const reported = (way: Place[] | null) => way?.map(({ versionId, itemId }) => `${versionId}.${itemId}`).join(' ') ?? null;

/** Relations `1.1>1.2` within a version and between two of them. */
function way(relations: string, from: string, to: string) {
  const pairs = relations.split(' ').map((text) => text.split('>').map(at));
  const inside = pairs.filter(([a, b]) => a.versionId === b.versionId);
  const steps = pairs.filter(([a, b]) => a.versionId !== b.versionId).map(([a, b]) => ({ from: a, to: b }));
  const reach = async (versionId: number, starts: readonly number[]) => {
    const found: { id: number; via: number | null }[] = starts.map((id) => ({ id, via: null }));
    for (const { id } of found)
      for (const [a, b] of inside)
        if (a.versionId === versionId && a.itemId === id && !found.some((one) => one.id === b.itemId))
          found.push({ id: b.itemId, via: id });
    return found;
  };
  return findPath(at(from), at(to), steps, reach);
}

describe('a way through schedules', () => {
  test.each([
    ['1.1>1.2 1.2>1.3', '1.1', '1.3', '1.1 1.2 1.3'],
    ['1.1>1.2 1.2>1.3', '1.3', '1.1', null],
    ['1.1>2.1 2.1>2.2 2.2>1.2', '1.1', '1.2', '1.1 2.1 2.2 1.2'],
    ['1.1>2.1 2.1>3.1 3.1>3.2 3.2>1.9 1.9>1.8', '1.1', '1.8', '1.1 2.1 3.1 3.2 1.9 1.8'],
    // Into a version twice, the second time by another item.
    ['1.1>2.1 2.1>1.5 1.5>1.6 1.6>2.7 2.7>2.8', '1.1', '2.8', '1.1 2.1 1.5 1.6 2.7 2.8'],
    // A cycle elsewhere is walked once.
    ['1.1>2.1 2.1>3.1 3.1>2.1', '1.1', '1.2', null],
    ['1.1>2.1', '1.1', '2.1', '1.1 2.1'],
    ['1.1>1.2', '1.1', '1.1', '1.1'],
  ])('of %s from %s to %s is %s', async (relations, from, to, expected) => {
    expect(reported(await way(relations, from, to))).toBe(expected);
  });

  test('is written with the schedule where it enters another one, without where it stays in one', () => {
    const nameOf = ({ versionId, itemId }: Place) => ({ name: `T${itemId}`, schedule: `S${versionId}` });
    expect(cycleText([at('1.1'), at('2.1'), at('2.2')], nameOf)).toBe('S1: T1 → S2: T1 → T2 → S1: T1');
    expect(cycleText([at('1.1'), at('1.2')], nameOf)).toBe('T1 → T2 → T1');
    expect(cycleText([at('1.1')], () => undefined)).toBe('1 → 1');
  });

  test('is cut to its first and last ten items where it is long', () => {
    const long = (length: number) => Array.from({ length }, (_one, index) => at(`1.${index}`));
    expect(cutWay(long(20))).toEqual(long(20));
    expect(cutWay(long(1000))).toEqual([...long(10), ...long(1000).slice(990)]);
    expect(cycleText(long(1000), () => undefined)).toContain('8 → 9 → … → 990 → 991');
  });
});

test('relations added one after the other are sound up to the first that closes a cycle, as a search for each finds', async () => {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const pair = () => ({ predecessorId: next(9), successorId: next(9) });
  const closes = async (relations: readonly ReturnType<typeof pair>[], { predecessorId, successorId }: ReturnType<typeof pair>) =>
    (await way(
      relations.map((one) => `1.${one.predecessorId}>1.${one.successorId}`).join(' ') || '1.90>1.91',
      `1.${successorId}`,
      `1.${predecessorId}`,
    )) !== null;
  const counts = new Set<number>();
  for (let round = 0; round < 300; round++) {
    const standing: ReturnType<typeof pair>[] = [];
    for (let index = 0; index < 6; index++) {
      const one = pair();
      if (!(await closes(standing, one))) standing.push(one);
    }
    const added = Array.from({ length: next(7) }, pair);
    let expected = 0;
    while (expected < added.length && !(await closes([...standing, ...added.slice(0, expected)], added[expected]))) expected++;
    expect(countSound(standing, added)).toBe(expected);
    counts.add(expected);
  }
  expect(counts.size).toBeGreaterThan(4);
});
