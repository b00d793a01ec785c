/** Milliseconds of processor time of the thread and by the clock. */
export type Timing = { processor: number; clock: number };

/** Median of sorted or unsorted values. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Medians over so many rounds, after so many that do not count; a round repeats the work `batch` times, as processor time counts in ticks. */
export function timed(warmUp: number, rounds: number, work: () => unknown, batch = 1): Timing {
  for (let round = 0; round < warmUp; round++) work();
  return medians(
    Array.from({ length: rounds }, () => {
      const start = begin();
      for (let time = 0; time < batch; time++) work();
      const { processor, clock } = start();
      return { processor: processor / batch, clock: clock / batch };
    }),
  );
}

/** Least milliseconds by the clock of each of several works, done in turn: what else the machine does in a round, it does to all of them. */
export function leastInTurn<Name extends string>(rounds: number, works: Record<Name, () => unknown>): Record<Name, number> {
  const least = Object.fromEntries(Object.keys(works).map((name) => [name, Infinity])) as Record<Name, number>;
  for (let round = 0; round < rounds; round++) {
    for (const name in works) {
      const start = performance.now();
      works[name]();
      least[name] = Math.min(least[name], performance.now() - start);
    }
  }
  return least;
}

/** Medians of asynchronous work, as `timed` takes them. */
export async function timedAsync(warmUp: number, rounds: number, work: () => Promise<unknown>): Promise<Timing> {
  for (let round = 0; round < warmUp; round++) await work();
  const times: Timing[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = begin();
    await work();
    times.push(start());
  }
  return medians(times);
}

function begin(): () => Timing {
  const used = process.threadCpuUsage();
  const start = performance.now();
  return () => {
    const { user, system } = process.threadCpuUsage(used);
    return { processor: (user + system) / 1000, clock: performance.now() - start };
  };
}

function medians(times: Timing[]): Timing {
  const of = (pick: (timing: Timing) => number) => Math.round(median(times.map(pick)) * 1000) / 1000;
  return { processor: of((timing) => timing.processor), clock: of((timing) => timing.clock) };
}
