import type { SeatKind } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import { besideTransaction, type Db, type Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { openToken } from '../../../platform/signed-tokens.ts';
import {
  asInstallation,
  countSeats,
  type LicenseRow,
  listAllLicenses,
  listLicenses,
  listSeatsOf,
  lockSeats,
  noteClock,
  readClock,
  saveSeat,
  standIn,
} from './licenses.repository.ts';
import {
  type Circumstances,
  judge,
  type KnownLicense,
  LICENSE_TYPE,
  type LicenseClaims,
  NO_SEAT,
  readClaims,
  seatsAllowed,
  type Standing,
  standingOf,
  stateOf,
  type Verdict,
  whyNot,
  type Wish,
} from './licenses.rules.ts';

type Judges = Pick<Services, 'database' | 'licensing' | 'now' | 'log'>;

const INSTALLATION = { spaceId: null, userId: null, system: true };
const KEPT_TOKENS = 1000;
const NOTE_CLOCK_EVERY_MS = 10 * 60_000;

/** The claims of a token; null when its signature or its claims are not valid. */
export async function claimsOf({ licensing }: Pick<Services, 'licensing'>, token: string): Promise<LicenseClaims | null> {
  const { opened } = licensing;
  if (!opened.has(token)) {
    const payload = await openToken(licensing.keys, LICENSE_TYPE, token);
    if (opened.size >= KEPT_TOKENS) opened.clear();
    opened.set(token, payload);
  }
  return readClaims(opened.get(token));
}

/** Licences with their claims. */
export async function known(
  services: Pick<Services, 'licensing'>,
  rows: readonly LicenseRow[],
): Promise<(KnownLicense & { row: LicenseRow })[]> {
  return Promise.all(
    rows.map(async (row) => ({ id: row.id, spaceId: row.space_id, active: row.active, claims: await claimsOf(services, row.token), row })),
  );
}

/** What licences are judged by at this moment. */
export async function circumstances(services: Pick<Services, 'now'>, db: Db): Promise<Circumstances> {
  const { installation, seen_at } = await readClock(db);
  return { now: services.now().getTime(), seen: seen_at.getTime(), program: PROGRAM_VERSION, installation };
}

export async function standingIn(services: Pick<Services, 'licensing' | 'now'>, db: Db, spaceId: number): Promise<Standing> {
  const rows = await listLicenses(db, spaceId);
  const { required } = services.licensing;
  if (!rows.length) return { state: required ? 'missing' : 'free', license: null };
  return standingOf(await known(services, rows), required, await circumstances(services, db));
}

/** What a licence says to a call of a member, in the transaction that looks at their rights. */
export async function judgeCall(
  services: Judges,
  db: Db,
  { spaceId, userId }: { spaceId: number; userId: number },
  wish: Omit<Wish, 'holds'>,
): Promise<{ standing: Standing; verdict: Verdict }> {
  const standing = await standingIn(services, db, spaceId);
  const holds = standing.state === 'licensed' ? await listSeatsOf(db, spaceId, userId) : [];
  return { standing, verdict: judge(standing, { ...wish, holds }) };
}

/** Refuses what the licence refuses, and gets the seats that are still missing; outside of the transaction that judged, which holds a connection. */
export async function settleVerdict(
  services: Judges,
  place: { spaceId: number; userId: number },
  { standing, verdict }: { standing: Standing; verdict: Verdict },
): Promise<void> {
  if (standing.license) await keepClock(services);
  if ('refused' in verdict) fail(verdict.refused);
  for (const kind of verdict.seats) if (!(await getSeat(services, place, standing, kind))) fail(NO_SEAT[kind]);
}

/** Assigns a seat to a person; false when none is left. */
export async function getSeat(
  { database }: Pick<Services, 'database'>,
  { spaceId, userId }: { spaceId: number; userId: number },
  standing: Standing,
  kind: SeatKind,
): Promise<boolean> {
  return database.write({ spaceId, userId }, (tx) => takeSeat(tx, { spaceId, userId, kind }, standing));
}

/** Refuses a call whose content needs a seat of a kind, where its path does not. The seat stays the caller's, also where the call only looks. */
export async function needSeat(context: Context, db: Db, kind: Exclude<SeatKind, 'users'>): Promise<void> {
  // The seat belongs to the caller, also where they act for somebody else.
  const place = { spaceId: context.spaceId, userId: context.actorId };
  const judged = await judgeCall(context, db, place, { work: true, feature: kind, mends: false });
  if ('refused' in judged.verdict) fail(judged.verdict.refused);
  // On a connection of its own, as the caller's transaction may be one that only reads: for who has no seat yet.
  if (judged.verdict.seats.length) await besideTransaction(() => settleVerdict(context, place, judged));
}

/** Takes a seat in a transaction of the caller's; false where none is left. Counting and taking is one turn at a time, on every node. */
export async function takeSeat(
  tx: Tx,
  { spaceId, userId, kind }: { spaceId: number; userId: number; kind: SeatKind },
  standing: Standing,
): Promise<boolean> {
  const allowed = seatsAllowed(standing, kind);
  if (allowed === null) return true;
  const pool = standing.license?.spaceId ?? null;
  await standIn(tx, spaceId);
  await lockSeats(tx, pool, kind);
  if ((await listSeatsOf(tx, spaceId, userId)).includes(kind)) return true;
  // A corporate licence counts people: whoever has a seat in another space sits on it here too.
  if ((await countSeats(tx, pool, userId))[kind] >= allowed) return false;
  await saveSeat(tx, spaceId, userId, kind);
  return true;
}

/**
 * Assigns a seat to a new or reactivated member; call it in the transaction that adds them. Refuses when the licence of the space is no
 * longer valid.
 */
export async function giveSeat(services: Pick<Services, 'licensing' | 'now'>, tx: Tx, spaceId: number, userId: number): Promise<void> {
  await standIn(tx, spaceId);
  const standing = await standingIn(services, tx, spaceId);
  const code = whyNot(standing.state);
  if (code) fail(code);
  await giveSeatBy(standing, tx, spaceId, userId);
}

/** Refuses an invitation when no seat is free today; the seat itself is assigned on acceptance. */
export async function refuseWhenFull(context: Context): Promise<void> {
  await context.read(async (db) => {
    const standing = await standingIn(context, db, context.spaceId);
    const code = whyNot(standing.state);
    if (code) fail(code);
    const limit = seatsAllowed(standing, 'users');
    if (limit !== null && (await countSeats(db, standing.license?.spaceId ?? null)).users >= limit)
      fail('license.users_exceeded', { limit });
  });
}

/** Assigns a seat to the founder of a space, who may create it before a licence is loaded. */
export async function giveFounderSeat(
  services: Pick<Services, 'licensing' | 'now'>,
  tx: Tx,
  spaceId: number,
  userId: number,
): Promise<void> {
  await standIn(tx, spaceId);
  await giveSeatBy(await standingIn(services, tx, spaceId), tx, spaceId, userId);
}

async function giveSeatBy(standing: Standing, tx: Tx, spaceId: number, userId: number): Promise<void> {
  if (!(await takeSeat(tx, { spaceId, userId, kind: 'users' }, standing)))
    fail('license.users_exceeded', { limit: seatsAllowed(standing, 'users') });
}

/** Tells the database how late it is, from time to time, so that a clock that is set back is noticed after a restart too. */
async function keepClock({ database, licensing, now }: Judges): Promise<void> {
  const moment = now().getTime();
  if (Math.abs(moment - licensing.clockNotedAt) < NOTE_CLOCK_EVERY_MS) return;
  licensing.clockNotedAt = moment;
  await database.write(INSTALLATION, (tx) => noteClock(tx, new Date(moment)));
}

/** Looks at every active licence when the server starts, and says in the log which of them is not valid. */
export async function checkLicenses(services: Judges): Promise<void> {
  const { database, log } = services;
  await database.write(INSTALLATION, async (tx) => {
    await asInstallation(tx);
    const at = await circumstances(services, tx);
    for (const license of await known(
      services,
      (await listAllLicenses(tx)).filter(({ active }) => active),
    )) {
      const state = stateOf(license, at);
      if (state !== 'licensed') log.warn('license.not_valid', { license: license.row.lid, space: license.spaceId, state });
    }
    await noteClock(tx, new Date(at.now));
  });
}
