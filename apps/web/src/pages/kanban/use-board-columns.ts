import { useMemo } from 'react';
import { useVersionColumns } from '../../features/planning/wbs/wbs.queries.ts';
import type { ConditionColumn } from '../../ui/conditions/conditions.ts';
import { usePlanColumns } from '../view-settings/use-plan-columns.ts';

/** What conditions on the works of a board can be about: the columns of plans, and the attributes of the version that it shows. */
export function useBoardColumns(spaceId: number, versionId: number | null): ConditionColumn[] {
  const plan = usePlanColumns(spaceId);
  const own = useVersionColumns(versionId);
  return useMemo(() => {
    if (!own) return plan;
    const there = new Set(own.map(({ id }) => id));
    const attributes = own.flatMap(({ id, type, name }) => (name === null ? [] : [{ id, title: name, type, options: null }]));
    return [...plan.filter(({ id }) => there.has(id)), ...attributes];
  }, [plan, own]);
}

/** The version of a schedule whose works its boards show: the actual one, else the newest that is no target. */
export function workingVersion(versions: readonly { id: number; kind: string }[] | undefined): number | null {
  const newest = (versions ?? []).toSorted((a, b) => b.id - a.id);
  const chosen = newest.find(({ kind }) => kind === 'actual') ?? newest.find(({ kind }) => kind !== 'target') ?? newest.at(0);
  return chosen?.id ?? null;
}
