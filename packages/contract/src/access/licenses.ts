import { LICENSE_KINDS, LICENSE_SCOPES, LICENSE_STATES, type SeatKind, SEAT_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { endpoint, type Endpoint, IN_SPACE, isSpaceRight, pathId } from '../endpoint.ts';

/** 402 means that the licence forbids the call; the page then leaves the space, except while the licence is being renewed. */
export const licensesErrors = {
  // Spelled by the specification, as the error page shows them.
  LicenseLimit: 402,
  LicenseNotFound: 402,
  'license.expired': 402,
  'license.none_active': 402,
  'license.users_exceeded': 402,
  'license.version_not_supported': 402,
  'license.estimate_missing': 402,
  'license.estimate_users_exceeded': 402,
  'license.bim_missing': 402,
  'license.bim_users_exceeded': 402,
  'license.not_yet_valid': 402,
  'license.clock_back': 402,
  'license.not_readable': 402,
  'license.not_for_here': 422,
  'license.already_loaded': 409,
  'license.active_not_deleted': 409,
  'license.not_found': 404,
} as const;

/** Calls of estimates and of 3D, by the paths of the specification: whoever makes one needs a seat of that kind. */
const LICENSED_PATHS: readonly [Exclude<SeatKind, 'users'>, RegExp][] = [
  ['bim', /^\/api\/v1\/(?:(?:projects|schedules|versions)\/\{id\}\/3d\/|primitivesModels\b)/],
  ['estimate', /^\/api\/v1\/(?:cost-estimates|compliance-rules|work-acts|pdc|versions\/\{id\}\/cost-links)\b/],
];

/** The seat that a call needs beside that of every member; null: none. */
export function seatFor({ path, method }: Pick<Endpoint, 'path'> & Partial<Pick<Endpoint, 'method'>>): Exclude<SeatKind, 'users'> | null {
  // How costs come to works is read with any plan, and said by who keeps estimates.
  if (method !== 'GET' && path.startsWith('/api/v1/schedules/{id}/cost-settings')) return 'estimate';
  return LICENSED_PATHS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

const MANAGING = /^(?:space|users|roles|audit|licenses)\./;

/** Whether a call changes what the space plans, and not who is in it: that a space without a valid licence refuses. Reading and exporting stay. */
export function isWork({ changesData, right }: Pick<Endpoint, 'changesData' | 'right'>): boolean {
  return changesData && isSpaceRight(right) && !right.endsWith('.read') && !MANAGING.test(right);
}

/** Seats of a kind: how many are taken, and how many there are (null: as many as one likes; 0: the licence leaves the kind out). */
const seats = z.object({ used: z.number(), allowed: z.number().nullable() });

/** A licence as it is shown; its token stays in the database. */
export const license = z.object({
  id: z.number(),
  /** What its issuer calls it. */
  lid: z.string(),
  scope: z.enum(LICENSE_SCOPES),
  /** Null where the token cannot be read any more. */
  kind: z.enum(LICENSE_KINDS).nullable(),
  holder: z.string(),
  active: z.boolean(),
  expired: z.boolean(),
  state: z.enum(LICENSE_STATES),
  not_before: z.string().nullable(),
  expires_at: z.string().nullable(),
  app_version: z.string().nullable(),
  paid_users: z.number().nullable(),
  estimate_users: z.number().nullable(),
  bim_users: z.number().nullable(),
  loaded_at: z.string(),
});

/** How a space stands with its licence. */
export const licenseStanding = z.object({
  state: z.enum(LICENSE_STATES),
  scope: z.enum(LICENSE_SCOPES).nullable(),
  expires_at: z.string().nullable(),
  /** Full days until expiry; null without expiry. */
  days_left: z.number().nullable(),
  seats: z.object({ users: seats, estimate: seats, bim: seats }),
});

/** A licence as it is handed in. */
export const licenseToken = z.strictObject({ token: z.string().trim().min(1, 'validation.enter_license').max(8192) });
const params = z.object({ id: pathId });
export const licenseActive = z.strictObject({ active: z.boolean() });
export const licenseLoaded = z.object({ success: z.literal(true), id: z.number(), active: z.boolean() });

export const licenses = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/licenses',
    summary: 'Licences of the space, how it stands by them, and who has the seats',
    right: 'space.manage',
    place: IN_SPACE,
    heavy: 'space',
    output: z.object({
      /** The installation that the licence must name. */
      installation: z.string(),
      standing: licenseStanding,
      licenses: z.array(license),
      holders: z.array(z.object({ user_id: z.number(), name: z.string(), kind: z.enum(SEAT_KINDS), since: z.string() })),
    }),
  }),
  load: endpoint({
    method: 'POST',
    path: '/api/v1/licenses',
    summary: 'Load a licence token; it is active at once where no other one is',
    right: 'licenses.manage',
    place: IN_SPACE,
    body: licenseToken,
    output: licenseLoaded,
  }),
  setActive: endpoint({
    method: 'PATCH',
    path: '/api/v1/licenses/{id}/set-active',
    summary: 'Make a licence the active one of the space, or no longer that',
    right: 'licenses.manage',
    place: IN_SPACE,
    params,
    body: licenseActive,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/licenses/{id}',
    summary: 'Delete a licence that is not active',
    right: 'licenses.manage',
    place: IN_SPACE,
    params,
  }),
  /** Not spelled in the specification: a seat that somebody took and no longer needs. */
  freeSeat: endpoint({
    method: 'DELETE',
    path: '/api/v1/licenses/seats/{kind}/{userId}',
    summary: 'Take the seat for estimates or BIM from somebody, so that another one can work there',
    right: 'licenses.manage',
    place: IN_SPACE,
    params: z.object({ kind: z.enum(['estimate', 'bim']), userId: pathId }),
  }),
};
