import type { api, Input } from '@gantry/contract';
import { dayOf, type Language, type Minute, parseMinute } from '@gantry/domain';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { hashSecret } from '../../../platform/secret-hash.ts';
import { isAdministrator } from '../auth/auth.service.ts';
import { countTries, forgiveTries } from '../auth/auth.throttle.service.ts';
import { countsOfSpaces } from '../spaces/spaces.service.ts';
import {
  countUsers,
  findUser,
  listMemberships,
  listUnreported,
  listUnreportedWorks,
  saveLanguage,
  saveUser,
  findStanding,
  listAdministratorsLocked,
  saveStanding,
} from './users.repository.ts';
import { refuseTaken } from './users.names.service.ts';
import { refuseGuessable } from './users.passwords.service.ts';
import { plainAnswer } from './users.rules.ts';

export type Registration = Input<typeof api.users.register>['body'];

/** Accounts that one address makes an hour, and its tries that come to nothing: each of those asks whether somebody has an account. */
const REGISTRATIONS = { tries: 100, windowSeconds: 3600 };
const REFUSED_REGISTRATIONS = { tries: 20, windowSeconds: 3600 };

/** Registers a visitor. */
export async function registerVisitor(context: Context, registration: Registration): Promise<number> {
  const refused = `register-refused:${context.clientAddress}`;
  await countTries(context, [
    { key: `register:${context.clientAddress}`, ...REGISTRATIONS },
    { key: refused, ...REFUSED_REGISTRATIONS },
  ]);
  const id = await registerUser(context, registration);
  await forgiveTries(context, null, [refused]);
  return id;
}

/** Registers a person who chose the password; one that is tried first is refused. */
export async function registerUser(context: Context, registration: Registration): Promise<number> {
  await refuseGuessable(registration.password, registration);
  return createUser(context, registration);
}

/**
 * Creates a person with the given password; `also` stores related rows in the same transaction. Login and email share one namespace, since
 * both sign in.
 */
export async function createUser(
  context: Context,
  registration: Registration,
  also: (tx: Tx, id: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const { password, answer, ...person } = registration;
  const [password_hash, secret_answer_hash] = [await hashSecret(password), await hashSecret(plainAnswer(answer))];
  return context.write(async (tx) => {
    await refuseTaken(tx, person);
    const id = await saveUser(tx, { ...person, password_hash, secret_answer_hash }, !context.administrators.length);
    const actor = { userId: id, actorId: id, actorName: `${person.first_name} ${person.last_name}` };
    await context.audit(tx, { action: 'users.registered', object: `user ${id}` }, actor);
    await also(tx, id);
    return id;
  });
}

/** The signed-in person. */
export async function whoAmI(context: Context) {
  const user = await context.read((db) => findUser(db, context.userId));
  if (!user) fail('auth.not_signed_in');
  return {
    ...user,
    language: user.language as Language | null,
    privacy_accepted_at: user.privacy_accepted_at?.toISOString() ?? null,
    avatar: user.avatar_key?.slice(0, 8) ?? null,
    administrator: isAdministrator(context, user),
  };
}

/** Spaces of the signed-in person, with how much is in each. */
export async function listSpacesOfUser(context: Context) {
  // Reads roles across spaces; the query limits it to the caller's memberships.
  const scope = { spaceId: null, userId: context.userId, system: true };
  const memberships = await context.database.read(scope, (db) => listMemberships(db, context.userId));
  const counts = await countsOfSpaces(
    context,
    memberships.map(({ id }) => id),
  );
  return memberships.map((space) => ({
    ...space,
    members: counts.get(space.id)?.members ?? 0,
    projects: counts.get(space.id)?.projects ?? 0,
  }));
}

/** Works that the caller has started and not reported for today. */
export async function unreportedToday(context: Context) {
  const day = context.today;
  const number = dayOf(parseMinute(day) as Minute);
  const schedules = await context.read((db) => listUnreported(db, context.spaceId, context.userId, number));
  return { day, due: schedules.reduce((sum, { works }) => sum + works, 0), schedules };
}

/** The same works one by one, of a day and of all schedules or of one; `due` counts those beyond the bound too. */
export async function unreportedWorks(context: Context, db: Db, day: string, scheduleId: number | null, limit: number) {
  const number = dayOf(parseMinute(day) as Minute);
  const works = await listUnreportedWorks(db, context.spaceId, context.userId, { day: number, scheduleId, limit });
  return { due: works[0]?.total ?? 0, rows: works.map(({ total: _total, ...work }) => work) };
}

/** Remembers the language of the signed-in person. */
export async function chooseLanguage(context: Context, language: Language): Promise<void> {
  await context.write((tx) => saveLanguage(tx, context.userId, language));
}

/** How many people the installation has, and how many of them have a login. */
export async function countPeople({ database }: Pick<Services, 'database'>, login: string): Promise<{ people: number; named: number }> {
  return database.read({ spaceId: null, userId: null }, (db) => countUsers(db, login));
}

/** Whether a person may sign in and looks after the installation; for the feature that changes it. */
export const standingOfPerson = findStanding;

/** Appointed administrators of the installation, in the order of their ids; nobody else changes them until the transaction ends. */
export const lockAdministrators = listAdministratorsLocked;

/** Changes whether a person may sign in and looks after the installation. */
export const updateStanding = saveStanding;
