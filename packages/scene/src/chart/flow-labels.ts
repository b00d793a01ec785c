/** A name beside the end of a line. */
export type FlowLabel = { line: number; text: string; x: number; y: number; end: boolean };

/** Lines that have their names beside them. */
export const MOST_NAMED = 80;
const HEIGHT = 13;
const LETTER_PX = 6.6;
/** A name that stands farther from its line than so many rows no longer says which line it names. */
const FARTHEST_ROWS = 3;

const boxOf = ({ text, x, end }: FlowLabel): [number, number] => {
  const width = text.length * LETTER_PX;
  return end ? [x - width, x] : [x, x + width];
};

/** Names where none covers another: each as near to its line as there is room, upwards and downwards in turn. */
export function placedLabels(labels: readonly FlowLabel[], height: number): FlowLabel[] {
  const placed: FlowLabel[] = [];
  const covers = (label: FlowLabel): boolean => {
    const [from, to] = boxOf(label);
    return placed.some((other) => {
      const [left, right] = boxOf(other);
      return Math.abs(other.y - label.y) < HEIGHT && from < right && left < to;
    });
  };
  for (const label of labels) {
    const rows = Math.min(Math.ceil(height / HEIGHT), FARTHEST_ROWS);
    const tries = Array.from({ length: rows * 2 + 1 }, (_, n) => label.y + (n % 2 ? -1 : 1) * Math.ceil(n / 2) * HEIGHT);
    const y = tries.find((at) => at >= HEIGHT / 2 && at <= height - HEIGHT / 2 && !covers({ ...label, y: at }));
    // Without any room the name is left to the table and to the words of the work.
    if (y !== undefined) placed.push({ ...label, y });
  }
  return placed;
}
