import { MOST_PIPE_LINKS, type Pipe, type PipeLink } from '@gantry/contract';
import { byCode, keyOfSide } from './pipes.rules.ts';
import type { PackageWork, StageWorks } from './pipes.works.rules.ts';

type Relation = { predecessorId: number; successorId: number };
/** One side of a pipe: its works by packages, and what leads from one of them to another. */
export type LinkedStage = { stage: StageWorks; relations: readonly Relation[] };
export type LinkedPair = Pick<PipeLink, 'item_id' | 'other_item_id'>;
/** The relations that a pipe lacks: how many, the first of them, and whether a pair is one of them. */
export type MissingLinks = { total: number; links: PipeLink[]; isMissing: (pair: LinkedPair) => boolean };

type Packages = ReadonlyMap<string, readonly PackageWork[]>;
type CodesByWork = ReadonlyMap<number, ReadonlySet<string>>;

function codesByWork(packages: Packages): CodesByWork {
  const codes = new Map<number, Set<string>>();
  for (const [code, works] of packages)
    for (const { id } of works) {
      const known = codes.get(id);
      if (known) known.add(code);
      else codes.set(id, new Set([code]));
    }
  return codes;
}

/** The works that begin each package, or end it: nothing in the package stands before them, or behind. */
function endsOf(packages: Packages, relations: readonly Relation[], end: 'first' | 'last'): Packages {
  const codes = codesByWork(packages);
  const covered = new Map([...packages.keys()].map((code) => [code, new Set<number>()]));
  for (const { predecessorId, successorId } of relations) {
    const before = codes.get(predecessorId);
    const behind = codes.get(successorId);
    if (!before || !behind) continue;
    for (const code of before) if (behind.has(code)) covered.get(code)?.add(end === 'first' ? successorId : predecessorId);
  }
  return new Map([...packages].map(([code, works]) => [code, works.filter(({ id }) => !covered.get(code)?.has(id))]));
}

const pairOf = ({ item_id: item, other_item_id: other }: LinkedPair): string => `${item} ${other}`;

/**
 * Relations from the last works of a supply to the works that need it, without those that are there; what has begun waits for nothing.
 * Packages of many works ask for far more pairs than anybody reads: all are counted, and only the first are built.
 */
export function missingLinks(pipe: Pipe, main: LinkedStage, supply: LinkedStage, existing: readonly LinkedPair[]): MissingLinks {
  const { end } = pipe.need;
  const packages = main.stage.packages.get(keyOfSide(pipe.main)) ?? new Map<string, PackageWork[]>();
  const supplies = supply.stage.packages.get(keyOfSide(pipe.supply)) ?? new Map<string, PackageWork[]>();
  const common = [...packages.keys()].filter((code) => supplies.has(code)).toSorted(byCode);
  const among = (of: Packages): Packages => new Map(common.map((code) => [code, of.get(code) ?? []]));
  const before = endsOf(among(supplies), supply.relations, 'last');
  const ends = endsOf(among(packages), main.relations, end === 'start' ? 'first' : 'last');
  const after = new Map(
    [...ends].map(([code, works]) => [code, works.filter((work) => (end === 'start' ? !work.begun : !work.completed))]),
  );
  const [codesAfter, codesBefore] = [codesByWork(after), codesByWork(before)];
  const known = new Map(existing.map((pair) => [pairOf(pair), pair]));
  const isJoined = ({ item_id: item, other_item_id: other }: LinkedPair): boolean =>
    [...(codesAfter.get(item) ?? [])].some((code) => codesBefore.get(other)?.has(code));
  return {
    total: countPairs(codesAfter, before, codesBefore) - [...known.values()].filter(isJoined).length,
    links: firstLinks(common, after, before, new Set(known.keys())),
    isMissing: (pair) => !known.has(pairOf(pair)) && isJoined(pair),
  };
}

/** Builds the first pairs that are not `known`, package by package, each pair once. */
function firstLinks(codes: readonly string[], after: Packages, before: Packages, known: Set<string>): PipeLink[] {
  const links: PipeLink[] = [];
  for (const code of codes)
    for (const item of after.get(code) ?? [])
      for (const other of before.get(code) ?? []) {
        if (links.length === MOST_PIPE_LINKS) return links;
        const link = { code, item_id: item.id, item_name: item.name, other_item_id: other.id, other_item_name: other.name };
        const pair = pairOf(link);
        if (known.has(pair)) continue;
        known.add(pair);
        links.push(link);
      }
  return links;
}

/** Counts the pairs that share a package. Works of the same packages have the same pairs; only a supply of several packages could be counted twice. */
function countPairs(codesAfter: CodesByWork, before: Packages, codesBefore: CodesByWork): number {
  const places = new Map([...codesBefore.keys()].map((id, place) => [id, place]));
  const supplies = new Map(
    [...before].map(([code, works]) => {
      const shared = works.flatMap(({ id }) => ((codesBefore.get(id)?.size ?? 0) > 1 ? [places.get(id) ?? 0] : []));
      return [code, { alone: works.length - shared.length, shared: Int32Array.from(shared) }];
    }),
  );
  const groups = Map.groupBy(codesAfter.values(), (codes) => JSON.stringify([...codes]));
  const seen = new Int32Array(places.size);
  let total = 0;
  for (const [index, works] of [...groups.values()].entries()) {
    const group = index + 1;
    let pairs = 0;
    for (const code of works[0]) {
      const { alone, shared } = supplies.get(code) ?? { alone: 0, shared: [] };
      pairs += alone;
      for (const place of shared) {
        if (seen[place] !== group) pairs += 1;
        seen[place] = group;
      }
    }
    total += pairs * works.length;
  }
  return total;
}
