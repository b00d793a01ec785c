import { useCallback } from 'react';
import type { StructureRights } from '../../features/structure/eps/eps.commands.model.ts';
import { useRightsAt } from '../../features/structure/eps/eps.queries.ts';

/** What the person may do with a node of the structure and below it; null: at its top. */
export function useStructureRights(spaceId: number): (nodeId: number | null) => StructureRights {
  const mayAt = useRightsAt(spaceId);
  return useCallback(
    (nodeId) => {
      const may = mayAt(nodeId);
      return {
        structure: may('structure.edit'),
        plan: may('plan.edit'),
        import: may('plan.import'),
        calculate: may('plan.calculate'),
        boards: may('boards.read'),
        estimates: may('estimate.read'),
        people: mayAt(null)('users.manage'),
      };
    },
    [mayAt],
  );
}
