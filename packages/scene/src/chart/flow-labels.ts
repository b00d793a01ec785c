/**
 * A name beside the end of a line; `x` and `y` are its left end and its middle, in the area of the lines. `upright`: it names a line that
 * goes from the head to the foot of the area, so it may stand anywhere along it.
 */
export type FlowLabel = { line: number; text: string; x: number; y: number; width: number; upright?: boolean };
/** A name in its place; `over`: strokes go through it, since there is no other place. */
export type PlacedLabel = FlowLabel & { over: boolean };
/** A line in the area, from one end to the other. */
export type Stroke = [x0: number, y0: number, x1: number, y1: number];

/** Lines that have their names beside them. */
export const MOST_NAMED = 80;
/** How far from the end of its line a name begins. */
export const BESIDE = 8;
const HEIGHT = 13;
const GAP = 4;
/** Names move up and down by half of a row; farther from its line than so many steps a name no longer says which line it names. */
const STEP = HEIGHT / 2;
const FARTHEST_STEPS = 7;
/** Strokes are known by the squares of this size that they pass. */
const CELL = 4;

/**
 * Names where none covers another or leaves the area, the first ones first: each as near to its line as there is room, upwards and
 * downwards in turn, behind its end or before it, where no stroke goes through it if there is such a place; at the right edge moved back
 * into the area.
 */
export function placedLabels(
  labels: readonly FlowLabel[],
  area: { width: number; height: number },
  strokes: readonly Stroke[] = [],
): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  const isCrossed = crossings(strokes, area);
  for (const label of labels) {
    const behind = Math.min(label.x, area.width - label.width);
    // A square farther than behind: its own line comes from there.
    const before = label.x - 2 * BESIDE - CELL - label.width;
    const steps = label.upright ? Math.ceil(area.height / STEP) : FARTHEST_STEPS;
    // Before its end a name stands a row farther than behind it.
    const tries = [behind, before]
      .flatMap((x, side) =>
        Array.from({ length: steps * 2 + 1 }, (_, n) => {
          const off = Math.ceil(n / 2) * STEP;
          return { ...label, x, y: label.y + (n % 2 ? -off : off), far: off + side * HEIGHT };
        }),
      )
      .sort((one, other) => one.far - other.far);
    const free = tries.filter(
      ({ x, y }) =>
        x >= 0 &&
        y >= HEIGHT / 2 &&
        y <= area.height - HEIGHT / 2 &&
        placed.every((other) => x >= other.x + other.width + GAP || other.x >= x + label.width + GAP || Math.abs(other.y - y) >= HEIGHT),
    );
    // Without any room the name is left to the table and to the words of the work.
    const clear = free.find((place) => !isCrossed(place));
    const one = clear ?? free.find(({ x }) => x === behind);
    if (one) placed.push({ ...label, x: one.x, y: one.y, over: !clear });
  }
  return placed;
}

/** Answers whether a stroke goes through a name. */
function crossings(strokes: readonly Stroke[], area: { width: number; height: number }): (label: FlowLabel) => boolean {
  const [columns, rows] = [Math.ceil(area.width / CELL) + 1, Math.ceil(area.height / CELL) + 1];
  const passed = new Uint8Array(columns * rows);
  for (const stroke of strokes) {
    const [x0, y0, x1, y1] = stroke;
    const [from, to] = within(stroke, area);
    const steps = Math.ceil((Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) * (to - from)) / CELL) || 1;
    for (let step = 0; step <= steps && from <= to; step += 1) {
      const share = from + ((to - from) * step) / steps;
      passed[Math.floor((y0 + (y1 - y0) * share) / CELL) * columns + Math.floor((x0 + (x1 - x0) * share) / CELL)] = 1;
    }
  }
  return ({ x, y, width }) => {
    const last = Math.min(columns - 1, Math.floor((x + width) / CELL));
    for (let row = Math.max(0, Math.floor((y - HEIGHT / 2 - 1) / CELL)); row <= Math.floor((y + HEIGHT / 2 + 1) / CELL); row += 1)
      if (passed.subarray(row * columns + Math.floor(x / CELL), row * columns + last + 1).includes(1)) return true;
    return false;
  };
}

/** Which part of a stroke is in the area, as shares of it; none where the first is greater. */
function within([x0, y0, x1, y1]: Stroke, { width, height }: { width: number; height: number }): [from: number, to: number] {
  let [from, to] = [0, 1];
  for (const [start, by, most] of [
    [x0, x1 - x0, width],
    [y0, y1 - y0, height],
  ]) {
    if (by === 0 && (start < 0 || start > most)) return [1, 0];
    if (by === 0) continue;
    const [one, other] = [-start / by, (most - start) / by];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return [from, to];
}
