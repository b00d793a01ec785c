import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DirectorySummary } from '@gantry/contract';
import { useDirectoriesOf } from '../../features/catalog/directories/directories.queries.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';

/** Directories of all nodes of a space that the person sees, each once. */
export function useAllDirectories(spaceId: number): DirectorySummary[] {
  const { data: tree } = useQuery(treeQuery(spaceId));
  // Nodes inherit directories from ancestors, so leaves cover all.
  const ends = useMemo(() => {
    const parents = new Set((tree?.nodes ?? []).map(({ parent_id }) => parent_id));
    return (tree?.nodes ?? []).filter(({ id }) => !parents.has(id)).map(({ id }) => id);
  }, [tree]);
  const answers = useDirectoriesOf(spaceId, ends);
  return useMemo(() => [...new Map(answers.map((directory) => [directory.id, directory])).values()], [answers]);
}
