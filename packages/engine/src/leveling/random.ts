/** A source of numbers in [0, 1), passed in wherever the engine samples; the engine has no randomness of its own. */
export type RandomSource = () => number;

/** A deterministic generator: equal seeds give equal numbers on every machine (mulberry32). */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
