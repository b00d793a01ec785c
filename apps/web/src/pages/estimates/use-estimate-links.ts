import type { EstimateRowOut } from '@gantry/contract';
import { useCallback, useMemo, useState } from 'react';
import { useCostLinkActs, useCostLinks, useVersionsOfProject, useWorks } from '../../features/costing/cost-links/cost-links.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';

const NONE: ReadonlySet<number> = new Set();

/** Links of the open estimate with the works of a version that a person chooses; asked for only where they are shown. */
export function useEstimateLinks(spaceId: number, projectId: number, estimateId: number | null, wanted: boolean) {
  const versions = useVersionsOfProject(spaceId, projectId);
  const [chosen, setChosen] = useState<number | null>(null);
  const versionId = wanted ? (chosen ?? versions[0]?.id ?? null) : null;
  const works = useWorks(spaceId, versionId).data;
  const answer = useCostLinks(spaceId, versionId, estimateId).data;
  const acts = useCostLinkActs(spaceId, versionId);
  const mayEdit = useRightAt(spaceId, projectId)('plan.edit');
  const ofRow = useMemo(() => {
    const map = new Map<number, Set<number>>();
    for (const { row_id, item_id } of answer?.links ?? []) map.set(row_id, (map.get(row_id) ?? new Set<number>()).add(item_id));
    return map;
  }, [answer]);
  const names = useMemo(() => new Map((works ?? []).map(({ id, code, name }) => [id, code || name])), [works]);
  const worksOfRow = useCallback(
    (row: EstimateRowOut) => [...(ofRow.get(row.id) ?? [])].map((id) => names.get(id) ?? `#${id}`).join(', '),
    [ofRow, names],
  );
  return {
    worksOfRow: versionId === null ? null : worksOfRow,
    linkedOf: (row: number | undefined): ReadonlySet<number> => (row === undefined ? NONE : (ofRow.get(row) ?? NONE)),
    link: (estimate: number, rows: readonly number[], items: readonly number[]): Promise<void> =>
      acts.link(
        estimate,
        rows.flatMap((row_id) => items.map((item_id) => ({ row_id, item_id }))),
      ),
    unlink: acts.unlink,
    updateCosts: acts.updateCosts,
    panel: { versions, versionId, works, coverage: answer?.coverage ?? null, mayEdit, onVersion: setChosen },
  };
}
