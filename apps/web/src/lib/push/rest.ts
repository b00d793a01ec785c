/** How a question went last: when its answer came and how long that took, in milliseconds. */
export type Asked = { at: number; took: number };

const RESTS = 10;
const LONGEST_REST_MS = 60_000;

/**
 * How long a page waits before it asks a heavy question again: ten times as long as the last answer took, from when it came. However many
 * pages follow something, they ask the more rarely the longer each of them waits.
 */
export const restBefore = ({ at, took }: Asked, now: number): number => Math.max(0, at + Math.min(LONGEST_REST_MS, RESTS * took) - now);
