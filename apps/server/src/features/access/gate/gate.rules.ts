import { api, type Endpoint } from '@gantry/contract';

/** Whether a call signed in by cookie must bring the CSRF header. */
export function needsCsrf(endpoint: Endpoint): boolean {
  return endpoint.changesData && endpoint.right !== 'public';
}

/** Clocks of the world differ by this much from the server's, and its day with them. */
const FARTHEST_MS = 14 * 3_600_000;

/** The day at the caller, as their page says; where it says none, or one that is today nowhere, the day of Greenwich. */
export function dayOfCaller(stated: unknown, now: Date): string {
  const [first, greenwich, last] = [-FARTHEST_MS, 0, FARTHEST_MS].map((by) => new Date(now.getTime() + by).toISOString().slice(0, 10));
  return [first, last].find((day) => day === stated) ?? greenwich;
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

/** Whether a call may enter a space that is being deleted: only the deletion itself, so that a failed one can start again. */
export const reachesDeleted = (endpoint: Endpoint): boolean => endpoint === api.spaces.remove;
