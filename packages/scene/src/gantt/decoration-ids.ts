/** Everything that can stand on an item's row. */
export const DECORATION_IDS = ['baseline', 'float', 'bar', 'summary', 'milestone', 'pause', 'limits', 'deadline', 'label'] as const;
export type DecorationId = (typeof DECORATION_IDS)[number];
