import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { listLiving } from './living-nodes.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any constant will do: servers that start at once prepare the database one after the other. */
const MIGRATION_LOCK = 7_264_881;
const RESTRICTED_ROLE = 'gantry_app';

/** Applies the numbered SQL files that this database has not seen, each in its own transaction; refuses a database that is newer than this program. */
export async function migrate(connection: pg.ClientConfig, folder = FOLDER): Promise<{ applied: string[] }> {
  return alone(connection, async (client) => {
    await client.query('create table if not exists migration (name text primary key, applied_at timestamptz not null default now())');
    const known = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const done = new Set((await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name));
    const newer = [...done].filter((name) => !known.includes(name));
    if (newer.length)
      throw new Error(
        `The database was migrated by a newer version of Gantry (${newer.join(', ')}). Start that version, or restore a backup.`,
      );
    const applied: string[] = [];
    for (const name of known.filter((file) => !done.has(file))) {
      if (CONTRACTION.test(name)) await refuseBesideOthers(client);
      await untilFree(() => applyFile(client, join(folder, name), name));
      applied.push(name);
    }
    return { applied };
  });
}

/** A migration that takes away what an older release uses; all others leave a running server of the release before at work. */
const CONTRACTION = /\.contract\.sql$/;

async function refuseBesideOthers(client: pg.Client): Promise<void> {
  const living = await listLiving(client);
  if (living.length)
    throw new Error(
      `This version of Gantry takes away what running servers use (${living.map(({ host, program }) => `${host}, ${program}`).join('; ')}). ` +
        'Stop them, wait half a minute where one has fallen, and start this one again.',
    );
}

async function applyFile(client: pg.Client, file: string, name: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(readFileSync(file, 'utf8'));
    await client.query('insert into migration (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Row-level security does not bind a superuser. When the connection belongs to one, the server works as the role
 * `gantry_app` instead; returns the name of the role that every pooled connection switches to.
 */
export async function restrictedRole(connection: pg.ClientConfig): Promise<string | null> {
  return alone(connection, async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.free) return null;
    // Roles belong to all databases of the cluster; the lock to this one.
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${RESTRICTED_ROLE}') then create role ${RESTRICTED_ROLE} nologin nosuperuser nobypassrls; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await client.query(`grant usage, create on schema public to ${RESTRICTED_ROLE}`);
    // Forced row-level security binds an owner too; owning lets the server renew the statistics of its tables.
    for (const statement of await ownershipChanges(client)) await untilFree(() => client.query(statement));
    return RESTRICTED_ROLE;
  });
}

/** Statements that give the tables and sequences of other owners to the restricted role; a sequence of a column goes with its table. */
async function ownershipChanges(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s %s owner to %I', case relkind when 'S' then 'sequence' else 'table' end, oid::regclass, $1::text) as statement
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S') and pg_get_userbyid(relowner) <> $1
       and not (relkind = 'S' and exists (
         select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')))`,
    [RESTRICTED_ROLE],
  );
  return rows.map(({ statement }) => statement);
}

/** A connection of its own under the lock that starts take turns by. `lock_timeout` bounds the wait for a table lock, because the edits of a running server queue behind it. */
export async function alone<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = '3s'`);
    return await work(client);
  } finally {
    await client.end();
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const TRIES = 20;

/** Tries again where somebody holds the table: between two tries those who waited behind it go on. */
async function untilFree<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      await setTimeout(1000);
    }
  }
}
