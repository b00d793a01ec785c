/** What a licence is: free of charge, paid, or not paid yet, which reads and exports only. */
export const LICENSE_KINDS = ['free', 'paid', 'nopaid'] as const;
export type LicenseKind = (typeof LICENSE_KINDS)[number];

/** What a licence covers: one space, or every space of the installation that has no active one of its own. */
export const LICENSE_SCOPES = ['site', 'corporate'] as const;
export type LicenseScope = (typeof LICENSE_SCOPES)[number];

/** What people have seats for: work in the space, estimates, BIM. */
export const SEAT_KINDS = ['users', 'estimate', 'bim'] as const;
export type SeatKind = (typeof SEAT_KINDS)[number];

/**
 * How a space stands: `free` without any licence; `missing` where the installation wants one; `licensed`; else what its licence lacks,
 * and then the space is read and exported and not changed.
 */
export const LICENSE_STATES = [
  'free',
  'licensed',
  'missing',
  'inactive',
  'unpaid',
  'not_yet_valid',
  'expired',
  'version_not_supported',
  'clock_back',
  'not_readable',
] as const;
export type LicenseState = (typeof LICENSE_STATES)[number];

/** Whether plans are changed by a licence in this state; in any other they are read and exported. */
export function isWorkingState(state: LicenseState): boolean {
  return state === 'free' || state === 'licensed';
}
