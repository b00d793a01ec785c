import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { listBases } from '../../../platform/postgres/embedded-postgres.base.ts';
import { fail } from '../../../platform/fail.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { endSessionsOf, isAdministrator } from '../auth/auth.service.ts';
import { leaveAllSeats, standingOfSpaces } from '../licenses/licenses.service.ts';
import { lockAdministrators, standingOfPerson, updateStanding } from '../users/users.service.ts';
import { listPeople, listSpaces, readFigures } from './installation.repository.ts';

const startedAt = new Date().toISOString();

/** Reads names and counts across all spaces, never planning data. */
const readAll = <T>({ database, userId }: Context, work: (db: Db) => Promise<T>): Promise<T> =>
  database.read({ spaceId: null, userId, system: true }, work);

/** Version, figures, waiting work. */
export async function describeInstallation(context: Context) {
  const { waiting, running, failed, archived_at, failing, spaces_proven, ...figures } = await readAll(context, readFigures);
  const protection = { copies: await describeCopies(context, { archived_at, failing }), spaces_proven };
  return {
    protection,
    version: PROGRAM_VERSION,
    node: process.versions.node,
    started_at: startedAt,
    ...figures,
    jobs: { waiting, running, failed },
  };
}

async function describeCopies({ copiesDir }: Context, log: { archived_at: Date | null; failing: boolean }) {
  if (!copiesDir) return null;
  const bases = await listBases(copiesDir);
  return {
    folder: copiesDir,
    since: bases[0]?.ended.toISOString() ?? null,
    last: bases.at(-1)?.ended.toISOString() ?? null,
    archived_at: log.archived_at?.toISOString() ?? null,
    failing: log.failing,
  };
}

/** Spaces, their owners and how they stand by their licences. */
export const listSpacesOfInstallation = (context: Context) =>
  readAll(context, async (db) => {
    const rows = await listSpaces(db);
    const standings = await standingOfSpaces(context, db);
    return rows.map(({ created_at, ...space }) => ({ ...space, created_at: created_at.toISOString(), license: standings(space.id) }));
  });

/** People, by name, login or address. */
export async function listPeopleOfInstallation(context: Context, filter: { search?: string; limit: number }) {
  const rows = await readAll(context, (db) => listPeople(db, filter));
  return {
    total: rows[0]?.total ?? 0,
    people: rows.map(({ total: _total, created_at, last_activity, ...person }) => ({
      ...person,
      administrator: isAdministrator(context, person),
      named: context.administrators.includes(person.login.toLowerCase()),
      created_at: created_at.toISOString(),
      last_activity: last_activity?.toISOString() ?? null,
    })),
  };
}

/** Disables or enables an account, appoints or dismisses an administrator. Somebody stays who looks after the installation. */
export async function changePerson(context: Context, id: number, change: { status?: 'active' | 'disabled'; administrator?: boolean }) {
  await context.write(async (tx) => {
    const administrators = await lockAdministrators(tx);
    const person = (await standingOfPerson(tx, id)) ?? fail('installation.person_not_found');
    if (id === context.actorId) fail('installation.not_yourself');
    const named = context.administrators.includes(person.login.toLowerCase());
    if (named && change.administrator === false) fail('installation.named_by_environment');
    const leaves = person.administrator && (change.administrator === false || change.status === 'disabled');
    if (leaves && !context.administrators.length && !administrators.some((other) => other !== id)) fail('installation.last_administrator');
    context.note({ user: id, login: person.login, before: { status: person.status, administrator: person.administrator }, after: change });
    await updateStanding(tx, id, change);
    if (change.status === 'disabled') {
      await endSessionsOf(context, tx, id);
      await leaveAllSeats(tx, id);
    }
  });
}

/** Ends all sessions of a person. */
export async function endSessionsOfPerson(context: Context, id: number): Promise<number> {
  return context.write(async (tx) => {
    const person = (await standingOfPerson(tx, id)) ?? fail('installation.person_not_found');
    context.note({ user: id, login: person.login });
    return endSessionsOf(context, tx, id, context.sessionId);
  });
}
