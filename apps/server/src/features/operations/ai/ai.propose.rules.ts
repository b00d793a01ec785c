import type { ItemType, RelationType } from '@gantry/domain';
import type { CarriedNorm, Example, ExampleChild } from './ai.examples.rules.ts';
import { gramsOf, likeness } from './ai.names.rules.ts';

/** A row that is to be divided. */
export type AskedRow = { stem: string; path: string; minutes: number; volume: number | null; unit: string };
/** A part that is proposed: its share of the minutes of all parts, how many of the examples have it, and which. */
export type ProposedPart = {
  name: string;
  type: ItemType;
  share: number;
  minutes: number;
  volume: number | null;
  unit: string;
  /** The row of a directory that at least half of those like it carry, as the nearest of them does. */
  norm: CarriedNorm | null;
  /** 0 to 1. */
  support: number;
  /** Places of the examples that have it. */
  sources: number[];
};
/** A relation between two parts, by their places. */
export type ProposedRelation = { from: number; to: number; type: RelationType; lagMinutes: number; support: number };
type Tie = Omit<ProposedRelation, 'support'>;
export type Proposal = {
  /** The examples that it was made of, by their places among those given, and how alike each is. */
  examples: { at: number; likeness: number }[];
  parts: ProposedPart[];
  relations: ProposedRelation[];
};

/** Below this the best example says nothing of the row. */
export const LEAST_LIKENESS = 0.6;
/** Examples that a proposal is made of. */
export const MOST_EXAMPLES = 12;
const PATH_WEIGHT = 0.15;
/** An example that is this much less like the row than the best one says nothing beside it. */
const BESIDE_THE_BEST = 0.12;
/** The power of its likeness that an example counts with. */
const SHARPNESS = 6;
const SAME_PART = 0.72;
const PART_SUPPORT = 0.4;
const RELATION_SUPPORT = 0.5;
const STEP_MINUTES = 15;

/** How well an example fits a row. */
export function fitOf(row: Pick<AskedRow, 'stem' | 'path'>, example: Pick<Example, 'stem' | 'path'>): number {
  const name = row.stem === example.stem ? 1 : likeness(gramsOf(row.stem), gramsOf(example.stem));
  if (!row.path || !example.path) return name;
  return (1 - PATH_WEIGHT) * name + PATH_WEIGHT * likeness(gramsOf(row.path), gramsOf(example.path));
}

type Group = { stem: string; grams: Set<number>; weight: number; members: { example: number; child: number }[] };

/** Divides a row as the examples most like it were divided; null where nothing is like it. Examples given first are preferred. */
export function proposeParts(row: AskedRow, examples: readonly Example[]): Proposal | null {
  const ranked = examples
    .map((example, at) => ({ at, likeness: fitOf(row, example) }))
    .filter((one) => one.likeness >= LEAST_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness || a.at - b.at);
  const best = ranked[0];
  if (!best) return null;
  const used = ranked.filter((one) => one.likeness >= best.likeness - BESIDE_THE_BEST).slice(0, MOST_EXAMPLES);
  const weights = used.map((one) => one.likeness ** SHARPNESS);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const taken = used.map(({ at }) => examples[at]);

  const groups: Group[] = [];
  for (const [example, { children }] of taken.entries())
    for (const [child, { stem, name }] of children.entries())
      join(groups, { stem: stem || name.toLowerCase(), example, child }, weights[example]);
  const wanted = groups.filter(({ weight }) => weight / all >= PART_SUPPORT);
  // Examples that share nothing are not mixed: the nearest one speaks alone.
  const kept = wanted.length >= 2 ? wanted : groups.filter(({ members }) => members.some(({ example }) => example === 0));
  const order = kept
    .map((group) => ({ group, place: mean(group.members.map(({ example, child }) => child / taken[example].children.length)) }))
    .toSorted((a, b) => a.place - b.place);
  const sorted = order.map(({ group }) => group);
  const raw = sorted.map((group) => partOf(group, taken, row, used, group.weight / all));
  const relations = relationsOf(sorted, taken, weights);
  return { examples: used, parts: withMinutes(raw, relations, row.minutes), relations };
}

/** Puts a part of an example to the like ones of others; two parts of one example stay two. */
function join(groups: Group[], { stem, example, child }: { stem: string; example: number; child: number }, weight: number): void {
  const grams = gramsOf(stem);
  let found: Group | null = null;
  let best = SAME_PART;
  for (const group of groups) {
    if (group.members.some((member) => member.example === example)) continue;
    const value = group.stem === stem ? 1 : likeness(group.grams, grams);
    if (value >= best && (value > best || !found)) [found, best] = [group, value];
  }
  if (!found) groups.push((found = { stem, grams, weight: 0, members: [] }));
  found.members.push({ example, child });
  found.weight += weight;
}

