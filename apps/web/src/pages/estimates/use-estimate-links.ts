import type { EstimateRowOut } from '@gantry/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CostLink,
  useCostLinkActs,
  useCostLinks,
  useCostSettings,
  useSuggestions,
  useVersionsOfProject,
  useWorks,
} from '../../features/costing/cost-links/cost-links.queries.ts';
import type { Suggestion } from '../../features/costing/cost-links/cost-links.model.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';

const NONE: ReadonlySet<number | null> = new Set();

const NO_LINKS: readonly CostLink[] = [];
const NO_WORKS: readonly Suggestion[] = [];

/** Links of the open estimate with the works of a version that a person chooses; asked for only where they are shown. */
export function useEstimateLinks(spaceId: number, projectId: number, estimateId: number | null, wanted: boolean, row: number | null) {
  const { t } = useTranslation();
  const versions = useVersionsOfProject(spaceId, projectId);
  const [chosen, setChosen] = useState<number | null>(null);
  const current = chosen ?? versions[0]?.id ?? null;
  const versionId = wanted ? current : null;
  const works = useWorks(spaceId, versionId).data;
  const answer = useCostLinks(spaceId, versionId, estimateId).data;
  const acts = useCostLinkActs(spaceId, versionId);
  const mayEdit = useRightAt(spaceId, projectId)('plan.edit');
  const linksOf = (row: number | undefined): CostLink[] => (answer?.links ?? []).filter(({ row_id }) => row_id === row);
  const ofRow = useMemo(() => {
    const map = new Map<number, Set<number | null>>();
    for (const { row_id, item_id } of answer?.links ?? []) map.set(row_id, (map.get(row_id) ?? new Set<number | null>()).add(item_id));
    return map;
  }, [answer]);
  const names = useMemo(() => new Map((works ?? []).map(({ id, code, name }) => [id, code || name])), [works]);
  const nameOf = useCallback(
    (id: number | null): string => (id === null ? t('cost_link.left_out') : (names.get(id) ?? `#${id}`)),
    [names, t],
  );
  const worksOfRow = useCallback((row: EstimateRowOut) => [...(ofRow.get(row.id) ?? [])].map(nameOf).join(', '), [ofRow, nameOf]);
  const isLinked = useCallback((row: number): boolean => ofRow.has(row), [ofRow]);
  const costSettings = useCostSettings(spaceId, versions.find(({ id }) => id === versionId)?.scheduleId ?? null);
  const schedule = versions.find(({ id }) => id === versionId)?.scheduleId;
  const others = versions.filter(({ id, scheduleId }) => scheduleId === schedule && id !== versionId);
  return {
    current,
    worksOfRow: versionId === null ? null : worksOfRow,
    linkedOf: (row: number | undefined): ReadonlySet<number | null> => (row === undefined ? NONE : (ofRow.get(row) ?? NONE)),
    suggestions: useSuggestions(spaceId, versionId, estimateId, row).data?.works ?? NO_WORKS,
    link: (estimate: number, rows: readonly number[], items: readonly (number | null)[]): Promise<void> =>
      acts.link(
        estimate,
        rows.flatMap((row_id) => items.map((item_id) => ({ row_id, item_id }))),
      ),
    save: acts.link,
    relink: acts.relink,
    all: answer?.links ?? NO_LINKS,
    linksOf,
    nameOf,
    isLinked,
    costSettings,
    unlink: acts.unlink,
    updateCosts: acts.updateCosts,
    takeOver: acts.takeOver,
    others,
    panel: { versions, versionId, works, coverage: answer?.coverage ?? null, mayEdit, onVersion: setChosen },
  };
}
