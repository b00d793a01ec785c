import { api, type Output } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/calls/api-client.ts';

export type Role = Output<typeof api.roles.list>['roles'][number];

const keyOf = (spaceId: number) => ['space', spaceId, 'roles'];

export function useRoles(spaceId: number): Role[] | undefined {
  return useQuery({ queryKey: keyOf(spaceId), queryFn: ({ signal }) => call(api.roles.list, {}, { signal, spaceId }) }).data?.roles;
}

/** What a role is called: built-in ones in the language of the page. */
export function useRoleName(): (role: Pick<Role, 'code' | 'name'>) => string {
  const { t } = useTranslation();
  return ({ code, name }) => (code ? t(`spaces.role_${code}`) : name);
}

function useRoleMutation<A, R>(spaceId: number, mutationFn: (args: A) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId] }) });
}

/** Makes a role (`id` null) or changes one. */
export const useSaveRole = (spaceId: number) =>
  useRoleMutation(spaceId, ({ id, name, rights }: { id: number | null; name?: string; rights: SpaceRight[] }) =>
    id === null
      ? call(api.roles.create, { body: { name: name ?? '', rights } }, { spaceId }).then(() => undefined)
      : call(api.roles.update, { params: { id }, body: { name, rights } }, { spaceId }).then(() => undefined),
  );

/** Deletes a role; a built-in one gets back its own rights. */
export const useRemoveRole = (spaceId: number) =>
  useRoleMutation(spaceId, (id: number) => call(api.roles.remove, { params: { id } }, { spaceId }));