function partOf(group: Group, taken: readonly Example[], row: AskedRow, used: Proposal['examples'], support: number): ProposedPart {
  const children = group.members.map(({ example, child }) => taken[example].children[child]);
  const { name, type } = children[0];
  const unit = mostOften(children.map((child) => child.unit));
  const ratios = group.members.flatMap(({ example, child }) => {
    const { volume, unit: of } = taken[example];
    const part = taken[example].children[child];
    return volume && part.volume !== null && of === row.unit && part.unit === unit ? [part.volume / volume] : [];
  });
  return {
    name,
    type: type === 'sum' || type === 'draft' ? 'task' : type,
    share: 0,
    minutes: median(children.map((child) => child.minutes)),
    volume: ratios.length && row.volume !== null ? rounded(median(ratios) * row.volume) : null,
    unit,
    norm: normOf(children),
    support,
    sources: group.members.map(({ example }) => used[example].at),
  };
}

function normOf(children: readonly ExampleChild[]): CarriedNorm | null {
  const keyOf = ({ directory_id, row_id }: CarriedNorm): string => `${directory_id} ${row_id}`;
  const norms = children.flatMap(({ norm }) => norm ?? []);
  const most = mostOften(norms.map(keyOf));
  const same = norms.filter((norm) => keyOf(norm) === most);
  return same.length * 2 >= children.length ? (same[0] ?? null) : null;
}

function relationsOf(groups: readonly Group[], taken: readonly Example[], weights: readonly number[]): ProposedRelation[] {
  const groupOf = taken.map(() => new Map<number, number>());
  for (const [place, { members }] of groups.entries()) for (const { example, child } of members) groupOf[example].set(child, place);
  const found = new Map<string, { from: number; to: number; type: RelationType; lags: number[]; weight: number }>();
  for (const [example, { relations }] of taken.entries())
    for (const { from, to, type, lagMinutes } of relations) {
      const [a, b] = [groupOf[example].get(from), groupOf[example].get(to)];
      if (a === undefined || b === undefined || a === b) continue;
      const key = `${a} ${b} ${type}`;
      const known = found.get(key) ?? { from: a, to: b, type, lags: [], weight: 0 };
      known.lags.push(lagMinutes);
      known.weight += weights[example];
      found.set(key, known);
    }
  const able = (a: number, b: number): number =>
    taken.reduce((sum, _example, at) => {
      const has = (place: number): boolean => groups[place].members.some(({ example }) => example === at);
      return has(a) && has(b) ? sum + weights[at] : sum;
    }, 0);
  const relations = [...found.values()]
    .map(({ from, to, type, lags, weight }) => ({ from, to, type, lagMinutes: median(lags), support: weight / able(from, to) }))
    .filter(({ support }) => support >= RELATION_SUPPORT)
    .toSorted((a, b) => b.support - a.support || a.from - b.from || a.to - b.to);
  return withoutCycles(relations, groups.length);
}

/** Relations in their order, without those that close a cycle with the ones before. */
function withoutCycles(relations: readonly ProposedRelation[], count: number): ProposedRelation[] {
  const after = Array.from({ length: count }, () => new Set<number>());
  const reach = (from: number, met: Set<number>): Set<number> => {
    if (met.has(from)) return met;
    met.add(from);
    for (const next of after[from]) reach(next, met);
    return met;
  };
  return relations.filter(({ from, to }) => {
    if (reach(to, new Set()).has(from)) return false;
    after[from].add(to);
    return true;
  });
}

/** Minutes so that the longest chain of the parts takes what the row takes; a row without a duration takes what the examples took. */
export function withMinutes<P extends Pick<ProposedPart, 'type' | 'minutes'>>(
  parts: readonly P[],
  relations: readonly Tie[],
  minutes: number,
): (P & { share: number })[] {
  const longest = longestChain(
    parts.map((part) => part.minutes),
    relations,
  );
  const scale = minutes > 0 && longest > 0 ? minutes / longest : 1;
  const scaled = parts.map((part) => {
    const isMilestone = part.type === 'milestone_start' || part.type === 'milestone_finish';
    const value =
      isMilestone || part.minutes === 0 ? 0 : Math.max(STEP_MINUTES, Math.round((part.minutes * scale) / STEP_MINUTES) * STEP_MINUTES);
    return { ...part, minutes: value };
  });
  const sum = scaled.reduce((total, part) => total + part.minutes, 0);
  return scaled.map((part) => ({ ...part, share: sum ? part.minutes / sum : 0 }));
}

/** Working minutes of the longest chain, by relations from finish to start; others let parts run beside each other. */
function longestChain(minutes: readonly number[], relations: readonly Tie[]): number {
  const ends = new Map<number, number>();
  const endOf = (part: number): number => {
    const known = ends.get(part);
    if (known !== undefined) return known;
    const before = relations.filter(({ to, type }) => to === part && type === 'fs').map(({ from, lagMinutes }) => endOf(from) + lagMinutes);
    const end = Math.max(0, ...before) + minutes[part];
    ends.set(part, end);
    return end;
  };
  return Math.max(0, ...minutes.map((_minutes, part) => endOf(part)));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
/** The middle one of some values, of none 0. */
export function median(values: readonly number[]): number {
  if (!values.length) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
function mostOften(words: readonly ExampleChild['unit'][]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
const rounded = (value: number): number => Number(value.toPrecision(6));
