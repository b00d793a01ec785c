import { api, type LinkReport, type LinkRule, type ModelLinkDefinition, type Output } from '@gantry/contract';
import { NO_DATE } from '@gantry/domain';
import type { ModelWork, PlayerRelations } from '@gantry/plan-view';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { type Asked, restBefore } from '../../../lib/push/rest.ts';

type Answer = Output<typeof api.modelLinks.player>;
type Dates = Answer['works'][number]['plan'];

/** What a player plays: works with their dates, and for each element its works. */
export type PlayerData = {
  works: (ModelWork & { critical: boolean; profile: number | null })[];
  profiles: Answer['profiles'];
  models: readonly number[];
  entities: readonly number[];
  relations: PlayerRelations;
  dataDate: number | null;
};

export type LinkField = { set: string; name: string };
export type ByHand = {
  act: 'link' | 'part';
  item_ids: number[];
  elements: { model_id: number; ids: number[] }[];
  share?: number;
};
/** A work with how many elements, and how much of their volume, it is linked with. */
export type LinkedWork = Output<typeof api.modelLinks.wbs>['items'][number];

const keyOf = (spaceId: number, projectId: number) => ['space', spaceId, 'model-links', projectId];

/** The links of a project with their rules. */
export const useModelLinks = (spaceId: number, projectId: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: keyOf(spaceId, projectId),
    queryFn: ({ signal }) => call(api.modelLinks.list, { params: { id: projectId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });

/** What rules can ask of the works of a schedule. */
export const useLinkFields = (spaceId: number, scheduleId: number | null) =>
  useQuery({
    queryKey: ['space', spaceId, 'model-link-fields', scheduleId],
    queryFn: ({ signal }) => call(api.modelLinks.fields, { params: { id: scheduleId ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: scheduleId !== null,
  });

/** A plan as IFC 4D, within the file of a model where one is named. */
export async function planAsIfc(
  spaceId: number,
  { versionId, linkId }: { versionId: number; linkId: number },
  modelId: number | undefined,
): Promise<Blob | null> {
  const query = modelId === undefined ? {} : { model_id: modelId };
  const answer: unknown = await call(api.modelSchedules.file, { params: { id: versionId, linkId }, query }, { spaceId });
  return answer instanceof Blob ? answer : null;
}

const span = ({ start, finish }: Dates) => ({ start: start ?? NO_DATE, finish: finish ?? NO_DATE });

/** Asks again when a version has changed, after a rest: such an answer takes the server as long as the plan is large. Answers how to ask. */
function useFollowed(queryKey: QueryKey, versionId: number | undefined) {
  const client = useQueryClient();
  const last = useRef<Asked>({ at: 0, took: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  usePush('version_changed', ({ version_id }) => {
    if (version_id !== versionId || timer.current) return;
    timer.current = setTimeout(
      () => {
        timer.current = null;
        void client.invalidateQueries({ queryKey });
      },
      restBefore(last.current, performance.now()),
    );
  });
  return async <T>(question: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const answer = await question();
    last.current = { at: performance.now(), took: performance.now() - begun };
    return answer;
  };
}

/** Works of a version with what each is linked with; loaded again when the version has changed. */
export function useLinkedWorks(spaceId: number, projectId: number, place: { versionId: number; linkId: number } | null) {
  const key = [...keyOf(spaceId, projectId), 'works', place];
  const timed = useFollowed(key, place?.versionId);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      timed(() =>
        call(api.modelLinks.wbs, { params: { id: place?.versionId ?? 0, linkId: place?.linkId ?? 0 } }, { signal, spaceId, quiet: true }),
      ),
    enabled: place !== null,
    staleTime: 0,
  });
}

type Comparison = { of: 'plan' | 'fact' | 'approved'; against: 'plan' | 'target' | 'approved' };

/** Colours that planners gave the works, for their elements; not asked without a place. */
export const useWorkColours = (spaceId: number, projectId: number, place: { versionId: number; linkId: number } | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), 'colours', place],
    queryFn: ({ signal }) =>
      call(
        api.modelLinks.indicatorColours,
        { params: { id: place?.versionId ?? 0, linkId: place?.linkId ?? 0 } },
        { signal, spaceId, quiet: true },
      ),
    enabled: place !== null,
    staleTime: 0,
  });

/** By how many days elements finish after other dates; not asked without a pair. */
export function useDeviations(
  spaceId: number,
  projectId: number,
  place: { versionId: number; linkId: number } | null,
  pair: Comparison | null,
) {
  const key = [...keyOf(spaceId, projectId), 'deviations', place, pair];
  const timed = useFollowed(key, place?.versionId);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      timed(() =>
        call(
          api.modelLinks.deviations,
          { params: { id: place?.versionId ?? 0, linkId: place?.linkId ?? 0 }, query: pair ?? {} },
          { signal, spaceId, quiet: true },
        ),
      ),
    enabled: place !== null && pair !== null,
    staleTime: 0,
  });
}

