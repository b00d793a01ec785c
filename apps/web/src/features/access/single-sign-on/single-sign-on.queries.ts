import { api } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Signs in by the Kerberos ticket that the browser has for this address. */
export const useTicketSignIn = () => useMutation({ mutationFn: () => call(api.singleSignOn.kerberos) });

export { isSignInTrouble, SIGN_IN_WINDOW_MINUTES } from './single-sign-on.model.ts';
