/**
 * The people who can be chosen to carry out a work: those whom the space has named for it, all where it has named nobody; of them those who
 * have the specialty that the work needs, all where nobody has it.
 */
export function executorsAmong<T extends { executor?: boolean; specialties?: readonly number[] }>(
  people: readonly T[],
  specialtyId: number | null = null,
): readonly T[] {
  const named = people.filter(({ executor }) => executor);
  const able = named.length ? named : people;
  if (specialtyId === null) return able;
  const skilled = able.filter(({ specialties }) => specialties?.includes(specialtyId));
  return skilled.length ? skilled : able;
}
