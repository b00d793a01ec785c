import { api, type CostSettings, type Output, type QuarterIndices } from '@gantry/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { askAgain } from '../../../lib/calls/ask-again.ts';
import { usePush } from '../../../lib/push/push.ts';
import { treeQuery } from '../../structure/eps/eps.queries.ts';
import type { Work } from './cost-links.model.ts';

export type CostUpdate = Output<typeof api.versions.updateCosts>;

/** The versions of a project's schedules, with the names of the schedules. */
export function useVersionsOfProject(
  spaceId: number,
  projectId: number,
): { id: number; name: string; locked: boolean; scheduleId: number }[] {
  const { data } = useQuery(treeQuery(spaceId));
  if (!data) return [];
  const parents = new Map(data.nodes.map(({ id, parent_id }) => [id, parent_id]));
  const names = new Map(data.nodes.map(({ id, name }) => [id, name]));
  const isBelow = (id: number): boolean => {
    for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) if (at === projectId) return true;
    return false;
  };
  return data.versions
    .filter(({ schedule_id }) => isBelow(schedule_id))
    .toSorted((a, b) => Number(b.kind === 'actual') - Number(a.kind === 'actual'))
    .map(({ id, name, schedule_id, locked }) => ({
      id,
      name: `${names.get(schedule_id) ?? ''}: ${name}`,
      locked,
      scheduleId: schedule_id,
    }));
}

export type CostLink = Output<typeof api.costLinks.list>['links'][number];
export type NewLink = Pick<CostLink, 'row_id' | 'item_id'> & Partial<Pick<CostLink, 'share' | 'by' | 'parts' | 'unit_factor' | 'locked'>>;

/** The cost settings of a schedule, and how they are saved. */
export function useCostSettings(spaceId: number, scheduleId: number | null) {
  const client = useQueryClient();
  const queryKey = ['space', spaceId, 'cost-settings', scheduleId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.costLinks.settings, { params: { id: scheduleId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: scheduleId !== null,
    staleTime: 0,
  });
  const save = async (body: CostSettings): Promise<void> => {
    await call(api.costLinks.saveSettings, { params: { id: scheduleId ?? 0 }, body }, { spaceId });
    await client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'cost-links'] });
  };
  const readIndices = async (file: File): Promise<QuarterIndices[]> => {
    const form = new FormData();
    form.set('file', file);
    return (await call(api.costLinks.readIndices, { params: { id: scheduleId ?? 0 } }, { spaceId, form })).indices;
  };
  return { settings: data, save, readIndices };
}

const keyOf = (spaceId: number, versionId: number) => ['space', spaceId, 'cost-links', versionId];

/** The works of a version that can carry rows of estimates. */
export function useWorks(spaceId: number, versionId: number | null) {
  return useQuery({
    queryKey: [...keyOf(spaceId, versionId ?? 0), 'works'],
    async queryFn({ signal }) {
      const works: Work[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const answer: Output<typeof api.wbs.list> = await call(
          api.wbs.list,
          { params: { id: versionId ?? 0 }, query: { offset } },
          { signal, spaceId, quiet: true },
        );
        for (const { id, type, code, name } of answer.items)
          if (type !== 'sum') works.push({ id: Number(id), code: String(code), name: String(name) });
        offset = answer.next;
      }
      return works;
    },
    enabled: versionId !== null,
    staleTime: 0,
  });
}

/** The links of a version to an estimate, loaded again when the version has changed. */
export function useCostLinks(spaceId: number, versionId: number | null, estimateId: number | null) {
  const client = useQueryClient();
  usePush('version_changed', (event) => {
    if (event.version_id === versionId) askAgain(client, keyOf(spaceId, versionId), event);
  });
  return useQuery({
    queryKey: [...keyOf(spaceId, versionId ?? 0), estimateId],
    queryFn: ({ signal }) =>
      call(
        api.costLinks.list,
        { params: { id: versionId ?? 0 }, query: { estimate_id: estimateId ?? 0 } },
        { signal, spaceId, quiet: true },
      ),
    enabled: versionId !== null && estimateId !== null,
    staleTime: 0,
  });
}

