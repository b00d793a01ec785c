import { isWorkingState, type LicenseState, type SeatKind, type SpaceRight } from '@gantry/domain';

/** The facts about the licence of a space that members may see. */
export type LicenseFacts = { state: LicenseState; expires_at: string | null; days_left: number | null; full: readonly SeatKind[] };

/** A line above the page: the key of its text, what fills it, and how much it matters. */
export type LicenseNotice = { key: string; days: number | null; tone: 'warn' | 'error' };

/** From how many days before its end a licence is spoken of. */
const NEAR_DAYS = 30;

const TEXT_OF: Record<Exclude<LicenseState, 'free' | 'licensed'>, string> = {
  missing: 'LicenseNotFound',
  inactive: 'license.none_active',
  unpaid: 'license.none_active',
  not_yet_valid: 'license.not_yet_valid',
  expired: 'license.expired',
  version_not_supported: 'license.version_not_supported',
  clock_back: 'license.clock_back',
  not_readable: 'license.not_readable',
};

/** The notice about a licence: invalid for everybody; expiring or without free seats for those who can act. */
export function noticeOf(license: LicenseFacts, rights: readonly SpaceRight[]): LicenseNotice | null {
  const { state, days_left: days, full } = license;
  if (state !== 'free' && state !== 'licensed') return { key: TEXT_OF[state], days: null, tone: 'error' };
  if (rights.includes('space.manage') && days !== null && days <= NEAR_DAYS) return { key: 'licenses.ending', days, tone: 'warn' };
  if (rights.includes('users.manage') && full.length) return { key: `licenses.full_${full[0]}`, days: null, tone: 'warn' };
  return null;
}

/** How a state is shown: as good, as one that begins or waits, or as one that keeps people from working. */
export function toneOf(state: LicenseState): 'green' | 'gray' | 'red' {
  if (isWorkingState(state)) return 'green';
  return state === 'inactive' || state === 'not_yet_valid' ? 'gray' : 'red';
}

/** The last moment that a licence is good for: one that ends with a day names that day, not the one behind it. */
export function lastMoment(end: string | null): string | null {
  return end === null ? null : new Date(Date.parse(end) - 1).toISOString();
}
