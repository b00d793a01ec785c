import { api, type Call, type Output } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export { isSignInTrouble, SIGN_IN_WINDOW_MINUTES } from './single-sign-on.model.ts';

export type Identity = Output<typeof api.singleSignOn.identities>['identities'][number];

const KEY = ['identities'];

/** Signs in by the Kerberos ticket that the browser has for this address. */
export const useTicketSignIn = () => useMutation({ mutationFn: () => call(api.singleSignOn.kerberos) });

/** What the person's account is tied to elsewhere. */
export const useIdentities = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(api.singleSignOn.identities, {}, { signal }) }).data?.identities;

/** Starts linking the account to an identity; returns the provider's address. */
export const useTie = () =>
  useMutation({ mutationFn: (body: NonNullable<Call<typeof api.singleSignOn.tie>['body']>) => call(api.singleSignOn.tie, { body }) });

/** Undoes a tie. */
export function useUntie() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(api.singleSignOn.untie, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
