import { api } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export const useSignIn = () => useMutation({ mutationFn: (body: { login: string; password: string }) => call(api.auth.login, { body }) });

const SESSIONS = ['sessions'];

/** Where the person is signed in. */
export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => call(api.auth.sessions, {}, { signal }) }).data?.sessions;

/** Ends one session, or with null all but this one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation<unknown, Error, number | null>({
    mutationFn: (id) => (id === null ? call(api.auth.endOtherSessions) : call(api.auth.endSession, { params: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
}

export { actAsOneself, actFor, useActingFor } from './auth.acting.store.ts';
export { beginSession, isSignedIn, takeSession } from './auth.session.store.ts';

export { deviceOf } from './auth.model.ts';
