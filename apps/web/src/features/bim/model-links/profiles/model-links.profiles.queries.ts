import { api, type ElementLook, type ModelProfile, type ModelProfileState } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/calls/api-client.ts';
import { type EditedProfile, statesToChange } from './model-links.profiles.model.ts';

const keyOf = (spaceId: number, projectId: number) => ['space', spaceId, 'model-profiles', projectId];

/** The appearance profiles of a project with their states. */
export const useProfiles = (spaceId: number, projectId: number, opened: boolean) =>
  useQuery({
    queryKey: keyOf(spaceId, projectId),
    queryFn: async ({ signal }): Promise<{ profiles: ModelProfile[]; states: ModelProfileState[] }> => {
      const at = { params: { id: projectId } };
      const [{ profiles }, { states }] = await Promise.all([
        call(api.modelProfiles.list, at, { signal, spaceId, quiet: true }),
        call(api.modelProfiles.states, at, { signal, spaceId, quiet: true }),
      ]);
      return { profiles, states };
    },
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  });

/** Brings the profiles of a project to what has been edited. */
export function useSaveProfiles(spaceId: number, projectId: number) {
  const client = useQueryClient();
  return async (before: { profiles: readonly ModelProfile[]; states: readonly ModelProfileState[] }, after: readonly EditedProfile[]) => {
    const at = { id: projectId };
    const kept = new Set(after.map(({ id }) => id));
    try {
      for (const { id } of before.profiles)
        if (!kept.has(id)) await call(api.modelProfiles.remove, { params: { ...at, profileId: id } }, { spaceId });
      for (const [index, { id: known, name, kind, conditions, looks }] of after.entries()) {
        const body = { name, kind, conditions };
        const id = known ?? (await call(api.modelProfiles.create, { params: at, body }, { spaceId })).id;
        await call(api.modelProfiles.update, { params: { ...at, profileId: id }, body: { ...body, position: index + 1 } }, { spaceId });
        const { add, change, remove } = statesToChange(
          before.states.filter(({ profile_id }) => profile_id === id),
          looks,
        );
        for (const stateId of remove) await call(api.modelProfiles.removeState, { params: { ...at, stateId } }, { spaceId });
        for (const [stateId, look] of change)
          await call(api.modelProfiles.updateState, { params: { ...at, stateId }, body: look }, { spaceId });
        for (const [phase, look] of add)
          await call(
            api.modelProfiles.createState,
            { params: at, body: { profile_id: id, phase, ...(look satisfies ElementLook) } },
            { spaceId },
          );
      }
    } finally {
      await client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'model-links', projectId] });
    }
  };
}
