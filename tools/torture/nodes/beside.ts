import type { Caller } from '../../../e2e/caller.ts';
import type { Outcome } from '../suite.ts';
import { isKnownAtHome, openForeign, watchCanary } from './canary.ts';
import type { Cluster } from './cluster.ts';
import { checkImports, importOn } from './imports.ts';
import type { Desk } from './planner.ts';
import { openSeats, takeSeats } from './seats.ts';
import type { Witness } from './witness.ts';

const MOST_NAMED = 5;

/** What goes on beside the edits of a version, and is hurt with them. */
export type Beside = {
  /** The word that nobody who edits the version may hear of. */
  word: string;
  /** Goes on until it is over; answers what to judge it by. */
  run(
    witness: Witness,
    random: () => number,
    isOver: () => boolean,
  ): Promise<() => Promise<Pick<Outcome, 'figures' | 'invariants' | 'met'>>>;
};

/** Prepares a foreign space, its licence and its members. */
export async function openBeside(cluster: Cluster, desk: Desk, person: Caller): Promise<Beside> {
  const foreign = await openForeign(cluster, person);
  const people = await openSeats(cluster, foreign);
  const [{ schedule }] = await cluster.sql<{ schedule: number }>('select schedule_id::int as schedule from version where id = $1', [
    desk.versionId,
  ]);
  return {
    word: foreign.word,
    async run(witness, random, isOver) {
      const [acknowledged, seats] = await Promise.all([
        importOn(desk, schedule, isOver),
        takeSeats(cluster, foreign, people, isOver),
        watchCanary(desk, foreign, witness, random, isOver),
      ]);
      return async () => {
        const imports = await checkImports(cluster, acknowledged);
        return {
          figures: [
            ['imports that were done', String(imports.done)],
            ['of them begun again', String(imports.again)],
            ['imports that failed', String(imports.others)],
            ['seats taken', String(seats.taken)],
            ['seats refused', String(seats.refused)],
          ],
          invariants: [
            { name: 'I8 a word of another space is never answered or told', broken: witness.leaks.slice(0, MOST_NAMED) },
            { name: 'I9 each import that is done made one whole version, any other none', broken: imports.broken },
            { name: 'I10 never more members than seats', broken: seats.broken.slice(0, MOST_NAMED) },
          ],
          met: {
            'word that its own space is answered': await isKnownAtHome(foreign),
            'import that was done': imports.done > 0,
            'seat that was refused': seats.refused > 0,
          },
        };
      };
    },
  };
}
