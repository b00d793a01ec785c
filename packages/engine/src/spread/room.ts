/** Gives memory for so many days; what it holds is of no matter. */
export type Room = (days: number) => Float64Array;

/** Memory of its own for each spread, cut from a common piece: an allocation for each takes longer than its days. */
export const ownRoom: Room = (days) => {
  if (days > PIECE / 8) return new Float64Array(days);
  if (taken + days > PIECE) [piece, taken] = [new Float64Array(PIECE), 0];
  taken += days;
  return new Float64Array(piece.buffer, 8 * (taken - days), days);
};
const PIECE = 4096;
let piece = new Float64Array(PIECE);
let taken = 0;

/** The same memory for all spreads, each over the one before: for sums, which read a spread once. Who keeps one copies it. */
export function sharedRoom(): Room {
  const { buffer } = new Float64Array(MOST_SHARED);
  const views: (Float64Array | undefined)[] = [];
  return (days) => {
    if (days > MOST_SHARED) return new Float64Array(days);
    return (views[days] ??= new Float64Array(buffer, 0, days));
  };
}
/** Ten years of days. */
const MOST_SHARED = 3660;
