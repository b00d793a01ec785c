import type { Pipe, PipeLink } from '@gantry/contract';
import { byCode, keyOfSide } from './pipes.rules.ts';
import type { PackageWork, StageWorks } from './pipes.works.rules.ts';

type Relation = { predecessorId: number; successorId: number };
/** One side of a pipe: its works by packages, and what leads from one of them to another. */
export type LinkedStage = { stage: StageWorks; relations: readonly Relation[] };

/** The works that begin a package, or end it: nothing in the package stands before them, or behind. */
function endsOf(works: readonly PackageWork[], relations: readonly Relation[], end: 'first' | 'last'): PackageWork[] {
  const own = new Set(works.map(({ id }) => id));
  const inner = relations.filter(({ predecessorId, successorId }) => own.has(predecessorId) && own.has(successorId));
  const covered = new Set(inner.map((one) => (end === 'first' ? one.successorId : one.predecessorId)));
  return works.filter(({ id }) => !covered.has(id));
}

export const pairOf = (itemId: number, otherId: number): string => `${itemId} ${otherId}`;

/** Relations from the last works of a supply to the works that need it, without those that are there; what has begun waits for nothing. */
export function missingLinks(pipe: Pipe, main: LinkedStage, supply: LinkedStage, existing: ReadonlySet<string>): PipeLink[] {
  const supplies = supply.stage.packages.get(keyOfSide(pipe.supply)) ?? new Map<string, PackageWork[]>();
  const packages = main.stage.packages.get(keyOfSide(pipe.main)) ?? new Map<string, PackageWork[]>();
  const asked = new Set(existing);
  return [...packages.keys()].toSorted(byCode).flatMap((code): PipeLink[] => {
    const before = endsOf(supplies.get(code) ?? [], supply.relations, 'last');
    const after = endsOf(packages.get(code) ?? [], main.relations, pipe.need.end === 'start' ? 'first' : 'last');
    return after
      .filter((work) => (pipe.need.end === 'start' ? !work.begun : !work.completed))
      .flatMap((item) =>
        before.flatMap((other) => {
          const pair = pairOf(item.id, other.id);
          if (asked.has(pair)) return [];
          asked.add(pair);
          return [{ code, item_id: item.id, item_name: item.name, other_item_id: other.id, other_item_name: other.name }];
        }),
      );
  });
}
