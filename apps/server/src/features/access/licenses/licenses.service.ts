import { type LicenseState, type SeatKind, SEAT_KINDS } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { SESSION_ENDED } from '../auth/auth.service.ts';
import {
  asInstallation,
  countSeats,
  deleteLicense,
  deleteSeats,
  deleteSeatsOf,
  listAllLicenses,
  listLicenses,
  listLicensesIn,
  listSeatHolders,
  lockSeats,
  saveLicense,
  seatEverybody,
  setActiveLicense,
} from './licenses.repository.ts';
import { daysLeft, isMeantFor, kindsFull, scopeOf, seatsAllowed, type Standing, standingOf, stateOf, whyNot } from './licenses.rules.ts';
import { circumstances, claimsOf, known, standingIn } from './licenses.standing.service.ts';

export { NO_SEAT } from './licenses.rules.ts';
export {
  checkLicenses,
  getSeat,
  giveFounderSeat,
  giveSeat,
  judgeCall,
  needSeat,
  refuseWhenFull,
  settleVerdict,
} from './licenses.standing.service.ts';

const instant = (seconds: number | undefined): string | null => (seconds === undefined ? null : new Date(seconds * 1000).toISOString());

/** Lists the licences of the space and the installation, the state of the space, and who holds seats. */
export const listLicensesOfSpace = (context: Context) =>
  context.read(async (db) => {
    const { standing, licenses, installation } = await lookAt(context, db, context.spaceId);
    const holders = await listSeatHolders(db, context.spaceId);
    return {
      installation,
      standing: await describeStanding(context, db, standing, context.spaceId),
      // Licences of the installation are listed only while active; they are managed on its own page.
      licenses: licenses.filter(({ scope, active }) => scope === 'site' || active),
      holders: holders.map(({ taken_at, ...holder }) => ({ ...holder, since: taken_at.toISOString() })),
    };
  });

/** Licences of the installation, for all spaces without an active one of their own. */
export const listCorporateLicenses = (context: Context) =>
  context.read(async (db) => {
    const { standing, licenses, installation } = await lookAt(context, db, null);
    return { installation, standing: await describeStanding(context, db, standing, null), licenses };
  });

async function lookAt(context: Context, db: Db, spaceId: number | null) {
  const at = await circumstances(context, db);
  const rows = await known(context, await listLicenses(db, spaceId));
  const licenses = rows.map((license) => {
    const { row, claims } = license;
    const state = stateOf(license, at);
    return {
      id: license.id,
      lid: row.lid,
      scope: scopeOf(license.spaceId),
      kind: claims?.kind ?? null,
      holder: claims?.holder ?? '',
      active: license.active,
      expired: state === 'expired',
      state,
      not_before: instant(claims?.nbf),
      expires_at: instant(claims?.exp),
      app_version: claims?.app_version ?? null,
      paid_users: claims?.paid_users ?? null,
      estimate_users: claims ? claims.estimate_users : null,
      bim_users: claims ? claims.bim_users : null,
      loaded_at: row.loaded_at.toISOString(),
    };
  });
  return { standing: standingOf(rows, context.licensing.required, at), licenses, installation: at.installation };
}

async function describeStanding(context: Context, db: Db, standing: Standing, spaceId: number | null) {
  const { state, license } = standing;
  const used = await countSeats(db, license ? license.spaceId : spaceId);
  const seats = (kind: SeatKind) => ({ used: used[kind], allowed: seatsAllowed(standing, kind) });
  return {
    state,
    scope: license ? scopeOf(license.spaceId) : null,
    expires_at: instant(license?.claims?.exp),
    days_left: daysLeft(standing, context.now().getTime()),
    seats: { users: seats('users'), estimate: seats('estimate'), bim: seats('bim') },
  };
}

/** Describes the licence for members; exhausted kinds of seats only for those who manage people. */
export async function describeLicense(context: Context, db: Db, reportsSeats: boolean) {
  const standing = await standingIn(context, db, context.spaceId);
  const { state, license } = standing;
  const limited = reportsSeats && state === 'licensed' && SEAT_KINDS.some((kind) => seatsAllowed(standing, kind) !== null);
  return {
    state,
    expires_at: instant(license?.claims?.exp),
    days_left: daysLeft(standing, context.now().getTime()),
    full: limited ? kindsFull(standing, await countSeats(db, license?.spaceId ?? null)) : [],
    estimate: seatsAllowed(standing, 'estimate') !== 0,
    bim: seatsAllowed(standing, 'bim') !== 0,
  };
}

/** Loads a licence into the space of the call, or with `corporate` into the installation; where no other one is active it is from now on. */
export async function loadLicense(context: Context, token: string, corporate = false): Promise<{ id: number; active: boolean }> {
  const spaceId = corporate ? null : context.spaceId;
  const claims = await claimsOf(context, token);
  if (!claims) fail('license.not_readable');
  return inScope(context, spaceId, async (tx) => {
    const at = await circumstances(context, tx);
    if (!isMeantFor(claims, at.installation, spaceId)) fail('license.not_for_here');
    const { paid_users, estimate_users, bim_users, lid, kind, scope, exp } = claims;
    context.note({ license: lid, kind, scope, paid_users, estimate_users, bim_users, expires_at: instant(exp) });
    const id = await saveLicense(tx, { space_id: spaceId, lid, token, loaded_by: context.actorId });
    if (id === null) fail('license.already_loaded');
    const state = stateOf({ claims, spaceId, active: true }, at);
    const code = whyNot(state);
    // A licence that is paid or begins later may be loaded today.
    if (code && state !== 'unpaid' && state !== 'not_yet_valid') fail(code);
    const others = (await listLicenses(tx, spaceId)).some((row) => row.active && row.space_id === spaceId);
    const active = !others && state !== 'not_yet_valid';
    if (active) await activate(context, tx, spaceId, id);
    return { id, active };
  });
}

