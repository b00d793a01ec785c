import { api, type Endpoint } from '@gantry/contract';

/** Whether a call signed in by cookie must bring the CSRF header. */
export function needsCsrf(endpoint: Endpoint): boolean {
  return endpoint.changesData && endpoint.right !== 'public';
}

/** What somebody may call who has not accepted the privacy policy: who they are, the acceptance itself, an invitation (the space is shut until they accept), their language, the way out. */
const BEFORE_PRIVACY: readonly Endpoint[] = [
  api.users.whoAmI,
  api.users.acceptPrivacy,
  api.invitations.accept,
  api.localization.choose,
  api.auth.token,
  api.auth.logout,
];

/** Whether a call is open to somebody who has not accepted the privacy policy. */
export function isBeforePrivacy(endpoint: Endpoint): boolean {
  return BEFORE_PRIVACY.includes(endpoint);
}