/** The part of each estimate's money that works of a version carry, by the id of the estimate; asked for again as `state` is another. */
export function useLinkedShares(spaceId: number, projectId: number, versionId: number | null, state: string): ReadonlyMap<number, number> {
  const { data } = useQuery({
    queryKey: [...keyOf(spaceId, versionId ?? 0), 'shares', projectId, state],
    queryFn: ({ signal }) =>
      call(api.estimates.list, { params: { id: projectId }, query: { version_id: versionId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: versionId !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return useMemo(() => new Map((data?.linked ?? []).map(({ estimate_id, share }) => [estimate_id, share])), [data]);
}

/** Works that the server offers for a row of an estimate. */
export const useSuggestions = (spaceId: number, versionId: number | null, estimateId: number | null, row: number | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, versionId ?? 0), 'suggestions', estimateId, row],
    queryFn: ({ signal }) =>
      call(
        api.costLinks.suggest,
        { params: { id: versionId ?? 0 }, query: { estimate_id: estimateId ?? 0, row_id: row ?? 0 } },
        { signal, spaceId, quiet: true },
      ),
    enabled: versionId !== null && estimateId !== null && row !== null,
    staleTime: 30_000,
  });

export type LostRow = Output<typeof api.costLinks.lost>['lost'][number];

/** Rows of links that the estimate has no more, with rows that look like them; not asked for without a version. */
export const useLostRows = (spaceId: number, versionId: number | null, estimateId: number) =>
  useQuery({
    queryKey: [...keyOf(spaceId, versionId ?? 0), 'lost', estimateId],
    queryFn: ({ signal }) =>
      call(api.costLinks.lost, { params: { id: versionId ?? 0 }, query: { estimate_id: estimateId } }, { signal, spaceId, quiet: true }),
    enabled: versionId !== null,
    staleTime: 0,
  });

/** Volume codes that no work of a version carries; asked for only while they are shown. */
export const useMissingVolumes = (spaceId: number, versionId: number, wanted: boolean) =>
  useQuery({
    queryKey: [...keyOf(spaceId, versionId), 'missing-volumes'],
    queryFn: ({ signal }) => call(api.costLinks.missingVolumes, { params: { id: versionId } }, { signal, spaceId, quiet: true }),
    enabled: wanted,
    staleTime: 0,
  });

/** The version whose links one without any could take over; not asked for without a version. */
export const useTakeOverOffer = (spaceId: number, versionId: number | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, versionId ?? 0), 'offer'],
    queryFn: ({ signal }) => call(api.costLinks.offer, { params: { id: versionId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: versionId !== null,
    staleTime: 0,
  });

/** Estimates that are others than when they last brought costs to a version; not asked for without one. */
export function useOutdatedCosts(spaceId: number, versionId: number | null) {
  const client = useQueryClient();
  const queryKey = [...keyOf(spaceId, versionId ?? 0), 'outdated'];
  const again = (): void => void client.invalidateQueries({ queryKey });
  usePush('estimate_upload', again);
  usePush('cost_attribute_result', ({ version_id }) => version_id === versionId && again());
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(api.costLinks.outdated, { params: { id: versionId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: versionId !== null,
    staleTime: 0,
  });
}

export type TakenOver = Output<typeof api.costLinks.takeOver>;

/** What can be done with links of a version. */
export function useCostLinkActs(spaceId: number, versionId: number | null) {
  const client = useQueryClient();
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: keyOf(spaceId, versionId ?? 0) });
  return {
    async link(estimateId: number, pairs: readonly NewLink[]): Promise<void> {
      await call(api.costLinks.link, { params: { id: estimateId }, body: { version_id: versionId ?? 0, links: [...pairs] } }, { spaceId });
      await again();
    },
    async unlink(estimateId: number, rows: readonly number[]): Promise<void> {
      const unlink = rows.map((row_id) => ({ row_id }));
      await call(api.costLinks.link, { params: { id: estimateId }, body: { version_id: versionId ?? 0, unlink } }, { spaceId });
      await again();
    },
    /** Brings links of rows that are gone to other rows, or takes them away, as one edit. */
    async relink(estimateId: number, links: readonly NewLink[], gone: readonly number[]): Promise<void> {
      const unlink = gone.map((row_id) => ({ row_id }));
      const body = { version_id: versionId ?? 0, links: [...links], unlink };
      await call(api.costLinks.link, { params: { id: estimateId }, body }, { spaceId });
      await again();
    },
    async takeOver(from_version_id: number, dry_run: boolean): Promise<TakenOver> {
      const body = { from_version_id, dry_run };
      const done = await call(api.costLinks.takeOver, { params: { id: versionId ?? 0 }, body }, { spaceId, quiet: dry_run });
      if (!dry_run) await again();
      return done;
    },
    /** Tries the update, or makes it of the revision that was tried. */
    updateCosts: (dryRun: boolean, revision?: number): Promise<CostUpdate> =>
      call(api.versions.updateCosts, { params: { id: versionId ?? 0 }, body: { dry_run: dryRun, revision } }, { spaceId }),
    async undo(): Promise<void> {
      await call(api.edits.undo, { params: { id: versionId ?? 0 }, body: {} }, { spaceId });
      await again();
    },
  };
}
