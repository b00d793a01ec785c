import { api } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** Asks for the security question of an account. */
export const useQuestion = () =>
  useMutation({ mutationFn: (login: string) => call(api.recovery.question, { query: { login } }).then(({ question }) => question) });

/** Asks for a letter with a link. */
export const useRequestReset = () => useMutation({ mutationFn: (login: string) => call(api.recovery.requestReset, { body: { login } }) });

export const useRestore = () =>
  useMutation({
    mutationFn: (body: { login: string; answer: string; password: string }) => call(api.recovery.restore, { body }),
  });

export const useReset = () =>
  useMutation({ mutationFn: (body: { token: string; password: string }) => call(api.recovery.reset, { body }, { quiet: true }) });
