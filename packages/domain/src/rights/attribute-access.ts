/** What a role may do with an attribute: nothing, not even know its values; read them; write them. Each includes those before it. */
export const ATTRIBUTE_LEVELS = ['none', 'read', 'write'] as const;
export type AttributeLevel = (typeof ATTRIBUTE_LEVELS)[number];

const rank = (level: AttributeLevel): number => ATTRIBUTE_LEVELS.indexOf(level);

/** The most that any of some roles may: whoever has several has the widest; none of them, nothing. */
export function widestLevel(levels: Iterable<AttributeLevel>): AttributeLevel {
  return ATTRIBUTE_LEVELS[Math.max(0, ...Array.from(levels, rank))];
}

/** The least of some levels; of none, everything. */
export function narrowestLevel(levels: Iterable<AttributeLevel>): AttributeLevel {
  return ATTRIBUTE_LEVELS[Math.min(ATTRIBUTE_LEVELS.length - 1, ...Array.from(levels, rank))];
}
