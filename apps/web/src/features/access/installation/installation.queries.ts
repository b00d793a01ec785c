import { api, type Output } from '@gantry/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type InstallationPerson = Output<typeof api.installation.people>['people'][number];

export type InstallationSpace = Output<typeof api.installation.spaces>['spaces'][number];

/** Version, figures and waiting work of the installation. */
export const useInstallation = () =>
  useQuery({
    queryKey: ['installation', 'state'],
    queryFn: ({ signal }) => call(api.installation.state, {}, { signal }),
    refetchInterval: 30_000,
  }).data;

/** Spaces of the installation whose name has the words. */
export const useInstallationSpaces = (search: string) =>
  useQuery({
    queryKey: ['installation', 'spaces', search],
    queryFn: ({ signal }) => call(api.installation.spaces, { query: search ? { search } : {} }, { signal }),
    placeholderData: keepPreviousData,
  }).data;

/** People of the installation whose name, login or email has the words. */
export const useInstallationPeople = (search: string) =>
  useQuery({
    queryKey: ['installation', 'people', search],
    queryFn: ({ signal }) => call(api.installation.people, { query: search ? { search } : {} }, { signal }),
    placeholderData: keepPreviousData,
  }).data;

function useInstallationMutation<A>(mutationFn: (args: A) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['installation'] }) });
}

export const useChangePerson = () =>
  useInstallationMutation(({ id, ...body }: { id: number; status?: 'active' | 'disabled'; administrator?: boolean }) =>
    call(api.installation.changePerson, { params: { id }, body }),
  );

export const useEndPersonSessions = () => useInstallationMutation((id: number) => call(api.installation.endSessions, { params: { id } }));

/** Changes what all servers log; null: as the environment of each says. */
export const useSetLogLevels = () =>
  useInstallationMutation((levels: string | null) => call(api.installation.setLogLevels, { body: { levels } }));
