/** The square of a picture that is shown: its middle and its side, in pixels of the picture. */
export type Cut = { x: number; y: number; side: number };

type Size = { width: number; height: number };

/** The largest square in the middle. */
export const wholeCut = ({ width, height }: Size): Cut => ({ x: width / 2, y: height / 2, side: Math.min(width, height) });

/** Smallest side that a cut may have, as a share of the picture's shorter side. */
export const SMALLEST = 0.2;

/** A cut that stays inside its picture. */
export function keptInside({ x, y, side }: Cut, { width, height }: Size): Cut {
  const shorter = Math.min(width, height);
  const kept = Math.min(shorter, Math.max(shorter * SMALLEST, side));
  const inside = (at: number, length: number) => Math.min(length - kept / 2, Math.max(kept / 2, at));
  return { x: inside(x, width), y: inside(y, height), side: kept };
}
