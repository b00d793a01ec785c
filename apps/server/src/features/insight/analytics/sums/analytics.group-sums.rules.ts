import { OTHER_GROUPS } from '@gantry/contract';
import { type GroupHead, keysOfDimension } from '../facts/analytics.groups.rules.ts';
import type { LineRule } from '../facts/analytics.lines.rules.ts';
import { openPack, type PeriodLines } from '../facts/analytics.pack.rules.ts';

/** A group over all versions: what they know of it, and its lines. */
export type SummedGroup = GroupHead & { lines: PeriodLines };
/** The groups of a version with their lines, packed one behind another. */
type PackedOfVersion = { groups: readonly GroupHead[]; lines: Uint8Array | null };

const packOf = ({ lines }: PackedOfVersion) => openPack(lines ?? new Uint8Array());

/** Adds up groups of versions as these are read; of their lines those that are wanted. `keyOf` tells where a group is added. */
export function openGroupSums(
  dimension: string,
  wanted: ReadonlySet<string> = new Set(keysOfDimension(dimension)),
  keyOf: (key: string) => string = (key) => key,
) {
  const groups = new Map<string, SummedGroup>();
  const keys = keysOfDimension(dimension).map((key) => ({ key, isWanted: wanted.has(key) }));
  return {
    groups,
    add(kept: readonly PackedOfVersion[]): void {
      for (const one of kept) {
        const pack = packOf(one);
        for (const head of one.groups) {
          const sum = addHead(groups, head, keyOf(head.key));
          for (const { key, isWanted } of keys)
            if (isWanted) pack.addTo(sum.lines, key);
            else pack.pass();
        }
      }
    },
  };
}

function addHead(groups: Map<string, SummedGroup>, head: GroupHead, key: string): SummedGroup {
  const known = groups.get(key);
  if (!known) {
    const sum = { ...head, key, name: key === head.key ? head.name : '', lines: {} };
    groups.set(key, sum);
    return sum;
  }
  known.works += head.works;
  known.in_progress += head.in_progress;
  known.overdue += head.overdue;
  known.first = least(known.first, head.first, Math.min);
  known.last = least(known.last, head.last, Math.max);
  return known;
}
const least = (a: number | null, b: number | null, of: (a: number, b: number) => number) => (a === null ? b : b === null ? a : of(a, b));

/** The groups of some versions together. */
export function sumGroups(kept: readonly PackedOfVersion[], dimension: string, wanted?: ReadonlySet<string>): SummedGroup[] {
  const sums = openGroupSums(dimension, wanted);
  sums.add(kept);
  return [...sums.groups.values()];
}

/** The lines of one group of a version; null where it has no such group. */
export function linesOfGroup(one: PackedOfVersion, dimension: string, key: string): PeriodLines | null {
  const pack = packOf(one);
  const keys = keysOfDimension(dimension);
  for (const head of one.groups) {
    if (head.key === key) return Object.fromEntries(keys.map((line) => [line, pack.line()]));
    for (let left = keys.length; left > 0; left -= 1) pack.pass();
  }
  return null;
}

const sumOf = (units: readonly number[]): number => units.reduce((sum, value) => sum + value, 0);
/** What a line comes to over all periods. */
export const unitsOfRule = (lines: PeriodLines, { of }: Pick<LineRule, 'of'>): number =>
  of.reduce((sum, [key, sign]) => sum + sign * sumOf(lines[key]?.units ?? []), 0);

/** Adds up what a line of each group comes to, which takes a number a group. `known`: the groups of the versions before. */
export function openGroupUnits(dimension: string, rule: Pick<LineRule, 'of'>, known: Iterable<SummedGroup>) {
  const units = new Map([...known].map(({ key, lines }) => [key, unitsOfRule(lines, rule)]));
  const signs = new Map(rule.of);
  const keys = keysOfDimension(dimension);
  return {
    units,
    add(kept: readonly PackedOfVersion[]): void {
      for (const one of kept) {
        const pack = packOf(one);
        for (const head of one.groups) {
          let sum = units.get(head.key) ?? 0;
          for (const key of keys) {
            const sign = signs.get(key);
            if (sign === undefined) pack.pass();
            else sum += sign * sumOf(pack.line().units);
          }
          units.set(head.key, sum);
        }
      }
    },
  };
}

/** The keys of the groups that come to the most, apart from what stands under `others` already. */
export const largestKeys = (units: ReadonlyMap<string, number>, top: number): ReadonlySet<string> =>
  new Set(
    [...units]
      .filter(([key]) => key !== OTHER_GROUPS)
      .toSorted(([one, a], [other, b]) => Math.abs(b) - Math.abs(a) || one.localeCompare(other))
      .slice(0, top)
      .map(([key]) => key),
  );
