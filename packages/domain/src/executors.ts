/** The people who can be chosen to carry out a work: those whom the space has named for it, all where it has named nobody. */
export function executorsAmong<T extends { executor?: boolean }>(people: readonly T[]): readonly T[] {
  const named = people.filter(({ executor }) => executor);
  return named.length ? named : people;
}
