import type { ErrorCode } from '@gantry/contract';
import { LICENSE_KINDS, LICENSE_SCOPES, type LicenseScope, type LicenseState, SEAT_KINDS, type SeatKind } from '@gantry/domain';
import { z } from 'zod';

/** The `typ` of a licence token; tokens signed for another purpose are refused. */
export const LICENSE_TYPE = 'license+jwt';

/** Clocks are set, and daylight saving moves them; nobody sets one back by a day and means no harm. */
const CLOCK_TOLERANCE_MS = 24 * 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;

const seconds = z.number().int().min(0).max(253_402_300_799);
/** As many as are named; null: as many as one likes. */
const limit = z.number().int().min(0).max(1_000_000).nullable();

const claimsSchema = z.object({
  lid: z.string().min(1).max(64),
  scope: z.enum(LICENSE_SCOPES),
  kind: z.enum(LICENSE_KINDS),
  holder: z.string().max(200).default(''),
  /** The installation, and the space of it, that the licence is good for; left out: any one. */
  installation: z.uuid().optional(),
  space: z.number().int().positive().optional(),
  paid_users: limit.default(null),
  /** 0: the licence leaves estimates, or BIM, out. */
  estimate_users: limit.default(0),
  bim_users: limit.default(0),
  /** The highest version of the program that the licence is good for: `1`, `1.4`. */
  app_version: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,4}){0,2}$/)
    .optional(),
  nbf: seconds.optional(),
  exp: seconds.optional(),
});

/** The claims of a licence. */
export type LicenseClaims = z.output<typeof claimsSchema>;

/** Reads the claims of a signed payload, ignoring unknown ones; null when it is no licence. */
export function readClaims(payload: unknown): LicenseClaims | null {
  const parsed = claimsSchema.safeParse(payload);
  return parsed.success ? parsed.data : null;
}

/** A loaded licence with its claims; null claims when its token can no longer be read. */
export type KnownLicense = { id: number; spaceId: number | null; active: boolean; claims: LicenseClaims | null };

/** What a licence is judged by: the moment, the latest moment that was ever seen, the program, the installation. */
export type Circumstances = { now: number; seen: number; program: string; installation: string };

/** Whether a licence is good for a version of the program. Only the numbers that it names count: `1` is good for 1.9. */
export function coversVersion(highest: string | undefined, program: string): boolean {
  if (highest === undefined) return true;
  const ours = program.split('.').map(Number);
  for (const [index, most] of highest.split('.').map(Number).entries()) {
    const own = ours[index] ?? 0;
    if (own !== most) return own < most;
  }
  return true;
}

/** Whether a licence is meant for an installation, and for a space of it (null: all of them). */
export function isMeantFor(claims: LicenseClaims, installation: string, spaceId: number | null): boolean {
  const here = claims.installation === undefined || claims.installation === installation;
  return here && (claims.scope === 'corporate' ? spaceId === null : spaceId !== null && (claims.space ?? spaceId) === spaceId);
}

/** The state of a licence now. Whether it is active matters only when nothing else is wrong. */
export function stateOf({ claims, spaceId, active }: Omit<KnownLicense, 'id'>, at: Circumstances): LicenseState {
  if (!claims || !isMeantFor(claims, at.installation, spaceId)) return 'not_readable';
  if (!coversVersion(claims.app_version, at.program)) return 'version_not_supported';
  if (at.now < at.seen - CLOCK_TOLERANCE_MS) return 'clock_back';
  const now = Math.max(at.now, at.seen);
  if (claims.exp !== undefined && now >= claims.exp * 1000) return 'expired';
  if (claims.nbf !== undefined && now < claims.nbf * 1000) return 'not_yet_valid';
  if (!active) return 'inactive';
  return claims.kind === 'nopaid' ? 'unpaid' : 'licensed';
}

/** How a space stands, and the licence that decides it. */
export type Standing = { state: LicenseState; license: KnownLicense | null };

/** The active licence of the space decides; without one the active corporate one; without any licence the space is free, unless the installation wants one. */
export function standingOf(licenses: readonly KnownLicense[], required: boolean, at: Circumstances): Standing {
  const deciding = licenses.find(({ active, spaceId }) => active && spaceId !== null) ?? licenses.find(({ active }) => active) ?? null;
  if (deciding) return { state: stateOf(deciding, at), license: deciding };
  if (licenses.length) return { state: 'inactive', license: null };
  return { state: required ? 'missing' : 'free', license: null };
}

/** How many seats of a kind there are; null: as many as one likes; 0: none of the kind. Only a valid licence sets limits. */
export function seatsAllowed({ state, license }: Standing, kind: SeatKind): number | null {
  if (state !== 'licensed' || !license?.claims) return null;
  const { paid_users, estimate_users, bim_users } = license.claims;
  return { users: paid_users, estimate: estimate_users, bim: bim_users }[kind];
}

/** Kinds of seats of which none is left. */
export function kindsFull(standing: Standing, used: Readonly<Record<SeatKind, number>>): SeatKind[] {
  return SEAT_KINDS.filter((kind) => {
    const allowed = seatsAllowed(standing, kind);
    return allowed !== null && allowed > 0 && used[kind] >= allowed;
  });
}

/** Full days until the licence ends; null where it does not. */
export function daysLeft({ license }: Pick<Standing, 'license'>, now: number): number | null {
  const end = license?.claims?.exp;
  return end === undefined ? null : Math.max(0, Math.floor((end * 1000 - now) / DAY_MS));
}

const WHY: Record<Exclude<LicenseState, 'free' | 'licensed'>, ErrorCode> = {
  missing: 'LicenseNotFound',
  inactive: 'license.none_active',
  unpaid: 'license.none_active',
  not_yet_valid: 'license.not_yet_valid',
  expired: 'license.expired',
  version_not_supported: 'license.version_not_supported',
  clock_back: 'license.clock_back',
  not_readable: 'license.not_readable',
};

/** The reason why a licence in this state allows no work; null when it does. */
export const whyNot = (state: LicenseState): ErrorCode | null => (state === 'free' || state === 'licensed' ? null : WHY[state]);

/** What is asked of a licence: whether the call works on plans, the further seat that it needs, whether its caller mends licences and people. */
export type Wish = { work: boolean; feature: Exclude<SeatKind, 'users'> | null; mends: boolean; holds: readonly string[] };

/** A refusal, or the seats that the caller must first get, in this order. */
export type Verdict = { refused: ErrorCode } | { seats: SeatKind[] };

/** Judges a call. A licence that is not valid any more keeps nobody from reading and exporting. */
export function judge(standing: Standing, { work, feature, mends, holds }: Wish): Verdict {
  const code = whyNot(standing.state);
  if (standing.state === 'missing' && !(mends && !work)) return { refused: 'LicenseNotFound' };
  if (code) return work ? { refused: code } : { seats: [] };
  const needed: SeatKind[] = mends && !work ? [] : ['users'];
  if (feature !== null) {
    if (seatsAllowed(standing, feature) === 0) return { refused: `license.${feature}_missing` };
    needed.push(feature);
  }
  return { seats: needed.filter((kind) => seatsAllowed(standing, kind) !== null && !holds.includes(kind)) };
}

/** The error for a person who gets no seat, by kind of seat. */
export const NO_SEAT: Record<SeatKind, ErrorCode> = {
  users: 'LicenseLimit',
  estimate: 'license.estimate_users_exceeded',
  bim: 'license.bim_users_exceeded',
};

/** The scope of a licence that stands in a space, or in none. */
export const scopeOf = (spaceId: number | null): LicenseScope => (spaceId === null ? 'corporate' : 'site');
