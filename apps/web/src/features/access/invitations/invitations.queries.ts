import { api, type Call, type Output } from '@gantry/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type Invitation = Output<typeof api.invitations.list>['invitations'][number];

const POLL_MS = 3000;

/** People who were invited by a letter and have not come yet; looked at again while a letter is on its way. */
export const useInvitations = (spaceId: number) =>
  useQuery({
    queryKey: ['space', spaceId, 'invitations'],
    queryFn: ({ signal }) => call(api.invitations.list, { params: { id: spaceId } }, { signal, spaceId, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.invitations.some(({ delivery }) => delivery === 'waiting') ? POLL_MS : false),
  }).data;

function useInvitationMutation(spaceId: number, mutationFn: (invitationId: number) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['space', spaceId, 'invitations'] }) });
}

/** Sends the letter of an invitation anew. */
export const useResend = (spaceId: number) =>
  useInvitationMutation(spaceId, (invitationId) => call(api.invitations.resend, { params: { id: spaceId, invitationId } }, { spaceId }));

/** Withdraws an invitation. */
export const useWithdraw = (spaceId: number) =>
  useInvitationMutation(spaceId, (invitationId) => call(api.invitations.withdraw, { params: { id: spaceId, invitationId } }, { spaceId }));

/** What the letter of an invitation is about. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(api.invitations.look, { body: { token } }, { signal, quiet: true }),
    retry: false,
    staleTime: Infinity,
  });

/** Enters the space that a letter invites to. */
export const useAcceptInvitation = () => useMutation({ mutationFn: (token: string) => call(api.invitations.accept, { body: { token } }) });

/** Makes an account for the address of a letter. */
export const registerInvited = (body: NonNullable<Call<typeof api.invitations.register>['body']>) =>
  call(api.invitations.register, { body });