/** Makes a licence the active one of its scope, or ends that. */
export async function setLicenseActive(context: Context, id: number, active: boolean, corporate = false): Promise<void> {
  const spaceId = corporate ? null : context.spaceId;
  await inScope(context, spaceId, async (tx) => {
    const row = await mustFind(tx, spaceId, id);
    context.note({ license: row.lid, before: { active: row.active }, after: { active } });
    if (row.active === active) return;
    if (!active) {
      await setActiveLicense(tx, spaceId, null);
      return seatBy(context, tx, spaceId);
    }
    const claims = await claimsOf(context, row.token);
    const state = stateOf({ claims, spaceId, active: true }, await circumstances(context, tx));
    const code = whyNot(state);
    if (code && state !== 'unpaid') fail(code);
    await activate(context, tx, spaceId, id);
  });
}

/** Deletes a licence that is not active. */
export async function removeLicense(context: Context, id: number, corporate = false): Promise<void> {
  const spaceId = corporate ? null : context.spaceId;
  await inScope(context, spaceId, async (tx) => {
    const row = await mustFind(tx, spaceId, id);
    if (row.active) fail('license.active_not_deleted');
    context.note({ license: row.lid });
    await deleteLicense(tx, spaceId, id);
  });
}

/** Frees the seat for estimates or BIM of a person. */
export async function freeSeat(context: Context, kind: SeatKind, userId: number): Promise<void> {
  await context.write(async (tx) => {
    context.note({ user: userId, kind });
    if (!(await deleteSeats(tx, context.spaceId, { userId, kind }))) fail('license.not_found');
  });
}

/** Frees the seats in a space of a person who may no longer enter it. */
export async function leaveSeats(tx: Tx, spaceId: number, userId: number): Promise<void> {
  await deleteSeats(tx, spaceId, { userId });
}

/** Frees all seats of a person who may no longer sign in. */
export async function leaveAllSeats(tx: Tx, userId: number): Promise<void> {
  await asInstallation(tx);
  await deleteSeatsOf(tx, userId);
}

/** How each of some spaces stands, for who looks after all of them; the transaction must be the installation's own. */
export async function standingOfSpaces(context: Context, db: Db, spaceIds: readonly number[]): Promise<(spaceId: number) => LicenseState> {
  const all = Map.groupBy(await known(context, await listLicensesIn(db, spaceIds)), ({ spaceId }) => spaceId);
  const at = await circumstances(context, db);
  const corporate = all.get(null) ?? [];
  return (spaceId) => standingOf([...(all.get(spaceId) ?? []), ...corporate], context.licensing.required, at).state;
}

/** Full days until the first active licence of the installation or of a space ends; null where none does. */
export const daysOfLicenses = (services: Pick<Services, 'database' | 'licensing' | 'now'>): Promise<number | null> =>
  services.database.read({ spaceId: null, userId: null, system: true }, async (db) => {
    const all = await known(services, await listAllLicenses(db));
    const { now } = await circumstances(services, db);
    const days = all.flatMap((license) => (license.active ? (daysLeft({ license }, now) ?? []) : []));
    return days.length ? Math.min(...days) : null;
  });

async function mustFind(tx: Tx, spaceId: number | null, id: number) {
  return (await listLicenses(tx, spaceId)).find((row) => row.id === id && row.space_id === spaceId) ?? fail('license.not_found');
}

/** A change of the licences of one scope: one at a time. */
function inScope<T>(context: Context, spaceId: number | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.write(async (tx) => {
    if (spaceId === null) await asInstallation(tx);
    await lockSeats(tx, spaceId, 'licenses');
    const answer = await work(tx);
    // Asks open pages of the space to reload their rights; pages under a corporate licence check every minute.
    if (spaceId !== null) await context.push.send(tx, { spaceId }, SESSION_ENDED, {});
    return answer;
  });
}

/** Assigns seats anew for another licence: members get theirs now, seats for estimates and BIM go to whoever asks first. */
async function activate(context: Context, tx: Tx, spaceId: number | null, id: number): Promise<void> {
  await setActiveLicense(tx, spaceId, id);
  await deleteSeats(tx, spaceId, { kind: 'estimate' });
  await deleteSeats(tx, spaceId, { kind: 'bim' });
  await seatBy(context, tx, spaceId);
}

/** Gives everybody their seat by the licence that is in force now, or refuses it as too small. */
async function seatBy(context: Context, tx: Tx, spaceId: number | null): Promise<void> {
  const at = await circumstances(context, tx);
  const standing = standingOf(await known(context, await listLicenses(tx, spaceId)), context.licensing.required, at);
  const limit = seatsAllowed(standing, 'users');
  if (limit === null) return;
  const pool = standing.license?.spaceId ?? null;
  await lockSeats(tx, pool, 'users');
  await seatEverybody(tx, spaceId);
  const { users } = await countSeats(tx, pool);
  if (users > limit) fail('license.users_exceeded', { limit, people: users });
}
