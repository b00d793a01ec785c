import { api } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

export function useSpecialties(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'specialties'],
    queryFn: ({ signal }) => call(api.specialties.list, {}, { signal, spaceId }),
    staleTime: 10_000,
  }).data?.specialties;
}

/** What can be done with them; each answers when it is stored. */
export function useSpecialtyCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'specialties'] });
      return done;
    };
    return {
      create: (body: { name: string }) => changed(call(api.specialties.create, { body }, { spaceId })),
      update: (id: number, body: { name: string }) => changed(call(api.specialties.update, { params: { id }, body }, { spaceId })),
      remove: (id: number) => changed(call(api.specialties.remove, { params: { id } }, { spaceId })),
      assign: (userId: number, specialtyId: number) =>
        changed(call(api.specialties.assign, { body: { user_id: userId, specialty_id: specialtyId } }, { spaceId })),
      unassign: (id: number) => changed(call(api.specialties.unassign, { params: { id } }, { spaceId })),
    };
  }, [client, spaceId]);
}
