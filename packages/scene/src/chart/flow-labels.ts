/** A name beside the end of a line; `x` and `y` are its left end and its middle, in the area of the lines. */
export type FlowLabel = { line: number; text: string; x: number; y: number; width: number };

/** Lines that have their names beside them. */
export const MOST_NAMED = 80;
const HEIGHT = 13;
const GAP = 4;
/** A name that stands farther from its line than so many rows no longer says which line it names. */
const FARTHEST_ROWS = 3;

/**
 * Names where none covers another or leaves the area: each as near to its line as there is room, upwards and downwards in turn,
 * and at the right edge moved back into the area.
 */
export function placedLabels(labels: readonly FlowLabel[], area: { width: number; height: number }): FlowLabel[] {
  const placed: FlowLabel[] = [];
  for (const label of labels) {
    const x = Math.min(label.x, area.width - label.width);
    const rivals = placed.filter((other) => x < other.x + other.width + GAP && other.x < x + label.width + GAP);
    const tries = Array.from({ length: FARTHEST_ROWS * 2 + 1 }, (_, n) => label.y + (n % 2 ? -1 : 1) * Math.ceil(n / 2) * HEIGHT);
    const y = tries.find(
      (at) => at >= HEIGHT / 2 && at <= area.height - HEIGHT / 2 && rivals.every((other) => Math.abs(other.y - at) >= HEIGHT),
    );
    // Without any room the name is left to the table and to the words of the work.
    if (x >= 0 && y !== undefined) placed.push({ ...label, x, y });
  }
  return placed;
}