/** What a player of a version needs; loaded again when the version has changed. */
export function usePlayer(spaceId: number, projectId: number, place: { versionId: number; linkId: number } | null) {
  const key = [...keyOf(spaceId, projectId), 'player', place];
  const timed = useFollowed(key, place?.versionId);
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<PlayerData> => {
      const params = { id: place?.versionId ?? 0, linkId: place?.linkId ?? 0 };
      const { works, profiles, elements, offsets, indexes, data_date } = await timed(() =>
        call(api.modelLinks.player, { params }, { signal, spaceId, quiet: true }),
      );
      return {
        works: works.map(({ plan, fact, target, approved, ...work }) => ({
          ...work,
          plan: span(plan),
          fact: span(fact),
          target: span(target),
          approved: span(approved),
        })),
        profiles,
        models: elements.model_id,
        entities: elements.entity,
        relations: { offsets, works: indexes, repeated: elements.repeated },
        dataDate: data_date,
      };
    },
    enabled: place !== null,
    staleTime: 0,
  });
}

/** What the rules of a link would change since a model has another version, and how to put that away. */
export function useProposal(spaceId: number, projectId: number, { versionId, linkId }: { versionId: number; linkId: number }) {
  const client = useQueryClient();
  const queryKey = [...keyOf(spaceId, projectId), 'proposal', versionId, linkId];
  const params = { id: versionId, linkId };
  usePush('bim_links_proposed', ({ project_id }) => {
    if (project_id === projectId) void client.invalidateQueries({ queryKey });
  });
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(api.modelLinks.proposal, { params }, { signal, spaceId, quiet: true })).proposal,
    staleTime: 0,
  });
  const putAway = async (): Promise<void> => {
    await call(api.modelLinks.putAwayProposal, { params }, { spaceId });
    await client.invalidateQueries({ queryKey });
  };
  return { ...query, putAway };
}

/** Works that elements are linked with, and elements of works, by what is chosen. */
export function useLinkActs(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
  const relate = async (
    versionId: number,
    linkId: number,
    body: { run_rules?: boolean; by_hand?: ByHand; undo?: number },
  ): Promise<LinkReport> => {
    const report = await call(api.modelLinks.createRelations, { params: { id: versionId, linkId }, body }, { spaceId });
    await again();
    return report;
  };
  return {
    async create(link: ModelLinkDefinition): Promise<number> {
      const { id } = await call(api.modelLinks.create, { params: { id: projectId }, body: link }, { spaceId });
      await again();
      return id;
    },
    async update(linkId: number, change: Partial<ModelLinkDefinition>): Promise<void> {
      await call(api.modelLinks.update, { params: { id: projectId, linkId }, body: change }, { spaceId });
      await again();
    },
    async remove(linkId: number): Promise<void> {
      await call(api.modelLinks.remove, { params: { id: projectId, linkId } }, { spaceId });
      await again();
    },
    /** What rules would do on a version, with nothing changed. */
    look: (versionId: number, linkId: number, rules: LinkRule[], guidField: LinkField | null): Promise<LinkReport> =>
      call(
        api.modelLinks.createRelations,
        { params: { id: versionId, linkId }, body: { dry_run: true, rules, guid_field: guidField } },
        { spaceId, quiet: true },
      ),
    run: (versionId: number, linkId: number): Promise<LinkReport> => relate(versionId, linkId, {}),
    /** Links chosen elements and works by hand, or parts them. */
    byHand(versionId: number, linkId: number, hand: ByHand): Promise<LinkReport> {
      return relate(versionId, linkId, { run_rules: false, by_hand: hand });
    },
    /** Takes a change back. */
    undo: (versionId: number, linkId: number, change: number): Promise<LinkReport> =>
      relate(versionId, linkId, { run_rules: false, undo: change }),
  };
}
