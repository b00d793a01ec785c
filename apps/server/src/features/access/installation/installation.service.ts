import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { describeCopies as describeFolder } from '../../../platform/postgres/embedded-postgres.base.ts';
import { fail } from '../../../platform/fail.ts';
import { describeError } from '../../../platform/log.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { endSessionsOf, findSecret, isAdministrator, saveLogLevels } from '../auth/auth.service.ts';
import { leaveAllSeats, standingOfSpaces } from '../licenses/licenses.service.ts';
import { lockAdministrators, standingOfPerson, updateStanding } from '../users/users.service.ts';
import { listPeople, listSpaces, readFigures } from './installation.repository.ts';

/** Says to all servers that the levels of the log have changed. */
const LOG_LEVELS_CHANNEL = 'gantry_log_levels';

const startedAt = new Date().toISOString();

/** Reads names and counts across all spaces, never planning data. */
const readAll = <T>({ database, userId }: Context, work: (db: Db) => Promise<T>): Promise<T> =>
  database.read({ spaceId: null, userId, system: true }, work);

/** Version, figures, waiting work. */
export async function describeInstallation(context: Context) {
  const { waiting, running, failed, failing, spaces_proven, ...figures } = await readAll(context, (db) => readFigures(db, context.now()));
  const protection = { copies: await describeCopies(context, failing), spaces_proven };
  return {
    protection,
    version: PROGRAM_VERSION,
    node: process.versions.node,
    started_at: startedAt,
    ...figures,
    log_levels: context.log.levels(),
    jobs: { waiting, running, failed },
  };
}

/** Writes to the log what the installation says, as soon as this server listens and whenever it is changed. */
export function followLogLevels({ database, push, log }: Pick<Services, 'database' | 'push' | 'log'>): void {
  const read = async (): Promise<void> => {
    log.setLevels(await database.read({ spaceId: null, userId: null }, (db) => findSecret(db, 'log_levels')));
  };
  push.on(LOG_LEVELS_CHANNEL, () => void read().catch((error: unknown) => log.warn('log.levels', describeError(error))));
}

/** Changes what all servers log; null: as the environment of each says. */
export async function setLogLevels(context: Context, levels: string | null): Promise<void> {
  await context.write(async (tx) => {
    context.note({ before: context.log.levels().set, after: levels });
    await saveLogLevels(tx, levels);
  });
  context.push.publish(LOG_LEVELS_CHANNEL, '');
}

async function describeCopies({ copiesDir }: Context, failing: boolean) {
  if (!copiesDir) return null;
  const { oldest, newest, gap, archivedAt } = await describeFolder(copiesDir);
  return {
    folder: copiesDir,
    since: oldest?.ended.toISOString() ?? null,
    last: newest?.ended.toISOString() ?? null,
    archived_at: archivedAt?.toISOString() ?? null,
    failing: failing || gap,
  };
}

/** Spaces by name, their owners and how they stand by their licences. */
export const listSpacesOfInstallation = (context: Context, filter: { search?: string; limit: number }) =>
  readAll(context, async (db) => {
    const rows = await listSpaces(db, filter);
    const ids = rows.map(({ id }) => id);
    const standings = await standingOfSpaces(context, db, ids);
    return {
      total: rows[0]?.total ?? 0,
      spaces: rows.map(({ total: _total, created_at, ...space }) => ({
        ...space,
        created_at: created_at.toISOString(),
        license: standings(space.id),
      })),
    };
  });

/** People, by name, login or address. */
export async function listPeopleOfInstallation(context: Context, filter: { search?: string; limit: number }) {
  const rows = await readAll(context, (db) => listPeople(db, filter));
  return {
    total: rows[0]?.total ?? 0,
    people: rows.map(({ total: _total, created_at, last_activity, ...person }) => ({
      ...person,
      administrator: isAdministrator(context, { ...person, login: person.login ?? '' }),
      named: context.administrators.includes((person.login ?? '').toLowerCase()),
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
