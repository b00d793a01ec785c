import { api } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Signs in with login or email and password. */
export const useSignIn = () => useMutation({ mutationFn: (body: { login: string; password: string }) => call(api.auth.login, { body }) });

export { beginSession, isSignedIn } from './auth.session.store.ts';
