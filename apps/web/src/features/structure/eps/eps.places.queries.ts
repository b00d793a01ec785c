import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { indexTree, pathTo } from './eps.model.ts';
import { treeQuery } from './eps.queries.ts';

/** Every node of a space by its path, to choose from. */
export function usePlacesByName(spaceId: number): { value: string; label: string }[] {
  const { data } = useQuery(treeQuery(spaceId));
  return useMemo(() => {
    const index = indexTree(data ?? { nodes: [], versions: [] });
    const nameOf = (id: number): string =>
      pathTo(index, id)
        .map(({ name }) => name)
        .join(' / ');
    return [...index.nodes.keys()].map((id) => ({ value: String(id), label: nameOf(id) }));
  }, [data]);
}
